// Days ago, in words.
import { expect, test } from 'vitest';
import { agoWords, daysAgo } from './ago-words.ts';

test.each([
  [-1, 'today'],
  [0, 'today'],
  [1, 'yesterday'],
  [60, '60 days ago'],
  [61, '2 months ago'],
  [400, '13 months ago'],
  [730, '24 months ago'],
  [731, '2 years ago'],
  [1100, '3 years ago'],
])('%i days: %s', (days, words) => {
  expect(agoWords(days)).toBe(words);
});

test('a day is that of the calendar, however late it is', () => {
  const at = (hour: number) => new Date(2026, 10, 29, hour, 30).getTime();
  expect(daysAgo('2026-11-23', at(0))).toBe('6 days ago');
  expect(daysAgo('2026-11-23', at(23))).toBe('6 days ago');
  expect(daysAgo('2026-11-29', at(12))).toBe('today');
});
