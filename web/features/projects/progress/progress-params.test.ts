// Comparison mode, as it stands in the address.
import { expect, it } from 'vitest';
import { parseSearch } from '#web/lib/routing/search-params.ts';
import { isComparing, progressParams, withComparisonToggled } from './progress-params.ts';

const read = (search: string) => parseSearch(progressParams, search);

it('a plain address opens the overview, sorted by session date, without comparison', () => {
  const state = read('');
  expect(state).toMatchObject({ tab: 'overview', sort: 'captureDate', compare: [] });
  expect(isComparing(state)).toBe(false);
});

it('turning comparison on leads to the sessions and starts with nothing chosen', () => {
  expect(withComparisonToggled(read(''))).toMatchObject({ comparing: true, compare: [], tab: 'sessions' });
});

it('turning it off clears the selection and stays on the tab', () => {
  const next = withComparisonToggled(read('?tab=comparison&comparing=true&compare=4,9&left=drone'));
  expect(next).toMatchObject({ comparing: false, compare: [], left: undefined });
  expect(next).not.toHaveProperty('tab');
});

it('a link with chosen sessions is in comparison mode by itself, and holds no more than two', () => {
  const state = read('?compare=4,9,12');
  expect(state.compare).toEqual([4, 9]);
  expect(isComparing(state)).toBe(true);
});
