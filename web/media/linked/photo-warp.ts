// Shows one picture as a homography between shares of both aligns it to another: as the transform of an element, or drawn on a canvas.
import { applyHomography, composeHomographies, type Homography, type Point } from '#contract/geometry/homography.ts';
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

/** How many squares of the mesh each way, of two triangles each: those are too small to show that they have no tilt. */
const cells = 24;
type Three = readonly [Point, Point, Point];
/** The same corners in shares of the picture and in pixels of the canvas. */
export type Triangle = { from: Three; to: Three };

/** `place`: from shares of the picture to pixels of the canvas. */
export function meshOf(place: Homography): Triangle[] {
  const corner = (column: number, row: number): Point => [column / cells, row / cells];
  const squares = Array.from({ length: cells * cells }, (_, at) => [at % cells, Math.floor(at / cells)] as const);
  return squares
    .flatMap(([x, y]): Three[] => [
      [corner(x, y), corner(x + 1, y), corner(x, y + 1)],
      [corner(x + 1, y + 1), corner(x, y + 1), corner(x + 1, y)],
    ])
    .map((from) => ({ from, to: mapped(from, (point) => applyHomography(place, point)) }));
}

function mapped([a, b, c]: Three, change: (point: Point) => Point): Three {
  return [change(a), change(b), change(c)];
}

export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** As canvas takes it: what takes the corners of one triangle to those of the other. */
export function affineOf({ from, to }: Triangle): Affine {
  const [[x0, y0], [x1, y1], [x2, y2]] = from;
  const [[u0, v0], [u1, v1], [u2, v2]] = to;
  const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  const along = (w0: number, w1: number, w2: number) => {
    const right = ((w1 - w0) * (y2 - y0) - (w2 - w0) * (y1 - y0)) / area;
    const down = ((w2 - w0) * (x1 - x0) - (w1 - w0) * (x2 - x0)) / area;
    return [right, down, w0 - right * x0 - down * y0] as const;
  };
  const [a, c, e] = along(u0, u1, u2);
  const [b, d, f] = along(v0, v1, v2);
  return [a, b, c, d, e, f];
}

type Drawn = Size & { source: CanvasImageSource };

/**
 * Draws a picture where `place` takes it: from its shares to pixels of the canvas. A canvas knows no perspective (the screen does: see
 * warpTransform), so in triangles. They overlap a little: on a canvas that blends, draw it opaque on one of its own first.
 */
export function drawWarped(context: CanvasRenderingContext2D, picture: Drawn, place: Homography): void {
  const inPicture = ([x, y]: Point): Point => [x * picture.width, y * picture.height];
  for (const { from, to } of meshOf(place)) {
    const triangle = { from: mapped(from, inPicture), to };
    context.save();
    clipTo(context, to);
    context.transform(...affineOf(triangle));
    drawAround(context, picture, triangle.from);
    context.restore();
  }
}

/** A little wider, so that no seam shows between two. */
function clipTo(context: CanvasRenderingContext2D, corners: Three): void {
  const x = corners.reduce((sum, corner) => sum + corner[0] / 3, 0);
  const y = corners.reduce((sum, corner) => sum + corner[1] / 3, 0);
  context.beginPath();
  for (const [u, v] of corners) {
    const away = Math.hypot(u - x, v - y) || 1;
    context.lineTo(u + (u - x) / away, v + (v - y) / away);
  }
  context.clip();
}

/** Only the part of the picture that the triangle shows, and what its smoothing needs around it. */
function drawAround(context: CanvasRenderingContext2D, picture: Drawn, corners: Three): void {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)) - 2);
  const top = Math.max(0, Math.floor(Math.min(...ys)) - 2);
  const width = Math.min(picture.width, Math.ceil(Math.max(...xs)) + 2) - left;
  const height = Math.min(picture.height, Math.ceil(Math.max(...ys)) + 2) - top;
  context.drawImage(picture.source, left, top, width, height, left, top, width, height);
}
