// Claims about the open concerns of a dashboard.
import { expect, test } from 'vitest';
import { dueFirst } from './open-disputes.tsx';

const row = (id: number) => ({ id });

test('what is to be answered first leads, each concern once, and no more than there is room for', () => {
  expect(dueFirst([row(2), row(9)], [row(12), row(9), row(7), row(2)], 4)).toEqual([2, 9, 12, 7].map(row));
  expect(dueFirst([row(2), row(9)], [row(12), row(11)], 3)).toEqual([2, 9, 12].map(row));
  expect(dueFirst([], [row(12), row(11)], 5)).toEqual([12, 11].map(row));
});
