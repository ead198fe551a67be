// Addresses of a picture at other sizes: its address carries a size token that may be replaced (behaviour §6.7).
import type { MediaItem, PictureSize } from './endpoints.ts';

/** The picture at this size, '' where the item has none. */
export function imageAtSize(item: Pick<MediaItem, 'thumbnailUrl'>, size: PictureSize): string {
  return item.thumbnailUrl?.replace(/\/s400(?=\?|$)/, `/${size}`) ?? '';
}

/** A srcset of these sizes, whose tokens say how wide a landscape picture comes. */
export function imagesAtSizes(
  item: Pick<MediaItem, 'thumbnailUrl'>,
  sizes: readonly Exclude<PictureSize, 'full'>[],
): string {
  return sizes.map((size) => `${imageAtSize(item, size)} ${size.slice(1)}w`).join(', ');
}

/** A srcset of what is cut of a cover: for small places, phones, dense phones, and big places on dense screens. */
export function coverSrcSet(coverUrl: string): string {
  return imagesAtSizes({ thumbnailUrl: coverUrl }, ['s400', 's800', 's1000', 's1600']);
}
