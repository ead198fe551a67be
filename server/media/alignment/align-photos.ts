// Aligns two flat pictures by their features: the homography that most of them agree on.
import { applyHomography, type Homography, type Point } from '#contract/geometry/homography.ts';
import { type Agreement, fewest, isAccepted, isClear, isPlausible, isStart, minInliers } from './acceptance.ts';
import type { Features } from './features.ts';
import { loadOpenCv, type Mat, type OpenCv } from './features.ts';
import { type Matches, matchFeatures } from './matching.ts';

/**
 * `inliers`: points that agree, also where what they say is not believed; then matrix and yaw are null. `quality`: their share of all that
 * were matched; null where nothing was.
 */
export type PairAlignment = { inliers: number; matrix: Homography | null; yaw: number | null; quality: number | null };

/** Of the width: what a camera that came back misses its old place by. */
const reach = 0.15;
/** The same once it is known roughly where everything went. */
const nearReach = 0.025;

/** Pixels that a point may lie off. */
const tolerance = 4;
const iterations = 20_000;
const confidence = 0.9999;

type Pair = readonly [older: Features, newer: Features];
type Fit = { pixels: Homography; matrix: Homography; inliers: { older: Point; newer: Point }[]; of: number };

function pointsOf({ points }: Features, indexes: Int32Array): Float32Array {
  const chosen = new Float32Array(indexes.length * 2);
  for (const [at, index] of indexes.entries()) chosen.set(points.subarray(2 * index, 2 * index + 2), 2 * at);
  return chosen;
}

/** Pixels to pixels, and which of the points agree; the same for the same points, always. */
function findHomography(
  cv: OpenCv,
  from: Float32Array,
  to: Float32Array,
): { pixels: number[]; mask: Uint8Array } | null {
  const toMat = (points: Float32Array): Mat => cv.matFromArray(points.length / 2, 1, cv.CV_32FC2, points);
  const [source, target, mask] = [toMat(from), toMat(to), new cv.Mat()];
  const found = cv.findHomography(source, target, cv.USAC_MAGSAC, tolerance, mask, iterations, confidence);
  const fit = found.rows === 3 ? { pixels: [...found.data64F], mask: Uint8Array.from(mask.data) } : null;
  for (const one of [source, target, mask, found]) one.delete();
  return fit;
}

/** From pixels to shares of width and height. */
function inShares(pixels: Homography, [older, newer]: Pair): Homography {
  const rows = [1 / newer.width, 1 / newer.height, 1];
  const columns = [older.width, older.height, 1];
  return pixels.map((value, at) => value * (rows[Math.floor(at / 3)] ?? 1) * (columns[at % 3] ?? 1));
}

function shareAt({ points, width, height }: Features, index = 0): Point {
  return [(points[2 * index] ?? 0) / width, (points[2 * index + 1] ?? 0) / height];
}

function bestFit(cv: OpenCv, { first, second, count }: Matches, pair: Pair): Fit | null {
  if (count < fewest) return null;
  const [older, newer] = pair;
  const found = findHomography(
    cv,
    pointsOf(older, first.subarray(0, count)),
    pointsOf(newer, second.subarray(0, count)),
  );
  if (found === null) return null;
  const inliers = Array.from({ length: count }, (_, at) => at)
    .filter((at) => found.mask[at] === 1)
    .map((at) => ({ older: shareAt(older, first[at]), newer: shareAt(newer, second[at]) }));
  return { pixels: found.pixels, matrix: inShares(found.pixels, pair), inliers, of: count };
}

/** The features of the older picture where they lie in the newer one, as far as is known. */
function moved(features: Features, pixels: Homography): Features {
  const points = new Float32Array(features.points.length);
  for (let at = 0; at < points.length; at += 2)
    points.set(applyHomography(pixels, [features.points[at] ?? 0, features.points[at + 1] ?? 0]), at);
  return { ...features, points };
}

const qualityOf = ({ inliers, of }: Fit) => inliers.length / of;

const agreementOf = ({ inliers, of }: Fit): Agreement => ({ agree: inliers.length, of });

/** Features are searched over the whole range, then once more close to the expected places: that finds half as many again. */
export async function alignPhotos(older: Features, newer: Features): Promise<PairAlignment> {
  const { cv } = await loadOpenCv();
  const pair = [older, newer] as const;
  const width = Math.max(older.width, newer.width);
  const aspects = [older.height / older.width, newer.height / newer.width] as const;
  const fitWithin = (from: Features, share: number) =>
    bestFit(cv, matchFeatures(from, newer, { x: width * share, y: width * share }), pair);
  const first = fitWithin(older, reach);
  const refused = {
    inliers: Math.min(first?.inliers.length ?? 0, minInliers - 1),
    matrix: null,
    yaw: null,
    quality: first && qualityOf(first),
  };
  if (!first || !isStart(agreementOf(first)) || !isPlausible(first.matrix, aspects)) return refused;
  const second = fitWithin(moved(older, first.pixels), nearReach);
  const best = second && second.inliers.length >= first.inliers.length ? second : first;
  const enough = first.inliers.length >= minInliers || (best === second && isClear(agreementOf(best)));
  if (!enough || !isAccepted({ ...best, aspects })) return refused;
  return { inliers: best.inliers.length, matrix: best.matrix, yaw: null, quality: qualityOf(best) };
}
