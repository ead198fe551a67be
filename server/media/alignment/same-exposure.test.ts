// Whether two pictures are one exposure: the same one however it was treated, not the same place in other light.
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { scene } from '#server/test-support/files/scenes.ts';
import { createAligner, type PictureBytes } from './supervised-aligner.ts';

const whole = { left: 0, top: 0, width: 1200, height: 900 };
const original = await scene(3, whole);

// In the process where it happens: OpenCV cannot be loaded in that of the tests.
const aligner = createAligner();
afterAll(() => aligner.close());

let count = 0;
const named = (bytes: Buffer): PictureBytes => ({ key: `picture ${count++}`, bytes });

const compare = (known: Buffer, other: Buffer, mirrored = false) =>
  aligner.compareExposures({ kind: 'exposure', known: named(known), other: named(other), mirrored });

test('one that was cut, mirrored, brightened and saved again is the same', async () => {
  const cut = sharp(original).extract({ left: 48, top: 20, width: 1100, height: 840 });
  const changed = await sharp(await cut.flop().linear(1.1, 8).toBuffer())
    .resize(900)
    .jpeg({ quality: 55 })
    .toBuffer();
  const shared = await compare(original, changed, true);
  expect(shared?.likeness).toBeGreaterThan(0.9);
  expect(shared?.covered).toBeGreaterThan(0.8);
  expect(shared?.covered).toBeLessThan(0.9);
  expect(Math.abs(shared?.degrees ?? 90)).toBeLessThan(0.5);
});

test('one that was turned says by how much', async () => {
  const turned = await sharp(await sharp(original).rotate(3, { background: 'black' }).toBuffer())
    .resize(1000)
    .jpeg()
    .toBuffer();
  const shared = await compare(original, turned);
  expect(shared?.likeness).toBeGreaterThan(0.9);
  expect(Math.abs(shared?.degrees ?? 0)).toBeCloseTo(3, 0);
});

test('a stamp in a corner does not hide it', async () => {
  const stamp = await sharp({ create: { width: 420, height: 120, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const stamped = await sharp(original)
    .composite([{ input: stamp, left: 760, top: 760 }])
    .jpeg()
    .toBuffer();
  expect((await compare(original, stamped))?.likeness).toBeGreaterThan(0.9);
});

test('the same place in other light is not the same exposure', async () => {
  const shadow = await sharp(await scene(9, whole))
    .ensureAlpha(0.6)
    .png()
    .toBuffer();
  const later = await sharp(original)
    .composite([{ input: shadow }])
    .jpeg()
    .toBuffer();
  expect((await compare(original, later))?.likeness ?? 0).toBeLessThan(0.8);
});

test('nothing is said of other places, plain pictures and mirror images that nobody asked for', async () => {
  const grey = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  expect(await compare(original, await scene(4, whole))).toBeNull();
  expect(await compare(original, grey)).toBeNull();
  expect(await compare(grey, grey)).toBeNull();
  expect(await compare(original, await sharp(original).flop().toBuffer())).toBeNull();
});
