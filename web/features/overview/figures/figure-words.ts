// How rates and periods are said in the figures of the review.
import { formatDate, formatMonth, shortDay } from '#contract/core/day-words.ts';

/** '82 %' of those decided for the first time; of none no rate. */
export function rateWords({ first, passed }: { first: number; passed: number }): string {
  return first === 0 ? '–' : `${Math.round((100 * passed) / first)} %`;
}

/** By its first day: 'November 20, 2026', 'Week of Nov 16, 2026', 'November 2026'. */
export function periodLabel(from: string, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'day') return formatDate(from);
  return unit === 'week' ? `Week of ${shortDay(from)}` : formatMonth(from);
}

/** Medians in the unit that suits the longest of them; null stays a gap. */
export function plotted(medians: readonly (number | null)[]): { unit: 'hours' | 'days'; values: (number | null)[] } {
  const isLong = Math.max(0, ...medians.map((one) => one ?? 0)) > 48 * 3600;
  const size = isLong ? 86_400 : 3600;
  return { unit: isLong ? 'days' : 'hours', values: medians.map((one) => one && one / size) };
}
