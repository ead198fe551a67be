// Reads one level of a TIFF row by row as numbers, however it is packed; no more of it is held than a row of its tiles.
import { inflateSync } from 'node:zlib';
import { BaseDecoder, type GeoTIFFImage, getDecoder } from 'geotiff';
import type { Sharp } from 'sharp';
import { sharp } from '#server/lib/sharp.ts';
import { unpackLzw } from '#server/media/formats/lzw.ts';
import { type Numbers, type NumberType, typeOf } from '#server/media/formats/map-header.ts';

/** Why a map cannot be read: what its bytes say makes no sense, or what reads them is not here. */
export class MapUnreadable extends Error {
  readonly reason: 'damaged' | 'unknown';
  constructor(reason: 'damaged' | 'unknown', message: string) {
    super(message);
    this.reason = reason;
  }
}

type Shape = { width: number; height: number; samples: number; bytes: number };

/** Without a copy where nothing else lies in its buffer. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.byteLength === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : new Uint8Array(bytes).buffer;
}

/** Unpacks a tile, and no more than it can hold: in place of the library's own, which are slow or know no end. */
class Bytes extends BaseDecoder {
  readonly unpack: (packed: Uint8Array) => Uint8Array;
  constructor(parameters: BaseDecoder['parameters'], unpack: (packed: Uint8Array) => Uint8Array) {
    super(parameters);
    this.unpack = unpack;
  }
  override decodeBlock(packed: ArrayBuffer): ArrayBuffer {
    return ownBuffer(this.unpack(new Uint8Array(packed)));
  }
}

function withBands(picture: Sharp, samples: number): Sharp {
  if (samples === 4) return picture.ensureAlpha();
  return samples === 1 ? picture.toColourspace('b-w') : picture;
}

/** JPEG and WebP, faster than in JavaScript. */
class Picture extends BaseDecoder {
  readonly complete: (bytes: Buffer) => Buffer;
  readonly shape: Shape;
  constructor(parameters: BaseDecoder['parameters'], shape: Shape, complete: (bytes: Buffer) => Buffer) {
    super({ ...parameters, predictor: 1 });
    this.complete = complete;
    this.shape = shape;
  }
  override async decodeBlock(packed: ArrayBuffer): Promise<ArrayBuffer> {
    const { samples, width, height } = this.shape;
    const limitInputPixels = width * height * 2;
    const picture = sharp(this.complete(Buffer.from(packed)), { failOn: 'warning', limitInputPixels });
    const banded = withBands(picture, samples);
    const { data, info } = await banded.raw().toBuffer({ resolveWithObject: true });
    if (info.channels !== samples || info.width !== width)
      throw new MapUnreadable('damaged', 'A tile is of another size than the map says');
    return ownBuffer(data);
  }
}

const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
/** Adobe's mark, which says whether three bands are red, green and blue (0) or have to be made into them (1). */
const mark = (isYcc: boolean) => Buffer.from(`ffee000e41646f6265006400000000${isYcc ? '01' : '00'}`, 'hex');

/** A tile's JPEG lacks the tables that all tiles share. */
function completeJpeg(tables: Buffer, isYcc: boolean): (bytes: Buffer) => Buffer {
  const shared = tables.subarray(2, tables.subarray(-2).equals(end) ? -2 : undefined);
  return (bytes) => Buffer.concat([start, mark(isYcc), shared, bytes.subarray(2)]);
}

const deflate = [8, 32_946];
/** The library takes no less. */
const leastChunk = 64;
const [lzw, jpeg, webp] = [5, 7, 50_001];
const ycbcr = 6;

