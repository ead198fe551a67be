// Claims about how long a session is said to wait.
import { expect, test } from 'vitest';
import { waitingFor } from './session-labels.ts';

test('a session waits for hours on the first day, then for days', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(waitingFor('2026-11-22T11:30:00Z', now)).toBe('waiting less than an hour');
  expect(waitingFor('2026-11-22T12:30:00Z', now)).toBe('waiting less than an hour');
  expect(waitingFor('2026-11-22T10:59:00Z', now)).toBe('waiting 1 hour');
  expect(waitingFor('2026-11-21T11:00:00Z', now)).toBe('waiting 1 day');
  expect(waitingFor('2026-11-19T11:00:00Z', now)).toBe('waiting 3 days');
});
