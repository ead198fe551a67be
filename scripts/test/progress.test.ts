// Tells how far invented runs are.
import { expect, test } from 'vitest';
import { progressOf } from './progress.mjs';

const parts = ['check', 'server', 'e2e'];
const durations = { check: 70, server: 420, e2e: 1500 };

test('a run says which part it is at, and how long that and the rest take by the times of the last run', () => {
  const line = (part: string, seconds: number) => progressOf(parts, { part, seconds, durations });
  expect(line('check', 0)).toBe('check, part 1 of 3: about 1 min left, 33 min with what follows');
  expect(line('server', 180)).toBe('server, part 2 of 3, for 3 min so far: about 4 min left, 29 min with what follows');
  expect(line('e2e', 1200)).toBe('e2e, part 3 of 3, for 20 min so far: about 5 min left');
});

test('a part that takes longer than the last time is about to end', () => {
  const line = progressOf(parts, { part: 'e2e', seconds: 1800, durations });
  expect(line).toBe('e2e, part 3 of 3, for 30 min so far: about a minute left');
});