async function decoderOf(image: GeoTIFFImage, shape: Shape): Promise<BaseDecoder> {
  const { fileDirectory } = image;
  const compression = fileDirectory.getValue('Compression') ?? 1;
  const parameters = {
    tileWidth: shape.width,
    tileHeight: shape.height,
    planarConfiguration: image.planarConfiguration,
    bitsPerSample: Array.from({ length: shape.samples }, () => image.getBitsPerSample()),
    predictor: Number((await fileDirectory.loadValue('Predictor')) ?? 1),
  };
  const most = shape.width * shape.height * shape.samples * shape.bytes;
  if (deflate.includes(compression)) {
    // In one piece: pieces would be held beside what is made of them.
    const room = { maxOutputLength: most + 1, chunkSize: Math.max(leastChunk, most) };
    return new Bytes(parameters, (packed) => inflateSync(packed, room));
  }
  if (compression === lzw) return new Bytes(parameters, (packed) => unpackLzw(packed, most));
  const isYcc = fileDirectory.getValue('PhotometricInterpretation') === ycbcr;
  if (compression === jpeg && (shape.samples === 1 || shape.samples === 3)) {
    const tables = await fileDirectory.loadValue('JPEGTables');
    return new Picture(parameters, shape, completeJpeg(Buffer.from(Array.from(tables ?? [])), isYcc));
  }
  if (compression === webp) return new Picture(parameters, shape, (bytes) => bytes);
  if (isYcc) throw new MapUnreadable('unknown', 'Its colours are stored in a way that is not known');
  const more = {
    JPEGTables: await fileDirectory.loadValue('JPEGTables'),
    LercParameters: await fileDirectory.loadValue('LercParameters'),
  };
  return getDecoder(compression, { ...parameters, ...more }).catch(() => {
    throw new MapUnreadable('unknown', `Nothing here reads compression ${compression}`);
  });
}

/** What comes as the file has it, the most significant byte first. */
async function needsSwap(image: GeoTIFFImage, bytes: number): Promise<boolean> {
  if (image.littleEndian || bytes === 1) return false;
  const compression = image.fileDirectory.getValue('Compression') ?? 1;
  const predictor = Number((await image.fileDirectory.loadValue('Predictor')) ?? 1);
  if (predictor !== 1) throw new MapUnreadable('unknown', 'Differences of big-endian numbers are not known');
  return compression !== 34_887;
}

function swapped(data: ArrayBuffer, bytes: number): ArrayBuffer {
  const buffer = Buffer.from(data);
  if (bytes === 2) buffer.swap16();
  else if (bytes === 4) buffer.swap32();
  else buffer.swap64();
  return data;
}

const placesOfTiles = [273, 279, 324, 325];

/** All places of its tiles at once; the library takes those of every file for little-endian. */
async function loadPlaces({ fileDirectory, littleEndian }: GeoTIFFImage): Promise<void> {
  for (const tag of placesOfTiles) {
    const values = await fileDirectory.deferredArrays.get(tag)?.loadAll();
    if (littleEndian || !ArrayBuffer.isView(values)) continue;
    swapped(values.buffer as ArrayBuffer, values.BYTES_PER_ELEMENT);
  }
}

const endsEarly = 'A tile ends before its last row';

export type RowReader = {
  type: NumberType;
  samples: number;
  /** Rows from one on, one after the other and pixel by pixel; rows are asked for from first to last. */
  read(top: number, count: number): Promise<Numbers>;
};

function shapeOf(image: GeoTIFFImage): Shape & { type: NumberType; planes: number } {
  const [format, bits] = [image.getSampleFormat(), image.getBitsPerSample()];
  const type = typeOf(format, bits);
  const depths: ArrayLike<number> = image.fileDirectory.getValue('BitsPerSample') ?? [1];
  if (!type || Array.from(depths).some((each) => each !== bits))
    throw new MapUnreadable('unknown', 'Its numbers are of a kind that is not known');
  const isSplit = image.planarConfiguration === 2;
  const all = image.getSamplesPerPixel();
  return {
    width: image.getTileWidth(),
    height: image.getTileHeight(),
    samples: isSplit ? 1 : all,
    planes: isSplit ? all : 1,
    bytes: new type(0).BYTES_PER_ELEMENT,
    type,
  };
}

