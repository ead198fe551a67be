// The selection for comparison holds at most two.
import { expect, it } from 'vitest';
import {
  canStartComparison,
  canToggle,
  firstAndLatest,
  inOrder,
  selectionHint,
  sessionsWith,
  toggleSelected,
} from './progress-params.ts';

it('takes two sessions and refuses a third', () => {
  expect(toggleSelected([], 4)).toEqual([4]);
  expect(toggleSelected([4], 9)).toEqual([4, 9]);
  expect(toggleSelected([4, 9], 12)).toEqual([4, 9]);
});

it('a second tick takes a session away again', () => {
  expect(toggleSelected([4, 9], 4)).toEqual([9]);
});

it('with two chosen the other boxes are off and those two are not', () => {
  expect([4, 9, 12].map((id) => canToggle([4, 9], id))).toEqual([true, true, false]);
  expect(canToggle([4], 12)).toBe(true);
});

it('says how many are missing in the words of the specification', () => {
  expect(selectionHint([])).toBe('No sessions selected');
  expect(selectionHint([4])).toBe('1 session selected - select 1 more');
});

it('puts the earlier visit first, whichever was chosen first', () => {
  const later = { id: 3, captureDate: '2026-11-20' };
  const earlier = { id: 8, captureDate: '2026-02-01' };
  expect(inOrder([later, earlier])).toEqual([earlier, later]);
  expect(inOrder([{ ...earlier, id: 9 }, earlier]).map(({ id }) => id)).toEqual([8, 9]);
});

const day = (id: number, captureDate: string) => ({ id, captureDate });
const [may, june, july] = [day(1, '2026-05-01'), day(2, '2026-06-01'), day(3, '2026-07-01')];

it('the line of visits runs from first to last and always holds the two that are compared', () => {
  expect(sessionsWith([july, june], [may, july])).toEqual([may, june, july]);
});

it('neither of the two passes the other on the line', () => {
  const stands = (index: 0 | 1) =>
    [may, june, july].map((visit) => canStartComparison([may, june, july], visit, { pair: [may, june], index }));
  expect(stands(0)).toEqual([true, false, false]);
  expect(stands(1)).toEqual([false, true, true]);
});

it('where nobody chose, the first and latest visit of the place visited last are compared', () => {
  const at = (siteId: number | null, visit: ReturnType<typeof day>) => ({ ...visit, siteId });
  expect(firstAndLatest([at(7, may), at(7, july), at(8, june)])).toEqual([1, 3]);
  expect(firstAndLatest([at(7, may), at(7, june), at(8, july)])).toEqual([1, 2]);
  expect(firstAndLatest([at(7, may), at(8, june)])).toEqual([1, 2]);
  expect(firstAndLatest([at(7, may)])).toEqual([]);
});
