// Which attempts are the same: two presses must never create two sessions.
import { expect, it } from 'vitest';
import { nextAttempt } from './use-mutation.ts';

const body = { body: { projectId: 3, captureDate: '2026-11-20' } };

it('a new attempt has a new key', () => {
  expect(nextAttempt(undefined, body).key).not.toBe(nextAttempt(undefined, body).key);
});

it('pressing again after a lost response keeps the key', () => {
  const lost = nextAttempt(undefined, body);
  expect(nextAttempt(lost, structuredClone(body))).toBe(lost);
});

it('other input is another attempt, even after a lost response', () => {
  const lost = nextAttempt(undefined, body);
  const other = nextAttempt(lost, { body: { ...body.body, projectId: 4 } });
  expect(other.key).not.toBe(lost.key);
});
