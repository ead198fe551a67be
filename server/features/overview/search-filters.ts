// The filters of a search, as those of the sessions and of the concerns that it finds (behaviour §7.4).

import { disputeStatuses } from '#contract/disputes/endpoints.ts';
import type { SearchFilters } from '#contract/overview/dashboard.ts';
import { sessionStatuses } from '#contract/sessions/endpoints.ts';
import type { ConcernFilters } from '#server/features/disputes/filters.ts';
import type { SessionFilters } from '#server/features/sessions/list/list.ts';

/** Projects and people have none of what is filtered by: with any filter they are not found. */
export function isNarrowed(wanted: SearchFilters): boolean {
  const { status, priority } = wanted;
  return [status, priority, ...Object.values(placeAndTime(wanted))].some((one) => one !== undefined);
}

/** Without the words and the size of the page. */
function placeAndTime(wanted: SearchFilters) {
  const { projectId, siteId, photographerId, from, to, decidedFrom, decidedTo } = wanted;
  return { projectId, siteId, photographerId, from, to, decidedFrom, decidedTo };
}

/** Null where a priority is wanted, or a status, that no session has. */
export function sessionFilters(wanted: SearchFilters): SessionFilters | null {
  const status = sessionStatuses.find((one) => one === wanted.status);
  if (wanted.priority !== undefined) return null;
  return wanted.status === undefined || status ? { ...placeAndTime(wanted), status } : null;
}

/** Null where a status is wanted that no concern has. */
export function concernFilters(wanted: SearchFilters): ConcernFilters | null {
  const { priority } = wanted;
  const status = disputeStatuses.find((one) => one === wanted.status);
  return wanted.status === undefined || status ? { ...placeAndTime(wanted), status, priority } : null;
}