/** Throws a MapUnreadable, as do the rows. */
export async function openRows(image: GeoTIFFImage): Promise<RowReader> {
  const shape = shapeOf(image);
  const { type: Type, planes, samples: together, bytes } = shape;
  const [width, height] = [image.getWidth(), image.getHeight()];
  const samples = planes * together;
  const decoder = await decoderOf(image, shape);
  await loadPlaces(image);
  const swaps = await needsSwap(image, bytes);
  const columns = Math.ceil(width / shape.width);
  const isStrip = planes === 1 && shape.width === width;

  async function block(column: number, row: number, plane: number): Promise<Numbers> {
    const { data } = await image.getTileOrStrip(column, row, plane, decoder).catch((error: unknown) => {
      if (error instanceof MapUnreadable) throw error;
      throw new MapUnreadable('damaged', (error as Error).message);
    });
    const usable = data.byteLength - (data.byteLength % bytes);
    const exact = (usable === data.byteLength ? data : data.slice(0, usable)) as ArrayBuffer;
    return new Type(swaps ? swapped(exact, bytes) : exact);
  }

  /** Puts a block where it belongs among the rows of its row of blocks. */
  function place(from: Numbers, to: Numbers, { column, plane, rows }: { column: number; plane: number; rows: number }) {
    const left = column * shape.width;
    const across = Math.min(shape.width, width - left);
    if (from.length < ((rows - 1) * shape.width + across) * together) throw new MapUnreadable('damaged', endsEarly);
    for (let y = 0; y < rows; y += 1) {
      const begin = y * shape.width * together;
      const at = (y * width + left) * samples;
      if (planes === 1) to.set(from.subarray(begin, begin + across * together), at);
      else for (let x = 0; x < across; x += 1) to[at + x * samples + plane] = from[begin + x] ?? 0;
    }
  }

  let kept: { row: number; values: Numbers } | undefined;
  async function rowOfBlocks(row: number): Promise<Numbers> {
    if (kept?.row === row) return kept.values;
    kept = undefined;
    const rows = Math.min(shape.height, height - row * shape.height);
    kept = { row, values: isStrip ? await strip(row, rows) : await blocksOf(row, rows) };
    return kept.values;
  }

  async function blocksOf(row: number, rows: number): Promise<Numbers> {
    const values = new Type(width * rows * samples);
    for (let plane = 0; plane < planes; plane += 1)
      for (let column = 0; column < columns; column += 1)
        place(await block(column, row, plane), values, { column, plane, rows });
    return values;
  }

  /** It lies as its rows do. */
  async function strip(row: number, rows: number): Promise<Numbers> {
    const values = await block(0, row, 0);
    if (values.length < width * rows * samples) throw new MapUnreadable('damaged', endsEarly);
    return values.subarray(0, width * rows * samples);
  }

  /** What is asked for as it lies there is handed over: no other row is asked for from it. */
  async function wholeRow(top: number, count: number): Promise<Numbers | null> {
    const row = top / shape.height;
    if (!Number.isInteger(row) || count !== Math.min(shape.height, height - top)) return null;
    const values = await rowOfBlocks(row);
    kept = undefined;
    return values;
  }

  return {
    type: Type,
    samples,
    async read(top, count) {
      const whole = await wholeRow(top, count);
      if (whole) return whole;
      const values = new Type(width * count * samples);
      for (let y = top; y < top + count; ) {
        const row = Math.floor(y / shape.height);
        const from = await rowOfBlocks(row);
        const begin = y - row * shape.height;
        const rows = Math.min(top + count - y, shape.height - begin);
        values.set(
          from.subarray(begin * width * samples, (begin + rows) * width * samples),
          (y - top) * width * samples,
        );
        y += rows;
      }
      return values;
    },
  };
}
