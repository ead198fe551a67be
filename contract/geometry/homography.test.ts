// Homographies: there and back, one after the other, and from marks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyHomography,
  composeHomographies,
  type Homography,
  hasNoFold,
  homographyFromMarks,
  invertHomography,
  type Point,
} from './homography.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const share = between(0, 1);
const point: fc.Arbitrary<Point> = fc.tuple(share, share);

/** Turned, scaled, shifted and tilted as a drone's picture may be. */
const matrix: fc.Arbitrary<Homography> = fc
  .record({
    turn: between(-0.5, 0.5),
    scale: between(0.6, 1.6),
    shift: fc.tuple(between(-0.3, 0.3), between(-0.3, 0.3)),
    tilt: fc.tuple(between(-0.3, 0.3), between(-0.3, 0.3)),
  })
  .map(({ turn, scale, shift: [x, y], tilt: [g, h] }) => {
    const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
    return composeHomographies([cos, -sin, x, sin, cos, y, 0, 0, 1], [1, 0, 0, 0, 1, 0, g, h, 1]);
  })
  .filter(hasNoFold);

function expectNear([x, y]: Point, [wantedX, wantedY]: Point): void {
  expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan(1e-7);
}

const marksOf = (known: Homography, places: readonly Point[]) =>
  places.map((older) => ({ older, newer: applyHomography(known, older) }));

/** Each in its own field of a grid, so that no three of the first four lie on a line. */
const spreadOut = fc
  .tuple(
    fc.array(fc.tuple(between(0, 0.12), between(0, 0.12)), { minLength: 8, maxLength: 8 }),
    fc.integer({ min: 4, max: 8 }),
  )
  .map(([jitter, count]) => {
    const fields = [
      [0, 0],
      [0.85, 0],
      [0.85, 0.85],
      [0, 0.85],
      [0.4, 0.1],
      [0.4, 0.7],
      [0.1, 0.4],
      [0.7, 0.45],
    ];
    return fields.slice(0, count).map(([x = 0, y = 0], index): Point => {
      const [dx, dy] = jitter[index] ?? [0, 0];
      return [x + dx, y + dy];
    });
  });

describe('a homography', () => {
  it('leads back to where it came from', () => {
    fc.assert(
      fc.property(matrix, point, (there, place) => {
        const back = invertHomography(there);
        expectNear(applyHomography(back ?? [], applyHomography(there, place)), place);
      }),
    );
  });

  it('composed with another does what both do one after the other', () => {
    fc.assert(
      fc.property(matrix, matrix, point, (first, then, place) => {
        const wanted = applyHomography(then, applyHomography(first, place));
        fc.pre(Math.hypot(...wanted) < 10);
        expectNear(applyHomography(composeHomographies(first, then), place), wanted);
      }),
    );
  });

  it('that flattens the picture or holds no numbers has no way back', () => {
    expect(invertHomography([1, 1, 0, 1, 1, 0, 0, 0, 1])).toBeNull();
    expect(invertHomography([1, 0, 0, 0, Number.NaN, 0, 0, 0, 1])).toBeNull();
  });

  it.each([
    ['mirrored', [-1, 0, 1, 0, 1, 0, 0, 0, 1]],
    ['folded at a horizon within the picture', [1, 0, 0, 0, 1, 0, -2, 0, 1]],
    ['flattened to a line', [1, 1, 0, 1, 1, 0, 0, 0, 1]],
    ['of numbers that are none', [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['endless', [Number.POSITIVE_INFINITY, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['of eight numbers', [1, 0, 0, 0, 1, 0, 0, 0]],
  ])('%s is refused', (_, bad) => {
    expect(hasNoFold(bad)).toBe(false);
  });
});

describe('marks in both pictures', () => {
  it('of four to eight places give back the homography that made them', () => {
    fc.assert(
      fc.property(matrix, spreadOut, point, (known, places, place) => {
        const found = homographyFromMarks(marksOf(known, places));
        expectNear(applyHomography(found ?? [], place), applyHomography(known, place));
      }),
    );
  });

  it('of three places are met exactly, without a tilt', () => {
    fc.assert(
      fc.property(matrix, spreadOut, (known, places) => {
        const marks = marksOf(known, places.slice(0, 3));
        const found = homographyFromMarks(marks) ?? [];
        for (const { older, newer } of marks) expectNear(applyHomography(found, older), newer);
        expect([found[6], found[7]]).toEqual([0, 0]);
      }),
    );
  });

  it('that are a little off lie no further off than the hand that set them', () => {
    const off = between(-0.005, 0.005);
    const hand = fc.array(fc.tuple(off, off), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(spreadOut, hand, (places, shake) => {
        const marks = places.map((older, index): { older: Point; newer: Point } => {
          const [x, y] = shake[index] ?? [0, 0];
          return { older, newer: [older[0] + x, older[1] + y] };
        });
        const [x, y] = applyHomography(homographyFromMarks(marks) ?? [], [0.5, 0.5]);
        expect(Math.hypot(x - 0.5, y - 0.5)).toBeLessThan(0.03);
      }),
    );
  });

  it('on one line or at one place are refused, whichever picture they are in', () => {
    const line: Point[] = [
      [0.1, 0.1],
      [0.5, 0.5],
      [0.9, 0.9],
      [0.3, 0.3],
    ];
    const place: Point[] = line.map(() => [0.4, 0.4]);
    const spread: Point[] = [
      [0.1, 0.1],
      [0.9, 0.2],
      [0.8, 0.9],
      [0.2, 0.7],
    ];
    for (const bad of [line, place]) {
      expect(homographyFromMarks(bad.map((older, index) => ({ older, newer: spread[index] ?? older })))).toBeNull();
      expect(homographyFromMarks(bad.map((newer, index) => ({ older: spread[index] ?? newer, newer })))).toBeNull();
    }
  });

  it('of which all but one lie on a line are met without a tilt', () => {
    const places: Point[] = [
      [0.1, 0.1],
      [0.5, 0.5],
      [0.9, 0.9],
      [0.2, 0.8],
    ];
    const found =
      homographyFromMarks(places.map(([x, y]) => ({ older: [x, y], newer: [x * 0.9 + 0.05, y * 0.9] }))) ?? [];
    expectNear(applyHomography(found, [0.5, 0.2]), [0.5, 0.18]);
  });

  it('that were mixed up so that the picture would fold are refused', () => {
    const places: Point[] = [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
      [0.1, 0.9],
    ];
    const mirrored = places.map(([x, y]): { older: Point; newer: Point } => ({ older: [x, y], newer: [1 - x, y] }));
    expect(homographyFromMarks(mirrored)).toBeNull();
    expect(homographyFromMarks(mirrored.slice(0, 3))).toBeNull();
  });

  it('that are too few, or no numbers, are refused', () => {
    expect(homographyFromMarks([{ older: [0, 0], newer: [0, 0] }])).toBeNull();
    const places: Point[] = [
      [Number.NaN, 0.5],
      [0, 0],
      [1, 0],
    ];
    expect(homographyFromMarks(places.map((older) => ({ older, newer: older })))).toBeNull();
  });
});
