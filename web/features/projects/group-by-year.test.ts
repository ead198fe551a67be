// How the timeline is cut into years.
import { expect, it } from 'vitest';
import { groupByYear } from './project-timeline.tsx';

const on = (captureDate: string) => ({ captureDate });

it('sessions of one year stand together, in the order in which they came', () => {
  const years = groupByYear([on('2026-11-20'), on('2026-01-01'), on('2025-12-31'), on('2024-12-31')]);
  expect(years).toEqual([
    { year: '2026', sessions: [on('2026-11-20'), on('2026-01-01')] },
    { year: '2025', sessions: [on('2025-12-31')] },
    { year: '2024', sessions: [on('2024-12-31')] },
  ]);
});

it('nothing captured makes no year', () => {
  expect(groupByYear([])).toEqual([]);
});
