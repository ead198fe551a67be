// Pictures for paper: as JPEG, no larger than the room that each has in the file.
import { sharp } from '#server/lib/sharp.ts';

export type PaperPicture = { bytes: Buffer; width: number; height: number };

/**
 * Tried one after the other until it fits: paper forgives much before it forgives a file that no mail takes. `share`: what is left of the bytes
 * of a JPEG as pages show it, which is nearly the same of every photo; what cannot fit by that is not tried, for each takes as long as the drawing of a page.
 */
const steps = [
  { side: 900, quality: 74, share: 1 },
  { side: 800, quality: 62, share: 0.75 },
  { side: 720, quality: 50, share: 0.46 },
  { side: 600, quality: 42, share: 0 },
] as const;

async function encode(from: Uint8Array, side: number, quality: number): Promise<PaperPicture> {
  const { data, info } = await sharp(from)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** A JPEG that is small enough already stays as it is. */
export async function fitPicture(from: Uint8Array, maxBytes: number): Promise<PaperPicture> {
  const { format, width, height, space } = await sharp(from).metadata();
  const isFine = format === 'jpeg' && space === 'srgb' && from.length <= maxBytes;
  if (isFine) return { bytes: Buffer.from(from), width, height };
  let made: PaperPicture | null = null;
  for (const { side, quality, share } of steps) {
    if (format === 'jpeg' && share * from.length > maxBytes) continue;
    made = await encode(from, side, quality);
    if (made.bytes.length <= maxBytes) return made;
  }
  return made as PaperPicture;
}
