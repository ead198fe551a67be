// The alignment of the two pictures of a comparison: fetched from the server, or marked manually on this page.

import { useEffect, useState } from 'react';
import type { Homography, Mark, Point } from '#contract/geometry/homography.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { type Alignment, getAlignment, maxMarks, minMarks } from '#contract/viewpoints/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { otherSide, type Pair, type SideName } from '#web/media/linked/linked-viewer.ts';
import type { PhotoAlignment } from '#web/media/linked/photo-view.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { comparableAs } from '#web/media/linked/sides.ts';

/** What the viewers need of an alignment. `turn`: by how many degrees the right panorama is turned further than the left one. */
export type ShownAlignment = { photo?: PhotoAlignment | undefined; turn?: number | undefined };

type Ref = { sessionId: number; mediaKind: MediaKind; item: string };
export type AlignedPair = { kind: 'photo' | 'panorama'; older: SideName; refs: { older: Ref; newer: Ref } };

function refOf({ visit, kind, item }: Side): Ref | undefined {
  return kind && item ? { sessionId: visit.id, mediaKind: kind, item: item.id } : undefined;
}

/** The older visit is the one that was captured first, on whichever side it is. */
export function olderSide({ left, right }: Pair<{ captureDate: string }>): SideName {
  return right.captureDate < left.captureDate ? 'right' : 'left';
}

/** Undefined if the two cannot be aligned. */
export function alignedPair(sides: Pair<Side>): AlignedPair | undefined {
  const kind = comparableAs(sides.left.content, sides.right.content);
  const side = olderSide({ left: sides.left.visit, right: sides.right.visit });
  const [older, newer] = [refOf(sides[side]), refOf(sides[otherSide(side)])];
  if (!older || !newer || (kind !== 'photo' && kind !== 'panorama')) return undefined;
  if (older.sessionId === newer.sessionId && older.item === newer.item) return undefined;
  return { kind, older: side, refs: { older, newer } };
}

/** In milliseconds: how often a result is polled, in case no change announces it. */
const pollMs = 10_000;

function useAnswer(pair: AlignedPair | undefined) {
  const { older, newer } = pair?.refs ?? {};
  const query = {
    olderSession: older?.sessionId ?? 0,
    olderKind: older?.mediaKind ?? 'drone',
    olderItem: older?.item ?? '',
    newerSession: newer?.sessionId ?? 0,
    newerKind: newer?.mediaKind ?? 'drone',
    newerItem: newer?.item ?? '',
  } as const;
  const { data, refetch } = useApiQuery(getAlignment, { query }, { enabled: pair !== undefined });
  const answer = pair ? data : undefined;
  const isWaiting = answer?.state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refetch(), pollMs);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  return answer;
}

export type AlignmentView = ReturnType<typeof useAlignment>;

/** `wanted`: the pictures are overlaid now. Nothing is fetched before. */
export function useAlignment(sides: Pair<Side>, { wanted, on }: { wanted: boolean; on: boolean }) {
  const pair = wanted ? alignedPair(sides) : undefined;
  const answer = useAnswer(pair);
  const key = JSON.stringify(pair?.refs);
  const [preview, setPreview] = useState<{ key: string; matrix: Homography }>();
  const [kept, setKept] = useState<{ key: string; marks: Marks }>();
  const own = preview && preview.key === key ? preview.matrix : undefined;
  const [shown, setShown] = useState<ShownAlignment>();
  const next = on ? shownFrom(pair, answer, own) : undefined;
  // The same object for the same numbers: viewers are notified only of changes.
  if (JSON.stringify(next) !== JSON.stringify(shown)) setShown(next);
  return {
    pair,
    answer,
    shown,
    /** A manual alignment, on this page alone; null: the server's. */
    showPreview: (matrix: Homography | null) => setPreview(matrix ? { key, matrix } : undefined),
    isLooking: own !== undefined,
    /** Marks of this pair that were not saved: closing the dialog, or only looking, loses nothing. */
    marks: kept && kept.key === key ? kept.marks : undefined,
    keepMarks: (marks: Marks | null) => setKept(marks ? { key, marks } : undefined),
  };
}

function shownFrom(
  pair: AlignedPair | undefined,
  answer: Alignment | undefined,
  own?: Homography,
): ShownAlignment | undefined {
  if (!pair) return undefined;
  const matrix = own ?? answer?.matrix;
  if (pair.kind === 'photo') return matrix ? { photo: { older: pair.older, matrix } } : undefined;
  const yaw = answer?.yaw;
  return typeof yaw === 'number' ? { turn: pair.older === 'left' ? -yaw : yaw } : undefined;
}

// The places that a person marks in two pictures, and the next step.

/** Places, by number, in each picture. */
export type Marks = { older: Point[]; newer: Point[] };

/** The saved places, to continue from. */
export function marksFrom(answer: Alignment | undefined): Marks {
  const marks = answer?.marks ?? [];
  const pointOf = ([x = 0, y = 0]: readonly number[]): Point => [x, y];
  return { older: marks.map((mark) => pointOf(mark.older)), newer: marks.map((mark) => pointOf(mark.newer)) };
}

/** The places that are marked in both. */
export function pairsOf({ older, newer }: Marks): Mark[] {
  return older.flatMap((point, at) => {
    const other = newer[at];
    return other ? [{ older: point, newer: other }] : [];
  });
}

/** The next step, in one sentence. */
export function hintFor(marks: Marks, matrix: Homography | null): string {
  const { older, newer } = marks;
  const count = pairsOf(marks).length;
  if (older.length > newer.length) return `Mark place ${older.length} in the newer picture too.`;
  if (newer.length > older.length) return `Mark place ${newer.length} in the older picture too.`;
  if (count < minMarks)
    return `Mark place ${count + 1} of at least ${minMarks} in both pictures: corners that have not changed.`;
  if (!matrix)
    return 'These places do not fit together: mark them further apart, and in the same order in both pictures.';
  return count < maxMarks ? 'More places make it more accurate.' : 'You have marked the maximum number of places.';
}
