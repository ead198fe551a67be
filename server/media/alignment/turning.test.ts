// The turn between two panoramas: what most places agree on, also across the seam.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestTurn } from './matching.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const apart = (a: number, b: number) => Math.abs(a - b - Math.round(a - b));

it('is found among places that see something else, whatever it is', () => {
  const agreeing = fc.array(fc.record({ at: share, off: fc.double({ min: -0.002, max: 0.002, noNaN: true }) }), {
    minLength: 40,
    maxLength: 60,
  });
  const others = fc.array(fc.record({ at: share, turn: share }), { maxLength: 12 });
  fc.assert(
    fc.property(share, agreeing, others, (turn, same, noise) => {
      const found = bestTurn([...same.map(({ at, off }) => ({ at, turn: turn + off })), ...noise]);
      expect(apart(found.turn, turn)).toBeLessThan(3 / 360);
      expect(found.inliers).toBeGreaterThanOrEqual(same.length);
    }),
  );
});

it('is the shorter way round', () => {
  const seen = Array.from({ length: 40 }, (_, at) => ({ at: at / 40, turn: 0.9 }));
  expect(bestTurn(seen).turn).toBeCloseTo(-0.1, 9);
});

it('says how much of the horizon agrees', () => {
  const all = Array.from({ length: 48 }, (_, at) => ({ at: at / 48, turn: 0.2 }));
  expect(bestTurn(all)).toMatchObject({ inliers: 48, sectors: 1 });
  expect(bestTurn(all.slice(0, 12)).sectors).toBeCloseTo(0.25, 9);
  expect(bestTurn([])).toEqual({ inliers: 0, sectors: 0, turn: 0 });
});
