// Edits whose base has changed: nothing is lost, and both versions are named.
import { expect, test } from 'vitest';
import { mergeEdits } from './use-draft-form.ts';

const from = { notes: 'First', phase: 'framing', video: '' };

test('what only they changed is adopted, what you changed stays, and only that is yours to decide about', () => {
  const mine = { ...from, notes: 'Mine' };
  const theirs = { notes: 'Theirs', phase: 'roofing', video: '' };
  expect(mergeEdits({ from, mine, theirs })).toEqual({
    values: { notes: 'Mine', phase: 'roofing', video: '' },
    differences: [{ path: 'notes', theirs: 'Theirs', yours: 'Mine' }],
  });
});

test('the same change made by both is none to decide about', () => {
  const changed = { ...from, notes: 'Same' };
  expect(mergeEdits({ from, mine: changed, theirs: changed })).toEqual({ values: changed, differences: [] });
});

test('fields within a part are named by their whole path', () => {
  const merged = mergeEdits({
    from: { project: { name: 'A', status: 'active' } },
    mine: { project: { name: 'Mine', status: 'active' } },
    theirs: { project: { name: 'Theirs', status: 'completed' } },
  });
  expect(merged.values).toEqual({ project: { name: 'Mine', status: 'completed' } });
  expect(merged.differences.map(({ path }) => path)).toEqual(['project.name']);
});

test('of a list the rows that they added come along, those they removed go, and rows that you changed or added stay', () => {
  const row = (id: number | null, name: string) => ({ id, name });
  const { values } = mergeEdits({
    from: { sites: [row(1, 'A'), row(2, 'B'), row(3, 'C')] },
    mine: { sites: [row(1, 'A mine'), row(2, 'B'), row(3, 'C'), row(null, 'New')] },
    theirs: { sites: [row(1, 'A'), row(3, 'C theirs'), row(4, 'D')] },
  });
  expect(values.sites).toEqual([row(1, 'A mine'), row(3, 'C theirs'), row(null, 'New'), row(4, 'D')]);
});
