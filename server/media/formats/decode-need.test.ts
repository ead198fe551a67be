// How much memory decoding a picture takes, as its header says.
import { expect, test } from 'vitest';
import { pictureSizes } from '#contract/media/endpoints.ts';
import { decodeNeed, isDecodedAlone, maxDecodeBytes } from './decode-need.ts';

const photo = {
  format: 'jpeg',
  width: 12_000,
  height: 9_000,
  isProgressive: false,
  chromaSubsampling: '4:2:0',
  channels: 3,
  depth: 'uchar',
  orientation: 1,
} as const;
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

test('a photo of 108 megapixels is within the bound, as it is and progressive, small and whole', () => {
  for (const side of [220, 1600, pictureSizes.full])
    for (const isProgressive of [false, true])
      expect(decodeNeed({ ...photo, isProgressive }, side)).toBeLessThan(maxDecodeBytes);
});

test('one of 256 megapixels is beyond it where it is progressive', () => {
  const large = { ...photo, width: 16_000, height: 16_000 };
  expect(decodeNeed(large, 1600)).toBeLessThan(maxDecodeBytes);
  expect(decodeNeed({ ...large, isProgressive: true }, 220)).toBeGreaterThan(maxDecodeBytes);
});

test('what is held whole counts: coefficients, interlaced pixels, a picture to turn', () => {
  expect(megabytes(decodeNeed({ ...photo, isProgressive: true }, 400))).toBe(325);
  expect(megabytes(decodeNeed({ ...photo, isProgressive: true, chromaSubsampling: '4:4:4' }, 400))).toBe(649);
  expect(megabytes(decodeNeed({ ...photo, format: 'png', isProgressive: true, channels: 4 }, 400))).toBe(433);
  expect(megabytes(decodeNeed({ ...photo, format: 'webp' }, 400))).toBe(433);
  expect(megabytes(decodeNeed({ ...photo, orientation: 6 }, pictureSizes.full))).toBe(324);
});

test('a picture of 108 megapixels is decoded alone, also where it needs little, and one of 50 beside others', () => {
  const half = { ...photo, width: 8160, height: 6120 };
  expect([isDecodedAlone(photo, 400), isDecodedAlone(half, 400)]).toEqual([true, false]);
  expect(isDecodedAlone({ ...half, isProgressive: true }, 400)).toBe(true);
});
