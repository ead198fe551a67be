// Finds the features of one picture again in another: those that are each other's nearest, and clearly nearer than the next.
import type { Features } from './features.ts';

// How far one panorama is turned against another: the turn that most of the places seen in both agree on.

/** `at`: where a place is seen, `turn`: how much further round than in the other panorama; both in shares of the whole circle. */
export type Seen = { at: number; turn: number };

/** Places agree within three degrees: the tripod did not stand at the very same spot. */
const tolerance = 3 / 360;
/** The circle is divided into so many sectors to see whether those that agree lie all around. */
const sectorCount = 12;

/** Between -0.5 and 0.5: the shorter way round. */
function wrapped(turn: number): number {
  return turn - Math.round(turn);
}

/** `sectors`: the share of the circle in which places agree. */
export function bestTurn(seen: readonly Seen[]): { inliers: number; sectors: number; turn: number } {
  const sorted = seen.map(({ at, turn }) => ({ at, turn: turn - Math.floor(turn) })).sort((a, b) => a.turn - b.turn);
  const twice = [...sorted, ...sorted.map(({ at, turn }) => ({ at, turn: turn + 1 }))];
  let best: [from: number, to: number] = [0, 0];
  for (let from = 0, to = 0; from < sorted.length; from++) {
    const limit = (twice[from]?.turn ?? 0) + 2 * tolerance;
    while (to < from + sorted.length && (twice[to]?.turn ?? Number.POSITIVE_INFINITY) <= limit) to++;
    if (to - from > best[1] - best[0]) best = [from, to];
  }
  const agreeing = twice.slice(...best);
  const sectors = new Set(agreeing.map(({ at }) => Math.floor((at - Math.floor(at)) * sectorCount)));
  const middle = agreeing[Math.floor(agreeing.length / 2)]?.turn ?? 0;
  return { inliers: agreeing.length, sectors: sectors.size / sectorCount, turn: wrapped(middle) };
}

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
