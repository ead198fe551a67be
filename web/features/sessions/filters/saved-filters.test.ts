// What of a filter is kept, and what becomes of one whose values nobody knows any more.
import { expect, it } from 'vitest';
import { parseSearch } from '#web/lib/routing/search-params.ts';
import { filterParams } from './filters.ts';
import { queryOf } from './saved-filters.tsx';

const read = (query: string) => parseSearch(filterParams, query);

it('a filter is kept as it stands in the address', () => {
  expect(queryOf(read('range=month&status=rejected&photographerId=3&highlight=9'))).toBe(
    'status=rejected&photographerId=3&range=month',
  );
});

it('a range of the last days is kept as such and not as its days', () => {
  expect(queryOf(read('status=rejected&photographerId=3&range=last30'))).toBe(
    'status=rejected&photographerId=3&range=last30',
  );
});

it('values that nobody knows any more are left out, and the others stay', () => {
  expect(queryOf(read('status=melted&projectId=abc&range=yesterday&q=crane&colour=red'))).toBe('q=crane');
  expect(queryOf(read('%%%&from=2026-99-99'))).toBe('');
});
