// Whether one of two requests takes longer than the other: by the differences within rounds, compared with their own scatter.
import { median } from '#bench/lib/report.ts';

/**
 * `difference`: median of the rounds, as a share of the first's median time. `error`: how far it may be off by chance (a standard error).
 */
type Compared = { difference: number; error: number };

/** Each a stretch of time: a temporary load falls on a few of them, and on both requests. */
const blocks = 30;

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, values.length - 1));
}

/** Times of the same rounds, in order. */
export function comparePaired(first: readonly number[], other: readonly number[]): Compared {
  const base = median(first);
  const differences = other.map((time, nth) => (time - (first[nth] ?? Number.NaN)) / base);
  const size = Math.max(1, Math.ceil(differences.length / blocks));
  const count = Math.ceil(differences.length / size);
  const middles = Array.from({ length: count }, (_, nth) => median(differences.slice(nth * size, (nth + 1) * size)));
  return { difference: median(differences), error: spread(middles) / Math.sqrt(count) };
}

/** As a share of the first request's time; a network hides less than this. */
const least = 0.05;

/** `same`: one request measured twice in each round, which shows the effect of chance. */
export function isTellable(of: Compared, same: Compared): boolean {
  return !(Math.abs(of.difference) <= allowedOf(of, same));
}

/** Three standard errors of both, beyond what a network hides and what the same request differs from itself by. */
export function allowedOf({ error }: Compared, same: Compared): number {
  return least + Math.abs(same.difference) + 3 * Math.hypot(error, same.error);
}
