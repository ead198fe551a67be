// Who belongs to a project, in SQL: the four ways of belonging, and the queries from a person to projects and back.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberRole, ProjectRelation } from '#contract/policy.ts';
import type { Tables } from './schema.ts';

/** By being its client, one of its members, the photographer of a site, or the photographer of a session. */
type Link = 'client' | 'member' | 'site' | 'session';

/** They read what is released there, and are notified of it. */
export const clientSide: readonly Link[] = ['client', 'member'];
/** They see the project as photographers. */
export const photographerSide: readonly Link[] = ['site', 'member', 'session'];
/** Everybody whose name belongs to it, and whose open pages may show it. */
export const everybody: readonly Link[] = ['client', 'member', 'site', 'session'];

type LinkTable = {
  table: RawBuilder<unknown>;
  project: RawBuilder<unknown>;
  user: RawBuilder<unknown>;
  /** Which of its rows count. */
  counts: RawBuilder<unknown>;
};

const tables: Record<Link, LinkTable> = {
  client: { table: sql`projects`, project: sql`id`, user: sql`client_id`, counts: sql`removed_at is null` },
  member: { table: sql`project_users`, project: sql`project_id`, user: sql`user_id`, counts: sql`true` },
  site: {
    table: sql`sites`,
    project: sql`project_id`,
    user: sql`photographer_id`,
    counts: sql`removed_at is null and photographer_id is not null`,
  },
  session: {
    table: sql`session_counts`,
    project: sql`project_id`,
    user: sql`photographer_id`,
    counts: sql`sessions > 0`,
  },
};

/** Sites and sessions are removed with their project; a membership stays behind. */
const ofPresentProject = sql`and exists (select 1 from projects mp where mp.id = project_id and mp.removed_at is null)`;

/** Subquery of the ids of the projects, none of them removed, to which somebody belongs in one of these ways. */
export function projectIdsOf(userId: number, links: readonly Link[]): RawBuilder<unknown> {
  const each = links.map((link) => {
    const { table, project, user, counts } = tables[link];
    return sql`select ${project} as id from ${table}
      where ${user} = ${userId} and ${counts} ${link === 'member' ? ofPresentProject : sql``}`;
  });
  return sql`(${sql.join(each, sql` union `)})`;
}

/** Subquery of the ids of those who belong to projects in one of these ways; `match` follows a project's id: `= 1`, `in (…)`. */
export function userIdsOf(match: RawBuilder<unknown>, links: readonly Link[]): RawBuilder<unknown> {
  const each = links.map((link) => {
    const { table, project, user, counts } = tables[link];
    return sql`select ${user} as id from ${table} where ${project} ${match} and ${counts}`;
  });
  return sql`(${sql.join(each, sql` union `)})`;
}

/** Subquery of who belongs to which project in one of these ways, as `id` and `project_id`; `match` as above. */
export function belongings(match: RawBuilder<unknown>, links: readonly Link[]): RawBuilder<unknown> {
  const each = links.map((link) => {
    const { table, project, user, counts } = tables[link];
    return sql`select ${user} as id, ${project} as project_id from ${table} where ${project} ${match} and ${counts}`;
  });
  return sql`(${sql.join(each, sql` union `)})`;
}

export type RelationRow = { isClient: boolean; member: MemberRole | null; hasSite: boolean; hasSession: boolean };

/** Select list of a person's relation to the row `p` of `projects`; read it by `toRelation`. */
export function relationColumns(userId: number): RawBuilder<unknown> {
  const has = (link: 'site' | 'session') => {
    const { table, user, counts } = tables[link];
    return sql`exists (select 1 from ${table} where project_id = p.id and ${user} = ${userId} and ${counts})`;
  };
  return sql`p.client_id = ${userId} as "isClient",
    (select role from project_users where project_id = p.id and user_id = ${userId}) as member,
    ${has('site')} as "hasSite", ${has('session')} as "hasSession"`;
}

export function toRelation({ isClient, member, hasSite, hasSession }: RelationRow): ProjectRelation {
  return { client: isClient, member, site: hasSite, session: hasSession };
}

// Whose open pages show a project or a person.
async function readIds(db: Kysely<Tables>, ids: RawBuilder<unknown>): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from ${ids} u`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Ids of everybody who belongs to a project, for `invalidateFor`. */
export function projectPeople(db: Kysely<Tables>, projectId: number): Promise<number[]> {
  return readIds(db, userIdsOf(sql`= ${projectId}`, everybody));
}

/** Ids of a project's client and members, for `invalidateFor`: clients read what is released there, photographers only what is theirs. */
export async function projectReaders(
  db: Kysely<Tables>,
  projectId: number,
): Promise<{ clients: number[]; photographers: number[] }> {
  const found = await sql<{ id: number; isClient: boolean }>`
    select u.id, u.role = 'client' as "isClient" from users u
    where u.id in ${userIdsOf(sql`= ${projectId}`, clientSide)}`.execute(db);
  const idsOf = (isClient: boolean) => found.rows.filter((row) => row.isClient === isClient).map(({ id }) => id);
  return { clients: idsOf(true), photographers: idsOf(false) };
}

/** Ids of everybody who shares a project with this person, and so may have their name on screen. */
export function peopleSharingProjects(db: Kysely<Tables>, userId: number): Promise<number[]> {
  const shared = sql`any(array${projectIdsOf(userId, everybody)})`;
  return readIds(db, userIdsOf(sql`= ${shared}`, everybody));
}

/** Ids of those who raised concerns there: they may have left the project since, and still read their own. */
export async function disputeRaisers(
  db: Kysely<Tables>,
  where: { project: number } | { session: number },
): Promise<number[]> {
  const here = 'project' in where ? sql`s.project_id = ${where.project}` : sql`s.id = ${where.session}`;
  const found = await sql<{ id: number }>`
    select distinct d.client_id as id from disputes d join sessions s on s.id = d.session_id
    where s.removed_at is null and ${here}`.execute(db);
  return found.rows.map(({ id }) => id);
}
