// Cut-outs: the part of a picture around a place in it, small enough to be kept in the database.
import type { Decoder } from './decoder-process.ts';
import { MediaError, type SourceFile } from './source.ts';
import type { Thumbnails } from './thumbnails.ts';

/** A part of a picture in shares of its sides, from its upper left. */
export type Region = { left: number; top: number; width: number; height: number };
type Point = { x: number; y: number };

/** What the cut-out shows, and where in it the place is. */
export type CutoutPlan = { region: Region; mark: Point };

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** The place lies in the middle, but for those near an edge: the picture ends there. */
export function planCutout({ x, y }: Point, { width, height }: Pick<Region, 'width' | 'height'>): CutoutPlan {
  const region = { left: clamp(x - width / 2, 1 - width), top: clamp(y - height / 2, 1 - height), width, height };
  return { region, mark: { x: clamp((x - region.left) / width, 1), y: clamp((y - region.top) / height, 1) } };
}

/** Far above what is needed: pictures of noise stay below it too. */
export const maxCutoutBytes = 200 * 1024;
const sides = [640, 400, 240];
const decodeBytes = 100 * 1024 * 1024;

/** Made from the picture that people are shown, so that nothing of the original's metadata is in it; null where there is none. */
export async function makeCutout(
  { thumbnails, decoder }: { thumbnails: Thumbnails; decoder: Decoder },
  file: Pick<SourceFile, 'id' | 'version' | 'picture'>,
  region: Region,
): Promise<Buffer | null> {
  try {
    const shown = await thumbnails.get({ ...file, picture: (side) => file.picture(side) }, 's1600', 'jpeg');
    for (const side of sides) {
      const asked = { from: shown.bytes, side, region, format: 'webp' as const, isFull: false, isSmallest: false };
      const made = await decoder.decode({ ...asked, maxBytes: decodeBytes });
      if (made.length <= maxCutoutBytes) return made;
    }
    return null;
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
}
