// Loads and locks a session or a project for a change, with the facts that the policy needs; 404 for a person who does not see it.
import { type Kysely, sql, type Transaction } from 'kysely';
import { formatInstantDay } from '#contract/core/day-words.ts';
import { can, noRelation, type Person, type ProjectRelation, type SessionFacts } from '#contract/policy.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import type { SessionContent, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { conflict, notFound } from '#server/lib/problem.ts';
import { isVisible, projectRelation } from '#server/visibility.ts';

export type LockedSession = SessionContent & {
  id: number;
  status: SessionStatus;
  record_id: number;
  released_record_id: number | null;
  facts: SessionFacts;
};

/** Waits for other changes of it; 404 when this person does not see it. */
export async function lockSession({ tx }: WriteContext, actor: Person, id: number): Promise<LockedSession> {
  const row = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Session');
  const relation = actor.role === 'client' ? await projectRelation(tx, actor.id, row.project_id) : noRelation;
  const facts = { photographerId: row.photographer_id, released: row.released_record_id !== null, relation };
  if (!can.seeSession(actor, facts)) throw notFound('Session');
  return { ...row, facts };
}

const verbs: Record<string, string> = { created: 'submitted', resubmitted: 'resubmitted', edited: 'changed' };

/** The 409 for a transition that the present state does not allow: it names the state, and who set it when. */
export async function wrongStatus({ tx }: WriteContext, session: LockedSession): Promise<Error> {
  const { id, status } = session;
  const found = await sql<{ action: string; by: string; at: string }>`
    select action, by_name as by, at from session_records
    where session_id = ${id} and to_status = ${status} and from_status is distinct from to_status
    order by id desc limit 1`.execute(tx);
  const last = found.rows[0];
  if (!last) return conflict(`Session ${id} is ${status}`);
  const byWhom = `by ${last.by} on ${formatInstantDay(last.at, 'UTC')}`;
  const verb = verbs[last.action];
  if (verb) return conflict(`Session ${id} is ${status}: it was ${verb} ${byWhom}`);
  return conflict(`Session ${id} was already ${status} ${byWhom}`);
}

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
