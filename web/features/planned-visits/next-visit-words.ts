// When a project's next visit is expected, in words; apart from those of the plan, which few pages show.
import type { NextVisit } from '#contract/planned-visits/endpoints.ts';
import { formatDate } from '#web/lib/format/format.ts';

/** 'Next visit expected on December 12, 2026'; of a late one that it was. */
export function nextVisitWords({ day, state }: NextVisit): string {
  if (state === 'due') return 'Next visit expected today';
  return `Next visit ${state === 'late' ? 'was ' : ''}expected on ${formatDate(day)}`;
}
