// What pyramids preserve of maps, for all kinds of numbers and compressions; what cannot be read, and what would cost too much.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { fromFile } from 'geotiff';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import { startProgram } from '#server/media/workers/start-program.ts';
import { lercOf, tiffDirectory, tiffHeader, tiffOf, zstdOf } from '#server/test-support/files/made-files.ts';
import { createMaps, type MapFile, type MapState, type Maps } from './maps.ts';

let home: string;
let maps: Maps;
let folder: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'topout-map-kinds-'));
  folder = join(home, 'store');
  maps = createMaps({ folder, maxBytes: 500 * 1024 * 1024 });
});
afterAll(async () => {
  await maps.close();
  rmSync(home, { recursive: true });
});

function written(name: string, bytes: Buffer | Uint8Array): MapFile {
  const path = join(home, name);
  writeFileSync(path, bytes);
  return {
    id: `local:${name}`,
    version: '1',
    bytes: statSync(path).size,
    path,
    open: (range) => openBytes(path, range),
  };
}

async function settled(file: MapFile): Promise<MapState> {
  for (let wait = 0; wait < 1200; wait += 1) {
    const state = await maps.stateOf(file);
    if (state.preparing === undefined) return state;
    await delay(50);
  }
  throw new Error('It is being prepared still');
}

async function pyramidOf(file: MapFile): Promise<string> {
  expect(await settled(file)).toEqual({ ready: true });
  return (await maps.pathFor(file)) ?? '';
}

type Numbers = Int16Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** One band in one strip, as a survey turned within its square: 16 to 60 on its ground, `nothing` beside it. */
function slanting(
  numbers: Numbers,
  { side, nodata, nothing }: { side: number; nodata: string; nothing: number },
): Buffer {
  const isWhole = !(numbers instanceof Float32Array || numbers instanceof Float64Array);
  const round = (value: number) => (isWhole ? Math.round(value) : value);
  for (let at = 0; at < numbers.length; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    numbers[at] = x + y < side * 0.7 ? nothing : round(38 + 22 * Math.sin(x / 90));
  }
  const pixels = Buffer.from(numbers.buffer);
  const wholeNumbers = numbers instanceof Uint16Array ? 1 : 2;
  const tags = Object.entries({
    256: side,
    257: side,
    258: numbers.BYTES_PER_ELEMENT * 8,
    259: 1,
    262: 1,
    273: 8,
    277: 1,
    278: side,
    279: pixels.length,
    339: isWhole ? wholeNumbers : 3,
  }).map(([tag, value]) => ({ tag: Number(tag), type: 4 as const, values: [value] }));
  const said = { tag: 42_113, type: 2 as const, values: [...Buffer.from(`${nodata}\0\0\0\0`)] };
  return Buffer.concat([
    tiffHeader(8 + pixels.length),
    pixels,
    tiffDirectory({ tags: [...tags, said] }, 8 + pixels.length),
  ]);
}

const least = -3.402_823_466_385_288_6e38;
const side = 1300;

test.each([
  ['Int16', Int16Array, '-452', -452],
  ['UInt16', Uint16Array, '0', 0],
  ['Int32', Int32Array, '-32768', -32_768],
  ['Float32', Float32Array, '-3.40282346638529e+38', least],
  ['Float64', Float64Array, '-9999', -9999],
] as const)(
  'a pyramid keeps %s numbers as they are, and none is a mean with what stands for nothing',
  async (...[name, type, nodata, nothing]) => {
    const numbers = new type(side * side);
    const path = await pyramidOf(written(`${name}.tif`, slanting(numbers, { side, nodata, nothing })));
    const file = await fromFile(path);
    const count = await file.getImageCount();
    expect(count).toBe(4);
    const [finest] = (await (await file.getImage()).readRasters({ interleave: false })) as Numbers[];
    expect(Buffer.from(finest?.buffer ?? new ArrayBuffer(0)).equals(Buffer.from(numbers.buffer))).toBe(true);
    for (let level = 0; level < count; level += 1) {
      const image = await file.getImage(level);
      const [values = []] = (await image.readRasters({ interleave: false })) as Numbers[];
      expect([values.constructor, image.getGDALNoData()]).toEqual([type, nothing]);
      const ground = Array.from(values).filter((value) => value !== nothing);
      const [min, max] = ground.reduce(
        ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
        [1e9, -1e9],
      );
      expect(min).toBeGreaterThanOrEqual(16);
      expect(max).toBeLessThanOrEqual(60);
      expect([Math.round(min), Math.round(max)]).toEqual([16, 60]);
      expect(values.length - ground.length).toBeGreaterThan(values.length * 0.23);
    }
  },
);

const square = 256;
const grey = Buffer.alloc(square * square * 3, 90);
const packed = (compression: number, bytes: Buffer) => tiffOf({ side: square, samples: 3, compression, bytes });

