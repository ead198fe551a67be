// Where pins come to lie on a picture, and what a point of the screen is in it.
import { describe, expect, it, test } from 'vitest';
import { overlapOf } from './comparison-pins.tsx';
import { clusterOf } from './pin-markers.tsx';
import { boxBetween, containedIn, flatAreaSurface, flatSurface, type Point } from './surface.ts';

const box = { left: 10, top: 20, width: 400, height: 400 };

test('a wide picture lies in the middle of a square box', () => {
  expect(containedIn(box, { width: 200, height: 100 })).toEqual({ left: 10, top: 120, width: 400, height: 200 });
  expect(containedIn(box, { width: 0, height: 0 })).toBeNull();
});

describe('on a flat picture', () => {
  const surface = flatSurface('photo', () => containedIn(box, { width: 200, height: 100 }));

  it('a place and its point are one', () => {
    const place = { x: 0.25, y: 0.75 };
    const point = surface.pointOf(place);
    expect(point).toEqual({ x: 110, y: 270 });
    expect(point && surface.placeAt(point)).toEqual(place);
  });

  it('beside the picture is no place', () => {
    expect(surface.placeAt({ x: 200, y: 60 })).toBeNull();
  });

  it('that has not come yet nothing is placed', () => {
    const empty = flatSurface('photo', () => null);
    expect([empty.pointOf({ x: 0.5, y: 0.5 }), empty.placeAt({ x: 1, y: 1 })]).toEqual([null, null]);
  });
});

describe('an area of a flat picture', () => {
  const surface = flatAreaSurface('photo', () => containedIn(box, { width: 200, height: 100 }));

  it('comes to lie where it was drawn', () => {
    const place = surface.boxAt?.({ x: 110, y: 170 }, { x: 210, y: 270 });
    expect(place).toEqual({ x: 0.375, y: 0.5, box: { left: 0.25, top: 0.25, width: 0.25, height: 0.5 } });
    expect(place?.box && surface.areaOf?.(place.box)).toEqual({ left: 110, top: 170, width: 100, height: 100 });
  });

  it('ends with the picture where the hand goes on', () => {
    const place = surface.boxAt?.({ x: 210, y: 220 }, { x: 900, y: 900 });
    expect(place?.box).toEqual({ left: 0.5, top: 0.5, width: 0.5, height: 0.5 });
  });

  it('does not begin beside it', () => {
    expect(surface.boxAt?.({ x: 210, y: 20 }, { x: 210, y: 220 })).toBeNull();
  });
});

test('of an area that goes on beyond its half only the part in it is seen', () => {
  const half = { left: 100, top: 0, width: 100, height: 100 };
  expect(overlapOf({ left: 50, top: 10, width: 100, height: 20 }, half)).toEqual({
    ...{ left: 100, top: 10 },
    ...{ width: 50, height: 20 },
  });
  expect(overlapOf({ left: 0, top: 0, width: 100, height: 100 }, half)).toBeNull();
});

test('two corners in any order span a box', () => {
  const place = boxBetween({ x: 0.75, y: 0.25 }, { x: 0.25, y: 0.5 });
  expect(place).toEqual({ x: 0.5, y: 0.375, box: { left: 0.25, top: 0.25, width: 0.5, height: 0.25 } });
  expect(boxBetween(null, { x: 0.25, y: 0.5 })).toBeNull();
});

describe('pins', () => {
  const at = (thing: string, x: number) => ({ thing, point: { x, y: 0 } });

  it('that overlap become one, others stay apart', () => {
    const clusters = clusterOf([at('a', 0), at('b', 10), at('c', 100)]);
    expect(clusters.map(({ things }) => things)).toEqual([['a', 'b'], ['c']]);
  });

  it('and no finger can tell apart become one: touch areas never overlap', () => {
    const apart = (from: Point, to: Point) => Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));
    const random = (n: number) => ((n * 7919) % 997) / 997;
    const placed = Array.from({ length: 200 }, (_, n) => ({
      thing: n,
      point: { x: random(n) * 400, y: random(n + 500) * 300 },
    }));
    const clusters = clusterOf(placed);
    expect(clusters.flatMap(({ things }) => things).toSorted((a, b) => a - b)).toEqual(
      placed.map(({ thing }) => thing),
    );
    for (const [nth, one] of clusters.entries())
      for (const other of clusters.slice(nth + 1)) expect(apart(one, other)).toBeGreaterThanOrEqual(44);
  });

  it('out of sight are left out', () => {
    expect(clusterOf([{ thing: 'a', point: null }])).toEqual([]);
  });
});
