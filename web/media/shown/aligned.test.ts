// The claim about where a browser draws the older picture of an aligned pair.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyHomography, type Homography } from '#contract/geometry/homography.ts';
import { warpOf } from './aligned.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const matrices = fc
  .tuple(number(0.7, 1.4), number(-0.2, 0.2), number(-0.1, 0.1), number(-0.2, 0.2), number(0.7, 1.4), number(-0.1, 0.1))
  .chain(([a, b, c, d, e, f]) =>
    fc.tuple(number(-0.1, 0.1), number(-0.1, 0.1)).map(([g, h]): Homography => [a, b, c, d, e, f, g, h, 1]),
  );
const parts = fc.record({ x: number(0, 1), y: number(0, 1), zoom: number(0.5, 8) });

test('a point of the older picture comes to lie where the newer one shows the same point, in whichever part is in sight', () => {
  fc.assert(
    fc.property(matrices, parts, fc.tuple(number(0, 1), number(0, 1)), (matrix, part, [x, y]) => {
      const warp = warpOf(matrix, part);
      expect(warp[8]).toBe(1);
      const [left, top] = applyHomography(warp, [x - 0.5, y - 0.5]);
      const [across, down] = applyHomography(matrix, [x, y]);
      expect(left).toBeCloseTo((across - part.x) * part.zoom, 5);
      expect(top).toBeCloseTo((down - part.y) * part.zoom, 5);
    }),
  );
});
