// Maps as pictures: the whole in a size, and tiles of its levels. They say nothing of where on earth they lie.

import { readMapHeader } from '#server/media/formats/map-header.ts';
import { type MapLevel, readMapLevels } from '#server/media/formats/map-place.ts';
import { withFile } from '#server/media/formats/read-at.ts';
import type { DecodeRequest, Decoder } from '#server/media/images/supervised-decoder.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { Maps } from './maps.ts';

export type MapDrawing = { maps: Maps; decoder: Decoder };
/** Where its bytes lie on this machine, its levels, finest first, and whether its fourth band is no opacity. */
export type DrawnMap = { path: string; levels: MapLevel[]; hasExtraBand: boolean };
/** A part of a picture as thumbnails are made of it. */
export type MapPicture = Pick<SourceFile, 'id' | 'version' | 'picture'>;

/** The side of a tile in pixels of its level. */
export const mapTile = 512;
const maxDecodeBytes = 100 * 1024 * 1024;

/**
 * From its pyramid, else from the file where it lies on this machine. Null for elevations and palettes, whose colours are made by browsers, for
 * maps elsewhere that have no pyramid of ours, and while that is being made.
 */
export async function openMap({ maps }: MapDrawing, file: SourceFile): Promise<DrawnMap | null> {
  const { preparing, problem } = await maps.stateOf(file);
  if (preparing !== undefined || problem !== undefined) return null;
  const path = (await maps.pathFor(file)) ?? file.path;
  if (path === undefined) return null;
  return withFile(path, async (read) => {
    const header = await readMapHeader(read);
    const levels = header?.bands ? await readMapLevels(read) : [];
    return header && levels.length > 0 ? { path, levels, hasExtraBand: header.hasExtraBand } : null;
  }).catch(() => null);
}

type Part = NonNullable<DecodeRequest['part']>;

function decode({ decoder }: MapDrawing, path: string, { part, side }: { part: Part; side: number }): Promise<Buffer> {
  const how = { format: 'webp', isFull: false, isSmallest: false } as const;
  return decoder.decode({ from: path, side, part, ...how, maxBytes: maxDecodeBytes });
}

/** The whole map, from its coarsest level that has as many pixels. */
export function wholeMap(drawing: MapDrawing, file: SourceFile, { path, levels, hasExtraBand }: DrawnMap): MapPicture {
  return {
    id: `${file.id} map`,
    version: file.version,
    async picture(side) {
      const level = levels.findLast(({ width, height }) => Math.max(width, height) >= side) ?? levels[0];
      if (!level) throw new MediaError('no_picture', 'This map holds no picture');
      return decode(drawing, path, { part: { ...level, left: 0, top: 0, hasExtraBand }, side });
    },
  };
}

/** Null where there is no such tile. */
export function tileOfMap(
  drawing: MapDrawing,
  file: SourceFile,
  { path, levels, hasExtraBand, level, column, row }: DrawnMap & { level: number; column: number; row: number },
): MapPicture | null {
  const found = levels[level];
  const [left, top] = [column * mapTile, row * mapTile];
  if (!found || left >= found.width || top >= found.height) return null;
  const part = {
    page: found.page,
    left,
    top,
    width: Math.min(mapTile, found.width - left),
    height: Math.min(mapTile, found.height - top),
    hasExtraBand,
  };
  const picture = () => decode(drawing, path, { part, side: mapTile });
  return { id: `${file.id} map ${level}/${column}/${row}`, version: file.version, picture };
}
