// How far projects are, from what is kept beside their stages: the present one, the next, and what waits for somebody.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { MarkAct, MarkGiver, MarkKind, StageProgress } from '#contract/stages/endpoints.ts';
import { progressOf } from '#contract/stages/valuation.ts';
import { type RelationRow, relationColumns, toRelation } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import { visibleProjects } from '#server/visibility.ts';

type ProgressRow = RelationRow & {
  projectId: number;
  siteId: number | null;
  site: string | null;
  id: number;
  name: string;
  /** The mark; null where it is not confirmed. */
  confirmed: number | null;
  /** The mark that it waits for; null where it has all. */
  kind: MarkKind | null;
};

/** Of these projects the stages that are not dropped, list by list in their order. */
async function readStages(db: Kysely<Tables>, actor: Person, projectIds: readonly number[]): Promise<ProgressRow[]> {
  const found = await sql<ProgressRow>`
    select sl.project_id as "projectId", sl.site_id as "siteId", si.name as site, st.id, st.name, st.confirmed_id as confirmed,
      case when st.claimed_id is null then 'claimed' when st.confirmed_id is null and st.seen_id is null then 'seen'
        when st.confirmed_id is null then 'confirmed' when st.acknowledged_ids = '{}' then 'acknowledged' end as kind,
      r.*
    from stages st join stage_lists sl on sl.id = st.list_id left join sites si on si.id = sl.site_id
      join lateral (select ${relationColumns(actor.id)} from projects p where p.id = sl.project_id) r on true
    where sl.project_id = any(${[...projectIds]}::integer[]) and st.dropped_at is null and si.removed_at is null
    order by sl.project_id, coalesce(sl.site_id, 0), st.position, st.id`.execute(db);
  return found.rows;
}

/** Rows that follow each other with the same key. */
function runsOf<T>(rows: readonly T[], key: (row: T) => unknown): T[][] {
  const runs: T[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && key(run[0]) === key(row)) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

function toProgress(actor: Person, rows: readonly ProgressRow[]): StageProgress {
  const lists = runsOf(rows, ({ siteId }) => siteId).map((list) => {
    return { site: list[0]?.site ?? null, ...progressOf(list) };
  });
  const waits = rows.flatMap(({ id, name, kind, ...row }) => {
    // Anybody may claim the next thing at any time: that is no errand.
    const isTheirs = kind !== null && kind !== 'claimed' && can.markStageAs(actor, kind, toRelation(row)) !== null;
    return isTheirs ? [{ stageId: id, name, kind }] : [];
  });
  return { lists, waits };
}

/** By project; none for those without stages. Only of projects that the actor sees. */
export async function loadStageProgress(
  db: Kysely<Tables>,
  actor: Person,
  projectIds: readonly number[],
): Promise<Map<number, StageProgress>> {
  const byProject = runsOf(await readStages(db, actor, projectIds), ({ projectId }) => projectId);
  return new Map(byProject.map((rows) => [rows[0]?.projectId ?? 0, toProgress(actor, rows)]));
}

/** A mark that was given, refused or taken back. */
export type StageNews = {
  projectId: number;
  site: string | null;
  stage: string;
  kind: MarkKind;
  act: MarkAct;
  as: MarkGiver;
  byName: string;
  note: string | null;
};

/** Of the projects `p` that the actor sees and for which `where` holds, what was marked from one instant to another, oldest first. */
export async function loadStageNews(
  db: Kysely<Tables>,
  actor: Person,
  { since, until, where }: { since: Date; until: Date; where: RawBuilder<unknown> },
): Promise<StageNews[]> {
  const found = await sql<StageNews>`
    select sl.project_id as "projectId", si.name as site, st.name as stage, m.kind, m.act, m.given_as as "as", m.by_name as "byName", m.note
    from stage_marks m join stages st on st.id = m.stage_id join stage_lists sl on sl.id = st.list_id
      join projects p on p.id = sl.project_id left join sites si on si.id = sl.site_id
    where m.at >= ${since} and m.at < ${until} and st.dropped_at is null and si.removed_at is null
      and ${visibleProjects(actor)} and ${where}
    order by m.id limit 500`.execute(db);
  return found.rows;
}
