// Tilted pictures, drawn as triangles.
import { expect, test } from 'vitest';
import { applyHomography, type Homography, type Point } from '#contract/geometry/homography.ts';
import { type Affine, affineOf, meshOf } from './warp.ts';

const apply = ([a, b, c, d, e, f]: Affine, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];
/** Turned by five degrees, a tenth larger, shifted and tilted, as from one flight to the next. */
const tilted: Homography = [1.09, -0.09, 0.03, 0.1, 1.1, -0.05, 0.08, -0.06, 1];

test('the triangles lie where the homography takes their corners', () => {
  for (const triangle of meshOf(tilted)) {
    const affine = affineOf(triangle);
    for (const corner of triangle.from) {
      const [x, y] = apply(affine, corner);
      const [u, v] = applyHomography(tilted, corner);
      expect(Math.hypot(x - u, y - v)).toBeLessThan(1e-9);
    }
  }
});

test('within a triangle nothing lies further than a fifth of a pixel of a 1080p frame from its place', () => {
  for (const triangle of meshOf(tilted)) {
    const affine = affineOf(triangle);
    const middle: Point = [
      triangle.from.reduce((sum, [x]) => sum + x / 3, 0),
      triangle.from.reduce((sum, [, y]) => sum + y / 3, 0),
    ];
    const [x, y] = apply(affine, middle);
    const [u, v] = applyHomography(tilted, middle);
    expect(Math.hypot((x - u) * 1920, (y - v) * 1080)).toBeLessThan(0.2);
  }
});

test('the mesh covers the whole picture once', () => {
  const area = meshOf([1, 0, 0, 0, 1, 0, 0, 0, 1]).reduce((sum, { from: [[x0, y0], [x1, y1], [x2, y2]] }) => {
    return sum + Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) / 2;
  }, 0);
  expect(area).toBeCloseTo(1, 9);
});
