// What is remarkable in a picture: places that can be found again in another one, each with what it looks like around it.
import type { Grey } from './grey.ts';
import { loadOpenCv, type Mat, type OpenCv } from './open-cv.ts';

/** `points`: x and y in pixels, one after the other; `descriptors`: `size` numbers for each. */
export type Features = {
  count: number;
  width: number;
  height: number;
  points: Float32Array;
  descriptors: Float32Array;
  size: number;
};

const most = 5000;
/** Fields of the picture in each direction, so that one busy corner does not take all. */
const fields = 12;
/** As weak as points may be: bare soil has no stronger ones. */
const threshold = 0.0005;
/** Levels of scale, of which each costs twenty megabytes: pictures of one viewpoint differ by less than an octave. */
const octaves = 2;
const layers = 3;

type KeyPoint = { at: number; x: number; y: number; response: number };

/** The strongest of each field. */
function strongest(points: KeyPoint[], { width, height }: Grey): KeyPoint[] {
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

/** Light and shadow are evened out: the sun stands elsewhere on another day. */
function evenedOut(cv: OpenCv, { data, width, height }: Grey): Mat {
  const grey = cv.matFromArray(height, width, cv.CV_8UC1, data);
  const even = new cv.Mat();
  const clahe = new cv.CLAHE(2, new cv.Size(8, 8));
  clahe.apply(grey, even);
  clahe.delete();
  grey.delete();
  return even;
}

function collect(kept: readonly KeyPoint[], descriptors: Mat, { width, height }: Grey): Features {
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
