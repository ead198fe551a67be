// Concerns: raised by clients, answered in a conversation, resolved or closed; every change of status is written into the conversation.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { type Dispute, disputeStatusLabels, disputeTransitions } from '#contract/disputes.ts';
import { can, type DisputeFacts, type DisputeStatus, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { type Page, paginate, parseCursor } from '#server/http/pagination.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { projectRelation, visibleDisputes } from '#server/visibility.ts';
import { addMessage, listMessages } from './disputes/messages.ts';
import { listDisputes, loadDispute, toDispute } from './disputes/queries.ts';
import { notifyDisputeRaised, notifyDisputeResolved, notifyDisputeUpdated } from './notifications.ts';
import { projectReaders } from './project-audience.ts';
import { loadSession } from './sessions/session-row.ts';

type Asked = { actor: Person; db: Kysely<Tables>; query: { limit: number; cursor?: string | undefined } };

async function pageOf({ actor, db, query }: Asked, condition: RawBuilder<unknown>): Promise<Page<Dispute>> {
  const mark = parseCursor(query.cursor, 'createdAt', 'instant');
  const after = mark ? sql`and (d.created_at, d.id) < (${mark.at}::timestamptz, ${mark.id}::integer)` : sql``;
  const rows = await listDisputes(db, actor, { where: sql`${condition} ${after}`, limit: query.limit + 1 });
  const shown = rows.map((row) => toDispute(row, actor));
  const page = paginate(shown, query.limit, (row) => ({ by: 'createdAt', at: row.createdAt, id: row.id }));
  if (mark) return page;
  const found = await sql<{ total: number }>`
    select count(*) as total from disputes d join sessions s on s.id = d.session_id
    where ${visibleDisputes(actor)} and ${condition}`.execute(db);
  return { ...page, total: found.rows[0]?.total ?? 0 };
}

type LoadedDispute = { dispute: Dispute; facts: DisputeFacts };

/** Locks a concern until the transaction ends, then reads it: what is decided by it stays so. */
async function lockDispute({ tx }: WriteContext, actor: Person, id: number) {
  await sql`select 1 from disputes where id = ${id} for no key update`.execute(tx);
  return loadDispute(tx, actor, id);
}

/** Open pages of everybody who may read the concern refetch; to its session's other photographers it does not exist. */
async function tellReaders({ tx, events }: WriteContext, { dispute, facts }: LoadedDispute): Promise<void> {
  const { id, sessionId, clientId, session } = dispute;
  const { clients } = await projectReaders(tx, session.project.id);
  events.invalidateFor({
    admins: true,
    users: [facts.session.photographerId, clientId, ...clients],
    projects: [session.project.id],
    ids: { sessions: [sessionId], disputes: [id] },
  });
}

/** Who: 403. When: 409 that says the present status. */
function mustMove(actor: Person, found: LoadedDispute, to: DisputeStatus): void {
  const { id, status } = found.dispute;
  if (!can.setDisputeStatus(actor, found.facts, to)) throw forbidden();
  if (disputeTransitions[actor.role][to]?.includes(status)) return;
  const present = disputeStatusLabels[status].toLowerCase();
  if (status === to) throw conflict(`Concern ${id} is already ${present}`);
  throw conflict(
    `Concern ${id} is ${present}: it cannot be set to ${disputeStatusLabels[to].toLowerCase()} from there`,
  );
}

/** Sets a status, writes it into the conversation and tells the others. Resolving twice changes nothing (decisions §12). */
async function setStatus(w: WriteContext, actor: Person, given: { id: number; to: DisputeStatus }): Promise<Dispute> {
  const { id, to } = given;
  const found = await lockDispute(w, actor, id);
  const before = found.dispute;
  if (to === 'resolved' && before.status === 'resolved' && can.setDisputeStatus(actor, found.facts, to)) return before;
  mustMove(actor, found, to);
  const told = { by: actor.id, disputeId: id, sessionId: before.sessionId };
  const message = `Status changed from ${disputeStatusLabels[before.status]} to ${disputeStatusLabels[to]}`;
  await addMessage(w.tx, { disputeId: id, userId: actor.id, message, messageType: 'status_change' });
  await sql`update disputes set status = ${to}, updated_at = now() where id = ${id}`.execute(w.tx);
  if (to === 'resolved') await notifyDisputeResolved(w, told);
  else await notifyDisputeUpdated(w, { ...told, status: to });
  await tellReaders(w, found);
  return (await loadDispute(w.tx, actor, id)).dispute;
}

/** 400 for a session that the asker cannot see, 403 for one that they only look at; the row is locked against removal. */
async function mustRaise({ tx }: WriteContext, actor: Person, sessionId: number): Promise<void> {
  await sql`select 1 from sessions where id = ${sessionId} for share`.execute(tx);
  const session = await loadSession(tx, actor, sessionId);
  if (!session) throw invalid('sessionId', 'This session does not exist');
  const standing = await projectRelation(tx, actor.id, session.projectId);
  const facts = { photographerId: session.photographerId, released: true, standing };
  if (!can.raiseConcern(actor, facts)) throw forbidden('Viewers of a project cannot raise concerns');
}

export const disputes: Handlers<typeof api.disputes> = {
  list(ask) {
    const { status, sessionId, projectId } = ask.query;
    return pageOf(
      ask,
      sql`true
        ${status ? sql`and d.status = ${status}` : sql``}
        ${sessionId ? sql`and d.session_id = ${sessionId}` : sql``}
        ${projectId ? sql`and s.project_id = ${projectId}` : sql``}`,
    );
  },

  async ofSession(ask) {
    const { actor, db, params } = ask;
    if (!(await loadSession(db, actor, params.id))) throw notFound('Session');
    return pageOf(ask, sql`d.session_id = ${params.id}`);
  },

  async get({ actor, db, params }) {
    return (await loadDispute(db, actor, params.id)).dispute;
  },

  create({ actor, body, write }) {
    const { sessionId, reason, priority } = body;
    return write(async (w) => {
      await mustRaise(w, actor, sessionId);
      const { id } = await w.tx
        .insertInto('disputes')
        .values({ session_id: sessionId, client_id: actor.id, reason, priority })
        .returning('id')
        .executeTakeFirstOrThrow();
      await notifyDisputeRaised(w, { by: actor.id, disputeId: id, sessionId, reason });
      const found = await loadDispute(w.tx, actor, id);
      await tellReaders(w, found);
      return found.dispute;
    });
  },

  resolve({ actor, params, write }) {
    return write((w) => setStatus(w, actor, { id: params.id, to: 'resolved' }));
  },

  setStatus({ actor, body, params, write }) {
    return write((w) => setStatus(w, actor, { id: params.id, to: body.status }));
  },

  async messages({ actor, db, params, query }) {
    await loadDispute(db, actor, params.id);
    const mark = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = mark ? sql`and (m.created_at, m.id) > (${mark.at}::timestamptz, ${mark.id}::integer)` : sql``;
    const where = sql`m.dispute_id = ${params.id} ${after}`;
    const rows = await listMessages(db, { where, limit: query.limit + 1 });
    const page = paginate(rows, query.limit, (row) => ({ by: 'createdAt', at: row.createdAt, id: row.id }));
    if (mark) return page;
    const found = await sql<{ total: number }>`
      select count(*) as total from dispute_messages where dispute_id = ${params.id}`.execute(db);
    return { ...page, total: found.rows[0]?.total ?? 0 };
  },

  comment({ actor, body, params, write }) {
    const { message } = body;
    return write(async (w) => {
      const found = await lockDispute(w, actor, params.id);
      if (!can.commentDispute(actor, found.facts)) throw forbidden();
      const { id: disputeId, sessionId } = found.dispute;
      const id = await addMessage(w.tx, { disputeId, userId: actor.id, message, messageType: 'comment' });
      await sql`update disputes set updated_at = now() where id = ${disputeId}`.execute(w.tx);
      const told = { by: actor.id, disputeId, sessionId, comment: message };
      await notifyDisputeUpdated(w, told);
      await tellReaders(w, found);
      const [written] = await listMessages(w.tx, { where: sql`m.id = ${id}`, limit: 1 });
      if (!written) throw notFound('Message');
      return written;
    });
  },
};
