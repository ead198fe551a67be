// Which of the rows that came are held back.
import { expect, it } from 'vitest';
import { rowsAbove } from './adaptive-list.tsx';

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
const held = (before: number[], now: number[], first: number) => [
  ...rowsAbove({ rows: rowsOf(...before), held: new Set() }, rowsOf(...now), first),
];

it('at the top of the list new rows simply come in', () => {
  expect(held([3, 2, 1], [4, 3, 2, 1], -1)).toEqual([]);
});

it('new rows above the first one in view are held back, those below it are not', () => {
  expect(held([9, 7, 5, 3], [10, 9, 8, 7, 6, 5, 3], 1)).toEqual([10, 8]);
  expect(held([9, 7, 5, 3], [9, 7, 5, 3, 2], 1)).toEqual([]);
});

it('what is held back stays so when more come, and is no place to count from', () => {
  const known = { rows: rowsOf(10, 9, 7, 5), held: new Set([10]) };
  expect([...rowsAbove(known, rowsOf(11, 10, 9, 7, 5), 1)]).toEqual([11, 10]);
});

it('when the first one in view is gone the next one counts, and where none is left nothing is held', () => {
  expect(held([9, 7, 5, 3], [10, 9, 5, 3], 1)).toEqual([10]);
  expect(held([9, 7], [20, 19], 0)).toEqual([]);
});
