// How a film is cut, how large it is, and what it holds in memory.
import { expect, test } from 'vitest';
import { heldPictures } from './make-time-lapse.ts';
import {
  bitrateOf,
  frameCount,
  frameSize,
  framesPerSecond,
  framesTo,
  paceOf,
  pictureSizeFor,
  placeWithin,
} from './time-lapse-plan.ts';

test('each picture stands for a second and fades into the next in half a second', () => {
  expect(paceOf(3)).toEqual({ still: 24, fade: 12 });
  expect(frameCount(3, paceOf(3))).toBe(3 * 24 + 2 * 12);
});

test('the frames of all pictures are as many as were planned, and no film is longer than 45 seconds', () => {
  for (const pictures of [3, 4, 30, 31, 100, 365, 540]) {
    const pace = paceOf(pictures);
    const cut = Array.from({ length: pictures }, (_, nth) => framesTo(pace, { isFirst: nth === 0 })).flat();
    expect(cut).toHaveLength(frameCount(pictures, pace));
    expect(cut.length / framesPerSecond).toBeLessThanOrEqual(45);
    expect(pace.still).toBeGreaterThan(0);
  }
});

test('a picture comes step by step, with the words of the nearer one, and then stands alone', () => {
  expect(framesTo({ still: 2, fade: 3 }, { isFirst: false })).toEqual([
    { share: 0.25, captionOf: 'before' },
    { share: 0.5, captionOf: 'next' },
    { share: 0.75, captionOf: 'next' },
    { share: 1, captionOf: 'next' },
    { share: 1, captionOf: 'next' },
  ]);
  expect(framesTo({ still: 2, fade: 3 }, { isFirst: true })).toEqual([
    { share: 1, captionOf: 'next' },
    { share: 1, captionOf: 'next' },
  ]);
});

test.each([
  ['a photo of four to three', 4 / 3, { large: { width: 1440, height: 1080 }, small: { width: 960, height: 720 } }],
  ['a film camera’s', 16 / 9, { large: { width: 1920, height: 1080 }, small: { width: 1280, height: 720 } }],
  ['an upright one', 3 / 4, { large: { width: 1080, height: 1440 }, small: { width: 720, height: 960 } }],
  ['a strip', 4, { large: { width: 1920, height: 480 }, small: { width: 1280, height: 320 } }],
])('the frame has the shape of the picture: %s', (_, ratio, { large, small }) => {
  expect(frameSize(ratio, '1080p')).toEqual(large);
  expect(frameSize(ratio, '720p')).toEqual(small);
});

test('frames are even in width and height and never larger than was chosen, whatever the picture', () => {
  for (let ratio = 0.2; ratio < 5; ratio += 0.013) {
    const { width, height } = frameSize(ratio, '720p');
    expect([width % 2, height % 2]).toEqual([0, 0]);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1280);
    expect(Math.min(width, height)).toBeLessThanOrEqual(720);
    expect(Math.abs(width / height / ratio - 1)).toBeLessThan(0.01);
  }
});

test('a picture of another shape stands whole in the middle of the frame', () => {
  const frame = { width: 1920, height: 1080 };
  expect(placeWithin(frame, { width: 800, height: 600 })).toEqual({ x: 240, y: 0, width: 1440, height: 1080 });
  expect(placeWithin(frame, { width: 4000, height: 1000 })).toEqual({ x: 0, y: 300, width: 1920, height: 480 });
});

test.each([
  ['1080p', 16 / 9],
  ['1080p', 4 / 3],
  ['1080p', 1],
  ['720p', 16 / 9],
  ['720p', 4 / 3],
  ['720p', 1],
  ['720p', 3 / 4],
] as const)('a film of %s and a shape of %d never holds more than 20 pictures at frame size', (resolution, ratio) => {
  const size = frameSize(ratio, resolution);
  const frameBytes = size.width * size.height * 4;
  const long = Number(pictureSizeFor(size).slice(1));
  const decoded = (long * long * 4) / Math.max(ratio, 1 / ratio);
  // Its buffer doubles when it is full.
  const film = (2 * bitrateOf(size) * 45) / 8;
  // The canvas that is filmed, a shrunk picture before it is drawn, and five frames with the encoder.
  const all = (heldPictures + 7) * frameBytes + decoded + film;
  expect(all / frameBytes).toBeLessThanOrEqual(20);
});
