// The sizes in which a viewpoint's large picture comes.
import { imageAtSize, imagesAtSizes } from '#contract/image-srcset.ts';
import type { MediaItem } from '#contract/media.ts';
import type { PictureSource } from './picture-memory.ts';

/**
 * As wide as the stage: on phones the screen, else what its height leaves of it. Dense phones count for less: 1000 pixels across a hand are
 * enough, and 1600 are twice the bytes and the memory.
 */
const sizes = '(width < 48rem) and (resolution > 2dppx) 75vw, (width < 48rem) 100vw, min(90vw, 105vh)';

/** Null where there is nothing to show. */
export function sourceOf(item: MediaItem): PictureSource | null {
  if (item.thumbnailUrl === null || item.imageUrl === null) return null;
  return { src: imageAtSize(item, 's1000'), srcSet: imagesAtSizes(item, ['s400', 's800', 's1000', 's1600']), sizes };
}

/** For whoever looks closely. */
export function sharpSourceOf(item: MediaItem): PictureSource | null {
  return item.fullUrl === null ? null : { src: item.fullUrl, srcSet: '', sizes };
}

/** Width by height; three to two where the source does not say. */
export function ratioOf({ width, height }: Pick<MediaItem, 'width' | 'height'>): number {
  return width && height ? width / height : 1.5;
}
