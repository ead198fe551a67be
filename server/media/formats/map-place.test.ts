// Where in a map's file a place on earth lies, and what is cut out around it.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import proj4 from 'proj4';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitionOf } from '#contract/geometry/map-projections.ts';
import { makeMapCrop } from '#server/media/crop.ts';
import { createDecoder, type Decoder } from '#server/media/images/supervised-decoder.ts';
import { createMaps, type MapFile, type Maps } from '#server/media/maps/maps.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import { georeferenceOnly, tiffOf } from '#server/test-support/files/made-files.ts';
import { copyGeoreference } from './copy-georeference.ts';
import { planMapPart } from './map-place.ts';
import { withFile } from './read-at.ts';

type Place = NonNullable<Parameters<typeof tiffOf>[0]['place']>;

let home: string;
let maps: Maps;
let decoder: Decoder;
const megabyte = 1024 * 1024;
/** Half a metre for each pixel from this corner in UTM zone 13, as `georeferenceOnly` has it. */
const corner = { east: 492_000, north: 4_487_000 };
const side = 2400;
const red = { left: 1000, top: 600, width: 200, height: 120 };

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'topout-map-place-'));
  maps = createMaps({ folder: join(home, 'store'), maxBytes: 100 * megabyte });
  decoder = createDecoder();
  writeFileSync(join(home, 'place.tif'), georeferenceOnly());
  const ground = sharp({ create: { width: side, height: side, channels: 3, background: '#00ff00' } });
  const patch = await sharp({ create: { ...red, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  await ground
    .composite([{ input: patch, left: red.left, top: red.top }])
    .tiff({ compression: 'deflate', tile: true, pyramid: true })
    .toFile(join(home, 'site.tif'));
  await copyGeoreference(join(home, 'place.tif'), join(home, 'site.tif'));
});
afterAll(async () => {
  decoder.close();
  await maps.close();
  rmSync(home, { recursive: true });
});

/** Degrees of a pixel. */
function placeAt(x: number, y: number, epsg = 32_613) {
  const at = [corner.east + x / 2, corner.north - y / 2];
  const [longitude = 0, latitude = 0] = proj4(definitionOf(epsg) ?? '', 'EPSG:4326', at);
  return { longitude, latitude };
}

function local(name: string): MapFile {
  const path = join(home, name);
  return {
    id: `local:${name}`,
    version: '1',
    bytes: statSync(path).size,
    path,
    open: (range) => openBytes(path, range),
  };
}

const planned = (name: string, at: { longitude: number; latitude: number }) =>
  withFile(join(home, name), (read) => planMapPart(read, at));

describe('the part of a map around a place', () => {
  test('is sixty metres by forty, with the place in its middle', async () => {
    const part = await planned('site.tif', placeAt(1100, 660));
    expect(part).toMatchObject({ page: 0, width: 120, height: 80, mark: { x: expect.closeTo(0.5, 2) } });
    expect([part?.left, part?.top].map((each) => Math.round((each ?? 0) / 5))).toEqual([208, 124]);
  });

  test('ends where the map ends, and its mark is still at the place', async () => {
    const part = await planned('site.tif', placeAt(10, side - 4));
    expect(part).toMatchObject({ left: 0, top: side - 80, mark: { x: expect.closeTo(10 / 120, 1) } });
    expect(part?.mark.y).toBeCloseTo(76 / 80, 1);
  });

  test('is none beside the map, and none of a map that does not say where it lies', async () => {
    expect(await planned('site.tif', placeAt(-5, 20))).toBeNull();
    expect(await planned('site.tif', { longitude: 3.4, latitude: 6.5 })).toBeNull();
    const raw = { side: 64, samples: 3 as const, compression: 1, bytes: Buffer.alloc(64 * 64 * 3, 90) };
    writeFileSync(join(home, 'nowhere.tif'), tiffOf(raw));
    expect(await planned('nowhere.tif', placeAt(10, 10))).toBeNull();
    writeFileSync(join(home, 'words.tif'), 'no map');
    expect(await planned('words.tif', placeAt(10, 10))).toBeNull();
  });

  test('is found in degrees and in a national grid too', async () => {
    const raw = { side: 64, samples: 3 as const, compression: 1, bytes: Buffer.alloc(64 * 64 * 3, 90) };
    const metre = 1 / 111_320;
    const degrees: Place = { keys: [1024, 0, 1, 2, 2048, 0, 1, 4326], corner: [3.4, 6.5], pixel: [metre, metre] };
    writeFileSync(join(home, 'degrees.tif'), tiffOf({ ...raw, place: degrees }));
    const inDegrees = await planned('degrees.tif', { longitude: 3.4 + 32 * metre, latitude: 6.5 - 32 * metre });
    expect(inDegrees).toMatchObject({ left: 2, top: 12, height: 40 });
    const [east = 0, north = 0] = proj4('EPSG:4326', definitionOf(26_391) ?? '', [3.4, 6.5]);
    const belt: Place = { keys: [1024, 0, 1, 1, 3072, 0, 1, 26_391], corner: [east - 32, north + 32], pixel: [1, 1] };
    writeFileSync(join(home, 'belt.tif'), tiffOf({ ...raw, place: belt }));
    expect((await planned('belt.tif', { longitude: 3.4, latitude: 6.5 }))?.mark.x).toBeCloseTo(0.5, 1);
  });
});

test('a crop of a map shows the ground around the place, and nothing else', async () => {
  const crop = await makeMapCrop({ maps, decoder }, local('site.tif'), placeAt(1100, 660));
  const { data, info } = await sharp(crop?.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  expect([info.width, info.height, crop?.mark.x]).toEqual([120, 80, expect.closeTo(0.5, 2)]);
  for (const [x, y] of [
    [2, 2],
    [60, 40],
    [117, 77],
  ] as const) {
    const [r = 0, g = 0] = at(x, y);
    expect([r > 200, g < 60]).toEqual([true, true]);
  }
  const beside = await makeMapCrop({ maps, decoder }, local('site.tif'), placeAt(100, 2000));
  const [r = 255, g = 0] = await sharp(beside?.bytes).removeAlpha().raw().toBuffer();
  expect([r < 60, g > 200]).toEqual([true, true]);
});

test('a fine map is cut out of the level that shows enough, however large its first one is', async () => {
  const small = { width: 8000, height: 8000, channels: 3, background: '#00ff00' } as const;
  await sharp({ create: small })
    .tiff({ compression: 'deflate', tile: true, pyramid: true })
    .toFile(join(home, 'fine.tif'));
  writeFileSync(join(home, 'centimetre.tif'), georeferenceOnly(undefined, 0.01));
  await copyGeoreference(join(home, 'centimetre.tif'), join(home, 'fine.tif'));
  const [longitude = 0, latitude = 0] = proj4(definitionOf(32_613) ?? '', 'EPSG:4326', [
    corner.east + 40,
    corner.north - 40,
  ]);
  const part = await planned('fine.tif', { longitude, latitude });
  expect(part?.page).toBe(3);
  expect([Math.round((part?.width ?? 0) / 10), Math.round((part?.height ?? 0) / 10)]).toEqual([75, 50]);
  const made = await makeMapCrop({ maps, decoder }, local('fine.tif'), { longitude, latitude });
  expect(await sharp(made?.bytes).metadata()).toMatchObject({ width: 640, height: expect.closeTo(427, -1) });
});

test('heights have no crop, as browsers give them their colours, nor has a file that is damaged', async () => {
  const heights = {
    side: 64,
    samples: 1 as const,
    compression: 1,
    bits: 32 as const,
    bytes: Buffer.alloc(64 * 64 * 4),
  };
  const place: Place = {
    keys: [1024, 0, 1, 1, 3072, 0, 1, 32_613],
    corner: [corner.east, corner.north],
    pixel: [0.5, 0.5],
  };
  writeFileSync(join(home, 'heights.tif'), tiffOf({ ...heights, place }));
  expect(await makeMapCrop({ maps, decoder }, local('heights.tif'), placeAt(20, 20))).toBeNull();
  writeFileSync(join(home, 'damaged.tif'), 'II*\0 and no directory');
  expect(await makeMapCrop({ maps, decoder }, local('damaged.tif'), placeAt(20, 20))).toBeNull();
});

test('near infrared as a fourth band makes nothing transparent in a crop', async () => {
  const place: Place = {
    keys: [1024, 0, 1, 1, 3072, 0, 1, 32_613],
    corner: [corner.east, corner.north],
    pixel: [0.5, 0.5],
  };
  const water = Buffer.alloc(256 * 256 * 4, Buffer.from('30506000', 'hex'));
  writeFileSync(
    join(home, 'infrared.tif'),
    tiffOf({ side: 256, samples: 4, extra: 0, compression: 1, bytes: water, place }),
  );
  const made = await makeMapCrop({ maps, decoder }, local('infrared.tif'), placeAt(120, 120));
  const { data } = await sharp(made?.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 4)].map((value) => Math.round(value / 16))).toEqual([3, 5, 6, 16]);
});
