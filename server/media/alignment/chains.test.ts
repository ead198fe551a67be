// Chains of alignments: the best of all ways by at most three pictures in between.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyHomography, type Homography } from '#contract/geometry/homography.ts';
import { bestChain, type ChainLink, composeChain } from './align-by-chain.ts';

const last = 6;
const someLinks = fc
  .uniqueArray(
    fc.record({ from: fc.nat({ max: last }), to: fc.nat({ max: last }), inliers: fc.integer({ min: 1, max: 500 }) }),
    { selector: ({ from, to }) => `${from} ${to}`, maxLength: 21 },
  )
  .map((links) => links.filter(({ from, to }) => from < to));

/** Every way there is. */
function allWays(links: readonly ChainLink[], from: number, most: number): ChainLink[][] {
  if (from === last) return [[]];
  if (most === 0) return [];
  return links
    .filter((link) => link.from === from)
    .flatMap((link) => allWays(links, link.to, most - 1).map((rest) => [link, ...rest]));
}

it('wins whose weakest link has the most points, of all chains that are short enough', () => {
  fc.assert(
    fc.property(someLinks, fc.integer({ min: 0, max: 4 }), (links, between) => {
      const strengths = allWays(links, 0, between + 1).map((way) => Math.min(...way.map(({ inliers }) => inliers)));
      const chain = bestChain(links, { from: 0, to: last, between });
      expect(chain?.inliers ?? Number.NEGATIVE_INFINITY).toBe(Math.max(...strengths));
    }),
  );
});

it('leads from link to link from the first to the last, never by more pictures than allowed', () => {
  fc.assert(
    fc.property(someLinks, fc.integer({ min: 0, max: 4 }), (links, between) => {
      const chain = bestChain(links, { from: 0, to: last, between });
      if (!chain) return;
      const places = [chain.links[0]?.from, ...chain.links.map(({ to }) => to)];
      expect([places[0], places.at(-1)]).toEqual([0, last]);
      expect(chain.links.map(({ from }) => from)).toEqual(places.slice(0, -1));
      expect(chain.links.length).toBeLessThanOrEqual(between + 1);
    }),
  );
});

it('composed it takes a point where its links take it one after the other', () => {
  const shift = fc.double({ min: -0.05, max: 0.05, noNaN: true });
  const matrix = fc
    .array(shift, { minLength: 8, maxLength: 8 })
    .map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]): Homography => [1 + a, b, c, d, 1 + e, f, g, h, 1]);
  fc.assert(
    fc.property(fc.array(matrix, { minLength: 1, maxLength: 4 }), (matrices) => {
      const wanted = matrices.reduce<readonly [number, number]>(
        (point, one) => applyHomography(one, point),
        [0.3, 0.7],
      );
      const [x, y] = applyHomography(composeChain(matrices), [0.3, 0.7]);
      expect(Math.hypot(x - wanted[0], y - wanted[1])).toBeLessThan(1e-9);
    }),
  );
});
