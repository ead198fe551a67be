// Pyramids of maps: made once, where needed, and at the same position as the original.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fromFile, writeArrayBuffer } from 'geotiff';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyGeoreference } from '#server/media/formats/copy-georeference.ts';
import { inMemory } from '#server/media/formats/read-at.ts';
import { readTiff } from '#server/media/formats/tiff-directory.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import { georeferenceOnly, tiffDirectory, tiffHeader, tiffOf } from '#server/test-support/files/made-files.ts';
import { createMaps, type MapFile, type Maps } from './maps.ts';

let home: string;
let large: MapFile & { path: string };
const opened: Maps[] = [];
const megabyte = 1024 * 1024;
/** Of a map with a few more pixels than are drawn without a pyramid: three small levels, and tiles across each edge. */
const side = 1240;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'topout-maps-'));
  writeFileSync(join(home, 'place.tif'), georeferenceOnly());
  large = await made('large.tif', side);
});
afterAll(async () => {
  await Promise.all(opened.map((maps) => maps.close()));
  rmSync(home, { recursive: true });
});

/** A map in strips, without small levels, with its position. */
async function made(name: string, width: number): Promise<MapFile & { path: string }> {
  const path = join(home, name);
  const create = { width, height: width, channels: 3, background: '#408060' } as const;
  await sharp({ create }).tiff({ compression: 'deflate' }).toFile(path);
  await copyGeoreference(join(home, 'place.tif'), path);
  return local(name, path);
}

function local(id: string, path: string): MapFile & { path: string } {
  return { id: `local:${id}`, version: '1', bytes: statSync(path).size, path, open: (range) => openBytes(path, range) };
}

function store(folder = mkdtempSync(join(home, 'store-')), maxBytes = 100 * megabyte): { maps: Maps; folder: string } {
  const maps = createMaps({ folder, maxBytes });
  opened.push(maps);
  return { maps, folder };
}

async function ready(maps: Maps, file: MapFile = large): Promise<string> {
  for (let wait = 0; wait < 600; wait++) {
    if ((await maps.stateOf(file)).ready) return (await maps.pathFor(file)) ?? '';
    await delay(50);
  }
  throw new Error('The pyramid is not there');
}

const tiffAt = (path: string) => {
  const bytes = readFileSync(path);
  return readTiff(inMemory(bytes));
};

test('a map without small levels gets a pyramid of tiles that lies where the map does, and stays as it was', async () => {
  const { maps } = store();
  const before = readFileSync(large.path);
  expect(await maps.stateOf(large)).toEqual({ preparing: 0 });
  const pyramid = await tiffAt(await ready(maps));
  const [first, ...levels] = pyramid?.directories ?? [];
  expect(await first?.numbers(322)).toEqual([256]);
  expect(await Promise.all(levels.map((level) => level.numbers(256)))).toEqual([[620], [310], [155]]);
  expect(await first?.numbers(33_550)).toEqual([0.5, 0.5, 0]);
  expect(await first?.numbers(33_922)).toEqual([0, 0, 0, 492_000, 4_487_000, 0]);
  expect((await first?.numbers(34_735))?.at(-1)).toBe(32_613);
  expect(readFileSync(large.path).equals(before)).toBe(true);
});

test('what a browser reads of a pyramid before it draws lies in one place, however many levels there are', async () => {
  const path = join(home, 'noise.tif');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  await sharp({ create: { width: 2400, height: 2400, channels: 3, background: 'black', noise } })
    .tiff({ compression: 'deflate' })
    .toFile(path);
  const bytes = readFileSync(await ready(store().maps, local('noise', path)));
  const blocks = new Set<number>();
  const pyramid = await readTiff(async (offset, length) => {
    for (let at = offset; at < offset + length; at += 1) blocks.add(Math.floor(at / 16_384));
    return bytes.subarray(offset, offset + length);
  });
  // Bits, offsets and lengths of its tiles, and shared tables.
  for (const level of pyramid?.directories ?? []) for (const tag of [258, 324, 325, 347]) await level.bytes(tag);
  expect(pyramid?.directories).toHaveLength(5);
  expect(blocks.size).toBeLessThanOrEqual(3);
});

