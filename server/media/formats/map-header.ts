// A GeoTIFF's directories: its size and overviews, and whether it can be made into a pyramid.
import type { ReadAt } from './read-at.ts';
import { readTiff, type TiffDirectory } from './tiff-directory.ts';

// What the numbers of a TIFF are held in, by what it says of them.
export type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;
export type NumberType = (new (from: number | ArrayBuffer) => Numbers) & { readonly BYTES_PER_ELEMENT: number };

/** SampleFormat 1 counts, 2 counts below zero as well, 3 has fractions. */
const signed: Record<number, NumberType> = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
const fractions: Record<number, NumberType> = { 32: Float32Array, 64: Float64Array };

function wholeOf(bits: number): NumberType | null {
  if (bits <= 8) return Uint8Array;
  if (bits <= 16) return Uint16Array;
  return bits <= 32 ? Uint32Array : null;
}

/** Null for complex numbers and the like. */
export function typeOf(format: number, bits: number): NumberType | null {
  if (format === 1) return wholeOf(bits);
  return (format === 2 ? signed[bits] : format === 3 && fractions[bits]) || null;
}

export type MapHeader = {
  width: number;
  height: number;
  /** Bands of eight bits each: grey, RGB, RGB with opacity; null for elevations, palettes and everything else that is no picture. */
  bands: 1 | 3 | 4 | null;
  /** Beside its three bands it has one that is not opacity, such as near infrared. */
  hasExtraBand: boolean;
  /** No such picture, but it gets a pyramid anyway: heights and other numbers, palette indices, or the colours of print. */
  data: 'numbers' | 'palette' | 'print' | null;
  /** For a row of tiles, its own or its pyramid's, and for its masks. */
  heldBytes: number;
  needsPyramid: boolean;
  /** Parts of it lie beyond the end of the file. */
  isCut: boolean;
  /** Its TIFF compression, and whether anything here decodes that. */
  packing: number;
  isReadable: boolean;
};

/** Compressions: what the server's picture decoder reads, and what the pyramid maker and browsers read. */
const serverReads = [1, 5, 7, 8, 32_773, 32_946, 50_001];
const readers = [...serverReads, 34_887, 50_000];
/** Above this no picture is cut out: a tile of it comes from its pyramid. */
const maxDecodedRow = 96 * 1024 * 1024;

/** What a view may have to fetch whole: a map's smallest level, or all of one without tiles. */
const maxFirstPixels = 1_500_000;

const tags = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  photometric: 262,
  packing: 259,
  stripPlaces: 273,
  samples: 277,
  stripRows: 278,
  stripLengths: 279,
  tileWidth: 322,
  tileHeight: 323,
  tilePlaces: 324,
  tileLengths: 325,
  inks: 332,
  extra: 338,
  format: 339,
  nodata: 42_113,
};
const [palette, separated] = [3, 5];
const cmyk = 1;
/** Grey, RGB and YCbCr. */
const pictureKinds = [1, 2, 6];
/** White is zero, grey, RGB and CMYK. */
const numberKinds = [0, 1, 2, 5];
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

/** Numbers that are no colours: heights, or bands of a sensor. map-layers.ts reads them. */
async function holdsNumbers(directory: TiffDirectory): Promise<boolean> {
  const [kind, format, bits] = [
    await firstOf(directory, tags.photometric, 1),
    await firstOf(directory, tags.format, 1),
    await firstOf(directory, tags.bits, 1),
  ];
  return numberKinds.includes(kind) && typeOf(format, bits) !== null;
}

/** Cyan, magenta, yellow and black; other inks are numbers. */
async function isPrint(directory: TiffDirectory): Promise<boolean> {
  const [kind, inks] = [await firstOf(directory, tags.photometric), await firstOf(directory, tags.inks, cmyk)];
  const [samples, format] = [await firstOf(directory, tags.samples, 1), await firstOf(directory, tags.format, 1)];
  const bits = await directory.numbers(tags.bits);
  const isKnown = bits.every((each) => each === bits[0]) && (bits[0] === 8 || bits[0] === 16);
  return kind === separated && inks === cmyk && samples >= 4 && format === 1 && isKnown;
}

async function dataOf(directory: TiffDirectory): Promise<MapHeader['data']> {
  const [kind, bits] = [await firstOf(directory, tags.photometric, -1), await firstOf(directory, tags.bits, 1)];
  if (kind === palette) return bits <= 8 ? 'palette' : null;
  if (await isPrint(directory)) return 'print';
  return (await holdsNumbers(directory)) ? 'numbers' : null;
}

