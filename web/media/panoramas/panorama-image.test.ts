// What a device is sent of a panorama's picture.
import { expect, it } from 'vitest';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { fullSizeUrl, needsFullSize } from './panorama-image.ts';

const item: MediaItem = {
  id: 'local:pano.jpg',
  name: 'pano.jpg',
  kind: 'image',
  bytes: 9_000_000,
  width: 12_000,
  height: 6_000,
  panorama: true,
  thumbnailUrl: '/s400',
  imageUrl: '/s1600',
  fullUrl: '/full',
  fileUrl: null,
  embedUrl: null,
  originalUrl: null,
};
const desk = { texture: 16_384, memory: 8, savesData: false };

it('never sends a picture that is larger than the graphics can hold', () => {
  expect(fullSizeUrl(item, desk)).toBe('/full');
  expect(fullSizeUrl(item, { ...desk, texture: 8192 })).toBeNull();
  expect(fullSizeUrl({ ...item, width: 8192 }, { ...desk, texture: 8192 })).toBe('/full');
});

it('spares small memories', () => {
  expect(fullSizeUrl(item, { ...desk, memory: 2 })).toBeNull();
});

it('sharpens at once on a wide screen, and on others when somebody looks closely', () => {
  expect(needsFullSize(25, 1200, desk)).toBe(true);
  expect(needsFullSize(25, 800, desk)).toBe(false);
  expect(needsFullSize(60, 800, desk)).toBe(true);
});

it('waits for a closer look where the connection is slow or data are saved', () => {
  expect(needsFullSize(25, 1200, { ...desk, savesData: true })).toBe(false);
  expect(needsFullSize(60, 1200, { ...desk, savesData: true })).toBe(true);
});
