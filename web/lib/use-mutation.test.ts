// Which tries are the same wish: two presses must never create two sessions.
import { expect, it } from 'vitest';
import { nextAttempt } from './use-mutation.ts';

const body = { body: { projectId: 3, captureDate: '2026-11-20' } };

it('a new wish has a new key', () => {
  expect(nextAttempt(undefined, body).key).not.toBe(nextAttempt(undefined, body).key);
});

it('pressing again after a lost answer keeps the key', () => {
  const lost = nextAttempt(undefined, body);
  expect(nextAttempt(lost, structuredClone(body))).toBe(lost);
});

it('other input is another wish, even after a lost answer', () => {
  const lost = nextAttempt(undefined, body);
  const other = nextAttempt(lost, { body: { ...body.body, projectId: 4 } });
  expect(other.key).not.toBe(lost.key);
});
