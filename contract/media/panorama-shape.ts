// Which pictures are panoramas: by their own metadata, else by their shape and the tab they were submitted in.
import type { MediaItem, MediaKind } from './endpoints.ts';

export type PictureShape = Pick<MediaItem, 'panorama' | 'width' | 'height'>;

/** Equirectangular pictures are twice as wide as high; some stitchers lose a few pixels. */
export function isTwiceAsWide({ width, height }: PictureShape): boolean {
  return width !== null && height !== null && height > 0 && Math.abs(width / height - 2) < 0.02;
}

/** Whether a flat picture is offered as a panorama: it may well be one, or somebody chose to see it flat. */
export function mayBePanorama(item: PictureShape, kind: MediaKind): boolean {
  if (item.panorama !== null) return item.panorama;
  return item.width === null ? kind === 'tour360' : isTwiceAsWide(item);
}
