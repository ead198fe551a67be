// Cut-outs: the part of a picture around a place in it, small enough to be kept in the database.
import type { Region } from '#contract/cutouts.ts';
import type { Decoder } from './decoder-process.ts';
import { MediaError, type SourceFile } from './source.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Far above what is needed: pictures of noise stay below it too. */
const maxCutoutBytes = 200 * 1024;
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
