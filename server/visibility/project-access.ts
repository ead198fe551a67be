// A person's relation to one project, and the lock that keeps it the same until the transaction ends.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Person, ProjectRelation } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/lib/problem.ts';
import { isVisible, projectRelation } from '#server/visibility.ts';

/** The actor's relation to a project that they see; 404 for any other. */
export async function requireProject(db: Kysely<Tables>, actor: Person, projectId: number): Promise<ProjectRelation> {
  if (!(await isVisible(db, actor, { kind: 'project', id: projectId }))) throw notFound('Project');
  return projectRelation(db, actor.id, projectId);
}

/** The same, with the project locked until the transaction ends, so that changes to its sites, members and state run one after the other. */
export async function lockProject(tx: Transaction<Tables>, actor: Person, projectId: number): Promise<ProjectRelation> {
  await sql`select 1 from projects where id = ${projectId} for update`.execute(tx);
  return requireProject(tx, actor, projectId);
}
