// The transform that lays one photo over another: every place comes to lie where the other photo shows it, at every view and size.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyHomography, type Homography } from '#contract/geometry/homography.ts';
import { warpedPlace, warpTransform } from './photo-warp.ts';

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