test.each([
  ['ZSTD', () => packed(50_000, zstdOf(grey))],
  ['LERC', () => tiffOf({ side: square, samples: 1, compression: 34_887, bytes: lercOf(square, 90) })],
] as const)(
  'a map of %s, which the decoder of pictures does not read, gets a pyramid however small it is',
  async (name, make) => {
    const path = await pyramidOf(written(`${name}.tif`, make()));
    const pixels = await sharp(path, { failOn: 'warning' }).raw().toBuffer();
    expect(Math.abs((pixels.at(0) ?? 0) - 90)).toBeLessThan(3);
    expect(Math.abs((pixels.at(-1) ?? 0) - 90)).toBeLessThan(3);
  },
);

test.each([
  ['8 bits', 8],
  ['16 bits', 16],
] as const)('a map in the colours of print, of %s, shows its colours', async (_name, bits) => {
  // Cyan, magenta, yellow and black of an orange.
  const inks = [0, 0.5, 0.75, 0.2].map((share) => Math.round(share * (2 ** bits - 1)));
  const values = Array.from({ length: square * square }, () => inks).flat();
  const bytes = Buffer.from((bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values)).buffer);
  const print = tiffOf({ side: square, samples: 4, compression: 1, bytes, bits, isPrint: true });
  const path = await pyramidOf(written(`print-${bits}.tif`, print));
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  for (const [band, value] of [204, 102, 51].entries())
    expect(Math.abs((data[band] ?? 0) - value), `band ${band}`).toBeLessThan(5);
});

test('a map of LZW comes out as it went in', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: side, height: side, channels: 3, background: 'black', noise } as const;
  const plain = await sharp({ create }).blur(2).raw().toBuffer();
  const raw = { width: side, height: side, channels: 3 } as const;
  const lzw = await sharp(plain, { raw }).tiff({ compression: 'lzw', predictor: 'none' }).toBuffer();
  const made = await sharp(await pyramidOf(written('lzw.tif', lzw)))
    .raw()
    .toBuffer();
  const apart = plain.reduce((sum, value, at) => sum + Math.abs(value - (made[at] ?? 0)), 0) / plain.length;
  expect(apart).toBeLessThan(4);
});

test('what a mask inside of a map hides is transparent in its pyramid', async () => {
  const mask = Buffer.alloc(
    (square / 8) * square,
    Buffer.from('ffffffffffffffffffffffffffffffff00000000000000000000000000000000', 'hex'),
  );
  const of = (values: Record<number, number[]>) =>
    Object.entries(values).map(([tag, list]) => ({ tag: Number(tag), type: 4 as const, values: list }));
  const shape = { 256: [square], 257: [square], 259: [1], 284: [1], 322: [square], 323: [square] };
  const maskAt = 8 + grey.length;
  const firstAt = maskAt + mask.length;
  const own = { ...shape, 258: [8, 8, 8], 262: [2], 277: [3], 324: [8], 325: [grey.length] };
  const masking = { ...shape, 254: [4], 258: [1], 262: [4], 277: [1], 324: [maskAt], 325: [mask.length] };
  const length = tiffDirectory({ tags: of(own) }, 0).length;
  const bytes = Buffer.concat([
    tiffHeader(firstAt),
    grey,
    mask,
    tiffDirectory({ tags: of(own), next: firstAt + length }, firstAt),
    tiffDirectory({ tags: of(masking) }, firstAt + length),
  ]);
  const { data, info } = await sharp(await pyramidOf(written('mask.tif', bytes)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.channels, data[4 * 100 * square + 3], data[4 * (100 * square + 200) + 3]]).toEqual([4, 255, 0]);
});

