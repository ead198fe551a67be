// The features of a picture: places that can be found again in another one, each with a description of its surroundings.
import { sharp } from '#server/lib/sharp.ts';

// OpenCV as compiled for Node: the few parts of it that alignment uses, with their types.
export type Mat = {
  rows: number;
  cols: number;
  data: Uint8Array;
  data32F: Float32Array;
  data64F: Float64Array;
  delete(): void;
};
type KeyPoint = { pt: { x: number; y: number }; response: number };
type KeyPointVector = { size(): number; get(index: number): KeyPoint; delete(): void };
type Clahe = { apply(from: Mat, to: Mat): void; delete(): void };
type Finder = {
  detectAndCompute(image: Mat, mask: Mat, points: KeyPointVector, descriptors: Mat): void;
  delete(): void;
};

type Match = { queryIdx: number; trainIdx: number; distance: number };
type Vector<T> = { size(): number; get(index: number): T; delete(): void };
type MatchVectors = Vector<Vector<Match>>;
type Matcher = { knnMatch(from: Mat, to: Mat, found: MatchVectors, count: number): void; delete(): void };

export type OpenCv = {
  Mat: new () => Mat;
  Size: new (width: number, height: number) => object;
  KeyPointVector: new () => KeyPointVector;
  CLAHE: new (clipLimit: number, tiles: object) => Clahe;
  /** extended, upright, threshold, octaves, layers of each octave */
  KAZE: new (
    extended: boolean,
    upright: boolean,
    threshold: number,
    octaves: number,
    layers: number,
  ) => Finder;
  /** the most points */
  ORB: new (
    count: number,
  ) => Finder;
  BFMatcher: new (norm: number, crossCheck: boolean) => Matcher;
  DMatchVectorVector: new () => MatchVectors;
  CV_8UC1: number;
  CV_32FC2: number;
  CV_64FC1: number;
  INTER_AREA: number;
  NORM_HAMMING: number;
  USAC_MAGSAC: number;
  matFromArray(rows: number, cols: number, type: number, values: ArrayLike<number>): Mat;
  findHomography(
    from: Mat,
    to: Mat,
    method: number,
    threshold: number,
    mask: Mat,
    iterations: number,
    confidence: number,
  ): Mat;
  resize(from: Mat, to: Mat, size: object, fx: number, fy: number, interpolation: number): void;
  GaussianBlur(from: Mat, to: Mat, size: object, sigma: number): void;
  warpPerspective(from: Mat, to: Mat, matrix: Mat, size: object): void;
  onRuntimeInitialized?: () => void;
};

let loading: Promise<{ cv: OpenCv }> | null = null;

async function load(): Promise<{ cv: OpenCv }> {
  const cv = (await import('@techstark/opencv-js')).default as unknown as OpenCv;
  if (!('Mat' in cv)) await new Promise<void>((ready) => Object.assign(cv, { onRuntimeInitialized: ready }));
  // It has a method `then` of its own: bare it would never be done.
  return { cv };
}

/** Eleven megabytes of program: loaded at the first use. */
export function loadOpenCv(): Promise<{ cv: OpenCv }> {
  loading ??= load();
  return loading;
}

// Pictures as alignment reads them: small, upright and grey.
export type Grey = { data: Uint8Array; width: number; height: number };

/** Longest side in pixels. */
const longest = 900;
/** Bounds memory, which grows with a picture's pixels. */
const maxPixels = 500_000;
/** Width of a panorama's full turn, of which only the strip around the horizon is analysed. */
const turnPixels = 1440;
const stripShare = 0.4;

/** Upright and grey, as alignment reads it. */
export async function readGrey(bytes: Uint8Array): Promise<Grey> {
  const image = sharp(bytes).autoOrient();
  const { width, height } = (await image.metadata()).autoOrient;
  const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const { data, info } = await image
    .resize({ ...size, fit: 'fill' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The strip around the horizon of an equirectangular panorama. */
export async function readHorizon(bytes: Uint8Array): Promise<Grey> {
  const whole = turnPixels / 2;
  const height = Math.round(whole * stripShare);
  const { data } = await sharp(bytes)
    .resize(turnPixels, whole, { fit: 'fill' })
    .extract({ left: 0, top: Math.round((whole - height) / 2), width: turnPixels, height })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: turnPixels, height };
}

/** `points`: x and y in pixels, alternating; `descriptors`: `size` numbers for each. */
export type Features = {
  count: number;
  width: number;
  height: number;
  points: Float32Array;
  descriptors: Float32Array;
  size: number;
};

const most = 5000;
/** Grid cells in each direction, so that one busy corner does not take all points. */
const fields = 12;
/** The weakest points allowed: bare soil has no stronger ones. */
const threshold = 0.0005;
/** Levels of scale, each of which costs twenty megabytes: pictures of one viewpoint differ by less than an octave. */
const octaves = 2;
const layers = 3;

type PlacedPoint = { at: number; x: number; y: number; response: number };

/** The strongest of each cell. */
function strongest(points: PlacedPoint[], { width, height }: Grey): PlacedPoint[] {
  const perField = Math.ceil(most / fields ** 2);
  const counts = new Map<number, number>();
  return points
    .sort((a, b) => b.response - a.response)
    .filter(({ x, y }) => {
      const field = Math.floor((x / width) * fields) * fields + Math.floor((y / height) * fields);
      const count = counts.get(field) ?? 0;
      counts.set(field, count + 1);
      return count < perField;
    });
}

/** Evens out light and shadow: the sun is elsewhere on another day. */
function evenedOut(cv: OpenCv, { data, width, height }: Grey): Mat {
  const grey = cv.matFromArray(height, width, cv.CV_8UC1, data);
  const even = new cv.Mat();
  const clahe = new cv.CLAHE(2, new cv.Size(8, 8));
  clahe.apply(grey, even);
  clahe.delete();
  grey.delete();
  return even;
}

function collect(kept: readonly PlacedPoint[], descriptors: Mat, { width, height }: Grey): Features {
  const size = descriptors.cols;
  const all = descriptors.data32F;
  const features = {
    count: kept.length,
    width,
    height,
    size,
    points: new Float32Array(kept.length * 2),
    descriptors: new Float32Array(kept.length * size),
  };
  for (const [index, { at, x, y }] of kept.entries()) {
    features.points.set([x, y], index * 2);
    features.descriptors.set(all.subarray(at * size, (at + 1) * size), index * size);
  }
  return features;
}

export async function findFeatures(grey: Grey): Promise<Features> {
  const { cv } = await loadOpenCv();
  const even = evenedOut(cv, grey);
  const kaze = new cv.KAZE(false, true, threshold, octaves, layers);
  const [found, descriptors, everywhere] = [new cv.KeyPointVector(), new cv.Mat(), new cv.Mat()];
  kaze.detectAndCompute(even, everywhere, found, descriptors);
  const points = Array.from({ length: found.size() }, (_, at) => {
    const { pt, response } = found.get(at);
    return { at, x: pt.x, y: pt.y, response };
  });
  const features = collect(strongest(points, grey), descriptors, grey);
  for (const one of [even, kaze, found, descriptors, everywhere]) one.delete();
  return features;
}
