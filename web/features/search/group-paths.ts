// Where the rows lead that a search finds beside its hits.
import type { FoundPerson, SearchGroups } from '#contract/dashboard.ts';
import { resultPath } from '#web/lib/result-path.ts';

/** Admins get to the account; everybody else to the visits of a photographer, or to the project that they share. */
export function personPath({ id, username, role, projectId }: FoundPerson): string {
  if (username !== undefined) return `/users?q=${encodeURIComponent(username)}`;
  return role === 'photographer' ? `/sessions?photographerId=${id}` : `/projects/${projectId}`;
}

/** Of all that is found beside the hits, in the order in which it is shown. */
export function groupPaths({ people, concerns, visits }: SearchGroups): string[] {
  return [
    ...people.rows.map(personPath),
    ...concerns.rows.map(({ sessionId }) => `/sessions/${sessionId}`),
    ...(visits?.rows ?? []).map(resultPath),
  ];
}
