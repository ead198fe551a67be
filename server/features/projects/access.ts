// How somebody stands to one project, and the lock that keeps it so while something is decided.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Person, ProjectRelation } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { forbidden, notFound } from '#server/lib/problem.ts';
import { projectRelation, visibleProjects } from '#server/visibility.ts';

/** How the asker stands to a project that they see; 404 for any other. */
export async function requireProject(db: Kysely<Tables>, actor: Person, projectId: number): Promise<ProjectRelation> {
  const seen = await sql`
    select 1 from projects p where p.id = ${projectId} and ${visibleProjects(actor)}`.execute(db);
  if (seen.rows.length === 0) throw notFound('Project');
  return projectRelation(db, actor.id, projectId);
}

/** The same, with the project locked until the transaction ends: its sites, members and state change one after the other. */
export async function lockProject(tx: Transaction<Tables>, actor: Person, projectId: number): Promise<ProjectRelation> {
  await sql`select 1 from projects where id = ${projectId} for update`.execute(tx);
  return requireProject(tx, actor, projectId);
}

/** 404 for a project that the asker cannot see, 403 where they see it but may not do this. */
export async function requireAllowed(
  ask: { db: Kysely<Tables>; actor: Person; params: { id: number } },
  allowed: boolean,
): Promise<void> {
  if (allowed) return;
  await requireProject(ask.db, ask.actor, ask.params.id);
  throw forbidden();
}
