// Claims about days and months among the words of a search.
import { expect, test } from 'vitest';
import { findDays } from './search-dates.ts';

const month = { from: '2026-10-01', to: '2026-10-31', words: '' };
const oneDay = { from: '2026-10-09', to: '2026-10-09', words: '' };

test.each(['october 2026', 'Oct 2026', 'OCTOBER, 2026', '2026-10'])('“%s” is a whole month', (text) => {
  expect(findDays(text)).toEqual(month);
});

test.each(['9 oct 2026', '9th October 2026', 'Oct 9, 2026', '2026-10-09', '2026-10-9'])('“%s” is one day', (text) => {
  expect(findDays(text)).toEqual(oneDay);
});

test('what stands beside a date stays as words', () => {
  expect(findDays('lekki, october 2026 crane')).toEqual({ ...month, words: 'lekki crane' });
});

test('February has the days of its year', () => {
  expect(findDays('feb 2028')?.to).toBe('2028-02-29');
  expect(findDays('feb 2027')?.to).toBe('2027-02-28');
});

test.each([
  '31 feb 2026',
  '0 may 2026',
  '2026',
  'october',
  '2026-00',
  '1026-10',
  'marching 2026',
  'may',
  '12026-10-09',
])('“%s” is no date', (text) => {
  expect(findDays(text)).toBeNull();
});

test('a month that the calendar does not have is none', () => {
  expect(findDays('2026-13')).toBeNull();
  expect(findDays('2026-13-01')).toBeNull();
});
