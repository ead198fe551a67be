// Draws a picture as a homography lays it over another: canvas knows no tilt, so in triangles too small to show the difference.
import { applyHomography, type Homography, type Point } from '#contract/geometry/homography.ts';
import type { Size } from './film-plan.ts';

const cells = 24;
type Three = readonly [Point, Point, Point];
/** Both in shares of their pictures. */
export type Triangle = { from: Three; to: Three };

export function meshOf(matrix: Homography): Triangle[] {
  const corner = (column: number, row: number): Point => [column / cells, row / cells];
  const squares = Array.from({ length: cells * cells }, (_, at) => [at % cells, Math.floor(at / cells)] as const);
  return squares
    .flatMap(([x, y]): Three[] => [
      [corner(x, y), corner(x + 1, y), corner(x, y + 1)],
      [corner(x + 1, y + 1), corner(x, y + 1), corner(x + 1, y)],
    ])
    .map((from) => ({ from, to: mapped(from, (point) => applyHomography(matrix, point)) }));
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

type Laid = { picture: ImageBitmap; matrix: Homography; frame: Size };

export function drawWarped(context: CanvasRenderingContext2D, { picture, matrix, frame }: Laid): void {
  const inPicture = ([x, y]: Point): Point => [x * picture.width, y * picture.height];
  const inFrame = ([x, y]: Point): Point => [x * frame.width, y * frame.height];
  for (const { from, to } of meshOf(matrix)) {
    const triangle = { from: mapped(from, inPicture), to: mapped(to, inFrame) };
    context.save();
    clipTo(context, triangle.to);
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
function drawAround(context: CanvasRenderingContext2D, picture: ImageBitmap, corners: Three): void {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)) - 2);
  const top = Math.max(0, Math.floor(Math.min(...ys)) - 2);
  const width = Math.min(picture.width, Math.ceil(Math.max(...xs)) + 2) - left;
  const height = Math.min(picture.height, Math.ceil(Math.max(...ys)) + 2) - top;
  context.drawImage(picture, left, top, width, height, left, top, width, height);
}
