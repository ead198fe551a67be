// Pairs what two visits show for a comparison: by viewpoint, by where it was taken, by likeness; by name and order last. Pure.
import type { PicturePair } from '#contract/viewpoints.ts';
import { countIn, stemOf } from './names.ts';
import { contradict, type Nearness, nearness, type Spot } from './nearness.ts';

/** `folder`: within the linked one. `kind`: what is shown in another way is never each other's. */
export type PairablePicture = Spot & {
  id: string;
  name: string;
  folder: string;
  viewpointId: number | null;
  kind: 'photo' | 'panorama' | 'video' | 'geotiff';
};
/** Two pictures that were laid over each other, on so many points. */
export type Aligned = { own: string; other: string; inliers: number };

type Pictures = readonly PairablePicture[];
type Question = { own: Pictures; others: Pictures; aligned: readonly Aligned[] };
/** The lower, the better. */
type Ranked = { own: PairablePicture; other: PairablePicture; rank: number };

/** What has no partner yet. */
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

/** Every two for which `rankOf` has a rank. */
function rank(
  { own, others }: Unpaired,
  rankOf: (own: PairablePicture, other: PairablePicture) => number | null,
): Ranked[] {
  return own.flatMap((one) =>
    others.flatMap((other) => {
      const found = rankOf(one, other);
      return found === null ? [] : [{ own: one, other, rank: found }];
    }),
  );
}

/** Degrees of latitude beyond which no two pictures are of one viewpoint: most pairs need no trigonometry. */
const far = 0.0002;

function bySpot(own: PairablePicture, other: PairablePicture): number | null {
  if (own.latitude === null || other.latitude === null || Math.abs(own.latitude - other.latitude) > far) return null;
  const near: Nearness | null = nearness(own, other, { panorama: own.kind === 'panorama' });
  // Without headings after all others.
  return near && near.score + (near.sure ? 0 : 2);
}

function rankAligned({ own, others }: Unpaired, aligned: readonly Aligned[]): Ranked[] {
  const ownById = new Map(own.map((one) => [one.id, one]));
  const otherById = new Map(others.map((one) => [one.id, one]));
  return aligned.flatMap((found) => {
    const [one, other] = [ownById.get(found.own), otherById.get(found.other)];
    return one && other ? [{ own: one, other, rank: -found.inliers }] : [];
  });
}

/** Equal names; of several the one in the folder of the same name. */
function byName(own: PairablePicture, other: PairablePicture): number | null {
  if (stemOf(own.name) !== stemOf(other.name) || contradict(own, other)) return null;
  return own.folder === other.folder ? 0 : 1;
}

/** Each number that one picture alone carries, with this picture. */
function byCount(pictures: Pictures): Map<number, PairablePicture> {
  const found = new Map<number, PairablePicture>();
  const twice = new Set<number>();
  for (const picture of pictures) {
    const number = countIn(picture.name);
    if (number === null) continue;
    if (found.has(number)) twice.add(number);
    found.set(number, picture);
  }
  for (const number of twice) found.delete(number);
  return found;
}

function rankCounts({ own, others }: Unpaired): Ranked[] {
  const otherByCount = byCount(others);
  return [...byCount(own)].flatMap(([number, one]) => {
    const other = otherByCount.get(number);
    return other && !contradict(one, other) ? [{ own: one, other, rank: 0 }] : [];
  });
}

/** The one as far along among those that may be meant: both flights cover the same site, however many pictures each took. */
function guess(picture: PairablePicture, from: Pictures, candidates: Pictures): PairablePicture | undefined {
  const fitting = candidates.filter((one) => one.kind === picture.kind && !contradict(one, picture));
  const row = fitting.length > 0 ? fitting : candidates;
  const share = from.length < 2 ? 0 : Math.max(0, from.indexOf(picture)) / (from.length - 1);
  return row[Math.round(share * (row.length - 1))];
}

/**
 * The surest pairs first. Where pictures are left over on one side they meet one of the other by order, which then stands in several pairs:
 * the first pair that names a picture is its own.
 */
export function pairPictures(question: Question): PicturePair[] {
  const { own, others, aligned } = question;
  const left = new Unpaired(question);
  const isSameViewpoint = (a: PairablePicture, b: PairablePicture) =>
    a.viewpointId !== null && a.viewpointId === b.viewpointId ? 0 : null;
  left.take(rank(left, isSameViewpoint), 'viewpoint');
  left.take(rank(left, bySpot), 'position');
  left.take(rankAligned(left, aligned), 'picture');
  left.take(rank(left, byName), 'name');
  left.take(rankCounts(left), 'name');
  const [ownLeft, othersLeft] = [left.own, left.others];
  const byOrder = [
    ...ownLeft.flatMap((one) => {
      const other = guess(one, ownLeft, othersLeft) ?? guess(one, own, others);
      return other ? [{ own: one.id, other: other.id, by: 'order' as const }] : [];
    }),
    ...othersLeft.flatMap((other) => {
      const one = guess(other, othersLeft, ownLeft) ?? guess(other, others, own);
      return one ? [{ own: one.id, other: other.id, by: 'order' as const }] : [];
    }),
  ];
  const known = new Set<string>();
  return [...left.pairs, ...byOrder].filter((pair) => {
    const key = JSON.stringify([pair.own, pair.other]);
    return known.has(key) ? false : known.add(key);
  });
}
