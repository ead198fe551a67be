// What an act changed, as people read it.
import { expect, test } from 'vitest';
import { changedValues } from './handlers.ts';

test('every field of either side is a line, what was empty before and after is none', () => {
  expect(changedValues({ name: 'A', note: null }, { name: 'B', note: '', released: true })).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'released', before: null, after: 'Yes' },
  ]);
  expect(changedValues(null, null)).toEqual([]);
});

test('lists and what is inside them are lines too', () => {
  const sites = [
    { name: 'Gate', photographer: 'Ada Obi', location: null },
    { name: 'Roof', photographer: null },
  ];
  expect(changedValues({ sites: [] }, { sites, files: { drone: 2, indoor: 0 } })).toEqual([
    { field: 'sites', before: null, after: 'Gate · Ada Obi\nRoof' },
    { field: 'files', before: null, after: 'drone: 2\nindoor: 0' },
  ]);
});
