// What the maker of maps promises: a file that other readers understand, and that lies where it should.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { georeferenced, numbers, readDirectories } from './geotiff.ts';

const WHERE = { epsg: 32631, metresPerPixel: 0.09375, west: 542000, north: 719700 };

async function pyramid(): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 600 * 600 * 3 }, (_, i) => (i * 7) % 251));
  return await sharp(pixels, { raw: { width: 600, height: 600, channels: 3 } })
    .tiff({ compression: 'jpeg', quality: 80, tile: true, tileWidth: 256, tileHeight: 256, pyramid: true })
    .toBuffer();
}

test('a map names its system, its scale and its corner', async () => {
  const [first] = readDirectories(georeferenced(await pyramid(), WHERE));
  const tag = (n: number) => numbers(first!.find((entry) => entry.tag === n)!);
  expect(tag(33550)).toEqual([0.09375, 0.09375, 0]);
  expect(tag(33922)).toEqual([0, 0, 0, 542000, 719700, 0]);
  expect(tag(34735).slice(12, 16)).toEqual([3072, 0, 1, 32631]);
});

test('a map keeps every pixel of the picture it was made from', async () => {
  const before = await pyramid();
  const after = georeferenced(before, WHERE);
  const [old, now] = await Promise.all([before, after].map((file) => sharp(file).raw().toBuffer()));
  expect(now!.equals(old!)).toBe(true);
  expect(await sharp(after, { page: 1 }).metadata()).toMatchObject({ width: 300, height: 300 });
});

test('all directories of a map come before its tiles, overviews marked as such', async () => {
  const levels = readDirectories(georeferenced(await pyramid(), WHERE));
  const value = (level: number, n: number) => numbers(levels[level]!.find((entry) => entry.tag === n)!);
  expect(levels.length).toBeGreaterThan(1);
  expect(levels.map((_, i) => value(i, 254)[0])).toEqual(levels.map((_, i) => (i === 0 ? 0 : 1)));
  const firstTile = Math.min(...levels.flatMap((_, i) => value(i, 324)));
  expect(firstTile).toBeGreaterThan(levels.length * 100);
  expect(value(0, 324)[0]).toBeGreaterThan(value(1, 324)[0]!);
});
