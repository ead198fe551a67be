// Whether two pictures are one exposure: fitted over each other, small parts of them agree in light, shadow and grain (behaviour §32.7).
import type { Homography } from '#contract/geometry/homography.ts';
import { sharp } from '#server/lib/sharp.ts';
import { turnAndScale } from './acceptance.ts';
import { type Grey, loadOpenCv, type Mat, type OpenCv } from './features.ts';

/** What two pictures have in common where they fit over each other. */
export type SharedExposure = {
  /** Share of the known picture that the other one covers. */
  covered: number;
  /** Correlation of small parts, -1 to 1: nine of ten agree at least so well. */
  likeness: number;
  /** By how many degrees the other one is turned. */
  degrees: number;
};

/** A picture with the points by which it is fitted; `descriptors`: `size` bytes for each. */
export type Described = Grey & { count: number; points: Float32Array; descriptors: Uint8Array; size: number };

/** Longest side in pixels where points are found, and where parts are compared. */
const longest = 640;
const comparedSide = 384;
const maxPoints = 600;
/** With fewer points, or fewer that agree, nothing can be said. */
const leastPoints = 20;
const leastAgreeing = 12;
/** The nearest point may have at most this share of the next one's distance. */
const ratio = 0.8;
/** Pixels that a point may lie off. */
const tolerance = 2;

/** Side of a part in pixels. */
const tile = 24;
/** Plain parts agree with anything: greys of the known picture, and of the other one, deviate at least so much. */
const leastKnown = 4;
const leastOther = 2;
const leastTiles = 10;
/** The part that counts: one in ten may carry a stamp or a caption; more are those that show how the works went on. */
const lowest = 0.1;

/** Upright, small and grey. */
export async function readSmall(bytes: Uint8Array, { mirrored }: { mirrored: boolean }): Promise<Grey> {
  const upright = sharp(bytes).autoOrient().resize(longest, longest, { fit: 'inside' });
  const { data, info } = await upright.flop(mirrored).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const matOf = (cv: OpenCv, { data, width, height }: Grey): Mat => cv.matFromArray(height, width, cv.CV_8UC1, data);

/** Of one exposure, however it was treated, these points are found again; alignment takes costlier ones, which also survive other light. */
export async function describePicture(grey: Grey): Promise<Described> {
  const { cv } = await loadOpenCv();
  const finder = new cv.ORB(maxPoints);
  const [image, everywhere, found, described] = [matOf(cv, grey), new cv.Mat(), new cv.KeyPointVector(), new cv.Mat()];
  finder.detectAndCompute(image, everywhere, found, described);
  const count = found.size();
  const points = new Float32Array(2 * count);
  for (let at = 0; at < count; at++) {
    const { pt } = found.get(at);
    points.set([pt.x, pt.y], 2 * at);
  }
  const made = { ...grey, count, points, descriptors: Uint8Array.from(described.data), size: described.cols };
  for (const one of [finder, image, everywhere, found, described]) one.delete();
  return made;
}

/** Indexes of points in the other picture and in the known one. */
type Pair = [other: number, known: number];

function matchPoints(cv: OpenCv, known: Described, other: Described): Pair[] {
  const toMat = ({ count, size, descriptors }: Described) => cv.matFromArray(count, size, cv.CV_8UC1, descriptors);
  const [from, to] = [toMat(other), toMat(known)];
  const [matcher, found] = [new cv.BFMatcher(cv.NORM_HAMMING, false), new cv.DMatchVectorVector()];
  matcher.knnMatch(from, to, found, 2);
  const pairs: Pair[] = [];
  for (let at = 0; at < found.size(); at++) {
    const both = found.get(at);
    const [best, next] = both.size() === 2 ? [both.get(0), both.get(1)] : [null, null];
    if (best && next && best.distance < ratio * next.distance) pairs.push([best.queryIdx, best.trainIdx]);
    both.delete();
  }
  for (const one of [matcher, found, from, to]) one.delete();
  return pairs;
}

/** From pixels of the other picture to pixels of the known one. */
function homographyOf(cv: OpenCv, { known, other, pairs }: { known: Described; other: Described; pairs: Pair[] }) {
  const pick = ({ points }: Described, side: 0 | 1) =>
    pairs.flatMap((pair) => [points[2 * pair[side]] as number, points[2 * pair[side] + 1] as number]);
  const toMat = (values: number[]) => cv.matFromArray(pairs.length, 1, cv.CV_32FC2, values);
  const [from, to, mask] = [toMat(pick(other, 0)), toMat(pick(known, 1)), new cv.Mat()];
  const found = cv.findHomography(from, to, cv.USAC_MAGSAC, tolerance, mask, 5_000, 0.999);
  const agreeing = mask.data.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0);
  const pixels: Homography | null = found.rows === 3 && agreeing >= leastAgreeing ? [...found.data64F] : null;
  for (const one of [from, to, mask, found]) one.delete();
  return pixels;
}

