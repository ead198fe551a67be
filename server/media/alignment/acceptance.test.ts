// What is believed: thirty points that agree over a quarter of the picture, and a change that a camera at the same place may make.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyHomography, type Homography, type Point } from '#contract/geometry/homography.ts';
import { areaAround, isAccepted, isClear, isPlausible, isStart, turnAndScale } from './acceptance.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const same: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const aspects = [0.75, 0.6] as const;

/** Turned and scaled on the screen, around the middle, in shares of pictures of these heights. */
function turned(degrees: number, scale: number, [older, newer]: readonly [number, number] = aspects): Homography {
  const [cos, sin] = [scale * Math.cos((degrees * Math.PI) / 180), scale * Math.sin((degrees * Math.PI) / 180)];
  const [a, b, c, d] = [cos, -sin * older, sin / newer, (cos * older) / newer];
  return [a, b, 0.5 - (a + b) / 2, c, d, 0.5 - (c + d) / 2, 0, 0, 1];
}

const grid = (count: number, span: number) =>
  Array.from({ length: count }, (_, at): Point => [((at % 6) / 5) * span, (Math.floor(at / 6) / 4) * span]);
const candidate = (matrix: Homography, points: readonly Point[]) => ({
  matrix,
  aspects,
  inliers: points.map((older) => ({ older, newer: applyHomography(matrix, older) })),
});

describe('an alignment', () => {
  it('is believed with thirty points over a quarter of the picture, and not with fewer or over less', () => {
    expect(isAccepted(candidate(same, grid(30, 0.51)))).toBe(true);
    expect(isAccepted(candidate(same, grid(29, 0.9)))).toBe(false);
    expect(isAccepted(candidate(same, grid(30, 0.49)))).toBe(false);
  });

  it('is read as turned and scaled by what a person would see, whatever the shapes of the pictures', () => {
    const change = fc.record({ degrees: between(-40, 40), scale: between(0.5, 2) });
    fc.assert(
      fc.property(change, fc.tuple(between(0.4, 1.6), between(0.4, 1.6)), ({ degrees, scale }, shapes) => {
        const read = turnAndScale(turned(degrees, scale, shapes), shapes);
        expect(read.degrees).toBeCloseTo(degrees, 4);
        expect(read.scale).toBeCloseTo(scale, 4);
      }),
    );
  });

  it('is believed up to 15 degrees and from 0.7 to 1.4 times the size', () => {
    fc.assert(
      fc.property(between(-14.9, 14.9), between(0.71, 1.39), (degrees, scale) => {
        expect(isPlausible(turned(degrees, scale), aspects)).toBe(true);
      }),
    );
    for (const [degrees, scale] of [
      [15.1, 1],
      [-15.1, 1],
      [180, 1],
      [0, 0.69],
      [0, 1.41],
    ] as const)
      expect(isPlausible(turned(degrees, scale), aspects)).toBe(false);
  });

  it('that folds the picture, or holds no numbers, is never believed', () => {
    for (const bad of [
      [1, 0, 0, 0, 1, 0, -2, 0, 1],
      [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1],
      [-1, 0, 1, 0, 1, 0, 0, 0, 1],
    ])
      expect(isPlausible(bad, aspects)).toBe(false);
  });

  it('whose points run together in the other picture is not believed', () => {
    const inliers = grid(30, 0.9).map((older) => ({ older, newer: [older[0] * 0.3, older[1] * 0.3] as const }));
    expect(isAccepted({ matrix: same, aspects, inliers })).toBe(false);
  });
});

it('the area around points is that of their hull, whatever lies within and in whichever order', () => {
  const corners: Point[] = [
    [0.1, 0.2],
    [0.9, 0.2],
    [0.9, 0.7],
    [0.1, 0.7],
  ];
  const within = fc.array(fc.tuple(between(0.1, 0.9), between(0.2, 0.7)), { maxLength: 30 });
  fc.assert(
    fc.property(within, fc.infiniteStream(fc.nat()), (points, order) => {
      const shuffled = [...corners, ...points].map((point) => ({ point, at: order.next().value as number }));
      const area = areaAround(shuffled.sort((a, b) => a.at - b.at).map(({ point }) => point));
      expect(area).toBeCloseTo(0.4, 9);
    }),
  );
  expect([areaAround([]), areaAround([[0.5, 0.5]])]).toEqual([0, 0]);
});

describe('a look at two pictures', () => {
  it('is no start where few of the matches agree, however many: soil looks alike at many sites', () => {
    expect(isStart({ agree: 31, of: 284 })).toBe(false);
    expect(isStart({ agree: 40, of: 280 })).toBe(true);
    expect(isStart({ agree: 11, of: 20 })).toBe(false);
  });

  it('is enough by itself close to where everything must be, with forty points and a fifth of the matches', () => {
    expect(isClear({ agree: 40, of: 200 })).toBe(true);
    expect(isClear({ agree: 40, of: 201 })).toBe(false);
    expect(isClear({ agree: 39, of: 40 })).toBe(false);
  });
});
