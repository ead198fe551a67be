// Claims about the size limit of pictures that are encoded again.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { guessBytes } from './entries.ts';

/** Coarse grain, which takes more bytes than the drone photos that we measured. */
async function grainy({ width, height, quality }: { width: number; height: number; quality: number }): Promise<Buffer> {
  const small = { width: width / 2, height: height / 2 };
  let seed = 1;
  const noise = Buffer.alloc(small.width * small.height * 3).map(() => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 90 + ((seed >> 16) % 60);
  });
  return sharp(noise, { raw: { ...small, channels: 3 } })
    .resize(width, height)
    .jpeg({ quality })
    .toBuffer();
}

const made = { full: { quality: 82, optimiseCoding: false }, s1600: { quality: 74, mozjpeg: true } } as const;

test.each([
  ['as a camera pressed it', { width: 1600, height: 1200, quality: 92 }],
  ['square', { width: 1600, height: 1600, quality: 90 }],
  ['pressed hard before', { width: 1600, height: 1200, quality: 30 }],
] as const)('a picture that is %s never becomes larger than is said', async (_, shape) => {
  const original = await grainy(shape);
  const { width, height } = shape;
  for (const size of ['full', 's1600'] as const) {
    const { length } = await sharp(original).jpeg(made[size]).toBuffer();
    const known = { bytes: original.length, width, height };
    expect([size, guessBytes(known, size)]).toEqual([size, expect.toSatisfy((said: number) => said >= length)]);
    const unknown = { bytes: original.length, width: null, height: null };
    expect([size, guessBytes(unknown, size)]).toEqual([size, expect.toSatisfy((said: number) => said >= length)]);
  }
});
