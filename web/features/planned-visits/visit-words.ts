// Planned visits in words: their state, place and photographer, and when the next one is expected.
import { formatDate } from '#contract/core/day-words.ts';
import type { NextVisit, PlannedVisit, VisitState } from '#contract/planned-visits/endpoints.ts';
import { fullName } from '#web/lib/format/format.ts';

export const stateLabels: Record<VisitState, string> = {
  planned: 'Planned',
  due: 'Due today',
  late: 'Late',
  fulfilled: 'Fulfilled',
  skipped: 'Skipped',
};

export function placeWords({ site }: Pick<PlannedVisit, 'site'>): string {
  return site?.name ?? 'Whole project';
}

export function photographerWords({ photographer }: Pick<PlannedVisit, 'photographer'>): string {
  return photographer ? fullName(photographer) : 'Any photographer of the project';
}

/** 'December 12, 2026, Block A': the name by which buttons and dialogs call it. */
export function visitName(visit: Pick<PlannedVisit, 'day' | 'site'>): string {
  return `${formatDate(visit.day)}, ${placeWords(visit)}`;
}

/** 'Next visit expected on December 12, 2026'; of a late one that it was. */
export function nextVisitWords({ day, state }: NextVisit): string {
  if (state === 'due') return 'Next visit expected today';
  return `Next visit ${state === 'late' ? 'was ' : ''}expected on ${formatDate(day)}`;
}
