// Pairs the pictures of two visits for a comparison: by viewpoint, position, likeness; by name and order last. Pure.
import type { PicturePair } from '#contract/viewpoints/endpoints.ts';
import { isCounted, stemOf } from './decide.ts';
import { contradict, type Nearness, nearness, type Spot } from './nearness.ts';

/** `folder`: within the linked one. `kind`: pictures that are shown differently are never paired. */
export type PairablePicture = Spot & {
  id: string;
  name: string;
  folder: string;
  viewpointId: number | null;
  kind: 'photo' | 'panorama' | 'video' | 'geotiff';
};
/** Two pictures that were aligned, on this many points. */
export type Aligned = { own: string; other: string; inliers: number };

type Pictures = readonly PairablePicture[];
type Question = { own: Pictures; others: Pictures; aligned: readonly Aligned[] };
/** Lower is better. */
type Ranked = { own: PairablePicture; other: PairablePicture; rank: number };

/** Pictures without a partner yet. */
class Unpaired {
  readonly pairs: PicturePair[] = [];
  own: Pictures;
  others: Pictures;
  constructor({ own, others }: Question) {
    this.own = own;
    this.others = others;
  }

  /** The best first, each picture once. */
  take(ranked: readonly Ranked[], by: PicturePair['by']): void {
    const used = new Set<PairablePicture>();
    for (const { own, other } of ranked.toSorted((a, b) => a.rank - b.rank)) {
      if (used.has(own) || used.has(other) || own.kind !== other.kind) continue;
      used.add(own).add(other);
      this.pairs.push({ own: own.id, other: other.id, by });
    }
    this.own = this.own.filter((one) => !used.has(one));
    this.others = this.others.filter((one) => !used.has(one));
  }
}

/**
 * How many pictures of the other visit are compared with one: visits of thousands, all of one place or of one name, must not block the
 * server.
 */
const maxComparisons = 200;

/** Each is paired with the first remaining one with the same key that is allowed. */
function rankByKey(
  { own, others }: Unpaired,
  keyOf: (picture: PairablePicture) => number | string | null,
  fits: (own: PairablePicture, other: PairablePicture) => boolean,
): Ranked[] {
  const left = new Map<number | string | null, PairablePicture[]>();
  for (const other of others) {
    const row = left.get(keyOf(other));
    if (row) row.push(other);
    else left.set(keyOf(other), [other]);
  }
  return own.flatMap((one) => {
    const key = keyOf(one);
    const row = key === null ? undefined : left.get(key);
    const at = row?.slice(0, maxComparisons).findIndex((other) => one.kind === other.kind && fits(one, other)) ?? -1;
    const [other] = at < 0 ? [] : (row?.splice(at, 1) ?? []);
    return other ? [{ own: one, other, rank: 0 }] : [];
  });
}

/** Degrees of latitude beyond which no two pictures are one viewpoint: most pairs need no trigonometry. */
const far = 0.0002;
/** Of the pictures taken near one, this many of the nearest are candidates. */
const maxNear = 20;

function bySpot(own: PairablePicture, other: PairablePicture): number | null {
  if (own.kind !== other.kind) return null;
  const near: Nearness | null = nearness(own, other, { panorama: own.kind === 'panorama' });
  // Those without headings come last.
  return near && near.score + (near.sure ? 0 : 2);
}

type Located = PairablePicture & { latitude: number; longitude: number };
const isLocated = (picture: PairablePicture): picture is Located =>
  picture.latitude !== null && picture.longitude !== null;

/** The index of a latitude in a row from south to north. */
function placeIn(row: readonly Located[], latitude: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] as Located).latitude < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBeside(own: Located, other: Located): boolean {
  const turn = Math.abs(own.longitude - other.longitude);
  return Math.min(turn, 360 - turn) * Math.cos((own.latitude * Math.PI) / 180) <= far;
}

function nearestOf(own: Located, row: readonly Located[]): Ranked[] {
  const { latitude } = own;
  const strip = row.slice(placeIn(row, latitude - far), placeIn(row, latitude + far));
  const around = strip.filter((other) => isBeside(own, other));
  const from = Math.max(0, placeIn(around, latitude) - maxComparisons / 2);
  const found = around.slice(from, from + maxComparisons).flatMap((other) => {
    const rank = bySpot(own, other);
    return rank === null ? [] : [{ own, other, rank }];
  });
  return found.sort((a, b) => a.rank - b.rank).slice(0, maxNear);
}

