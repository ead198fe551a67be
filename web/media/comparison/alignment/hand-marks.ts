// The places that a person marks in two pictures, and what is to be done next.

import type { Homography, Mark, Point } from '#contract/geometry/homography.ts';
import { type Alignment, maxMarks, minMarks } from '#contract/viewpoints/alignments.ts';

/** Places, by number, in each picture. */
export type Marks = { older: Point[]; newer: Point[] };

/** Those that were saved, to be gone on with. */
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

/** What is to be done next, in one sentence. */
export function hintFor(marks: Marks, matrix: Homography | null): string {
  const { older, newer } = marks;
  const count = pairsOf(marks).length;
  if (older.length > newer.length) return `Mark place ${older.length} in the newer picture too.`;
  if (newer.length > older.length) return `Mark place ${newer.length} in the older picture too.`;
  if (count < minMarks)
    return `Mark place ${count + 1} of at least ${minMarks} in both pictures: corners that have not changed.`;
  if (!matrix)
    return 'These places do not fit together: mark them further apart, and in the same order in both pictures.';
  return count < maxMarks ? 'More places make it more exact.' : 'These are as many places as there can be.';
}
