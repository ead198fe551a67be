// Which projects a dashboard calls recent.
import type { Project } from '#contract/projects/endpoints.ts';

type Visited = Pick<Project, 'id' | 'lastCaptureDate' | 'sessionCount'>;

/** Projects that have sessions, the most recent capture date first (behaviour §10.3); of one day the newer project first. */
export function recentProjects<P extends Visited>(projects: readonly P[], max: number): P[] {
  return projects
    .filter(({ sessionCount, lastCaptureDate }) => sessionCount > 0 && lastCaptureDate !== null)
    .toSorted((a, b) => byDay(b, a) || b.id - a.id)
    .slice(0, max);
}

/** Days are yyyy-mm-dd, so their order is that of the text. */
function byDay(a: Visited, b: Visited): number {
  const [one, other] = [a.lastCaptureDate ?? '', b.lastCaptureDate ?? ''];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
