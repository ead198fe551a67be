// Which rows each person may see: the SQL face of contract/policy.ts. What is not in scope does not exist for them (404).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, can, type MemberRole, noRelation, type ProjectRelation } from '#contract/policy.ts';
import type { Tables } from './db/schema.ts';

const nobody = sql<boolean>`false`;
const everything = sql<boolean>`true`;

/** Ids of the projects whose client or member somebody is, as a subquery. */
function projectsOfClient(userId: number): RawBuilder<unknown> {
  return sql`(
    select id from projects where client_id = ${userId} and removed_at is null
    union
    select pu.project_id from project_users pu join projects mp on mp.id = pu.project_id
    where pu.user_id = ${userId} and mp.removed_at is null)`;
}

function projectsOfPhotographer(userId: number): RawBuilder<unknown> {
  return sql`(
    select si.project_id as id from sites si join projects sp on sp.id = si.project_id
    where si.photographer_id = ${userId} and si.removed_at is null and sp.removed_at is null
    union
    select pu.project_id from project_users pu join projects mp on mp.id = pu.project_id
    where pu.user_id = ${userId} and mp.removed_at is null
    union
    select sc.project_id from session_counts sc where sc.photographer_id = ${userId} and sc.sessions > 0)`;
}

/** The projects that somebody sees, as a subquery of ids; for an admin all that are not removed. */
export function visibleProjectIds(actor: Actor): RawBuilder<unknown> {
  if (actor.kind !== 'person') return sql`(select 0 where false)`;
  if (actor.role === 'admin') return sql`(select id from projects where removed_at is null)`;
  return actor.role === 'photographer' ? projectsOfPhotographer(actor.id) : projectsOfClient(actor.id);
}

/** Condition on a `projects` row under this alias (decisions §3, row 'projects'). */
export function visibleProjects(actor: Actor, alias = 'p'): RawBuilder<boolean> {
  const present = sql<boolean>`${sql.ref(`${alias}.removed_at`)} is null`;
  if (actor.kind !== 'person') return nobody;
  if (actor.role === 'admin') return present;
  return sql<boolean>`(${present} and ${sql.ref(`${alias}.id`)} in ${visibleProjectIds(actor)})`;
}

/** The view that holds what this person reads of a session: released content for clients, the present for others. */
export function sessionView(actor: Actor): 'sessions_present' | 'sessions_released' {
  return can.seePresentContent(actor) ? 'sessions_present' : 'sessions_released';
}

/** Condition on a row of `sessionView(actor)` under this alias (decisions §3, row 'sessions'). */
export function visibleSessions(actor: Actor, alias = 's'): RawBuilder<boolean> {
  if (actor.kind !== 'person') return nobody;
  if (actor.role === 'admin') return everything;
  if (actor.role === 'photographer') return sql<boolean>`${sql.ref(`${alias}.photographer_id`)} = ${actor.id}`;
  return sql<boolean>`${sql.ref(`${alias}.project_id`)} in ${projectsOfClient(actor.id)}`;
}

/** Condition on a `disputes` row under this alias; those on removed sessions are nobody's (decisions §3, 'read concerns'). */
export function visibleDisputes(actor: Actor, alias = 'd'): RawBuilder<boolean> {
  if (actor.kind !== 'person') return nobody;
  const session = sql.ref(`${alias}.session_id`);
  const seen = sql<boolean>`exists (select 1 from ${sql.table(sessionView(actor))} vs
    where vs.id = ${session} and ${visibleSessions(actor, 'vs')})`;
  if (actor.role !== 'client') return seen;
  const own = sql<boolean>`(${sql.ref(`${alias}.client_id`)} = ${actor.id}
    and exists (select 1 from sessions os where os.id = ${session} and os.removed_at is null))`;
  return sql<boolean>`(${own} or ${seen})`;
}

/** How a person stands to one project; to a removed or unknown one not at all. */
export async function projectRelation(db: Kysely<Tables>, userId: number, projectId: number): Promise<ProjectRelation> {
  const found = await sql<{ client: boolean; member: MemberRole | null; site: boolean; session: boolean }>`
    select p.client_id = ${userId} as client,
      (select role from project_users where project_id = p.id and user_id = ${userId}) as member,
      exists (select 1 from sites where project_id = p.id and photographer_id = ${userId} and removed_at is null) as site,
      exists (select 1 from session_counts where project_id = p.id and photographer_id = ${userId} and sessions > 0) as session
    from projects p where p.id = ${projectId} and p.removed_at is null`.execute(db);
  return found.rows[0] ?? noRelation;
}
