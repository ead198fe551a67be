// Decides which pictures of a visit belong to which viewpoints, and which a person must place. Pure: the same input gives the same answer.
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Placement, ViewpointKind } from '#contract/viewpoints/endpoints.ts';
import { contradict, type Nearness, nearness, type Spot } from './nearness.ts';

// The meaning of a picture's name for its viewpoint. Pure.

/** 'DJI_0002' of 'DJI_0002.JPG'. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '').toLowerCase();
}

/** What cameras and phones write before and after their numbers. */
const cameraWords =
  /^(?:dji|img|image|dsc[fn]?|dscn|p|pxl|gopr|gp|gx|gh|mvi|vid|video|mov|pano|photo|picture|file|wa|v|d|t|w|z|s|h|hdr|mp|media)$/;

/** Whether only a number distinguishes it: 'DJI_0001.JPG' and '03.jpg' of two visits may show any two places. */
export function isCounted(name: string): boolean {
  const words = stemOf(name).match(/\p{L}+/gu) ?? [];
  return words.every((word) => cameraWords.test(word));
}

/** '20_11_2026', '11_20_26' and '20_nov_2026' at the start of a name; '03_20_11_2026' is a number before a date. */
const startsWithDate =
  /^(?:\d{1,2}_(?:\d{1,2}|[a-z]{3,9})_(?:19|20)\d\d(?!\d)|\d{1,2}_\d{1,2}_\d\d(?!\d|_(?:19|20)\d\d(?!\d)))/;

const firstNumber = (found: RegExpExecArray | null) => Number(found?.[1] ?? 0) || null;

/** The number that a person gave it explicitly: 3 of 'VP03.jpg' and 'site-vp-3.jpg'. */
function saidNumber(name: string): number | null {
  return firstNumber(/(?:^|[^a-z])vp[-_ ]?0*(\d{1,3})(?!\d)/.exec(stemOf(name)));
}

/** The number of the viewpoint in a name: also 3 of '03_north.jpg'; null for any other, and for dates. */
export function numberIn(name: string): number | null {
  const stem = stemOf(name);
  return saidNumber(name) ?? (startsWithDate.test(stem) ? null : firstNumber(/^0*(\d{1,3})_/.exec(stem)));
}

/** A picture of another visit that is already placed. */
export type KnownPicture = Spot & { name: string; mediaKind: MediaKind };

/** A viewpoint without a picture of this visit; `known`: its pictures of other visits, the nearest in time first. */
export type OpenViewpoint = { id: number; kind: ViewpointKind; position: number; known: readonly KnownPicture[] };

/** A picture of this visit without a viewpoint yet. */
export type FreePicture = Spot & { file: string; name: string; mediaKind: MediaKind; panorama: boolean };

/** How well a picture aligns with a viewpoint's newest one: on this many points. */
export type Likeness = { viewpointId: number; file: string; inliers: number };

type Machine = Exclude<Placement, 'hand'>;
type Candidate = { viewpoint: OpenViewpoint; picture: FreePicture; by: Machine; score: number; sure: boolean };
type Candidates = readonly Candidate[];

export type Decision = {
  placements: { viewpointId: number; file: string; by: Machine }[];
  /** Best first. */
  proposals: { file: string; candidates: { viewpointId: number; by: Machine }[] }[];
};

type Question = {
  viewpoints: readonly OpenViewpoint[];
  pictures: readonly FreePicture[];
  likeness?: readonly Likeness[];
};

/** Panoramas and photos are never matched, and a viewpoint stays in its tab: folders of drone and indoor photos count alike. */
function mayBe(viewpoint: OpenViewpoint, picture: FreePicture): boolean {
  const [last] = viewpoint.known;
  return (viewpoint.kind === 'panorama') === picture.panorama && (!last || last.mediaKind === picture.mediaKind);
}

/**
 * An explicit number is more certain than a camera's counter. If the headers contradict them, 'VP03' is still trusted, a number at the
 * start only proposes, and a counter is ignored.
 */
function byName(viewpoint: OpenViewpoint, picture: FreePicture): Candidate | null {
  const number = numberIn(picture.name);
  const [last] = viewpoint.known;
  const isElsewhere = last !== undefined && contradict(last, picture);
  const named = { viewpoint, picture, by: 'name' as const };
  if (number === viewpoint.position)
    return { ...named, score: 0, sure: !isElsewhere || saidNumber(picture.name) !== null };
  const isSame = last !== undefined && !isCounted(picture.name) && stemOf(last.name) === stemOf(picture.name);
  return number === null && isSame && !isElsewhere ? { ...named, score: 1, sure: true } : null;
}

function byPosition(viewpoint: OpenViewpoint, picture: FreePicture): Candidate | null {
  const panorama = viewpoint.kind === 'panorama';
  let best: Nearness | null = null;
  for (const known of viewpoint.known) {
    const near = nearness(known, picture, { panorama });
    if (near && near.score < (best?.score ?? Number.POSITIVE_INFINITY)) best = near;
  }
  return best ? { viewpoint, picture, by: 'position', ...best } : null;
}

