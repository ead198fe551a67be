// Where the pixels of a file lie, in whichever of its ways it says so.
import { fromArrayBuffer, writeArrayBuffer } from 'geotiff';
import { expect, it } from 'vitest';
import { isPlaced } from './geotiff-place.ts';

async function opened(place: Record<string, unknown>) {
  const made = writeArrayBuffer(new Uint8Array(100 * 50), { width: 100, height: 50, ...place });
  return (await fromArrayBuffer(made as ArrayBuffer)).getImage();
}

const utm = { ProjectedCSTypeGeoKey: 32_631 };
const scale = { ModelPixelScale: [0.5, 0.5, 0] };
const matrix = (...[a, b, c, d, e, f]: number[]) => [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1];

it.each([
  ['a corner and the size of its pixels', { ...scale, ModelTiepoint: [0, 0, 0, 1000, 2000, 0] }],
  ['another pixel than the first', { ...scale, ModelTiepoint: [10, 20, 0, 1005, 1990, 0] }],
  ['more than one point', { ...scale, ModelTiepoint: [0, 0, 0, 1000, 2000, 0, 100, 50, 0, 1050, 1975, 0] }],
  ['the middles of its pixels', { ...scale, ModelTiepoint: [0, 0, 0, 1000.25, 1999.75, 0], GTRasterTypeGeoKey: 2 }],
  ['a matrix that turns nothing', { ModelTransformation: matrix(0.5, 0, 1000, 0, -0.5, 2000) }],
  [
    'a matrix of the middles of its pixels',
    { ModelTransformation: matrix(0.5, 0, 1000.25, 0, -0.5, 1999.75), GTRasterTypeGeoKey: 2 },
  ],
] as const)('a map that says where it lies by %s lies there', async (_how, place) => {
  const image = await opened({ ...utm, ...place });
  expect(isPlaced(image)).toBe(true);
  expect(image.getOrigin().slice(0, 2)).toEqual([1000, 2000]);
  expect(image.getResolution().slice(0, 2)).toEqual([0.5, -0.5]);
  expect(image.getBoundingBox(true)).toEqual([1000, 1975, 1050, 2000]);
});

it('a map that is turned keeps its matrix, from the corner of its first pixel', async () => {
  const image = await opened({
    ...utm,
    ModelTransformation: matrix(3, 4, 1003.5, 4, -3, 2000.5),
    GTRasterTypeGeoKey: 2,
  });
  expect(image.getOrigin().slice(0, 2)).toEqual([1000, 2000]);
});

it('a map that is tied to the earth by scattered points alone is not placed', async () => {
  const scattered = { ModelPixelScale: [0, 0, 0] };
  const image = await opened({
    ...utm,
    ...scattered,
    ModelTiepoint: [0, 0, 0, 1000, 2000, 0, 90, 10, 0, 1045, 1995, 0],
  });
  expect(isPlaced(image)).toBe(false);
});
