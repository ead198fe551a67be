// Whether one of two questions takes longer than the other: by the differences within rounds, against what they scatter by of themselves.
import { median } from './report.ts';

/** `difference`: middle of the rounds, as a share of the first's middle time. `error`: how far it may be off by chance (a standard error). */
type Compared = { difference: number; error: number };

/** Each a stretch of time: what the machine does for a while falls on a few of them, and on both questions. */
const blocks = 30;

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, values.length - 1));
}

/** Times of the same rounds, in their order. */
export function comparePaired(first: readonly number[], other: readonly number[]): Compared {
  const base = median(first);
  const differences = other.map((time, nth) => (time - (first[nth] ?? Number.NaN)) / base);
  const size = Math.max(1, Math.ceil(differences.length / blocks));
  const count = Math.ceil(differences.length / size);
  const middles = Array.from({ length: count }, (_, nth) => median(differences.slice(nth * size, (nth + 1) * size)));
  return { difference: median(differences), error: spread(middles) / Math.sqrt(count) };
}

/** Of the first question's time; less than that no network shows. */
const least = 0.05;

/** `same`: one and the same question asked twice in each round, which says what chance does here. */
export function isTellable(of: Compared, same: Compared): boolean {
  return !(Math.abs(of.difference) <= allowedOf(of, same));
}

/** Three standard errors of both, beyond what no network shows and what the same question differs from itself by. */
export function allowedOf({ error }: Compared, same: Compared): number {
  return least + Math.abs(same.difference) + 3 * Math.hypot(error, same.error);
}
