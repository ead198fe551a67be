// Where the rows lead that a search finds beside its hits.
import { anchorAddress } from '#contract/disputes/anchors.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { FoundPerson, SearchGroups } from '#contract/overview/dashboard.ts';
import { resultPath } from '#web/lib/routing/result-path.ts';

/** Admins get to the account; everybody else to the visits of a photographer, or to the project that they share. */
export function personPath({ id, username, role, projectId }: FoundPerson): string {
  if (username !== undefined) return `/users?q=${encodeURIComponent(username)}`;
  return role === 'photographer' ? `/sessions?photographerId=${id}` : `/projects/${projectId}`;
}

/** To the place that it is pinned to, which opens it; without one, or where that is shown no more, to the concerns of its session. */
export function concernPath({ anchor, sessionId }: Pick<Dispute, 'anchor' | 'sessionId'>): string {
  return anchor && !anchor.takenBack ? anchorAddress(anchor) : `/sessions/${sessionId}#concerns`;
}

/** Of all that is found beside the hits, in the order in which it is shown. */
export function groupPaths({ people, concerns, visits }: SearchGroups): string[] {
  return [...people.rows.map(personPath), ...concerns.rows.map(concernPath), ...(visits?.rows ?? []).map(resultPath)];
}
