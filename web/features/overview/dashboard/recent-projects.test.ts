// The recent projects of the photographer's dashboard.
import { expect, it } from 'vitest';
import { recentProjects } from './photographer-dashboard.tsx';

const project = (id: number, lastCaptureDate: string | null, sessionCount = 1) => ({
  id,
  lastCaptureDate,
  sessionCount,
});

it('the most recently captured projects come first, and no more than asked for', () => {
  const found = recentProjects(
    [project(1, '2026-01-31'), project(2, '2026-11-02'), project(3, '2025-12-31'), project(4, '2026-11-20')],
    2,
  );
  expect(found.map(({ id }) => id)).toEqual([4, 2]);
});

it('a project without sessions is not recent', () => {
  expect(recentProjects([project(1, null, 0), project(2, '2026-11-20', 0)], 2)).toEqual([]);
});

it('of two captured on one day the newer project comes first, and the given list stays as it was', () => {
  const given = [project(1, '2026-11-20'), project(2, '2026-11-20')];
  expect(recentProjects(given, 2).map(({ id }) => id)).toEqual([2, 1]);
  expect(given.map(({ id }) => id)).toEqual([1, 2]);
});
