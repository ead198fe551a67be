// Which pictures are panoramas: as the person says, else by their own metadata, else by their shape where panoramas are expected.
import type { MediaItem, MediaKind } from '#contract/media.ts';

type Shape = Pick<MediaItem, 'panorama' | 'width' | 'height'>;

/** What the person chose for single pictures, by their id: true is a panorama, false a flat picture. */
export type PanoramaChoices = ReadonlyMap<string, boolean>;

/** Equirectangular pictures are twice as wide as high; a few pixels are lost by some stitchers. */
function isTwiceAsWide({ width, height }: Shape): boolean {
  return width !== null && height !== null && height > 0 && Math.abs(width / height - 2) < 0.02;
}

/** A picture that says nothing is judged by its shape, but only among the tours: a wide photo is no panorama. */
export function isPanorama(item: Shape, kind: MediaKind): boolean {
  return item.panorama ?? (kind === 'tour360' && isTwiceAsWide(item));
}

/** Whether a flat picture is offered as a panorama: it may well be one, or somebody chose to see it flat. */
export function mayBePanorama(item: Shape, kind: MediaKind): boolean {
  if (item.panorama !== null) return item.panorama;
  return item.width === null ? kind === 'tour360' : isTwiceAsWide(item);
}
