// The program that makes the pyramid of one map. The server starts it for each and ends it with it.
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { fromFile, type GeoTIFFImage } from 'geotiff';
import pLimit from 'p-limit';
import { sharp } from '#server/lib/sharp.ts';
import { copyGeoreference } from '#server/media/formats/copy-georeference.ts';
import type { Numbers } from '#server/media/formats/map-header.ts';
import { createTiledTiff, tileSide } from '#server/media/formats/tiled-tiff.ts';
import { type Channel, serve } from '#server/media/workers/serve.ts';
import { type Layer, openLayer } from './map-layers.ts';
import { MapUnreadable } from './map-rows.ts';
import type { PyramidWork } from './maps.ts';

const pack = promisify(deflate);
const oneAtATime = pLimit(4);

/** Each value without the one before it in its row; the first ones stay. */
function lessTheOneBefore(values: Numbers, row: number, step: number): void {
  for (let end = row; end <= values.length; end += row)
    for (let at = end - 1; at >= end - row + step; at -= 1) values[at] = (values[at] ?? 0) - (values[at - step] ?? 0);
}

/** Bytes of a row of fractions, the most significant ones of all of them first. */
function byMeaning(tile: Numbers, row: number): Uint8Array {
  const size = tile.BYTES_PER_ELEMENT;
  const [bytes, made] = [new Uint8Array(tile.buffer), new Uint8Array(tile.byteLength)];
  for (let at = 0; at < bytes.length; at += 1) {
    const [start, within] = [Math.floor(at / (row * size)) * row * size, at % (row * size)];
    made[start + (size - (within % size) - 1) * row + Math.floor(within / size)] = bytes[at] ?? 0;
  }
  return made;
}

/** Differences make neighbours alike: of whole numbers themselves, of fractions their bytes (TIFF 6.0 §14 and its note 3). */
function differences(tile: Numbers, { samples }: Layer): Buffer {
  const row = tileSide * samples;
  const isFraction = tile instanceof Float32Array || tile instanceof Float64Array;
  const values = isFraction ? byMeaning(tile, row) : tile;
  lessTheOneBefore(values, isFraction ? row * tile.BYTES_PER_ELEMENT : row, samples);
  return Buffer.from(values.buffer);
}

async function encode(tile: Numbers, layer: Layer): Promise<Buffer> {
  if (layer.packing === 'numbers') return pack(differences(tile, layer));
  const raw = { width: tileSide, height: tileSide, channels: layer.samples as 1 | 3 | 4 };
  const picture = sharp(tile as Uint8Array, { raw });
  if (layer.packing === 'webp') return picture.webp({ quality: 75, effort: 2 }).toBuffer();
  return (layer.samples === 1 ? picture.toColourspace('b-w') : picture).jpeg({ quality: 75 }).toBuffer();
}

type Size = { width: number; height: number };
type Rows = { values: Numbers; count: number };

/** A whole tile: beyond the map's edge stands what is at the edge. */
function tileOf({ values, count }: Rows, column: number, { width, layer }: { width: number; layer: Layer }): Numbers {
  const { samples, type } = layer;
  const tile = new type(tileSide * tileSide * samples);
  const left = column * tileSide;
  const across = Math.min(tileSide, width - left);
  for (let y = 0; y < tileSide; y += 1) {
    const begin = (Math.min(y, count - 1) * width + left) * samples;
    const at = y * tileSide * samples;
    tile.set(values.subarray(begin, begin + across * samples), at);
    for (let x = across; x < tileSide; x += 1)
      tile.copyWithin(at + x * samples, at + (across - 1) * samples, at + across * samples);
  }
  return tile;
}

/** Half as large, from one row of it on. */
function halve({ values, count }: Rows, width: number, { to, layer }: { to: Waiting; layer: Layer }): void {
  const row = width * layer.samples;
  const across = Math.ceil(width / 2) * layer.samples;
  const rowOf = (y: number) => values.subarray(y * row, (y + 1) * row);
  for (let y = 0; y < count; y += 2, to.count += 1)
    layer.halve(
      [rowOf(y), rowOf(Math.min(y + 1, count - 1))],
      to.values.subarray(to.count * across, (to.count + 1) * across),
    );
}

/** `most`: the bytes that it may have. */
type Writing = { layer: Layer; tiff: ReturnType<typeof createTiledTiff>; most: number };
/** Rows of a level that make no row of tiles yet, in room for all of one; `row`: how many of those are written. */
type Waiting = Rows & { row: number };

/** Takes rows of tiles of the first level; each full row of a further level is written, and passed on at half the size. */
function createPyramid({ layer, tiff, most }: Writing) {
  const roomOf = ({ width, height }: Size) => new layer.type(width * Math.min(tileSide, height) * layer.samples);
  const [, ...smaller] = tiff.levels;
  const waiting = smaller.map((size): Waiting => ({ values: roomOf(size), count: 0, row: 0 }));

  async function write(level: number, rows: Rows, row: number): Promise<void> {
    const { width } = tiff.levels[level] as Size;
    const columns = Math.ceil(width / tileSide);
    const tiles = Array.from({ length: columns }, (_, column) =>
      oneAtATime(async () => {
        const tile = tileOf(rows, column, { width, layer });
        const raw = Buffer.from(tile.buffer);
        await tiff.addTile(level, row * columns + column, { raw, encode: () => encode(tile, layer) });
        if (tiff.size() > most) throw new TooMuch();
      }),
    );
    await Promise.all(tiles);
  }

  return async function push(level: number, rows: Rows, row: number): Promise<void> {
    await write(level, rows, row);
    const [next, size] = [waiting[level], tiff.levels[level + 1]];
    if (!next || !size) return;
    halve(rows, (tiff.levels[level] as Size).width, { to: next, layer });
    const isEnd = next.row * tileSide + next.count === size.height;
    if (next.count < tileSide && !isEnd) return;
    await push(level + 1, { values: next.values, count: next.count }, next.row);
    next.count = 0;
    next.row += 1;
  };
}

class TooMuch extends Error {}

async function make({ from, to, most }: PyramidWork['request'], { progress }: Channel<PyramidWork>): Promise<void> {
  const images = await imagesOf(from);
  const [first] = images;
  const layer = await openLayer(images);
  const size = { width: first?.getWidth() ?? 0, height: first?.getHeight() ?? 0 };
  const file = await open(to, 'w+');
  try {
    const tiff = createTiledTiff(file, size);
    const push = createPyramid({ layer, tiff, most });
    for (let top = 0; top < size.height; top += tileSide) {
      const count = Math.min(tileSide, size.height - top);
      await push(0, { values: await layer.read(top, count), count }, top / tileSide);
      progress((top + count) / size.height);
    }
    await tiff.finish(layer.tags());
  } finally {
    await file.close();
  }
  await copyGeoreference(from, to, { nodata: 'none' });
}

async function imagesOf(from: string): Promise<GeoTIFFImage[]> {
  const file = await fromFile(from);
  const count = await file.getImageCount();
  return Promise.all(Array.from({ length: count }, (_, index) => file.getImage(index)));
}

/** Other failures may pass: they are the program's own. */
function givenUpFor(error: unknown): PyramidWork['answer'] {
  if (error instanceof TooMuch) return { givenUp: 'tooLarge' };
  if (error instanceof MapUnreadable) return { givenUp: error.reason };
  throw error;
}

// People who view pictures meanwhile take precedence.
serve<PyramidWork>((request, channel) => make(request, channel).then(() => ({}), givenUpFor), { priority: 10 });
