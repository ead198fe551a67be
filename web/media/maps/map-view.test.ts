// What a map's view promises to addresses and to two maps that move together.
import { expect, it } from 'vitest';
import { fromShares, metresOf, roundedMap, toShares, zoomOf } from './ol-map.ts';

it('zoom and metres per pixel are the same thing said twice', () => {
  expect(metresOf(zoomOf(0.147))).toBeCloseTo(0.147, 10);
  expect(zoomOf(metresOf(21.5))).toBeCloseTo(21.5, 10);
  expect(zoomOf(0.05) - zoomOf(0.1)).toBeCloseTo(1, 10);
});

it('an address holds a centimetre and no more', () => {
  const view = { x: 3.383_130_612_345, y: 6.510_925_712_345, zoom: 21.837_1 };
  expect(roundedMap(view)).toEqual({ x: 3.3831306, y: 6.5109257, zoom: 21.84 });
  expect(roundedMap(roundedMap(view))).toEqual(roundedMap(view));
});

it('the same part of two pictures is shown whatever their sizes', () => {
  const small = { extent: [0, 0, 1000, 500], whole: 2 };
  const large = { extent: [100, 100, 4100, 2100], whole: 8 };
  const seen = toShares([250, 250], 0.5, small);
  expect(seen).toEqual({ x: 0.25, y: 0.5, zoom: 2 });
  expect(fromShares(seen, large)).toEqual({ at: [1100, 1100], pixel: 2 });
  expect(fromShares(seen, small)).toEqual({ at: [250, 250], pixel: 0.5 });
});
