// Durations are said in one unit.
import { expect, test } from 'vitest';
import { durationWords } from './duration-words.ts';

const hour = 3600;
test.each([
  [0, 'less than a minute'],
  [60, '1 minute'],
  [85 * 60, '85 minutes'],
  [1.5 * hour, '1.5 hours'],
  [5 * hour, '5 hours'],
  [30.4 * hour, '30 hours'],
  [36 * hour, '1.5 days'],
  [24 * 14.2 * hour, '14 days'],
])('%s seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
