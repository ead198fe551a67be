// Where visits stand on a ruler of real time, which of their dates are written below it, and which visit a place on it means.
const day = 86_400_000;

/** Of each date (yyyy-mm-dd, oldest first) its share of the whole time, from 0 to 1; a ruler of one day has it in its middle. */
export function sharesOf(days: readonly string[]): number[] {
  const times = days.map((text) => Date.parse(`${text}T00:00:00Z`));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return times.map((time) => (last > first ? (time - first) / (last - first) : 0.5));
}

/** The visit nearest to a place; of those of one day the last. */
export function nearestTo(share: number, shares: readonly number[]): number {
  let nearest = 0;
  for (const [index, at] of shares.entries())
    if (Math.abs(at - share) <= Math.abs((shares[nearest] ?? 0) - share)) nearest = index;
  return nearest;
}

/** Widths of a ruler from which more dates are written; the styles of the labels name them too. In pixels of a root font of 16, and in rem on the page: letters grow with it. */
export const labelSteps = [240, 560, 960] as const;
/** Of a written date with the gap beside it, in pixels. */
export const labelWidth = 96;
/** So far from the ends of the ruler do the first and the last visit stand, in pixels: half of a handle. */
export const inset = 22;

/** A date that is written below the ruler, from the step of this number on. */
export type RulerLabel = { index: number; share: number; step: number };

/** Where the middle of a label comes to stand: below its visit, but never beyond the ends. */
export function labelCentre(share: number, width: number): number {
  const at = inset + share * (width - 2 * inset);
  return Math.min(Math.max(at, labelWidth / 2), width - labelWidth / 2);
}

/**
 * As many dates as have room, the last and the first before all others: a label that stands on a narrow ruler stands on every wider
 * one, so that the page needs not know how wide it is.
 */
export function labelsOf(shares: readonly number[]): RulerLabel[] {
  const labels: RulerLabel[] = [];
  const order = [...new Set([shares.length - 1, ...shares.keys()])].filter((index) => index >= 0);
  for (const [step, width] of labelSteps.entries()) {
    for (const index of order) {
      const share = shares[index] ?? 0;
      const centre = labelCentre(share, width);
      const isFree = labels.every((other) => Math.abs(labelCentre(other.share, width) - centre) >= labelWidth);
      if (isFree) labels.push({ index, share, step });
    }
  }
  return labels.sort((one, other) => one.index - other.index);
}

/** Most marks that one can tell apart on a phone. */
const maxMarks = 36;

/** Where months begin on the ruler, or years where the months would be too many. */
export function calendarMarks(days: readonly string[]): number[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last) return [];
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const months = (to - from) / (30 * day);
  const step = months > maxMarks ? 12 : 1;
  const marks: number[] = [];
  const at = new Date(from);
  at.setUTCDate(1);
  if (step === 12) at.setUTCMonth(0);
  for (; at.getTime() <= to; at.setUTCMonth(at.getUTCMonth() + step))
    if (at.getTime() >= from) marks.push((at.getTime() - from) / (to - from));
  return marks;
}
