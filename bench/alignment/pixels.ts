// Alignments in pixels of whole upright pictures, and how far one is off.

import { median } from '#bench/lib/report.ts';
import { applyHomography, composeHomographies, type Homography } from '#contract/geometry/homography.ts';

export type Size = { width: number; height: number };
/** Of the older and of the newer picture. */
export type Sizes = readonly [older: Size, newer: Size];

/** From shares of both pictures to their pixels; the last number is 1. */
export function inPixels(matrix: Homography, [from, to]: Sizes): Homography {
  const toShares = [1 / from.width, 0, 0, 0, 1 / from.height, 0, 0, 0, 1];
  const toPixels = [to.width, 0, 0, 0, to.height, 0, 0, 0, 1];
  const whole = composeHomographies(composeHomographies(toShares, matrix), toPixels);
  return whole.map((value) => value / (whole[8] ?? 1));
}

const fields = 10;

/** In percent of the newer picture's width, in the middle of 121 places all over those that both show; not a number where none is. */
export function errorOf(matrix: Homography, truth: Homography, [from, to]: Sizes): number {
  const errors: number[] = [];
  for (let at = 0; at < (fields + 1) ** 2; at++) {
    const [column, row] = [at % (fields + 1), Math.floor(at / (fields + 1))];
    const place = [(column / fields) * from.width, (row / fields) * from.height] as const;
    const [[x, y], [wantedX, wantedY]] = [applyHomography(matrix, place), applyHomography(truth, place)];
    if (wantedX < 0 || wantedY < 0 || wantedX > to.width || wantedY > to.height) continue;
    errors.push((Math.hypot(x - wantedX, y - wantedY) / to.width) * 100);
  }
  return median(errors);
}