test('a map that is cut off or damaged, or packed as nothing here reads, says so instead of being drawn with holes', async () => {
  const create = { width: side, height: side, channels: 3, background: '#408060' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const whole = await sharp({ create: { ...create, noise } })
    .tiff({ compression: 'deflate' })
    .toBuffer();
  // Its tile claims to be longer than the whole file.
  const cut = tiffOf({ side: square, samples: 3, compression: 1, bytes: grey });
  cut.writeUInt32LE(cut.length, 8 + grey.length + 2 + 12 * 9 + 8);
  expect(await maps.stateOf(written('cut.tif', cut))).toEqual({ problem: expect.stringContaining('cut off') });

  const torn = Buffer.from(whole);
  torn.fill(0xaa, Math.floor(torn.length / 2), Math.floor(torn.length / 2) + 4000);
  expect(await settled(written('torn.tif', torn))).toEqual({ problem: expect.stringContaining('damaged') });
  // As a list reports it at once, without another try.
  expect(await maps.stateOf(written('torn.tif', torn))).toEqual({ problem: expect.stringContaining('damaged') });

  expect(await maps.stateOf(written('lzma.tif', packed(34_925, grey)))).toEqual({
    problem: expect.stringContaining('(LZMA)'),
  });
});

test('what guests see of a damaged map is no black tile: it is refused', async () => {
  const create = { width: 512, height: 512, channels: 3, background: '#408060' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const whole = await sharp({ create: { ...create, noise } })
    .tiff({ compression: 'deflate', tile: true, tileWidth: 256, tileHeight: 256 })
    .toBuffer();
  const part = { page: 0, left: 0, top: 0, width: 512, height: 512, hasExtraBand: false };
  const how = { side: 512, part, format: 'webp', isFull: false, isSmallest: false, maxBytes: 100_000_000 } as const;
  const decoder = createDecoder();
  expect((await decoder.decode({ from: whole, ...how })).length).toBeGreaterThan(100);
  const torn = Buffer.from(whole).fill(0xaa, Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 4000);
  await expect(decoder.decode({ from: torn, ...how })).rejects.toMatchObject({ code: 'no_picture' });
  decoder.close();
});

type Bomb = { side: number; wide?: number; tile?: number; rows?: number; samples?: number };

/** All of its tiles, or strips, are the same bytes. */
function bombOf(packed: Buffer, { side, wide = side, tile, rows, samples = 1 }: Bomb): Buffer {
  const count = tile ? Math.ceil(side / tile) ** 2 : Math.ceil(side / (rows ?? side));
  const [places, lengths] = [
    Array.from({ length: count }, () => 8),
    Array.from({ length: count }, () => packed.length),
  ];
  const parts = tile
    ? { 322: [tile], 323: [tile], 324: places, 325: lengths }
    : { 273: places, 278: [rows ?? side], 279: lengths };
  const own = samples === 1 ? { 262: [1] } : { 262: [2], 338: [2] };
  const depths = Array.from({ length: samples }, () => 8);
  const values = { 256: [wide], 257: [side], 258: depths, 259: [8], ...own, 277: [samples], 284: [1], ...parts };
  const tags = Object.entries(values).map(([tag, list]) => ({ tag: Number(tag), type: 4 as const, values: list }));
  const at = 8 + packed.length;
  return Buffer.concat([tiffHeader(at), packed, tiffDirectory({ tags }, at)]);
}

test('a small file that would cost gigabytes is refused before anything of it is unpacked', async () => {
  const wide = 16_384;
  const tile = deflateSync(Buffer.alloc(1024 * 1024));
  const bombs = {
    'one tile': tiffOf({ side: wide, samples: 1, compression: 8, bytes: tile }),
    'many tiles': bombOf(tile, { side: 60_000, tile: 1024 }),
    'many strips': bombOf(tile, { side: 40_000, rows: 20 }),
    // Each of its strips is small, the row of tiles made of them is not.
    'low strips': bombOf(tile, { side: 120, wide: 500_000, rows: 20, samples: 4 }),
  };
  const before = readdirSync(folder);
  for (const [name, bytes] of Object.entries(bombs)) {
    expect(bytes.length).toBeLessThan(420_000);
    expect([name, await maps.stateOf(written(`${name}.tif`, bytes))]).toEqual([
      name,
      { problem: expect.stringContaining('too large') },
    ]);
  }
  expect(readdirSync(folder).filter((name) => !before.includes(name))).toEqual([]);
});

test('a small file that would fill the disk ends when what is written is many times as much as it has', async () => {
  const [side, rows] = [7000, 17];
  // No two tiles are alike: its strips and the tiles begin in different rows.
  const noise = Uint8Array.from({ length: side * rows }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 0xf0);
  const bytes = bombOf(deflateSync(noise), { side, rows });
  const file = written('full.tif', bytes);
  const most = 8 * 1024 * 1024 + bytes.length * 40;
  let largest = 0;
  let state = await maps.stateOf(file);
  for (; state.preparing !== undefined; state = await maps.stateOf(file)) {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.part')))
      largest = Math.max(largest, statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
    await delay(10);
  }
  expect(state).toEqual({ problem: expect.stringContaining('too large') });
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(most + 200_000);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('tiles that are alike are stored once: a map of one colour stays small', async () => {
  const create = { width: 5000, height: 5000, channels: 3, background: '#408060' } as const;
  const file = written('plain.tif', await sharp({ create }).tiff({ compression: 'deflate' }).toBuffer());
  expect(statSync(await pyramidOf(file)).size).toBeLessThan(50_000);
});

test('a program that is given so much memory gets no more, whichever part of it asks', async () => {
  const path = join(home, 'greedy.mjs');
  writeFileSync(path, 'const held = Buffer.alloc(900 * 1024 * 1024, 1); process.exit(held.length > 0 ? 0 : 1);');
  const endOf = async (memory: number) => {
    const child = startProgram(path, { memory: memory * 1024 * 1024 });
    return new Promise((ended) => child.once('exit', (code, signal) => ended(signal ?? code)));
  };
  // Other systems have no such limit.
  const isRefused = (await endOf(500)) !== 0;
  expect(isRefused).toBe(process.platform === 'linux');
  expect(await endOf(1500)).toBe(0);
});
