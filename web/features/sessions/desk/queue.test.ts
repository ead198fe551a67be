// Where the desk goes from an open session.
import { expect, test } from 'vitest';
import { neighbourOf, type Queue, toDecide } from './use-desk.ts';

const queue = (more: Partial<Queue> = {}): Queue => ({
  ids: [11, 12, 13, 14],
  decided: new Set(),
  travelling: new Set(),
  open: 12,
  place: 1,
  ...more,
});

test('next and previous are the neighbours in the queue, and nothing lies beyond its ends', () => {
  expect([neighbourOf(queue(), 1), neighbourOf(queue(), -1)]).toEqual([13, 11]);
  expect(neighbourOf(queue({ open: 11, place: 0 }), -1)).toBeUndefined();
  expect(neighbourOf(queue({ open: 14, place: 3 }), 1)).toBeUndefined();
});

test('of a session that left the queue the neighbours are those of its former place', () => {
  const left = queue({ ids: [11, 13, 14] });
  expect([neighbourOf(left, 1), neighbourOf(left, -1)]).toEqual([13, 11]);
  expect(neighbourOf(queue({ ids: [11], open: 12, place: 1 }), 1)).toBeUndefined();
});

test('after a decision comes the next that waits, then what was passed over, never what is decided already', () => {
  expect(toDecide(queue())).toEqual([13, 14, 11]);
  expect(toDecide(queue({ decided: new Set([12, 13]) }))).toEqual([14, 11]);
  expect(toDecide(queue({ ids: [11, 13, 14] }))).toEqual([13, 14, 11]);
  expect(toDecide(queue({ ids: [12] }))).toEqual([]);
  expect(toDecide(queue({ ids: [11, 12], decided: new Set([11]) }))).toEqual([]);
});

test('a session whose files are still uploading is passed over: there is nothing to decide yet', () => {
  expect(toDecide(queue({ travelling: new Set([13]) }))).toEqual([14, 11]);
  expect(neighbourOf(queue({ travelling: new Set([13]) }), 1)).toBe(13);
});
