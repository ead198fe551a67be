// Claims about how the figures of the review are said.
import { expect, test } from 'vitest';
import { periodLabel, plotted, rateWords } from './figure-words.ts';

test('a rate is whole per cent of what was decided for the first time, and none of nothing', () => {
  expect(rateWords({ first: 3, passed: 2 })).toBe('67 %');
  expect(rateWords({ first: 5, passed: 0 })).toBe('0 %');
  expect(rateWords({ first: 0, passed: 0 })).toBe('–');
});

test('a period is named by its first day', () => {
  expect(periodLabel('2026-11-20', 'day')).toBe('November 20, 2026');
  expect(periodLabel('2026-11-16', 'week')).toBe('Week of Nov 16, 2026');
  expect(periodLabel('2026-11-01', 'month')).toBe('November 2026');
});

test('medians are plotted in hours, in days where one is longer than two of them, and what is not known is a gap', () => {
  expect(plotted([3600, null, 48 * 3600])).toEqual({ unit: 'hours', values: [1, null, 48] });
  expect(plotted([86_400, null, 3 * 86_400])).toEqual({ unit: 'days', values: [1, null, 3] });
  expect(plotted([null])).toEqual({ unit: 'hours', values: [null] });
});
