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
type Kaze = { detectAndCompute(image: Mat, mask: Mat, points: KeyPointVector, descriptors: Mat): void; delete(): void };

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
  ) => Kaze;
  CV_8UC1: number;
  CV_32FC2: number;
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
