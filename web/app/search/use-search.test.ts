// Walking through search results, and where they lead.
import { expect, it } from 'vitest';
import { allResultsPath } from '#web/features/overview/search/search-hit.tsx';
import { resultPath } from '#web/lib/routing/result-path.ts';
import { moveActive } from './use-search.ts';

it('the arrows go round at both ends', () => {
  expect(moveActive(7, 1, 8)).toBe(0);
  expect(moveActive(0, -1, 8)).toBe(7);
  expect(moveActive(2, 1, 8)).toBe(3);
});

it('without results there is nowhere to go', () => {
  expect(moveActive(0, 1, 0)).toBe(0);
});

it('a result leads to its own page', () => {
  expect(resultPath({ type: 'project', id: 3 })).toBe('/projects/3');
  expect(resultPath({ type: 'session', id: 12 })).toBe('/sessions/12');
  expect(allResultsPath('a&b #6')).toBe('/search?q=a%26b+%236');
});
