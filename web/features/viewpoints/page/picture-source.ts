// The sizes in which a viewpoint's large picture comes.

import type { MediaItem } from '#contract/media/endpoints.ts';
import { imageAtSize, imagesAtSizes } from '#contract/media/endpoints.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import type { PictureSource } from './picture-memory.ts';

/**
 * As wide as the stage: on phones the screen, else what its height leaves of it. Dense screens count for less: 1000 pixels across a hand are
 * enough, 1600 are twice the bytes and the memory, and on a desk they come once somebody has begun to look (`fineSourceOf`).
 */
const sizes = [
  '(width < 48rem) and (resolution > 2dppx) 75vw',
  '(width < 48rem) 100vw',
  '(resolution > 1.8dppx) min(45vw, 53vh, 500px)',
  '(resolution > 1.2dppx) min(65vw, 75vh, 700px)',
  'min(90vw, 105vh)',
].join(', ');
const showsMore = '(width >= 48rem) and (resolution > 1.2dppx)';

/** Null where there is nothing to show. */
export function sourceOf(item: MediaItem, isSaving: boolean): PictureSource | null {
  if (item.thumbnailUrl === null || item.imageUrl === null) return null;
  if (isSaving) return { src: imageAtSize(item, 's400'), srcSet: '', sizes };
  return { src: imageAtSize(item, 's1000'), srcSet: imagesAtSizes(item, ['s400', 's800', 's1000', 's1600']), sizes };
}

/** As a dense screen on a desk shows it; null where the usual sizes hold as much, or where data are saved. */
export function fineSourceOf(item: MediaItem): PictureSource | null {
  const src = imageAtSize(item, 's1600');
  return src !== '' && matchMedia(showsMore).matches && !savesData() ? { src, srcSet: '', sizes } : null;
}

/** For whoever looks closely. */
export function sharpSourceOf(item: MediaItem): PictureSource | null {
  if (savesData()) return { src: imageAtSize(item, 's1600'), srcSet: '', sizes };
  return item.fullUrl === null ? null : { src: item.fullUrl, srcSet: '', sizes };
}

/** Width by height; three to two where the source does not say. */
export function ratioOf({ width, height }: Pick<MediaItem, 'width' | 'height'>): number {
  return width && height ? width / height : 1.5;
}
