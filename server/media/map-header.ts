// What a GeoTIFF's directories say: its size and overviews, and whether it can be made into a pyramid.
import type { ReadAt } from './read-at.ts';
import { readTiff, type TiffDirectory } from './tiff-directory.ts';

export type MapHeader = {
  width: number;
  height: number;
  /** Bands of eight bits each: grey, RGB, RGB with opacity; null for elevations, palettes and whatever else is no picture. */
  bands: 1 | 3 | 4 | null;
  /** Beside its three bands it has one that is not opacity, as near infrared. */
  hasExtraBand: boolean;
  /** What is no picture and gets a pyramid all the same: one band of heights, or of numbers that name colours. */
  data: 'heights' | 'palette' | null;
  /** The value that stands for nothing, as GDAL writes it down. */
  nodata: string | null;
  needsPyramid: boolean;
};

/** What a view may have to fetch whole: a map's smallest level, or all of one without tiles. */
const maxFirstPixels = 1_500_000;

const tags = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  photometric: 262,
  samples: 277,
  tileWidth: 322,
  extra: 338,
  format: 339,
  nodata: 42_113,
};
const palette = 3;
/** Grey, RGB and YCbCr. */
const pictureKinds = [1, 2, 6];
const isMask = 4;

async function firstOf(directory: TiffDirectory, tag: number, otherwise = 0): Promise<number> {
  return (await directory.numbers(tag))[0] ?? otherwise;
}

type Bands = Pick<MapHeader, 'bands' | 'hasExtraBand'>;

async function bandsOf(directory: TiffDirectory): Promise<Bands> {
  const isPicture = pictureKinds.includes(await firstOf(directory, tags.photometric, -1));
  const isPlain = (await firstOf(directory, tags.format, 1)) === 1;
  const bits = await directory.numbers(tags.bits);
  if (!isPicture || !isPlain || bits.some((each) => each !== 8)) return { bands: null, hasExtraBand: false };
  const samples = await firstOf(directory, tags.samples, 1);
  // 1 and 2 are opacity; 0, as of near infrared, is not (TIFF 6.0, ExtraSamples).
  if (samples === 4 && (await firstOf(directory, tags.extra)) === 0) return { bands: 3, hasExtraBand: true };
  return { bands: samples === 1 || samples === 3 || samples === 4 ? samples : null, hasExtraBand: false };
}

/** As web/media/geotiff-file.ts tells them apart: with fractions, or below zero and of more than eight bits. */
async function dataOf(directory: TiffDirectory, nodata: string | null): Promise<MapHeader['data']> {
  if ((await firstOf(directory, tags.samples, 1)) !== 1) return null;
  const [kind, format, bits] = [
    await firstOf(directory, tags.photometric, -1),
    await firstOf(directory, tags.format, 1),
    await firstOf(directory, tags.bits, 1),
  ];
  // A number that stands for nothing is lost with the numbers.
  if (kind === palette) return bits <= 8 && nodata === null ? 'palette' : null;
  const isHeights = (format === 3 && bits >= 32) || (format === 2 && bits > 8);
  return pictureKinds.includes(kind) && isHeights ? 'heights' : null;
}

async function pixelsOf(directory: TiffDirectory): Promise<number> {
  if (((await firstOf(directory, tags.kind)) & isMask) !== 0) return Number.POSITIVE_INFINITY;
  return (await firstOf(directory, tags.width)) * (await firstOf(directory, tags.height));
}

/** null for a file that is no TIFF, or of no size. */
export async function readMapHeader(read: ReadAt): Promise<MapHeader | null> {
  const file = await readTiff(read).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  const first = file?.directories[0];
  if (!file || !first) return null;
  const [width, height] = [await firstOf(first, tags.width), await firstOf(first, tags.height)];
  if (width === 0 || height === 0) return null;
  const smallest = Math.min(...(await Promise.all(file.directories.map(pixelsOf))));
  const { bands, hasExtraBand } = await bandsOf(first);
  const nodata = first.has(tags.nodata)
    ? (await first.bytes(tags.nodata)).toString('latin1').replace(/\0/g, '').trim() || null
    : null;
  const isFast = first.has(tags.tileWidth) ? smallest <= maxFirstPixels : width * height <= maxFirstPixels;
  const data = bands === null ? await dataOf(first, nodata) : null;
  const needsPyramid = (bands ?? data) !== null && !isFast;
  return { width, height, bands, hasExtraBand, data, nodata, needsPyramid };
}
