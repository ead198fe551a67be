// The claims about what is remembered of the last report.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxReportPairs } from '#contract/sharing/endpoints.ts';
import {
  lastPeriodChoice,
  lastSessionChoice,
  rememberPeriodChoice,
  rememberSessionChoice,
  shownPairs,
  togglePair,
} from './report-choices.ts';

const otherwise = { from: '2026-01-01', to: '2026-02-01' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the last choice comes back, of each project its own', () => {
  rememberSessionChoice({ edition: 'crew', pictures: 60 });
  expect(lastSessionChoice()).toEqual({ edition: 'crew', pictures: 60 });
  const choice = { edition: 'client', from: '2026-03-01', to: '2026-04-01', without: [7] } as const;
  rememberPeriodChoice(1, { ...choice, without: [7] });
  expect(lastPeriodChoice(1, otherwise)).toEqual(choice);
  expect(lastPeriodChoice(2, otherwise)).toMatchObject(otherwise);
});

test('what was written by somebody else is as if nothing were remembered', () => {
  localStorage.setItem('topout-report', '{"edition":7,"pictures":5000}');
  expect(lastSessionChoice()).toEqual({ edition: 'client', pictures: 24 });
  localStorage.setItem('topout-report of project 1', 'null');
  expect(lastPeriodChoice(1, otherwise)).toEqual({ edition: 'client', ...otherwise, without: [] });
});

test('a report shows as many pairs as it holds; one more is taken once another is left out', () => {
  const pairs = Array.from({ length: maxReportPairs + 5 }, (_, at) => ({ viewpointId: at + 1 }));
  const ids = (without: number[]) => shownPairs(pairs, without).map(({ viewpointId }) => viewpointId);
  expect(ids([])).toEqual(pairs.slice(0, maxReportPairs).map(({ viewpointId }) => viewpointId));
  const fewer = togglePair(pairs, [999], 2);
  expect(fewer).toContain(999);
  expect(ids(fewer)).toHaveLength(maxReportPairs - 1);
  expect(ids(fewer)).not.toContain(maxReportPairs + 1);
  const other = togglePair(pairs, fewer, maxReportPairs + 3);
  expect(ids(other)).toHaveLength(maxReportPairs);
  expect(ids(other)).toContain(maxReportPairs + 3);
  expect(ids(other)).not.toContain(2);
});
