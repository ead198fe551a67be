// Claims about days and months among the words of a search.
import { expect, test } from 'vitest';
import { findDays, findDaysBeside, namesRelativeDays } from './search-dates.ts';

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

/** A Friday. */
const today = '2026-11-27';
const beside = { words: 'rejected tunde' };

test.each([
  ['Rejected Tunde, today', '2026-11-27', '2026-11-27'],
  ['yesterday rejected tunde', '2026-11-26', '2026-11-26'],
  ['rejected this week tunde', '2026-11-20', '2026-11-27'],
  ['rejected tunde last week', '2026-11-16', '2026-11-22'],
  ['rejected tunde this month', '2026-10-27', '2026-11-27'],
  ['rejected tunde, last month', '2026-10-01', '2026-10-31'],
  ['rejected tunde, LAST   month.', '2026-10-01', '2026-10-31'],
  ['rejected tunde in march', '2026-03-01', '2026-03-31'],
  ['rejected tunde December', '2025-12-01', '2025-12-31'],
  ['rejected tunde in 2025', '2025-01-01', '2025-12-31'],
  ['rejected tunde last year', '2025-01-01', '2025-12-31'],
  ['rejected tunde october 2024', '2024-10-01', '2024-10-31'],
])('“%s” names days beside words, as of a day', (text, from, to) => {
  const { words, ...days } = findDaysBeside(text, today) ?? {};
  expect({ ...days, words: words?.toLowerCase() }).toEqual({ from, to, ...beside });
});

test('a month before the end of a longer one, and January after December, are the calendar’s', () => {
  expect(findDaysBeside('x this month', '2027-03-31')?.from).toBe('2027-02-28');
  expect(findDaysBeside('x last month', '2027-01-01')).toMatchObject({ from: '2026-12-01', to: '2026-12-31' });
});

test('days of a decision say so, also without other words', () => {
  expect(findDaysBeside('decided last month', today)).toMatchObject({ from: '2026-10-01', words: '', decided: true });
  expect(findDaysBeside('tunde decided in October', today)).toMatchObject({ words: 'tunde', decided: true });
});

test.each(['last month', 'today', 'october', 'may crane', 'march past', 'tower 2025', 'crane', 'lastmonth crane'])(
  '“%s” is words',
  (text) => {
    expect(findDaysBeside(text, today)).toBeNull();
  },
);

test('searches that change with the date alone are recognised', () => {
  expect(['crane today', 'in march', 'crane 2026-10', 'crane'].map(namesRelativeDays)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
