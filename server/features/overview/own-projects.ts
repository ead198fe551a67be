// The projects of somebody who has several: what each needs from them, how far it is, its visits and concerns (behaviour §31.8).
import { type Kysely, sql } from 'kysely';
import type { OwnProject } from '#contract/overview/endpoints.ts';
import { mostOwnProjects } from '#contract/overview/routes.ts';
import type { Person } from '#contract/policy.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { loadNextVisits } from '#server/features/planned-visits/queries.ts';
import { listProjects } from '#server/features/projects/queries.ts';
import { loadStageProgress } from '#server/features/stages/summaries.ts';
import { visibleDisputes, visibleProjects } from '#server/visibility.ts';

type Concerns = OwnProject['concerns'];
const noConcerns: Concerns = { open: 0, overdue: 0, dueOn: null };

async function readConcerns(db: Kysely<Tables>, actor: Person, ids: readonly number[]): Promise<Map<number, Concerns>> {
  const isUnanswered = sql`d.answered_at is null`;
  const found = await sql<Concerns & { projectId: number }>`
    select s.project_id as "projectId", count(*) as open, count(*) filter (where ${isUnanswered} and d.due_at < now()) as overdue,
      min(d.due_on) filter (where ${isUnanswered} and d.due_at >= now()) as "dueOn"
    from disputes d join sessions s on s.id = d.session_id and s.removed_at is null
    where d.status in ('open', 'in_progress') and s.project_id = any(${[...ids]}::integer[]) and ${visibleDisputes(actor)}
    group by s.project_id`.execute(db);
  return new Map(found.rows.map(({ projectId, ...concerns }) => [projectId, concerns]));
}

async function readPositions(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, OwnProject['position']>> {
  const found = await sql<{ projectId: number; latitude: number; longitude: number }>`
    select distinct on (project_id) project_id as "projectId", latitude, longitude from sites
    where project_id = any(${[...ids]}::integer[]) and removed_at is null and latitude is not null and longitude is not null
    order by project_id, id`.execute(db);
  return new Map(found.rows.map(({ projectId, ...position }) => [projectId, position]));
}

/** What needs its reader comes first: their marks, then concerns that nobody answered in time, then open ones. */
function byNeed(a: OwnProject, b: OwnProject): number {
  const needs = ({ progress }: OwnProject) => progress?.waits.length ?? 0;
  return needs(b) - needs(a) || b.concerns.overdue - a.concerns.overdue || b.concerns.open - a.concerns.open;
}

/** Of equal need the one of which something was released last comes first. */
export async function listOwnProjects(
  db: Kysely<Tables>,
  actor: Person,
): Promise<{ total: number; projects: OwnProject[] }> {
  const listed = await listProjects(db, actor, { where: sql`true`, limit: mostOwnProjects, sort: 'lastReleased' });
  const ids = listed.map(({ id }) => id);
  const [concerns, progress, nextVisits, positions, total] = await Promise.all([
    readConcerns(db, actor, ids),
    loadStageProgress(db, actor, ids),
    loadNextVisits(db, ids),
    readPositions(db, ids),
    listed.length < mostOwnProjects ? listed.length : countRows(db, sql`projects p where ${visibleProjects(actor)}`),
  ]);
  const projects = listed.map(({ id, name, status, coverUrl, lastCaptureDate }) => ({
    id,
    name,
    status,
    coverUrl,
    lastCaptureDate,
    concerns: concerns.get(id) ?? noConcerns,
    progress: progress.get(id) ?? null,
    nextVisit: nextVisits.get(id) ?? null,
    position: positions.get(id) ?? null,
  }));
  return { total, projects: projects.sort(byNeed) };
}
