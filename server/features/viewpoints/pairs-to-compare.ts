// Which pictures of two visits are worth being laid over each other, as nothing but names and order pairs them. Pure.
import type { PicturePair } from '#contract/viewpoints/endpoints.ts';
import { likeliest } from './likeness.ts';
import { contradict } from './nearness.ts';
import type { PairablePicture } from './pair-pictures.ts';

/** Each costs a second or more of the machine's leisure. */
const maxPairs = 60;
/** So many of the other visit for each picture at least, as flights begin at another count: of large visits the first pictures come right first. */
const minEach = 6;

type Pictures = readonly PairablePicture[];
type TwoVisits = { own: Pictures; others: Pictures };
export type UnsurePair = { own: string; other: string };

/** Photos that have no sure partner. */
function photosWithout(partners: ReadonlySet<string>, pictures: Pictures): Pictures {
  return pictures.filter(({ id, kind }) => kind === 'photo' && !partners.has(id));
}

/** Those about as far along that may be meant. */
export function pairsToCompare({ own, others }: TwoVisits, pairs: readonly PicturePair[]): UnsurePair[] {
  const sure = pairs.filter(({ by }) => by !== 'name' && by !== 'order');
  const left = photosWithout(new Set(sure.map((pair) => pair.own)), own);
  const right = photosWithout(new Set(sure.map((pair) => pair.other)), others);
  const each = Math.max(minEach, Math.floor(maxPairs / Math.max(1, left.length)));
  const found = left.slice(0, maxPairs).flatMap((picture, at) => {
    const share = left.length > 1 ? at / (left.length - 1) : 0.5;
    const may = right.filter((other) => !contradict(picture, other));
    return likeliest(may, share, each).map((other) => ({ own: picture.id, other: other.id }));
  });
  return found.slice(0, maxPairs);
}
