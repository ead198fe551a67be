// The claims about a picture that is overlaid on another.
import { expect, test } from 'vitest';
import { warpPixels } from './draw-pictures.ts';

/** Four by one: black, dark, light, white. */
const row = { data: Buffer.from([0, 80, 160, 255].flatMap((value) => [value, value, value])), width: 4, height: 1 };
const greys = (pixels: Buffer | null) => [...(pixels ?? [])].filter((_, at) => at % 3 === 0);
const frame = { width: 4, height: 1 };

test('where nothing moves it stays as it is', () => {
  expect(greys(warpPixels(row, [1, 0, 0, 0, 1, 0, 0, 0, 1], frame))).toEqual([0, 80, 160, 255]);
});

test('it lies where the newer one shows the same place; the rest is the grey of the paper', () => {
  expect(greys(warpPixels(row, [1, 0, 0.5, 0, 1, 0, 0, 0, 1], frame))).toEqual([238, 238, 0, 80]);
});

test('a matrix that flattens it changes nothing', () => {
  expect(warpPixels(row, [1, 0, 0, 1, 0, 0, 0, 0, 1], frame)).toBeNull();
});
