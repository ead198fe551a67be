// Which pictures of a tab the desk goes through, and in which order.
import { expect, test } from 'vitest';
import type { Media, MediaItem } from '#contract/media/endpoints.ts';
import { itemBeside, picturesOf, stepsOf } from './use-desk.ts';

const item = (id: string, kind: MediaItem['kind'] = 'image', more: Partial<MediaItem> = {}) =>
  ({ id, name: id, kind, imageUrl: kind === 'image' ? `/${id}` : null, fileUrl: `/${id}`, ...more }) as MediaItem;
const media = (...items: MediaItem[]) => ({ kind: 'folder', items }) as unknown as Media;
const steps = (found: Media) => stepsOf(picturesOf(found, 'drone'), found).map(({ id }) => id);

test('arrows lead through the photos of a tab and on to its panoramas', () => {
  const found = media(item('sphere', 'image', { panorama: true }), item('a'), item('film', 'video'), item('b'));
  expect(steps(found)).toEqual(['a', 'b', 'sphere']);
  const all = stepsOf(picturesOf(found, 'drone'), found);
  expect(itemBeside(all, 'b', 1)?.id).toBe('sphere');
  expect(itemBeside(all, null, -1)).toBeUndefined();
  expect(itemBeside(all, 'sphere', 1)).toBeUndefined();
});

test('where there is no picture they lead through films and maps', () => {
  expect(steps(media(item('film', 'video'), item('other', 'video')))).toEqual(['film', 'other']);
  expect(stepsOf(picturesOf(undefined, 'drone'), undefined)).toEqual([]);
});
