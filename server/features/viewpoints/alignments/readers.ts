// Whose open pages may show two pictures over each other.
import { type Kysely, sql } from 'kysely';
import { projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';

/** Everybody of the session's project, for `invalidateFor`: what each of them sees, the next call says. */
export async function readersOf(db: Kysely<Tables>, sessionId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select project_id as id from sessions where id = ${sessionId}`.execute(db);
  const project = found.rows[0];
  return project ? projectPeople(db, project.id) : [];
}