/** The number of agreeing points from which a picture is trusted; and its ratio to the second best. */
const minInliers = 30;
const leadInliers = 2;

function byLikeness({ viewpoints, pictures, likeness = [] }: Question): Candidate[] {
  return likeness.flatMap(({ viewpointId, file, inliers }) => {
    const viewpoint = viewpoints.find(({ id }) => id === viewpointId);
    const picture = pictures.find((one) => one.file === file);
    if (!viewpoint || !picture || inliers < minInliers || !mayBe(viewpoint, picture)) return [];
    // Half as many points are as far away as one step.
    return [{ viewpoint, picture, by: 'picture' as const, score: -Math.log2(inliers), sure: true }];
  });
}

/** The required lead of the best: equal names cannot be distinguished; four metres or five degrees; twice as many points. */
const leads: Record<Machine, number> = { name: Number.MIN_VALUE, position: 0.25, picture: Math.log2(leadInliers) };

/** The best two of each; `all` are sorted, the best first. */
function bestTwo<K>(all: Candidates, keyOf: (one: Candidate) => K): Map<K, Candidate[]> {
  const best = new Map<K, Candidate[]>();
  for (const one of all) {
    const before = best.get(keyOf(one));
    if (!before) best.set(keyOf(one), [one]);
    else if (before.length < 2) before.push(one);
  }
  return best;
}

/** A match without a rival, neither for its viewpoint nor for its picture. */
function findClear(all: Candidates): Candidate | undefined {
  const ofViewpoint = bestTwo(all, ({ viewpoint }) => viewpoint);
  const ofPicture = bestTwo(all, ({ picture }) => picture);
  return all.find((one) => {
    const best = [...(ofViewpoint.get(one.viewpoint) ?? []), ...(ofPicture.get(one.picture) ?? [])];
    return one.sure && best.every((other) => other === one || other.score - one.score >= leads[one.by]);
  });
}

/** Greedy matching: accept the clear winner, drop its rivals, repeat. */
function takeClear(all: Candidates): { taken: Candidate[]; left: Candidates } {
  const taken: Candidate[] = [];
  let left = all;
  for (let next = findClear(left); next; next = findClear(left)) {
    const { viewpoint, picture } = next;
    taken.push(next);
    left = left.filter((other) => other.viewpoint !== viewpoint && other.picture !== picture);
  }
  return { taken, left };
}

function pairsOf({ viewpoints, pictures }: Question, match: typeof byName): Candidate[] {
  return viewpoints.flatMap((viewpoint) =>
    pictures.flatMap((picture) => (mayBe(viewpoint, picture) ? (match(viewpoint, picture) ?? []) : [])),
  );
}

/** More viewpoints than a person can choose from. */
const maxCandidates = 10;

function toProposals(pictures: readonly FreePicture[], left: Candidates): Decision['proposals'] {
  const byPicture = new Map<FreePicture, Map<number, Machine>>();
  for (const { viewpoint, picture, by } of left) {
    const found = byPicture.get(picture) ?? new Map<number, Machine>();
    byPicture.set(picture, found);
    if (!found.has(viewpoint.id) && found.size < maxCandidates) found.set(viewpoint.id, by);
  }
  return pictures.flatMap((picture) => {
    const found = byPicture.get(picture);
    return found
      ? [{ file: picture.file, candidates: Array.from(found, ([viewpointId, by]) => ({ viewpointId, by })) }]
      : [];
  });
}

/**
 * In this order: names, positions, likeness (behaviour §11.3). Clear winners are placed, all other candidates are proposed. Each viewpoint
 * gets at most one picture, each picture one viewpoint.
 */
export function decide(question: Question): Decision {
  const taken: Candidate[] = [];
  const left: Candidate[] = [];
  const stages = [(open: Question) => pairsOf(open, byName), (open: Question) => pairsOf(open, byPosition), byLikeness];
  for (const stage of stages) {
    const open = {
      ...question,
      viewpoints: question.viewpoints.filter((one) => !taken.some(({ viewpoint }) => viewpoint === one)),
      pictures: question.pictures.filter((one) => !taken.some(({ picture }) => picture === one)),
    };
    const found = takeClear(stage(open).sort((a, b) => a.score - b.score));
    taken.push(...found.taken);
    left.push(...found.left);
  }
  const isOpen = ({ viewpoint, picture }: Candidate) =>
    !taken.some((one) => one.viewpoint === viewpoint || one.picture === picture);
  return {
    placements: taken.map(({ viewpoint, picture, by }) => ({ viewpointId: viewpoint.id, file: picture.file, by })),
    proposals: toProposals(question.pictures, left.filter(isOpen)),
  };
}
