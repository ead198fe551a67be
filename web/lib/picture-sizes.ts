// Addresses of a picture at other sizes: its address carries a size token that may be replaced (decisions §10).
import type { MediaItem, PictureSize } from '#contract/media.ts';

/** The picture at this size, '' where the item has none. */
export function pictureAt(item: Pick<MediaItem, 'thumbnailUrl'>, size: PictureSize): string {
  return item.thumbnailUrl?.replace(/\/s400(?=\?|$)/, `/${size}`) ?? '';
}

/** A srcset of these sizes, whose tokens say how wide a landscape picture comes. */
export function picturesAt(
  item: Pick<MediaItem, 'thumbnailUrl'>,
  sizes: readonly Exclude<PictureSize, 'full'>[],
): string {
  return sizes.map((size) => `${pictureAt(item, size)} ${size.slice(1)}w`).join(', ');
}
