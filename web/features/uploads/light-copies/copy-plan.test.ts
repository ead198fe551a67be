// Which videos get a light copy on the device, how large and how fast it is, and which copies are sent.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWorthSending, maxCopyBytes, maxWorkSeconds, planCopy, type VideoFacts } from './copy-plan.ts';

const megabyte = 1024 * 1024;
const drone: VideoFacts = {
  bytes: 750 * megabyte,
  seconds: 60,
  width: 3840,
  height: 2160,
  codec: 'hevc',
  framesPerSecond: 60,
};

test('a drone’s video is copied at 720p, 30 frames and 2 Mbit a second; a phone’s upright one too', () => {
  expect(planCopy(drone)).toEqual({ width: 1280, height: 720, bitsPerSecond: 2_000_000, framesPerSecond: 30 });
  const phone = { ...drone, width: 1080, height: 1920, codec: 'avc', framesPerSecond: 29.97 };
  expect(planCopy(phone)).toEqual({ width: 720, height: 1280, bitsPerSecond: 2_000_000 });
});

test('sizes are even, keep their shape, and are never enlarged', () => {
  expect(planCopy({ ...drone, width: 1081, height: 1921 })).toMatchObject({ width: 720, height: 1278 });
  expect(planCopy({ ...drone, width: 4096, height: 1716 })).toMatchObject({ width: 1280, height: 536 });
  expect(planCopy({ ...drone, width: 1920, height: 1920 })).toMatchObject({ width: 720, height: 720 });
  expect(planCopy({ ...drone, width: 641, height: 361 })).toMatchObject({ width: 640, height: 360 });
});

test('small pictures and light originals take fewer bits', () => {
  const small = planCopy({ ...drone, width: 640, height: 360, framesPerSecond: 25 });
  expect(small?.bitsPerSecond).toBe(576_000);
  const slow = { ...drone, bytes: 7.5 * megabyte, width: 1280, height: 720 };
  expect(planCopy(slow)?.bitsPerSecond).toBe(Math.round(((slow.bytes * 8) / 60) * 0.8));
});

test('H.264 of 720p that is light already needs none; in another packing, larger or heavier it does', () => {
  const light = { ...drone, bytes: 15 * megabyte, width: 1280, height: 720, codec: 'avc', framesPerSecond: 30 };
  expect(planCopy(light)).toBeNull();
  for (const fields of [{ codec: 'hevc' }, { width: 1920, height: 1080 }, { bytes: 25 * megabyte }])
    expect([fields, planCopy({ ...light, ...fields })]).not.toEqual([fields, null]);
});

test('a video of more than ten minutes, or without a length or a size, is left to the server', () => {
  for (const fields of [{ seconds: 601 }, { seconds: 0 }, { seconds: Number.NaN }, { width: 0 }, { height: 0 }])
    expect([fields, planCopy({ ...drone, ...fields })]).toEqual([fields, null]);
  expect(planCopy({ ...drone, seconds: 600 })).not.toBeNull();
});

test('whatever the video, its copy stays within the limits of what the server takes', () => {
  const sides = fc.integer({ min: 2, max: 8192 });
  const video = fc.record({
    bytes: fc.integer({ min: 1, max: 8 * 1024 * megabyte }),
    seconds: fc.double({ min: 0.1, max: 600, noNaN: true }),
    width: sides,
    height: sides,
    codec: fc.constantFrom('avc', 'hevc'),
    framesPerSecond: fc.double({ min: 1, max: 240, noNaN: true }),
  });
  fc.assert(
    fc.property(video, (facts) => {
      const plan = planCopy(facts);
      if (!plan) return;
      const { width, height, bitsPerSecond, framesPerSecond = facts.framesPerSecond } = plan;
      expect([width % 2, height % 2]).toEqual([0, 0]);
      expect(Math.max(width, height)).toBeLessThanOrEqual(1280);
      expect(Math.min(width, height)).toBeLessThanOrEqual(720);
      expect(framesPerSecond).toBeLessThanOrEqual(30.5);
      expect(bitsPerSecond).toBeLessThanOrEqual(2_000_000);
      expect((bitsPerSecond / 8) * facts.seconds).toBeLessThan(maxCopyBytes);
    }),
  );
});

test('a copy is sent if it saves something: a fifth of H.264, anything of what not every browser plays', () => {
  const of = (copy: number, codec: string) => isWorthSending(copy, { bytes: 100, codec });
  expect([of(79, 'avc'), of(80, 'avc'), of(99, 'hevc'), of(100, 'hevc'), of(0, 'hevc')]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
  expect(isWorthSending(maxCopyBytes + 1, { bytes: 2 * maxCopyBytes, codec: 'hevc' })).toBe(false);
});

test('a slow device gives up after three times the length of the video, and a minute', () => {
  expect(maxWorkSeconds(20)).toBe(120);
});
