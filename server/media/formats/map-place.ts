// Where in a GeoTIFF a place on earth lies, and which part of which level shows its surroundings.
import proj4 from 'proj4';
import { definitionOf } from '#contract/geometry/map-projections.ts';
import { nationalGrids } from '#contract/geometry/national-grids.ts';
import type { ReadAt } from './read-at.ts';
import { readTiff, type TiffDirectory, type TiffFile } from './tiff-directory.ts';

type Place = { longitude: number; latitude: number };
type Point = { x: number; y: number };
/** A part of one level, in its pixels; `page`: the level as decoders count; `mark`: where in it the place is, in shares. */
export type MapPart = { page: number; left: number; top: number; width: number; height: number; mark: Point };

const tags = { kind: 254, width: 256, height: 257, scale: 33_550, tie: 33_922, matrix: 34_264, keys: 34_735 };
const geoKeys = { model: 1024, raster: 1025, geographic: 2048, projected: 3072 };
const isMask = 4;

/** The surroundings shown, in metres: a house with what stands beside it. */
const around = { east: 60, north: 40 };
const metresPerDegree = 111_320;
/** A level that shows it in fewer pixels is skipped while there is a finer one; one with more than this is always skipped. */
const enoughPixels = 640;
const maxPartPixels = 24_000_000;

/** Numbers of the keys that hold their own value; others refer to further tags. */
async function readKeys(directory: TiffDirectory): Promise<Map<number, number>> {
  const [, , , count = 0, ...rest] = await directory.numbers(tags.keys);
  const keys = new Map<number, number>();
  for (let at = 0; at < Math.min(count, 200) * 4; at += 4) {
    const [key, location, , value] = rest.slice(at, at + 4);
    if (key !== undefined && location === 0 && value !== undefined) keys.set(key, value);
  }
  return keys;
}

/** From coordinates of the map to pixels of its first level; null if the map does not say. */
async function readTransform(directory: TiffDirectory): Promise<((east: number, north: number) => Point) | null> {
  const [a, b, , c, d, e, , f] = await directory.numbers(tags.matrix);
  if (a !== undefined && b !== undefined && c !== undefined && d !== undefined && e !== undefined && f !== undefined) {
    const area = a * e - b * d;
    if (area === 0) return null;
    return (east, north) => ({
      x: (e * (east - c) - b * (north - f)) / area,
      y: (a * (north - f) - d * (east - c)) / area,
    });
  }
  const [across = 0, down = 0] = await directory.numbers(tags.scale);
  const [column, row, , west, north] = await directory.numbers(tags.tie);
  if (across <= 0 || down <= 0 || west === undefined || north === undefined) return null;
  return (x, y) => ({ x: (column ?? 0) + (x - west) / across, y: (row ?? 0) + (north - y) / down });
}

/** Undefined for a map without a position, or in an unknown projection. */
async function readLocator(directory: TiffDirectory): Promise<((place: Place) => Point) | undefined> {
  const keys = await readKeys(directory);
  const epsg = keys.get(keys.get(geoKeys.model) === 2 ? geoKeys.geographic : geoKeys.projected) ?? 0;
  const definition = definitionOf(epsg) ?? nationalGrids[epsg];
  const transform = await readTransform(directory);
  if (!definition || !transform) return undefined;
  // If the position is that of a pixel's middle, the pixel begins half a pixel before it.
  const before = keys.get(geoKeys.raster) === 2 ? 0.5 : 0;
  const converter = proj4(definition);
  return ({ longitude, latitude }) => {
    const [east = 0, north = 0] = converter.forward([longitude, latitude]);
    const { x, y } = transform(east, north);
    return { x: x + before, y: y + before };
  };
}

/** In its pixels; `page`: as decoders count. */
export type MapLevel = { page: number; width: number; height: number };

/** Coarsest last; masks excluded. */
async function levelsOf({ directories }: TiffFile): Promise<MapLevel[]> {
  const read = directories.map(async (directory, page) => {
    const [kind = 0] = await directory.numbers(tags.kind);
    const [[width = 0], [height = 0]] = [await directory.numbers(tags.width), await directory.numbers(tags.height)];
    return (kind & isMask) !== 0 || width === 0 || height === 0 ? [] : [{ page, width, height }];
  });
  return (await Promise.all(read)).flat().sort((one, other) => other.width - one.width);
}

/** Pixels of the first level per this many metres, whichever way the map is turned. */
function sizeAround(locate: (place: Place) => Point, { longitude, latitude }: Place) {
  const parallel = Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  const middle = locate({ longitude, latitude });
  const moved = [
    { longitude: longitude + around.east / metresPerDegree / parallel, latitude },
    { longitude, latitude: latitude + around.north / metresPerDegree },
  ].map(locate);
  const [width = 0, height = 0] = moved.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y));
  return { width, height };
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** The part of a level; it ends where the map ends. Null: too many pixels. */
function partOf({ page, width, height }: MapLevel, at: Point, size: { width: number; height: number }): MapPart | null {
  const part = {
    width: Math.round(clamp(Math.max(size.width, 1), width)),
    height: Math.round(clamp(Math.max(size.height, 1), height)),
  };
  if (part.width * part.height > maxPartPixels) return null;
  const left = Math.round(clamp(at.x - part.width / 2, width - part.width));
  const top = Math.round(clamp(at.y - part.height / 2, height - part.height));
  const mark = { x: clamp((at.x - left) / part.width, 1), y: clamp((at.y - top) / part.height, 1) };
  return { page, left, top, ...part, mark };
}

/** Null if the place is not on the map, or the map has no position. */
export async function planMapPart(read: ReadAt, place: Place): Promise<MapPart | null> {
  const file = await readTiff(read).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  const locate = file?.directories[0] && (await readLocator(file.directories[0]));
  if (!file || !locate) return null;
  const levels = await levelsOf(file);
  const [finest] = levels;
  const at = locate(place);
  if (!finest || !(at.x >= 0 && at.y >= 0 && at.x <= finest.width && at.y <= finest.height)) return null;
  const size = sizeAround(locate, place);
  const shareOf = ({ width }: MapLevel) => width / finest.width;
  const level = levels.findLast((each) => size.width * shareOf(each) >= enoughPixels) ?? finest;
  const share = shareOf(level);
  const scaled = { width: size.width * share, height: size.height * share };
  return partOf(level, { x: at.x * share, y: at.y * share }, scaled);
}

/** Finest first; none for a file that is no map. */
export async function readMapLevels(read: ReadAt): Promise<MapLevel[]> {
  const file = await readTiff(read).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  return file ? levelsOf(file) : [];
}