/** The other picture as it lies over the known one, `shown` where there is something of it; all at the size of comparing. */
function overlaid(cv: OpenCv, { known, other, pixels }: { known: Grey; other: Grey; pixels: Homography }) {
  const scale = Math.min(1, comparedSide / Math.max(known.width, known.height));
  const [width, height] = [Math.round(known.width * scale), Math.round(known.height * scale)];
  const whole = new cv.Size(known.width, known.height);
  const matrix = cv.matFromArray(3, 3, cv.CV_64FC1, [...pixels]);
  const smaller = (from: Mat) => {
    const to = new cv.Mat();
    cv.resize(from, to, new cv.Size(width, height), 0, 0, cv.INTER_AREA);
    return to;
  };
  const softened = (from: Mat): Uint8Array => {
    const to = smaller(from);
    cv.GaussianBlur(to, to, new cv.Size(0, 0), 1);
    const data = Uint8Array.from(to.data);
    to.delete();
    return data;
  };
  const [one, two, there] = [matOf(cv, known), matOf(cv, other), matOf(cv, whiteOf(other))];
  const [moved, cover] = [new cv.Mat(), new cv.Mat()];
  cv.warpPerspective(two, moved, matrix, whole);
  cv.warpPerspective(there, cover, matrix, whole);
  const small = smaller(cover);
  const shown = Uint8Array.from(small.data, (value) => (value > 250 ? 1 : 0));
  const made = { width, height, known: softened(one), other: softened(moved), shown };
  for (const each of [matrix, one, two, there, moved, cover, small]) each.delete();
  return made;
}
type Overlaid = ReturnType<typeof overlaid>;

const whiteOf = ({ width, height, data }: Grey): Grey => ({
  width,
  height,
  data: new Uint8Array(data.length).fill(255),
});

/** Null where the part is not covered as a whole, or too plain. */
function correlationAt({ width, known, other, shown }: Overlaid, left: number, top: number): number | null {
  const count = tile * tile;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + tile; y++)
    for (let at = y * width + left; at < y * width + left + tile; at++) {
      if (shown[at] === 0) return null;
      const [p, q] = [known[at] as number, other[at] as number];
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  const spread = (sum: number, squares: number) => Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  const [ofKnown, ofOther] = [spread(a, aa), spread(b, bb)];
  if (ofKnown <= leastKnown || ofOther <= leastOther) return null;
  return (ab / count - (a / count) * (b / count)) / (ofKnown * ofOther);
}

function correlations(over: Overlaid): number[] {
  const found: number[] = [];
  for (let top = 0; top + tile < over.height; top += tile)
    for (let left = 0; left + tile < over.width; left += tile) {
      const one = correlationAt(over, left, top);
      if (one !== null) found.push(one);
    }
  return found.sort((a, b) => a - b);
}

/** In degrees around the middle. */
function turnOf(pixels: Homography, known: Grey, other: Grey): number {
  const rows = [1 / known.width, 1 / known.height, 1];
  const columns = [other.width, other.height, 1];
  const shares = pixels.map((value, at) => value * (rows[Math.floor(at / 3)] ?? 1) * (columns[at % 3] ?? 1));
  return turnAndScale(shares, [other.height / other.width, known.height / known.width]).degrees;
}

/** Null where nothing fits. */
export async function compareExposures(known: Described, other: Described): Promise<SharedExposure | null> {
  const { cv } = await loadOpenCv();
  if (Math.min(known.count, other.count) < leastPoints) return null;
  const pairs = matchPoints(cv, known, other);
  if (pairs.length < leastAgreeing) return null;
  const pixels = homographyOf(cv, { known, other, pairs });
  if (!pixels) return null;
  const over = overlaid(cv, { known, other, pixels });
  const found = correlations(over);
  if (found.length < leastTiles) return null;
  const covered = over.shown.reduce((sum, one) => sum + one, 0) / over.shown.length;
  const likeness = found[Math.floor((found.length - 1) * lowest)] as number;
  return { covered, likeness, degrees: turnOf(pixels, known, other) };
}
