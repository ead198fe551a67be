// Writes pictures as JPEG within a size that the repository can carry.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

export interface Raw {
  data: Buffer;
  width: number;
  height: number;
}

const BEST = 74;
const WORST = 38;

/** The JPEG of `raw` at the best quality that fits into `limit` bytes (never below quality 38). */
export async function toJpeg(raw: Raw, limit: number): Promise<Buffer> {
  const { width, height } = raw;
  let low = WORST;
  let high = BEST;
  const at = (quality: number) =>
    sharp(raw.data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
  let best = await at(high);
  if (best.length <= limit) return best;
  best = await at(low);
  while (high - low > 2) {
    const quality = Math.round((low + high) / 2);
    const tried = await at(quality);
    if (tried.length <= limit) {
      low = quality;
      best = tried;
    } else high = quality;
  }
  return best;
}

/** Writes `bytes`, making the folders on the way. */
export async function save(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
