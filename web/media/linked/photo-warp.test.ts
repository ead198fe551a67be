// Warped pictures: on the screen every place comes to lie where the other photo shows it, on a canvas each triangle of the mesh.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyHomography, type Homography, type Point } from '#contract/geometry/homography.ts';
import { type Affine, affineOf, meshOf, warpedPlace, warpTransform } from './photo-warp.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const size = fc.record({ width: between(100, 4000), height: between(100, 4000) });
const view = fc.record({ x: between(0, 1), y: between(0, 1), zoom: between(0.5, 8) });
const matrix = fc
  .array(between(-0.08, 0.08), { minLength: 8, maxLength: 8 })
  .map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]): Homography => [1 + a, b, c, d, 1 + e, f, g, h, 1]);
const point = fc.tuple(between(0, 1), between(0, 1));

/** Where a browser puts a point of an element with that transform. */
function place(css: string, [x, y]: readonly [number, number]): [number, number] {
  const m = /matrix3d\((.*)\)/.exec(css)?.[1]?.split(', ').map(Number) ?? [];
  const at = (row: number) => (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[12 + row] ?? 0);
  return [at(0) / at(3), at(1) / at(3)];
}

it('puts each place where the standing photo shows it, however large both are and however one looks', () => {
  fc.assert(
    fc.property(fc.record({ matrix, own: size, onto: size, view }), point, (warped, share) => {
      const { own, onto } = warped;
      const [x, y] = place(warpTransform(warped), [(share[0] - 0.5) * own.width, (share[1] - 0.5) * own.height]);
      const [u, v] = applyHomography(warped.matrix, share);
      const wanted = [
        (u - warped.view.x) * warped.view.zoom * onto.width,
        (v - warped.view.y) * warped.view.zoom * onto.height,
      ];
      expect(Math.hypot(x - (wanted[0] ?? 0), y - (wanted[1] ?? 0))).toBeLessThan(0.05);
    }),
  );
});

it('changes nothing where the photos are equal and whole', () => {
  const own = { width: 800, height: 600 };
  const same = { matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], own, onto: own, view: { x: 0.5, y: 0.5, zoom: 1 } };
  expect(applyHomography(warpedPlace(same), [123, -45])).toEqual([expect.closeTo(123, 9), expect.closeTo(-45, 9)]);
});

const apply = ([a, b, c, d, e, f]: Affine, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];
/** Turned by five degrees, a tenth larger, shifted and tilted, as from one flight to the next. */
const tilted: Homography = [1.09, -0.09, 0.03, 0.1, 1.1, -0.05, 0.08, -0.06, 1];

it('the triangles lie where the homography takes their corners', () => {
  for (const triangle of meshOf(tilted)) {
    const affine = affineOf(triangle);
    for (const corner of triangle.from) {
      const [x, y] = apply(affine, corner);
      const [u, v] = applyHomography(tilted, corner);
      expect(Math.hypot(x - u, y - v)).toBeLessThan(1e-9);
    }
  }
});

it('within a triangle nothing lies further than a fifth of a pixel of a 1080p frame from its place', () => {
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

it('the mesh covers the whole picture once', () => {
  const area = meshOf([1, 0, 0, 0, 1, 0, 0, 0, 1]).reduce((sum, { from: [[x0, y0], [x1, y1], [x2, y2]] }) => {
    return sum + Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) / 2;
  }, 0);
  expect(area).toBeCloseTo(1, 9);
});
