// Crops: the part of a picture around a place in it, small enough to be kept in the database.
import type { Region } from '#contract/disputes/anchors.ts';
import { readMapHeader } from './formats/map-header.ts';
import { planMapPart } from './formats/map-place.ts';
import { withFile } from './formats/read-at.ts';
import type { DecodeRequest, Decoder } from './images/supervised-decoder.ts';
import type { Thumbnails } from './images/thumbnails.ts';
import type { MapFile, Maps } from './maps/maps.ts';
import { MediaError } from './source-errors.ts';
import type { SourceFile } from './sources/source.ts';

/** Far above what is needed: pictures of noise stay below it too. */
const maxCropBytes = 200 * 1024;
const sides = [640, 400, 240];
const decodeBytes = 100 * 1024 * 1024;

/** As large as its bytes allow; null: no size is small enough, or nothing can be made of it. */
async function makeSmall(
  decoder: Decoder,
  from: string | Buffer,
  of: Pick<DecodeRequest, 'region' | 'part'>,
): Promise<Buffer | null> {
  for (const side of sides) {
    const asked = { from, side, ...of, format: 'webp' as const, isFull: false, isSmallest: false };
    const made = await decoder.decode({ ...asked, maxBytes: decodeBytes });
    if (made.length <= maxCropBytes) return made;
  }
  return null;
}

/** A file that cannot be read has no crop. */
function noneIfBroken(error: unknown): null {
  if (error instanceof MediaError) return null;
  throw error;
}

/** Made from the picture that people are shown, so that nothing of the original's metadata is in it; null where there is none. */
export async function makeCrop(
  { thumbnails, decoder }: { thumbnails: Thumbnails; decoder: Decoder },
  file: Pick<SourceFile, 'id' | 'version' | 'picture'>,
  region: Region,
): Promise<Buffer | null> {
  const make = async () => {
    const shown = await thumbnails.get({ ...file, picture: (side) => file.picture(side) }, 's1600', 'jpeg');
    return makeSmall(decoder, shown.bytes, { region });
  };
  return make().catch(noneIfBroken);
}

/** The part of a map that its file lets us show, and where in it the place is. */
export type MapCrop = { bytes: Buffer; mark: { x: number; y: number } };

/**
 * Made from the map's pyramid, else from the file if it is on this machine. Null for elevations and palettes, which browsers colour, for
 * remote maps without a pyramid, and for a place beside the map.
 */
export async function makeMapCrop(
  { maps, decoder }: { maps: Maps; decoder: Decoder },
  file: MapFile,
  place: { longitude: number; latitude: number },
): Promise<MapCrop | null> {
  const make = async () => {
    const path = (await maps.pathFor(file)) ?? file.path;
    if (path === undefined) return null;
    const found = await withFile(path, async (read) => {
      const header = await readMapHeader(read);
      const planned = header?.bands ? await planMapPart(read, place) : null;
      return header && planned && { ...planned, hasExtraBand: header.hasExtraBand };
    });
    if (!found) return null;
    const { mark, ...part } = found;
    const bytes = await makeSmall(decoder, path, { part });
    return bytes && { bytes, mark };
  };
  return make().catch(noneIfBroken);
}
