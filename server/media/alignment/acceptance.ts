// Which alignments are believed: enough points that agree, spread widely, and a change that a camera at the same place may make.
import { applyHomography, type Homography, hasNoFold, type Point } from '#contract/geometry/homography.ts';

export const minInliers = 30;
/** The points that agree surround at least this share of either picture. */
const minArea = 0.25;
const maxDegrees = 15;
const minScale = 0.7;
const maxScale = 1.4;

/** With fewer points that agree there is nothing to start from. */
export const fewest = 12;
/** Nor where fewer of the matches agree: soil of the same kind brings many matches, of which some agree on anything. */
const minShareOfStart = 0.12;
/** Where the first look was not enough the second one must be clearer than chance: within its reach some in a hundred agree by chance. */
const minInliersOfSecond = 40;
const minShareOfSecond = 0.2;

/** How many of the matches agree. */
export type Agreement = { agree: number; of: number };

/** Whether a first pass, over the whole search range, is worth a second one close to the expected places. */
export function isStart({ agree, of }: Agreement): boolean {
  return agree >= fewest && agree >= minShareOfStart * of;
}

/** Whether a second pass is enough by itself. */
export function isClear({ agree, of }: Agreement): boolean {
  return agree >= minInliersOfSecond && agree >= minShareOfSecond * of;
}

/** `aspects`: heights of the older and the newer picture as shares of their widths. */
export type Candidate = {
  matrix: Homography;
  inliers: readonly { older: Point; newer: Point }[];
  aspects: readonly [older: number, newer: number];
};

/** How much of the picture lies between the outermost points: the area of their convex hull. */
export function areaAround(points: readonly Point[]): number {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (walk: readonly Point[]) => {
    const hull: Point[] = [];
    for (const point of walk) {
      while (hull.length > 1 && turn(hull.at(-2), hull.at(-1), point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  const ring = [...half(sorted), ...half(sorted.toReversed())];
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Positive where three points turn to the left. */
function turn(a: Point = [0, 0], b: Point = [0, 0], c: Point = [0, 0]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** By how much the middle of the picture is turned, in degrees, and scaled, both as seen on the screen. */
export function turnAndScale(
  matrix: Homography,
  [older, newer]: readonly [number, number],
): { degrees: number; scale: number } {
  const step = 1e-4;
  const at = ([x, y]: Point): Point => {
    const [u, v] = applyHomography(matrix, [x, y / older]);
    return [u, v * newer];
  };
  const middle: Point = [0.5, 0.5 * older];
  const [from, right, down] = [at(middle), at([middle[0] + step, middle[1]]), at([middle[0], middle[1] + step])];
  const [a, c] = [(right[0] - from[0]) / step, (right[1] - from[1]) / step];
  const [b, d] = [(down[0] - from[0]) / step, (down[1] - from[1]) / step];
  return { degrees: (Math.atan2(c - b, a + d) * 180) / Math.PI, scale: Math.sqrt(Math.max(0, a * d - b * c)) };
}

export function isPlausible(matrix: Homography, aspects: readonly [number, number]): boolean {
  if (!hasNoFold(matrix)) return false;
  const { degrees, scale } = turnAndScale(matrix, aspects);
  return Math.abs(degrees) <= maxDegrees && scale >= minScale && scale <= maxScale;
}

export function isAccepted({ matrix, inliers, aspects }: Candidate): boolean {
  if (inliers.length < minInliers || !isPlausible(matrix, aspects)) return false;
  return (['older', 'newer'] as const).every((side) => areaAround(inliers.map((pair) => pair[side])) >= minArea);
}
