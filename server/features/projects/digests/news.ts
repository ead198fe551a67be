// What is new in the projects of one person: released sessions, marks of stages and concerns with their clocks, as that person may see them.
import { type Kysely, sql } from 'kysely';
import type { Phase } from '#contract/core/session-fields.ts';
import type { Anchor } from '#contract/disputes/anchors.ts';
import type { DisputeStatus, Person } from '#contract/policy.ts';
import type { StageProgress } from '#contract/stages/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { anchorOfDispute } from '#server/features/disputes/anchors.ts';
import { readSealHeads } from '#server/features/evidence/queries.ts';
import { loadStageNews, loadStageProgress, type StageNews } from '#server/features/stages/summaries.ts';
import { sessionView, visibleDisputes, visibleProjects, visibleSessions } from '#server/visibility.ts';

export type Period = { since: Date; until: Date };

export type ReleasedSession = {
  id: number;
  projectId: number;
  siteId: number | null;
  site: string | null;
  captureDate: string;
  phase: Phase | null;
};

/** `isNews`: raised, answered, resolved or falling due in the period; others are only counted. */
export type ConcernNews = {
  id: number;
  projectId: number;
  sessionId: number;
  reason: string;
  status: DisputeStatus;
  dueOn: string | null;
  answered: boolean;
  overdue: boolean;
  isNews: boolean;
  anchor: Anchor | null;
};

export type ProjectNews = {
  id: number;
  name: string;
  released: ReleasedSession[];
  concerns: ConcernNews[];
  /** What was marked in the period. */
  stages: StageNews[];
  progress: StageProgress | null;
  /** The head of its chain. */
  seal: { number: number; code: string } | null;
};

/** One project, or all that the person sees and has not muted. `asReleased`: as clients see it, whoever asks. */
type Asked = { actor: Person; period: Period; projectId?: number; asReleased?: true };

function projectsOf({ actor, projectId }: Asked) {
  return projectId === undefined
    ? sql`p.id not in (select project_id from muted_projects where user_id = ${actor.id})`
    : sql`p.id = ${projectId}`;
}

async function loadReleased(db: Kysely<Tables>, asked: Asked): Promise<ReleasedSession[]> {
  const { actor, period } = asked;
  const found = await sql<ReleasedSession>`
    select s.id, s.project_id as "projectId", s.site_id as "siteId", si.name as site, s.capture_date as "captureDate",
      s.phase
    from ${sql.table(asked.asReleased ? 'sessions_released' : sessionView(actor))} s join sessions r on r.id = s.id join projects p on p.id = s.project_id
      left join sites si on si.id = s.site_id
    where r.released_at >= ${period.since} and r.released_at < ${period.until} and ${visibleSessions(actor)}
      and ${visibleProjects(actor)} and ${projectsOf(asked)}
    order by s.project_id, s.capture_date desc, s.id desc limit 500`.execute(db);
  return found.rows;
}

const within = (column: string, { since, until }: Period) =>
  sql<boolean>`(${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until})`;

async function loadConcerns(db: Kysely<Tables>, asked: Asked): Promise<ConcernNews[]> {
  const { actor, period } = asked;
  const said = sql<boolean>`exists (select 1 from dispute_messages dm where dm.dispute_id = d.id and ${within('dm.created_at', period)})`;
  const isNews = sql<boolean>`coalesce(${within('d.created_at', period)} or ${said} or ${within('d.resolved_at', period)}
    or (${within('d.due_at', period)} and d.answered_at is null), false)`;
  const found = await sql<ConcernNews>`
    select d.id, s.project_id as "projectId", d.session_id as "sessionId", d.reason, d.status, d.due_on as "dueOn",
      d.answered_at is not null as answered, d.answered_at is null and coalesce(d.due_at < ${period.until}, false) as overdue,
      ${isNews} as "isNews", ${anchorOfDispute(actor)}
    from disputes d join sessions s on s.id = d.session_id and s.removed_at is null join projects p on p.id = s.project_id
    where (d.status in ('open', 'in_progress') or ${isNews}) and d.created_at < ${period.until}
      and ${visibleDisputes(actor)} and ${visibleProjects(actor)} and ${projectsOf(asked)}
    order by s.project_id, ${isNews} desc, d.due_at nulls last, d.id limit 500`.execute(db);
  return found.rows;
}

/** Projects with something new, by name; none at all where nothing is. */
export async function loadNews(db: Kysely<Tables>, asked: Asked): Promise<ProjectNews[]> {
  const released = await loadReleased(db, asked);
  const concerns = await loadConcerns(db, asked);
  const stages = await loadStageNews(db, asked.actor, { ...asked.period, where: projectsOf(asked) });
  const news = [...released, ...stages, ...concerns.filter(({ isNews }) => isNews)];
  const fresh = new Set(news.map(({ projectId }) => projectId));
  if (asked.projectId !== undefined) fresh.add(asked.projectId);
  const found = await sql<{ id: number; name: string }>`
    select p.id, p.name from projects p where p.id = any(${[...fresh]}::integer[]) order by lower(p.name), p.id`.execute(
    db,
  );
  const progress = await loadStageProgress(db, asked.actor, [...fresh]);
  const heads = await readSealHeads(db, [...fresh]);
  return found.rows.map(({ id, name }) => ({
    id,
    name,
    released: released.filter(({ projectId }) => projectId === id),
    concerns: concerns.filter(({ projectId }) => projectId === id),
    stages: stages.filter(({ projectId }) => projectId === id),
    progress: progress.get(id) ?? null,
    seal: heads.get(id) ?? null,
  }));
}