function rankBySpot({ own, others }: Unpaired): Ranked[] {
  const row = others.filter(isLocated).sort((a, b) => a.latitude - b.latitude);
  return own.filter(isLocated).flatMap((one) => nearestOf(one, row));
}

function rankAligned({ own, others }: Unpaired, aligned: readonly Aligned[]): Ranked[] {
  const ownById = new Map(own.map((one) => [one.id, one]));
  const otherById = new Map(others.map((one) => [one.id, one]));
  return aligned.flatMap((found) => {
    const [one, other] = [ownById.get(found.own), otherById.get(found.other)];
    return one && other ? [{ own: one, other, rank: -found.inliers }] : [];
  });
}

/** Along the row from an index, alternating between both sides. */
function* outward<T>(row: readonly T[], from: number): Generator<T> {
  for (let step = 0; step < row.length; step++) {
    const [before, after] = [row[from - 1 - step], row[from + step]];
    if (after !== undefined) yield after;
    if (before !== undefined) yield before;
  }
}

/**
 * The one at the same relative position, or the nearest to it that is allowed: both flights cover the same site, however many pictures each
 * took.
 */
function guess(picture: PairablePicture, share: number, row: Pictures): PairablePicture | undefined {
  const at = Math.round(share * (row.length - 1));
  let comparisons = 0;
  for (const one of outward(row, at)) {
    if (++comparisons > maxComparisons) break;
    if (one.kind === picture.kind && !contradict(one, picture)) return one;
  }
  return row[at];
}

type Rows = { left: Pictures; all: Pictures };

/** Partners for remaining pictures: among the remaining ones of the other side, else among all of them. */
function guesses(own: Rows, others: Rows) {
  const [row, from] = others.left.length > 0 ? [others.left, own.left] : [others.all, own.all];
  const places = new Map(from.map((picture, at) => [picture, at]));
  return own.left.flatMap((picture) => {
    const share = from.length < 2 ? 0 : (places.get(picture) ?? 0) / (from.length - 1);
    const other = guess(picture, share, row);
    return other ? [{ picture, other }] : [];
  });
}

/**
 * The surest pairs first. Pictures remaining on one side are paired by order with one of the other, which is then in several pairs: the
 * first pair that names a picture is its own.
 */
export function pairPictures(question: Question): PicturePair[] {
  const { own, others, aligned } = question;
  const left = new Unpaired(question);
  left.take(
    rankByKey(
      left,
      ({ viewpointId }) => viewpointId,
      () => true,
    ),
    'viewpoint',
  );
  left.take(rankBySpot(left), 'position');
  left.take(rankAligned(left, aligned), 'picture');
  const agree = (one: PairablePicture, other: PairablePicture) => !contradict(one, other);
  // Every camera counts from 1: a number alone does not identify a place.
  const keyOf = (name: string) => (isCounted(name) ? null : stemOf(name));
  // Among several with one name, first the one in the folder of the same name.
  left.take(
    rankByKey(left, ({ folder, name }) => keyOf(name) && JSON.stringify([folder, stemOf(name)]), agree),
    'name',
  );
  left.take(
    rankByKey(
      left,
      ({ name }) => keyOf(name),
      (one, other) => one.folder !== other.folder && agree(one, other),
    ),
    'name',
  );
  const order = (one: PairablePicture, other: PairablePicture) => ({
    own: one.id,
    other: other.id,
    by: 'order' as const,
  });
  const [mine, theirs] = [
    { left: left.own, all: own },
    { left: left.others, all: others },
  ];
  const byOrder = [
    ...guesses(mine, theirs).map(({ picture, other }) => order(picture, other)),
    ...guesses(theirs, mine).map(({ picture, other }) => order(other, picture)),
  ];
  const known = new Set<string>();
  return [...left.pairs, ...byOrder].filter((pair) => {
    const key = JSON.stringify([pair.own, pair.other]);
    return known.has(key) ? false : known.add(key);
  });
}
