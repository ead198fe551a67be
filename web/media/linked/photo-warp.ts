// How one photo is aligned to another on the screen: a homography between shares of both, as the transform of an element.
import { applyHomography, composeHomographies, type Homography } from '#contract/geometry/homography.ts';
import type { PhotoView, Size } from './photo-view.ts';

export type PhotoWarp = {
  /** From shares of the photo to shares of the reference photo. */
  matrix: Homography;
  /** The reference photo's size on screen when it is whole; undefined while it loads. */
  onto: () => Size | undefined;
};

/** From pixels around the middle of an element to shares of it, and back. */
const toShares = ({ width, height }: Size): Homography => [1 / width, 0, 0.5, 0, 1 / height, 0.5, 0, 0, 1];
const toPixels = ({ width, height }: Size): Homography => [width, 0, -width / 2, 0, height, -height / 2, 0, 0, 1];

/** The view of the reference photo, which is shown whole around the middle of the box at zoom 1. */
function looking({ x, y, zoom }: PhotoView, { width, height }: Size): Homography {
  return [zoom, 0, (0.5 - x) * zoom * width, 0, zoom, (0.5 - y) * zoom * height, 0, 0, 1];
}

type Warped = { matrix: Homography; own: Size; onto: Size; view: PhotoView };

/** For an element of the size `own` with its origin in the middle, around the same middle as the reference photo. */
export function warpedPlace({ matrix, own, onto, view }: Warped): Homography {
  return [toShares(own), matrix, toPixels(onto), looking(view, onto)].reduce(composeHomographies);
}

export function warpTransform(warped: Warped): string {
  const place = warpedPlace(warped);
  const scale = place[8] ?? 1;
  const [a, b, c, d, e, f, g, h] = place.map((value) => Number((value / scale).toPrecision(9)));
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, 1].join(', ')})`;
}

/** The number of pieces each way: small ones are nearly straight. */
const pieces = 24;

type Drawing = { source: CanvasImageSource; width: number; height: number };

/**
 * A canvas has no perspective transform, so it is drawn in small pieces that overlap by a pixel. `place`: from shares to pixels of the
 * canvas.
 */
export function drawWarped(
  context: CanvasRenderingContext2D,
  { source, width, height }: Drawing,
  place: Homography,
): void {
  const [pieceWidth, pieceHeight] = [width / pieces, height / pieces];
  for (let at = 0; at < pieces * pieces; at++) {
    const [column, row] = [at % pieces, Math.floor(at / pieces)];
    const corner = (right: number, down: number) =>
      applyHomography(place, [(column + right) / pieces, (row + down) / pieces]);
    const [[x, y], [rightX, rightY], [downX, downY]] = [corner(0, 0), corner(1, 0), corner(0, 1)];
    context.save();
    context.transform(
      (rightX - x) / pieceWidth,
      (rightY - y) / pieceWidth,
      (downX - x) / pieceHeight,
      (downY - y) / pieceHeight,
      x,
      y,
    );
    const [left, top] = [column * pieceWidth, row * pieceHeight];
    const [wide, high] = [Math.min(pieceWidth * 1.06, width - left), Math.min(pieceHeight * 1.06, height - top)];
    context.drawImage(source, left, top, wide, high, 0, 0, wide, high);
    context.restore();
  }
}
