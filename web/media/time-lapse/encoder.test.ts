// Which container and codec a browser makes.
import { expect, test } from 'vitest';
import { chooseContainer } from './encoder.ts';

const browserWith = (...known: string[]) =>
  chooseContainer(async (codecs) => codecs.find((codec) => known.includes(codec)) ?? null);

test.each([
  ['MP4 where it can encode H.264', ['vp8', 'vp9', 'avc'], { codec: 'avc', type: 'video/mp4', extension: 'mp4' }],
  ['WebM with VP9 elsewhere', ['vp8', 'vp9'], { codec: 'vp9', type: 'video/webm', extension: 'webm' }],
  ['WebM with VP8 where there is nothing else', ['vp8'], { codec: 'vp8', type: 'video/webm', extension: 'webm' }],
])('a browser makes %s', async (_, known, container) => {
  expect(await browserWith(...known)).toMatchObject(container);
});

test('a browser that can encode none of them makes no film', async () => {
  expect(await browserWith('hevc')).toBeNull();
});
