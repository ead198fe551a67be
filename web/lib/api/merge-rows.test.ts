// A changed row goes where it belongs, in whichever page, and the count follows.
import { expect, it } from 'vitest';
import { mergeRows } from './session-lists.ts';

type Row = { id: number; at: number; note?: string };
const isBefore = (row: Row, other: Row) => row.at > other.at || (row.at === other.at && row.id > other.id);
const row = (id: number, at = id, note = 'old'): Row => ({ id, at, note });
const pages = (next: string | null) => [
  { rows: [row(9), row(8), row(7)], next: 'a', total: 20 },
  { rows: [row(6), row(5)], next, total: null },
];
const idsOf = (merged: ReturnType<typeof mergeRows<Row>>) => merged.map(({ rows }) => rows.map(({ id }) => id));

it('a row that changed stays where it stood, in whichever page', () => {
  const merged = mergeRows(pages('b'), { ids: [6], rows: [row(6, 6, 'new')], isBefore });
  expect(idsOf(merged).flat()).toEqual([9, 8, 7, 6, 5]);
  expect(merged.flatMap(({ rows }) => rows).find(({ id }) => id === 6)?.note).toBe('new');
  expect(merged[0]?.total).toBe(20);
});

it('a row that was requested and did not come is taken out, and counted out', () => {
  const merged = mergeRows(pages('b'), { ids: [8, 5], rows: [], isBefore });
  expect(idsOf(merged)).toEqual([[9, 7], [6]]);
  expect(merged.map(({ total }) => total)).toEqual([18, null]);
});

it('a new row comes in its place, and the count of the server is taken where there is one', () => {
  expect(idsOf(mergeRows(pages('b'), { ids: [10], rows: [row(10)], isBefore }))).toEqual([
    [10, 9, 8, 7],
    [6, 5],
  ]);
  expect(mergeRows(pages('b'), { ids: [10], rows: [row(10)], isBefore })[0]?.total).toBe(21);
  expect(mergeRows(pages('b'), { ids: [10], rows: [row(10)], isBefore, total: 33 })[0]?.total).toBe(33);
});

it('what belongs behind all that is loaded comes with its own page, unless the list is whole', () => {
  const change = { ids: [2], rows: [row(2)], isBefore };
  expect(idsOf(mergeRows(pages('b'), change)).flat()).toEqual([9, 8, 7, 6, 5]);
  expect(idsOf(mergeRows(pages(null), change)).flat()).toEqual([9, 8, 7, 6, 5, 2]);
  expect(idsOf(mergeRows([{ rows: [] as Row[], next: null, total: 0 }], change))).toEqual([[2]]);
});

it('a row whose date changed moves', () => {
  expect(idsOf(mergeRows(pages('b'), { ids: [6], rows: [row(6, 8.5)], isBefore })).flat()).toEqual([9, 6, 8, 7, 5]);
  expect(idsOf(mergeRows(pages('b'), { ids: [6], rows: [row(6, 1)], isBefore })).flat()).toEqual([9, 8, 7, 5]);
});
