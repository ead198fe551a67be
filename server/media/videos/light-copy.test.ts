// Which videos need a light copy, and which copies are taken for one.
import { expect, test } from 'vitest';
import type { VideoHeader } from '#server/media/formats/video-header.ts';
import { isLight, refusalOfCopy } from './light-copy.ts';

const light: VideoHeader = {
  codec: 'avc1',
  profile: 100,
  isHdr: false,
  width: 1280,
  height: 720,
  seconds: 60,
  startsAtOnce: true,
  sound: 'mp4a',
};
const lightBytes = 15_000_000;

test('a video is light if everything plays it on a slow line: H.264, 720p, 2.5 Mbit/s, its table of contents first', () => {
  const of = (header: Partial<VideoHeader>, bytes: number | null = lightBytes) =>
    isLight({ header: { ...light, ...header }, bytes });
  expect(of({})).toBe(true);
  expect(of({ width: 720, height: 1280, profile: 66, sound: null })).toBe(true);
  for (const heavy of [
    { codec: 'hvc1', profile: null },
    { profile: 110 },
    { width: 1920, height: 1080 },
    { width: 1000, height: 1000 },
    { seconds: 40 },
    { seconds: null },
    { startsAtOnce: false },
  ])
    expect([heavy, of(heavy)]).toEqual([heavy, false]);
  expect([of({}, null), isLight({ header: null, bytes: lightBytes })]).toEqual([false, false]);
});

test('a copy is taken if it is H.264 with AAC, small, whole, as long as its original and lighter', () => {
  const original = { header: { ...light, codec: 'hvc1', profile: null, width: 3840, height: 2160 }, bytes: 90_000_000 };
  const refused = (header: Partial<VideoHeader>, bytes = lightBytes) =>
    refusalOfCopy({ header: { ...light, ...header }, bytes }, original);
  expect(refused({ seconds: 60.9 })).toBeNull();
  expect(refused({ sound: null, width: 404, height: 720 })).toBeNull();
  expect([refused({ codec: 'hvc1' }), refused({ profile: 110 }), refused({ sound: 'Opus' })]).toEqual(
    Array(3).fill('codec'),
  );
  expect([refused({ width: 1920 }), refused({ width: 800, height: 800 })]).toEqual(['size', 'size']);
  expect([refused({ seconds: 58.5 }), refused({ seconds: null })]).toEqual(['length', 'length']);
  expect(refused({ startsAtOnce: false })).toBe('order');
  expect([refused({}, 90_000_000), refused({}, 500 * 1024 * 1024)]).toEqual(['weight', 'weight']);
  expect(refusalOfCopy({ header: null, bytes: 1 }, original)).toBe('unreadable');
  expect(refusalOfCopy({ header: light, bytes: 1 }, { header: null, bytes: null })).toBeNull();
});
