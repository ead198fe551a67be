// Lists of projects with the figures of their cards: two statements for a page of any length.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Project, projectSorts } from '#contract/projects/endpoints.ts';
import { type RelationRow, relationColumns, toRelation } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import { lastName } from '#server/db/user-names.ts';
import { counterCondition } from '#server/features/sessions/counts.ts';
import { coverUrl } from '#server/features/sessions/session-row.ts';
import { sessionView, visibleProjects, visibleSessions } from '#server/visibility.ts';

type ProjectRow = RelationRow &
  Pick<
    Project,
    | 'id'
    | 'name'
    | 'description'
    | 'status'
    | 'clientId'
    | 'createdBy'
    | 'version'
    | 'visitCodes'
    | 'createdAt'
    | 'updatedAt'
    | 'client'
  > & {
    /** What the list is sorted by, to the microsecond. */
    sortedBy: string;
  };

type Sort = (typeof projectSorts)[number];

/** Where nothing was released that the actor may see it is long ago. */
const lastRelease = (actor: Person) => sql`coalesce((select s.released_at from sessions s
  where s.project_id = p.id and s.removed_at is null and s.released_record_id is not null and ${visibleSessions(actor)}
  order by s.released_at desc limit 1), '1970-01-01 00:00:00Z'::timestamptz)`;

/** What projects `p` are sorted by, the latest first. */
export function sortColumn(actor: Person, sort: Sort): RawBuilder<unknown> {
  return sort === 'lastReleased' ? lastRelease(actor) : sql`p.created_at`;
}

async function readRows(db: Kysely<Tables>, actor: Person, filter: ProjectFilter): Promise<ProjectRow[]> {
  const column = sortColumn(actor, filter.sort ?? 'createdAt');
  const found = await sql<ProjectRow>`
    select p.id, p.name, p.description, p.status, p.client_id as "clientId", p.created_by as "createdBy", p.version,
      p.visit_codes_from is not null as "visitCodes", p.created_at as "createdAt", p.updated_at as "updatedAt",
      json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', ${lastName('c')}, 'company', c.company,
        'email', case when c.closed_at is null then c.email end,
        'phone', case when c.closed_at is null then c.phone end) as client,
      ${relationColumns(actor.id)}, ${column} as "sortedBy"
    from projects p
    join users c on c.id = p.client_id
    where ${visibleProjects(actor)} and ${filter.where}
    order by "sortedBy" desc, p.id desc
    limit ${sql.lit(filter.limit)}`.execute(db);
  return found.rows;
}

type Figures = Pick<
  Project,
  'siteCount' | 'assignedSiteCount' | 'teamCount' | 'sessionCount' | 'lastCaptureDate' | 'location'
> & { id: number; coverId: number | null; coverRecord: number | null };

/** Counts and cover of what the actor may see; each part reads a counter or the beginning of an index of its project. */
async function readFigures(db: Kysely<Tables>, actor: Person, ids: number[]): Promise<Map<number, Figures>> {
  const view = sql.table(sessionView(actor));
  const seen = visibleSessions(actor);
  const found = await sql<Figures>`
    select p.id, si."siteCount", si."assignedSiteCount", si."teamCount", si.location,
      (select coalesce(sum(c.sessions), 0) from session_counts c
        where c.project_id = p.id and ${counterCondition(actor)}) as "sessionCount",
      (select s.capture_date from ${view} s
        where s.project_id = p.id and ${seen} order by s.capture_date desc limit 1) as "lastCaptureDate",
      cover.id as "coverId", cover.record_id as "coverRecord"
    from unnest(${ids}::integer[]) as p(id)
    cross join lateral (
      select count(*) as "siteCount", count(photographer_id) as "assignedSiteCount",
        count(distinct photographer_id) as "teamCount",
        (array_agg(location order by id) filter (where location <> ''))[1] as location
      from sites where project_id = p.id and removed_at is null) si
    left join lateral (
      select s.id, s.record_id from ${view} s
      where s.project_id = p.id and s.drone_images_url is not null and ${seen}
      order by s.capture_date desc, s.id desc limit 1) cover on true`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}

type ListedProject = Project & Pick<ProjectRow, 'sortedBy'>;

function toProject(row: ProjectRow, figures: Figures): ListedProject {
  const { isClient, member, hasSite, hasSession, ...project } = row;
  const { coverId, coverRecord, ...counts } = figures;
  return {
    ...project,
    ...counts,
    coverUrl: coverId === null ? null : coverUrl({ id: coverId, recordId: coverRecord }),
    standing: toRelation({ isClient, member, hasSite, hasSession }),
  };
}

/** A condition on the projects `p`, and at most how many. */
export type ProjectFilter = { where: RawBuilder<unknown>; limit: number; sort?: Sort };

/** The projects that the actor sees, newest first unless `sort` says else, with the figures of what they may see (behaviour §10.3). */
export async function listProjects(db: Kysely<Tables>, actor: Person, filter: ProjectFilter): Promise<ListedProject[]> {
  const rows = await readRows(db, actor, filter);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const figures = await readFigures(db, actor, ids);
  return rows.map((row) => toProject(row, figures.get(row.id) as Figures));
}
