// The places that a person marks in two pictures.
import { expect, it } from 'vitest';
import type { Point } from '#contract/geometry/homography.ts';
import type { Alignment } from '#contract/viewpoints/endpoints.ts';
import { hintFor, marksFrom, pairsOf } from './use-alignment.ts';

const points: Point[] = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];
const same = [1, 0, 0, 0, 1, 0, 0, 0, 1];

it('count once they are marked in both pictures, by their numbers', () => {
  expect(pairsOf({ older: points, newer: points.slice(0, 2) })).toEqual([
    { older: points[0], newer: points[0] },
    { older: points[1], newer: points[1] },
  ]);
});

it('are led from place to place, until there are enough that fit', () => {
  expect(hintFor({ older: [], newer: [] }, null)).toMatch(/^Mark place 1 of at least 3/);
  expect(hintFor({ older: points.slice(0, 1), newer: [] }, null)).toBe('Mark place 1 in the newer picture too.');
  expect(hintFor({ older: [], newer: points.slice(0, 1) }, null)).toBe('Mark place 1 in the older picture too.');
  expect(hintFor({ older: points, newer: points }, null)).toMatch(/^These places do not fit together/);
  expect(hintFor({ older: points, newer: points }, same)).toBe('More places make it more accurate.');
  const most = [...points, ...points];
  expect(hintFor({ older: most, newer: most }, same)).toBe('You have marked the maximum number of places.');
});

it('that were saved are there again', () => {
  const marks = points.map(([x, y]) => ({ older: [x, y], newer: [y, x] }));
  const saved: Alignment = {
    state: 'aligned',
    matrix: same,
    inliers: 4,
    quality: null,
    by: 'hand',
    yaw: null,
    marks,
    mayAlign: true,
  };
  expect(marksFrom(saved)).toEqual({ older: points, newer: points.map(([x, y]) => [y, x]) });
  expect(marksFrom(undefined)).toEqual({ older: [], newer: [] });
});
