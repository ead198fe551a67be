// How old what is shown is.
import { afterEach, expect, test, vi } from 'vitest';
import { asOfTime, formatAsOf } from './as-of.ts';

afterEach(() => vi.unstubAllGlobals());

test('what was kept is as old as it is; what came with the page is right for as long as changes arrived', () => {
  vi.stubGlobal('performance', { timeOrigin: 1000 });
  expect(asOfTime(500, 3000)).toBe(500);
  expect(asOfTime(1500, 3000)).toBe(3000);
  expect(asOfTime(4000, 3000)).toBe(4000);
});

test('the time alone says it of today, with its day of another', () => {
  const now = Date.parse('2026-11-23T20:00:00Z');
  const zone = 'Africa/Lagos';
  expect(formatAsOf(Date.parse('2026-11-23T13:05:00Z'), { now, zone })).toBe('14:05');
  expect(formatAsOf(Date.parse('2026-11-22T13:05:00Z'), { now, zone })).toBe('November 22, 2026 at 14:05');
});