test.each([
  ['0', 'black', 3],
  ['255', 'white', 3],
  ['128', '#808080', 3],
  ['0', 'black', 1],
  ['255', 'white', 1],
  ['128', '#808080', 1],
] as const)(
  'a map in which %s stands for nothing, drawn %s, gets a light pyramid that is transparent there (%s bands)',
  async (nodata, colour, bands) => {
    const id = `nodata-${nodata}-${bands}`;
    const path = join(home, `${id}.tif`);
    // One band holds that value, the others do not.
    const ground = { r: Number(nodata), g: 90, b: 60 };
    const drawn = await sharp({ create: { width: side / 2, height: side, channels: 3, background: ground } })
      .png()
      .toBuffer();
    await sharp({ create: { width: side, height: side, channels: 3, background: colour } })
      .composite([{ input: drawn, left: 0, top: 0 }])
      .removeAlpha()
      .toColourspace(bands === 1 ? 'b-w' : 'srgb')
      .tiff({ compression: 'deflate' })
      .toFile(path);
    const place = join(home, `place-${id}.tif`);
    writeFileSync(place, georeferenceOnly(nodata));
    await copyGeoreference(place, path);
    const { maps, folder } = store();
    const made = await ready(maps, local(id, path));
    await expect.poll(() => readdirSync(folder)).toEqual([basename(made)]);
    const pyramid = await tiffAt(made);
    expect(await pyramid?.directories[0]?.numbers(259), 'WebP').toEqual([50_001]);
    expect(pyramid?.directories[0]?.has(42_113)).toBe(false);
    for (const page of [0, 2]) {
      const { data, info } = await sharp(made, { page }).raw().toBuffer({ resolveWithObject: true });
      const alphaAt = (share: number) =>
        data[(Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * 4 + 3];
      expect([info.channels, alphaAt(0.25), alphaAt(0.75)]).toEqual([4, 255, 0]);
    }
  },
);

test.each([undefined, '7'])(
  'near infrared as a fourth band makes nothing transparent in a pyramid (nodata %s)',
  async (nodata) => {
    const path = join(home, `infrared-${nodata}.tif`);
    // Meadows are bright in the near infrared, water is black.
    const bytes = Buffer.alloc(side * side * 4);
    for (let at = 0; at < side * side; at += 1)
      bytes.writeUInt32LE(at % side < side / 2 ? 0xf0_30_60_40 : 0x00_60_50_30, at * 4);
    writeFileSync(path, tiffOf({ side, samples: 4, extra: 0, compression: 1, bytes }));
    const place = join(home, `place-infrared-${nodata}.tif`);
    writeFileSync(place, georeferenceOnly(nodata));
    await copyGeoreference(place, path);
    const { maps, folder } = store();
    const made = await ready(maps, local(`infrared-${nodata}`, path));
    await expect.poll(() => readdirSync(folder)).toEqual([basename(made)]);
    const { data, info } = await sharp(made, { page: 2 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (share: number) => {
      const start = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * 4;
      return [...data.subarray(start, start + 4)].map((value) => Math.round(value / 16));
    };
    expect([at(0.25), at(0.75)]).toEqual([
      [4, 6, 3, 16],
      [3, 5, 6, 16],
    ]);
  },
);

test.each([
  [3, 'no value'],
  [1, 'no value'],
  [3, '200'],
  [1, '200'],
  [3, '-99'],
] as const)(
  'the first view of a pyramid costs at most 300 KB: %s bands in which %s stands for nothing',
  async (bands, nodata) => {
    const id = `first-view-${bands}-${nodata}.tif`;
    const path = join(home, id);
    const noise = { type: 'gaussian', mean: 120, sigma: 15 } as const;
    const ground = await sharp({ create: { width: 768, height: 1024, channels: 3, background: 'black', noise } })
      .resize(1536, 2048, { kernel: 'cubic' })
      .extend({ right: 512, background: '#c8c8c8' })
      .png()
      .toBuffer();
    await sharp(ground)
      .removeAlpha()
      .toColourspace(bands === 1 ? 'b-w' : 'srgb')
      .tiff({ compression: 'deflate' })
      .toFile(path);
    const place = join(home, `place-${id}`);
    writeFileSync(place, georeferenceOnly(nodata === 'no value' ? undefined : nodata));
    await copyGeoreference(place, path);
    const pyramid = await tiffAt(await ready(store().maps, local(id, path)));
    const sizes: number[] = [];
    for (const level of pyramid?.directories ?? []) {
      const [width = 0] = await level.numbers(256);
      // Up to 700,000 pixels of the screen are drawn (web/media/maps/geotiff-layer.ts), in whole tiles.
      if (width <= 1024) sizes.push((await level.numbers(325)).reduce((sum, bytes) => sum + bytes, 0));
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(300_000);
  },
);

test('the same map is made once, by whoever began, also across processes', async () => {
  const { maps, folder } = store();
  const other = store(folder).maps;
  await Promise.all([maps, other].flatMap((each) => [each.stateOf(large), each.stateOf(large)]));
  await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.making'))).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part')).length).toBeLessThan(2);
  const path = await ready(maps);
  expect(await ready(other)).toBe(path);
  const { mtimeMs } = statSync(path);
  expect((await other.stateOf(large)).ready).toBe(true);
  expect(statSync(path).mtimeMs).toBeGreaterThanOrEqual(mtimeMs);
  // The pyramid exists a moment before its maker has cleaned up.
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
});

test('what a dead process began is made by another', async () => {
  const { maps, folder } = store();
  await maps.stateOf(large);
  const name = (await ready(maps)).replace('.tif', '');
  rmSync(`${name}.tif`);
  writeFileSync(`${name}.making`, '0.5');
  utimesSync(`${name}.making`, new Date(0), new Date(0));
  expect(existsSync(await ready(store(folder).maps))).toBe(true);
});

test('a pyramid that has no room in the store is not made again and again: the original is drawn', async () => {
  const { maps, folder } = store(undefined, 1);
  await maps.stateOf(large);
  await expect.poll(() => maps.stateOf(large), { timeout: 30_000 }).toEqual({});
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('the least recently viewed pyramid is evicted when the store is full', async () => {
  const { maps, folder } = store();
  const first = await ready(maps);
  const { size } = statSync(first);
  utimesSync(first, new Date(0), new Date(0));
  const small = store(folder, size * 1.5).maps;
  const second = await ready(small, { ...large, version: '2' });
  // The making's marker is deleted after the pyramid exists.
  await expect.poll(() => readdirSync(folder)).toEqual([basename(second)]);
});

test('heights without small levels get a pyramid of the same heights, which says in each level what stands for nothing', async () => {
  const heights = Float32Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? -9999 : 312.25));
  const path = join(home, 'heights.tif');
  const numbers = { width: side, height: side, SampleFormat: [3], BitsPerSample: [32], GDAL_NODATA: '-9999' };
  const place = { ModelPixelScale: [0.5, 0.5, 0], ModelTiepoint: [0, 0, 0, 492_000, 4_487_000, 0] };
  const written = writeArrayBuffer(heights, { ...numbers, ...place, ProjectedCSTypeGeoKey: 32_613 });
  writeFileSync(path, Buffer.from(written as ArrayBuffer));
  const made = await ready(store().maps, local('heights', path));
  const levels = (await tiffAt(made))?.directories ?? [];
  expect(await Promise.all(levels.map((level) => level.numbers(256)))).toEqual([[side], [620], [310], [155]]);
  for (const level of levels) expect((await level.bytes(42_113)).toString()).toContain('-9999');
  const file = await fromFile(made);
  for (const [page, width] of [side, 620, 310, 155].entries()) {
    const [found] = await (await file.getImage(page)).readRasters({ interleave: false });
    expect([found?.length, found?.[10], found?.[width - 10]]).toEqual([width * width, -9999, 312.25]);
  }
});

test('a palette without small levels gets a pyramid of its colours', async () => {
  const colours = Array.from({ length: 256 }, (_, at) => [at === 7 ? 200 : 0, at === 7 ? 100 : 0, 50]);
  const channel = (of: number) => colours.map((colour) => (colour[of] ?? 0) * 257);
  const path = join(home, 'palette.tif');
  const tags = {
    256: [side],
    257: [side],
    258: [8],
    259: [1],
    262: [3],
    273: [0],
    277: [1],
    278: [side],
    279: [side * side],
  };
  const entries = [
    ...Object.entries(tags).map(([tag, values]) => ({ tag: Number(tag), type: 4 as const, values })),
    { tag: 320, type: 3 as const, values: [0, 1, 2].flatMap(channel) },
  ];
  const length = tiffDirectory({ tags: entries }, 8).length;
  const placed = entries.map((entry) => (entry.tag === 273 ? { ...entry, values: [8 + length] } : entry));
  const pixels = Buffer.alloc(side * side, 7);
  writeFileSync(path, Buffer.concat([tiffHeader(8), tiffDirectory({ tags: placed }, 8), pixels]));
  const made = await ready(store().maps, local('palette', path));
  const read = await sharp(made, { page: 3 }).raw().toBuffer();
  for (const [at, colour] of [200, 100, 50].entries()) expect(Math.abs((read[at] ?? 0) - colour)).toBeLessThan(4);
});

test('a map that is small, has small levels, or is neither picture nor numbers that can be drawn is drawn as it is', async () => {
  const { maps } = store();
  expect(await maps.stateOf(await made('small.tif', 800))).toEqual({});
  const pyramid = await ready(maps);
  expect(await maps.stateOf(local('pyramid', pyramid))).toEqual({});
  const radar = join(home, 'radar.tif');
  const tags = Object.entries({ 256: 4000, 257: 4000, 258: 64, 262: 1, 277: 2, 339: 6 });
  const directory = tiffDirectory(
    { tags: tags.map(([tag, value]) => ({ tag: Number(tag), type: 4, values: [value] })) },
    8,
  );
  writeFileSync(radar, Buffer.concat([tiffHeader(8), directory]));
  expect(await maps.stateOf(local('radar', radar))).toEqual({});
});

test('a map elsewhere is judged by its first bytes, and fetched whole once where it needs a pyramid', async () => {
  const { maps, folder } = store();
  const asked: (string | null)[] = [];
  const open: MapFile['open'] = (range) => {
    asked.push(range);
    return openBytes(large.path, range);
  };
  const remote = { id: 'web:1', version: '1', bytes: large.bytes, open };
  expect(await maps.stateOf(remote)).toEqual({ preparing: 0 });
  await ready(maps, remote);
  expect(asked.filter((range) => range === null)).toHaveLength(1);
  // The fetched file and the making's marker are deleted after the pyramid exists.
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  const page = join(home, 'page.html');
  writeFileSync(page, '<html>'.repeat(100));
  const { open: openPage } = local('page', page);
  expect((await maps.stateOf({ id: 'web:2', version: '1', bytes: 600, open: openPage })).problem).toContain(
    'cannot be read',
  );
  // Its tile claims to be longer than the whole file.
  const cut = join(home, 'cut-elsewhere.tif');
  const whole = tiffOf({ side: 512, samples: 1, compression: 1, bytes: Buffer.alloc(512 * 512) });
  writeFileSync(cut, Buffer.concat([tiffHeader(8), whole.subarray(8 + 512 * 512), Buffer.alloc(90_000)]));
  const { open: openCut, bytes } = local('cut', cut);
  expect((await maps.stateOf({ id: 'web:4', version: '1', bytes, open: openCut })).problem).toContain('cut off');
  const away: MapFile['open'] = () => Promise.reject(new MediaError('unreachable', 'away'));
  expect(await maps.stateOf({ id: 'web:3', version: '1', bytes: 600, open: away })).toEqual({});
});

test('a file that is empty or cannot be read as a map says so at once', async () => {
  const { maps } = store();
  const file = (name: string, bytes: Buffer): MapFile => {
    const path = join(home, name);
    writeFileSync(path, bytes);
    return local(name, path);
  };
  expect((await maps.stateOf(file('empty.tif', Buffer.alloc(0)))).problem).toContain('empty');
  for (const bytes of [Buffer.from('II*'), Buffer.from('<html>'), Buffer.from('49492a0008000000', 'hex')])
    expect((await maps.stateOf(file(`${bytes.length}.tif`, bytes))).problem).toContain('cannot be read');
  const whole = tiffOf({ side: 16, samples: 1, compression: 1, bytes: Buffer.alloc(256) });
  expect(await maps.stateOf(file('whole.tif', whole))).toEqual({});
});
