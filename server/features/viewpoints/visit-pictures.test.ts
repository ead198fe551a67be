// What a picture of a visit is, by its own word and its shape.
import { expect, test } from 'vitest';
import { isPanorama } from './visit-pictures.ts';

const shaped = (width: number | null, height: number | null) => ({ panorama: null, width, height });

test('a picture that says nothing is a panorama where it is twice as wide as high, give or take what a stitcher lost', () => {
  const shapes = [shaped(8192, 4096), shaped(8192, 4090), shaped(8190, 4096), shaped(8192, 4200), shaped(null, null)];
  expect(shapes.map(isPanorama)).toEqual([true, true, true, false, false]);
});

test('its own word counts more than its shape', () => {
  expect(isPanorama({ ...shaped(8192, 4096), panorama: false })).toBe(false);
  expect(isPanorama({ ...shaped(4000, 3000), panorama: true })).toBe(true);
});
