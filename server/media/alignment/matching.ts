// Finds the features of one picture again in another: those that are each other's nearest, and clearly nearer than the next.
import type { Features } from './features.ts';

/** Pairs of indexes: of the first picture and of the second. */
export type Matches = { first: Int32Array; second: Int32Array; count: number };

/** How far, in pixels, a feature may have moved; a panorama's may have gone all the way round. */
export type Reach = { x: number; y: number };

/** The nearest one may have at most this share of the next one's distance, both squared. */
const ratio = 0.9 ** 2;

type Nearest = { index: Int32Array; distance: Float32Array; next: Float32Array };

function nothingYet(count: number): Nearest {
  const far = () => new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  return { index: new Int32Array(count).fill(-1), distance: far(), next: far() };
}

/** The indexes of features from top to bottom. */
function byHeight({ count, points }: Features): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => (points[2 * a + 1] ?? 0) - (points[2 * b + 1] ?? 0),
  );
}

/** The squared distance of two descriptors, or anything beyond `enough` as soon as it is certain to be more. */
function distanceBetween(
  pair: { a: Float32Array; from: number; b: Float32Array; to: number; size: number },
  enough: number,
) {
  const { a, from, b, to, size } = pair;
  let sum = 0;
  for (let start = 0; start < size && sum < enough; start += 16) {
    const end = Math.min(size, start + 16);
    for (let at = start; at < end; at++) {
      const difference = (a[from + at] as number) - (b[to + at] as number);
      sum += difference * difference;
    }
  }
  return sum;
}

function note({ index, distance, next }: Nearest, at: number, found: { index: number; distance: number }): void {
  if (found.distance < (distance[at] as number)) {
    next[at] = distance[at] as number;
    distance[at] = found.distance;
    index[at] = found.index;
  } else if (found.distance < (next[at] as number)) next[at] = found.distance;
}

/** Every feature of the first picture with every one of the second within reach, both from top to bottom. */
function compareAll(first: Features, second: Features, reach: Reach): [Nearest, Nearest] {
  const [ofFirst, ofSecond] = [nothingYet(first.count), nothingYet(second.count)];
  const rows = byHeight(second);
  const [p, q] = [first.points, second.points];
  let begin = 0;
  for (const i of byHeight(first)) {
    const [x, y] = [p[2 * i] as number, p[2 * i + 1] as number];
    while (begin < rows.length && (q[2 * (rows[begin] as number) + 1] as number) < y - reach.y) begin++;
    for (let row = begin; row < rows.length; row++) {
      const j = rows[row] as number;
      if ((q[2 * j + 1] as number) > y + reach.y) break;
      if (Math.abs((q[2 * j] as number) - x) > reach.x) continue;
      const enough = Math.max(ofFirst.next[i] as number, ofSecond.next[j] as number);
      const pair = {
        a: first.descriptors,
        from: i * first.size,
        b: second.descriptors,
        to: j * second.size,
        size: first.size,
      };
      const distance = distanceBetween(pair, enough);
      if (distance >= enough) continue;
      note(ofFirst, i, { index: j, distance });
      note(ofSecond, j, { index: i, distance });
    }
  }
  return [ofFirst, ofSecond];
}

export function matchFeatures(first: Features, second: Features, reach: Reach): Matches {
  const [ofFirst, ofSecond] = compareAll(first, second, reach);
  const matches: Matches = { first: new Int32Array(first.count), second: new Int32Array(first.count), count: 0 };
  for (let i = 0; i < first.count; i++) {
    const j = ofFirst.index[i] as number;
    if (j < 0 || ofSecond.index[j] !== i) continue;
    if (!((ofFirst.distance[i] as number) < ratio * (ofFirst.next[i] as number))) continue;
    matches.first[matches.count] = i;
    matches.second[matches.count++] = j;
  }
  return matches;
}
