// Hashes of pictures: near for the same picture however it was treated, far for another, and none where there is nothing to recognise.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scene } from '#server/test-support/files/scenes.ts';
import { hashPicture, type PictureHashes } from './hash-picture.ts';

const whole = { left: 0, top: 0, width: 1200, height: 900 };
const original = await scene(1, whole);
const other = await scene(2, whole);

async function hash(bytes: Buffer): Promise<PictureHashes> {
  const { data, info } = await sharp(bytes).extractChannel('green').raw().toBuffer({ resolveWithObject: true });
  const found = hashPicture({ data, width: info.width, height: info.height });
  if (!found) throw new Error('There is nothing to recognise in this picture');
  return found;
}

const bitsIn = (byte: number) => byte.toString(2).replaceAll('0', '').length;
const distance = (one: Uint8Array, two: Uint8Array) =>
  one.reduce((sum, byte, at) => sum + bitsIn(byte ^ (two[at] as number)), 0);
const first = ({ windows }: PictureHashes) => windows[0] as Uint8Array;
const nearest = ({ windows }: PictureHashes, asked: Uint8Array) =>
  Math.min(...windows.map((window) => distance(window, asked)));

test('a picture has 17 hashes of 256 bits, of which half are set', async () => {
  const { windows, mirrored } = await hash(original);
  expect(windows.length).toBe(16);
  for (const one of [...windows, mirrored]) {
    expect(one.length).toBe(32);
    expect(one.reduce((sum, byte) => sum + bitsIn(byte), 0)).toBe(128);
  }
});

test.each([
  ['saved again', () => sharp(original).jpeg({ quality: 40 })],
  ['made smaller', () => sharp(original).resize(500)],
  ['brighter', () => sharp(original).linear(1.15, 10)],
])('%s, it stays within 40 bits as a whole', async (_, change) => {
  const changed = await hash(await change().jpeg().toBuffer());
  expect(distance(first(await hash(original)), first(changed))).toBeLessThanOrEqual(40);
});

test('cut by 5 % at two sides it stays within 80 bits of a window', async () => {
  const cut = await hash(await sharp(original).extract({ left: 60, top: 0, width: 1140, height: 855 }).toBuffer());
  expect(nearest(await hash(original), first(cut))).toBeLessThanOrEqual(80);
});

test('plain bars around it count for nothing', async () => {
  const bars = { top: 90, bottom: 130, left: 40, right: 0, background: 'black' };
  const barred = await hash(await sharp(original).extend(bars).jpeg({ quality: 80 }).toBuffer());
  expect(distance(first(await hash(original)), first(barred))).toBeLessThanOrEqual(40);
});

test('its mirror image is found by the hash of that', async () => {
  const flopped = await hash(await sharp(original).flop().toBuffer());
  expect(distance(first(await hash(original)), flopped.mirrored)).toBeLessThanOrEqual(10);
  expect(nearest(await hash(original), first(flopped))).toBeGreaterThan(80);
});

test('another picture is far away, mirrored or not', async () => {
  const [one, two] = [await hash(original), await hash(other)];
  expect(nearest(one, first(two))).toBeGreaterThan(80);
  expect(nearest(one, two.mirrored)).toBeGreaterThan(80);
});

test('a plain picture and a tiny one have none', () => {
  const plain = (width: number, height: number) => ({ data: new Uint8Array(width * height).fill(120), width, height });
  expect(hashPicture(plain(800, 600))).toBeNull();
  expect(hashPicture(plain(1, 1))).toBeNull();
  const dots = { data: Uint8Array.from({ length: 900 }, (_, at) => (at * 97) % 256), width: 30, height: 30 };
  expect(hashPicture(dots)).toBeNull();
});
