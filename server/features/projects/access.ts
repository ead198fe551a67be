// A person's relation to one project, and the lock that keeps it the same until the transaction ends.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Person, ProjectRelation } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { forbidden, notFound } from '#server/lib/problem.ts';
import { projectRelation, visibleProjects } from '#server/visibility.ts';

/** The actor's relation to a project that they see; 404 for any other. */
export async function requireProject(db: Kysely<Tables>, actor: Person, projectId: number): Promise<ProjectRelation> {
  const visible = await sql`
    select 1 from projects p where p.id = ${projectId} and ${visibleProjects(actor)}`.execute(db);
  if (visible.rows.length === 0) throw notFound('Project');
  return projectRelation(db, actor.id, projectId);
}

/** The same, with the project locked until the transaction ends, so that changes to its sites, members and state run one after the other. */
export async function lockProject(tx: Transaction<Tables>, actor: Person, projectId: number): Promise<ProjectRelation> {
  await sql`select 1 from projects where id = ${projectId} for update`.execute(tx);
  return requireProject(tx, actor, projectId);
}

/** 404 for a project that the actor cannot see, 403 where they see it but may not do this. */
export async function requireAllowed(
  ctx: { db: Kysely<Tables>; actor: Person; params: { id: number } },
  allowed: boolean,
): Promise<void> {
  if (allowed) return;
  await requireProject(ctx.db, ctx.actor, ctx.params.id);
  throw forbidden();
}
