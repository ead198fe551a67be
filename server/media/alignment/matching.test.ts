// Matching features: what is each other's nearest, within reach, and clearly so.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Features } from './features.ts';
import { matchFeatures } from './matching.ts';

const size = 20;
type Feature = { x: number; y: number; looks: number[] };

function featuresFrom(list: readonly Feature[]): Features {
  return {
    count: list.length,
    width: 900,
    height: 600,
    size,
    points: Float32Array.from(list.flatMap(({ x, y }) => [x, y])),
    descriptors: Float32Array.from(list.flatMap(({ looks }) => looks)),
  };
}

const feature: fc.Arbitrary<Feature> = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.integer({ min: 0, max: 600 }),
  looks: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: size, maxLength: size }),
});
const some = fc.array(feature, { maxLength: 25 });

/** The same without any haste. */
function slowly(first: readonly Feature[], second: readonly Feature[], reach: number): string[] {
  const inReach = (a: Feature, b: Feature) => Math.abs(a.x - b.x) <= reach && Math.abs(a.y - b.y) <= reach;
  const distance = (a: Feature, b: Feature) =>
    a.looks.reduce((sum, value, at) => sum + (value - (b.looks[at] ?? 0)) ** 2, 0);
  const nearest = (of: Feature, among: readonly Feature[]) =>
    among
      .map((other, index) => ({ index, far: inReach(of, other) ? distance(of, other) : Number.POSITIVE_INFINITY }))
      .filter(({ far }) => Number.isFinite(far))
      .sort((a, b) => a.far - b.far);
  return first.flatMap((one, i) => {
    const [best, next] = nearest(one, second);
    if (!best || !(best.far < 0.81 * (next?.far ?? Number.POSITIVE_INFINITY))) return [];
    const back = nearest(second[best.index] as Feature, first);
    // Of equally near ones either may be the nearest.
    const isMutual = back[0]?.index === i && back[0].far !== back[1]?.far;
    return isMutual ? [`${i} ${best.index}`] : [];
  });
}

const named = ({ first, second, count }: ReturnType<typeof matchFeatures>) =>
  Array.from({ length: count }, (_, at) => `${first[at]} ${second[at]}`);

it('finds exactly what comparing everything with everything finds', () => {
  fc.assert(
    fc.property(some, some, fc.integer({ min: 5, max: 900 }), (first, second, reach) => {
      const found = named(matchFeatures(featuresFrom(first), featuresFrom(second), { x: reach, y: reach }));
      const wanted = slowly(first, second, reach);
      expect(found).toEqual(expect.arrayContaining(wanted));
      // Ties alone may be more.
      expect(new Set(found.map((pair) => pair.split(' ')[1])).size).toBe(found.length);
    }),
  );
});

it('never matches what lies beyond its reach', () => {
  fc.assert(
    fc.property(
      some,
      some,
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 300 }),
      (...[first, second, x, y]) => {
        const { first: i, second: j, count } = matchFeatures(featuresFrom(first), featuresFrom(second), { x, y });
        for (let at = 0; at < count; at++) {
          const [a, b] = [first[i[at] ?? 0] as Feature, second[j[at] ?? 0] as Feature];
          expect([Math.abs(a.x - b.x) <= x, Math.abs(a.y - b.y) <= y]).toEqual([true, true]);
        }
      },
    ),
  );
});

it('finds every feature of a picture that was shifted and put in another order', () => {
  const unlike = fc.uniqueArray(feature, { minLength: 1, maxLength: 25, selector: ({ looks }) => looks.join() });
  fc.assert(
    fc.property(unlike, fc.integer({ min: -40, max: 40 }), (first, shift) => {
      const shifted = first.map((one) => ({ ...one, x: one.x + shift })).toReversed();
      const found = named(matchFeatures(featuresFrom(first), featuresFrom(shifted), { x: 45, y: 5 }));
      expect(found).toEqual(first.map((_, index) => `${index} ${first.length - 1 - index}`));
    }),
  );
});

it('matches nothing where one of many equal places is meant', () => {
  const tile = { x: 100, y: 100, looks: Array.from({ length: size }, () => 3) };
  const tiles = [tile, { ...tile, x: 140 }, { ...tile, x: 180 }];
  expect(matchFeatures(featuresFrom([tile]), featuresFrom(tiles), { x: 135, y: 135 }).count).toBe(0);
});
