// The claims about what is remembered of the last report.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastPeriodChoice, lastSessionChoice, rememberPeriodChoice, rememberSessionChoice } from './report-choices.ts';

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
