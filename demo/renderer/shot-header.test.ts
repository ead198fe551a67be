// What a drone picture's header promises: where it was taken and how it was held, beside pixels that are as they were.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { directionOf } from './drift.ts';
import { shotOf } from './shot.ts';
import { withShot } from './shot-header.ts';

const lens = { kind: 'lens', from: [30, 20, 40], to: [30, 20, -40], angle: 60, roll: -0.4 } as const;
const shot = shotOf(lens, { latitude: 6.5, longitude: -3.25, ground: 10 });

test('a camera that looks along -z looks north, from metres east and south of the middle', () => {
  expect(directionOf(lens)).toEqual({ heading: 0, pitch: 0 });
  expect(shot).toMatchObject({ east: 30, north: -40, above: 20, heading: 0, pitch: 0, roll: -0.4, altitude: 30 });
  expect(shot.latitude).toBeCloseTo(6.499_640_7, 7);
  expect(shot.longitude).toBeCloseTo(-3.249_728_8, 7);
});

test('the header says so, names the true size, and leaves the clock to be set', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer();
  const made = await withShot(jpeg, { ...shot, heading: 271.5, pitch: -21.5 });
  expect(made.subarray(-jpeg.length + 2).equals(jpeg.subarray(2))).toBe(true);
  const { exif, xmp } = await sharp(made).metadata();
  const [header, held] = [exif?.toString('latin1') ?? '', xmp?.toString('utf8') ?? ''];
  expect(header).toContain('Demo drone');
  expect(header.split('    :  :     :  :  ')).toHaveLength(4);
  expect(held).toContain('drone-dji:GimbalYawDegree="-88.5"');
  expect(held).toContain('drone-dji:GimbalPitchDegree="-21.5"');
  expect(held).toContain('drone-dji:GimbalRollDegree="-0.4"');
});