async function isMaskOf(directory: TiffDirectory): Promise<boolean> {
  return ((await firstOf(directory, tags.kind)) & isMask) !== 0;
}

async function pixelsOf(directory: TiffDirectory): Promise<number> {
  if (await isMaskOf(directory)) return Number.POSITIVE_INFINITY;
  return (await firstOf(directory, tags.width)) * (await firstOf(directory, tags.height));
}

/** The minimum a decoder holds: tiles side by side, or a strip. */
async function rowBytesOf(directory: TiffDirectory): Promise<number> {
  const [width, height] = [await firstOf(directory, tags.width), await firstOf(directory, tags.height)];
  const tile = await firstOf(directory, tags.tileWidth);
  const [across, down] = tile
    ? [Math.ceil(width / tile) * tile, await firstOf(directory, tags.tileHeight)]
    : [width, Math.min(height, await firstOf(directory, tags.stripRows, height))];
  const bits = await firstOf(directory, tags.bits, 1);
  return across * down * (await firstOf(directory, tags.samples, 1)) * Math.ceil(bits / 8);
}

/** A pyramid's tiles have this many rows; colours with possibly transparent parts have four bands there. */
const madeRows = 256;
const transparentBands = 4;

async function madeRowBytesOf(directory: TiffDirectory, bands: number): Promise<number> {
  const [width, height] = [await firstOf(directory, tags.width), await firstOf(directory, tags.height)];
  const bits = await firstOf(directory, tags.bits, 1);
  const pixel = Math.max(bands, (await firstOf(directory, tags.samples, 1)) * Math.ceil(bits / 8));
  return width * Math.min(height, madeRows) * pixel;
}

async function heldBytesOf(directories: readonly TiffDirectory[], isPicture: boolean): Promise<number> {
  let [ofMap, ofMask, isTransparent] = [0, 0, false];
  for (const directory of directories) {
    const bytes = await rowBytesOf(directory);
    const isHiding = await isMaskOf(directory);
    isTransparent ||= isHiding || directory.has(tags.nodata);
    if (isHiding) ofMask = Math.max(ofMask, bytes);
    else ofMap = Math.max(ofMap, bytes);
  }
  const [first] = directories;
  const made = first ? await madeRowBytesOf(first, isPicture && isTransparent ? transparentBands : 1) : 0;
  return Math.max(ofMap, made) + ofMask;
}

/** Whether its tiles or strips lie within the file, as far as their offsets are read. */
async function endsWithin(directory: TiffDirectory, bytes: number): Promise<boolean> {
  const [places, lengths] = directory.has(tags.tilePlaces)
    ? [tags.tilePlaces, tags.tileLengths]
    : [tags.stripPlaces, tags.stripLengths];
  const [from, long] = [await directory.numbers(places), await directory.numbers(lengths)];
  return from.every((place, index) => place + (long[index] ?? 0) <= bytes);
}

/** `bytes`: the file's size, if parts beyond its end should be detected. Null for a file that is no TIFF, or has no size. */
export async function readMapHeader(read: ReadAt, bytes?: number): Promise<MapHeader | null> {
  const file = await readTiff(read).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  const first = file?.directories[0];
  if (!file || !first) return null;
  const [width, height] = [await firstOf(first, tags.width), await firstOf(first, tags.height)];
  if (width === 0 || height === 0) return null;
  const of = <T>(what: (directory: TiffDirectory) => Promise<T>) => Promise.all(file.directories.map(what));
  const smallest = Math.min(...(await of(pixelsOf)));
  const rowBytes = Math.max(...(await of(rowBytesOf)));
  const { bands, hasExtraBand } = await bandsOf(first);
  const data = bands === null ? await dataOf(first) : null;
  const packing = await firstOf(first, tags.packing, 1);
  const isFast = first.has(tags.tileWidth) ? smallest <= maxFirstPixels : width * height <= maxFirstPixels;
  // Guests see pictures made by the server; browsers read no big-endian files, no colours of print, and no masks that are missing in some
  // levels.
  const isPlain = serverReads.includes(packing) && rowBytes <= maxDecodedRow && !(await of(isMaskOf)).some((is) => is);
  const isDrawn = data !== 'print' && (isPlain || data === 'numbers');
  const needsPyramid = (bands ?? data) !== null && !(isFast && file.little && isDrawn);
  const isCut = bytes !== undefined && !(await of((each) => endsWithin(each, bytes))).every((is) => is);
  return {
    width,
    height,
    bands,
    hasExtraBand,
    data,
    heldBytes: await heldBytesOf(file.directories, bands !== null || data === 'palette'),
    needsPyramid,
    isCut,
    isReadable: readers.includes(packing),
    packing,
  };
}
