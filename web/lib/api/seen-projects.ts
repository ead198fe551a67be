// The projects that this device has seen of one person, for offline use: those with a site of theirs first.
import { getProject, projects, sites } from '#contract/projects/endpoints.ts';
import { getSession, sessions } from '#contract/sessions/endpoints.ts';
import { cachedResponses, type Seen } from './offline-cache.ts';

type Named = { id: number; name: string };
type Place = { projectId: number; project: Named };
type Site = { projectId: number; photographerId: number | null };

export async function seenProjects(person: number): Promise<Named[]> {
  return projectsOf(await cachedResponses(person), person);
}

export function projectsOf(answers: readonly Pick<Seen, 'queryKey' | 'data'>[], person: number): Named[] {
  const rowsOf = <Row>(path: string) =>
    answers.filter(({ queryKey }) => queryKey[0] === path).flatMap(({ data }) => rowsIn(data) as Row[]);
  const visits = [...rowsOf<Place>(sessions.path), ...rowsOf<Place>(getSession.path)];
  const known = [
    ...rowsOf<Named>(projects.path),
    ...rowsOf<Named>(getProject.path),
    ...visits.map(({ project }) => project),
  ];
  const own = new Set(
    rowsOf<Site>(sites.path).flatMap(({ photographerId, projectId }) => (photographerId === person ? projectId : [])),
  );
  const isOther = ({ id }: Named) => Number(!own.has(id));
  return [...new Map(known.map(({ id, name }) => [id, { id, name }])).values()].sort(
    (one, other) => isOther(one) - isOther(other) || one.name.localeCompare(other.name),
  );
}

/** Of one page, of several, or of one thing. */
function rowsIn(data: unknown): unknown[] {
  const { rows, pages } = Object(data) as { rows?: unknown[]; pages?: unknown[] };
  return pages?.flatMap(rowsIn) ?? rows ?? [data];
}
