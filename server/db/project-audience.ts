// Whose open pages show a project or a person.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { clientSide, everybody, projectIdsOf, userIdsOf } from './project-relations.ts';
import type { Tables } from './schema.ts';

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
