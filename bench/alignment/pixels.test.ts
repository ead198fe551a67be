// Alignments in pixels, and how far one is off.
import { expect, test } from 'vitest';
import { applyHomography } from '#contract/geometry/homography.ts';
import { errorOf, inPixels, type Sizes } from './pixels.ts';

const sizes: Sizes = [
  { width: 4000, height: 3000 },
  { width: 1600, height: 1200 },
];
/** Turned, tilted and shifted, in shares. */
const shares = [0.98, -0.04, 0.03, 0.05, 1.02, -0.02, 0.01, -0.02, 1];

test('an alignment in pixels takes a pixel where the alignment in shares takes its share', () => {
  const pixels = inPixels(shares, sizes);
  expect(pixels[8]).toBe(1);
  for (const [x, y] of [
    [0, 0],
    [0.25, 0.75],
    [1, 1],
  ] as const) {
    const [u, v] = applyHomography(shares, [x, y]);
    const [column, row] = applyHomography(pixels, [x * 4000, y * 3000]);
    expect(column).toBeCloseTo(u * 1600, 6);
    expect(row).toBeCloseTo(v * 1200, 6);
  }
});

test('an alignment is off by percents of the newer width', () => {
  const truth = inPixels(shares, sizes);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = truth;
  const shifted = [a + 16 * g, b + 16 * h, c + 16 * i, d, e, f, g, h, i];
  expect(errorOf(truth, truth, sizes)).toBeCloseTo(0, 9);
  expect(errorOf(shifted, truth, sizes)).toBeCloseTo(1, 9);
});

test('an alignment of pictures that show nothing in common is off by no number', () => {
  const elsewhere = [1, 0, 9000, 0, 1, 0, 0, 0, 1];
  expect(errorOf(elsewhere, elsewhere, sizes)).toBeNaN();
});
