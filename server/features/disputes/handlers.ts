// Disputes, called concerns on screen: raised by clients, discussed, resolved or closed. The conversation records every change of status.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { NewAnchor } from '#contract/disputes/anchors.ts';
import { type Dispute, disputeStatusLabels, disputeTransitions, type Pin } from '#contract/disputes/endpoints.ts';
import { can, type DisputeStatus, type Person } from '#contract/policy.ts';
import { countRows } from '#server/db/count-rows.ts';
import { projectReaders } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { cacheControl } from '#server/features/media/cache-control.ts';
import {
  notifyDisputeRaised,
  notifyDisputeResolved,
  notifyDisputeUpdated,
} from '#server/features/notifications/handlers.ts';
import { announce } from '#server/features/notifications/webhooks/announce.ts';
import { loadSession } from '#server/features/sessions/session-row.ts';
import { cursorByCreation, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { projectRelation } from '#server/visibility.ts';
import { type AnchorDependencies, addAnchor, type PreparedAnchor, prepareAnchor, readCrop } from './anchors.ts';
import { isWanted } from './filters.ts';
import { addMessage, listDisputes, listMessages, loadDispute, pageOfDisputes, toDispute } from './queries.ts';
import { deadlineColumns } from './response-clock.ts';

type LoadedDispute = Awaited<ReturnType<typeof loadDispute>>;

/** Locks a dispute until the transaction ends, then reads it, so that it cannot change between check and write. */
async function lockDispute({ tx }: WriteContext, actor: Person, id: number) {
  await sql`select 1 from disputes where id = ${id} for no key update`.execute(tx);
  return loadDispute(tx, actor, id);
}

/** Open pages of everybody who may read the dispute refetch; the project's other photographers do not see it. */
async function invalidateForReaders({ tx, events }: WriteContext, { dispute, facts }: LoadedDispute): Promise<void> {
  const { id, sessionId, clientId, session } = dispute;
  const { clients } = await projectReaders(tx, session.project.id);
  events.invalidateFor({
    admins: true,
    users: [facts.session.photographerId, clientId, ...clients],
    projects: [session.project.id],
    ids: { sessions: [sessionId], disputes: [id] },
  });
}

/** 403 for a person who may not do this, 409 with the present status if it is not possible now. */
function requireTransition(actor: Person, current: LoadedDispute, to: DisputeStatus): void {
  const { id, status } = current.dispute;
  if (!can.setDisputeStatus(actor, current.facts, to)) throw forbidden();
  if (disputeTransitions[actor.role][to]?.includes(status)) return;
  const present = disputeStatusLabels[status].toLowerCase();
  if (status === to) throw conflict(`Concern ${id} is already ${present}`);
  throw conflict(
    `Concern ${id} is ${present}: it cannot be set to ${disputeStatusLabels[to].toLowerCase()} from there`,
  );
}

/** The first message or action of the crew or an admin stops the clock (behaviour §13.5). */
function answeredBy({ role }: Person): RawBuilder<unknown> {
  return role === 'client' ? sql`answered_at = answered_at` : sql`answered_at = coalesce(answered_at, now())`;
}

/** Closing keeps the time it was resolved; reopening clears it. */
function resolvedAfter(to: DisputeStatus): RawBuilder<unknown> {
  if (to === 'resolved') return sql`now()`;
  return to === 'closed' ? sql`resolved_at` : sql`null`;
}

/** Sets a status, records it in the conversation and notifies the others. Resolving twice changes nothing (behaviour §4.2). */
async function setStatus(
  context: WriteContext,
  actor: Person,
  change: { id: number; to: DisputeStatus },
): Promise<Dispute> {
  const { id, to } = change;
  const current = await lockDispute(context, actor, id);
  const before = current.dispute;
  if (to === 'resolved' && before.status === 'resolved' && can.setDisputeStatus(actor, current.facts, to))
    return before;
  requireTransition(actor, current, to);
  const notice = { by: actor.id, disputeId: id, sessionId: before.sessionId };
  const message = `Status changed from ${disputeStatusLabels[before.status]} to ${disputeStatusLabels[to]}`;
  await addMessage(context.tx, { disputeId: id, userId: actor.id, message, messageType: 'status_change' });
  await sql`update disputes set status = ${to}, updated_at = now(), ${answeredBy(actor)},
    resolved_at = ${resolvedAfter(to)} where id = ${id}`.execute(context.tx);
  if (to === 'resolved') {
    await notifyDisputeResolved(context, notice);
    await announce(context, 'concern.resolved', notice);
  } else await notifyDisputeUpdated(context, { ...notice, status: to });
  await invalidateForReaders(context, current);
  return (await loadDispute(context.tx, actor, id)).dispute;
}

/** 400 for a session that the person cannot see, 403 for one that they only view. */
async function requireMayRaise(db: Kysely<Tables>, actor: Person, sessionId: number): Promise<void> {
  const session = await loadSession(db, actor, sessionId);
  if (!session) throw invalid('sessionId', 'This session does not exist');
  const relation = await projectRelation(db, actor.id, session.projectId);
  const facts = { photographerId: session.photographerId, released: true, relation };
  if (!can.raiseConcern(actor, facts)) throw forbidden('Viewers of a project cannot raise concerns');
}

type Shown = { actor: Person; id: number; anchor: NewAnchor; sessionId: number | undefined };

/** An answer shows released media of the concern's project: everybody who reads it may see that. */
async function prepareShown(
  deps: AnchorDependencies,
  { actor, id, anchor, sessionId }: Shown,
): Promise<PreparedAnchor> {
  const { dispute, facts } = await loadDispute(deps.db, actor, id);
  if (!can.commentDispute(actor, facts)) throw forbidden();
  const prepared = await prepareAnchor(deps, { actor, sessionId: sessionId ?? dispute.sessionId, anchor });
  if (prepared.projectId !== dispute.session.project.id)
    throw invalid('sessionId', 'This session belongs to another project than the concern');
  return prepared;
}

/** 403 for everybody but its raiser, 409 with the present status once it is no longer open. */
function requireMayMove(actor: Person, { dispute, facts }: LoadedDispute): void {
  if (!can.moveDispute(actor, facts, { open: true }))
    throw forbidden('Only the person who raised a concern can move it');
  const present = disputeStatusLabels[dispute.status].toLowerCase();
  if (!can.moveDispute(actor, facts, { open: dispute.status === 'open' }))
    throw conflict(`Concern ${dispute.id} is ${present}: it can be moved only while it is open`);
}

type Move = { id: number; prepared: PreparedAnchor };

/** The conversation records it, and keeps the former place. */
async function moveTo(context: WriteContext, actor: Person, { id, prepared }: Move): Promise<Dispute> {
  const current = await lockDispute(context, actor, id);
  requireMayMove(actor, current);
  const message = `${current.dispute.anchor ? 'Moved' : 'Pinned'} to ${prepared.name}`;
  const messageId = await addMessage(context.tx, { disputeId: id, userId: actor.id, message, messageType: 'moved' });
  await addAnchor(context, prepared, { disputeId: id, messageId, ofConcern: true, by: actor.id });
  await sql`update disputes set updated_at = now() where id = ${id}`.execute(context.tx);
  const { sessionId } = current.dispute;
  await notifyDisputeUpdated(context, { by: actor.id, disputeId: id, sessionId, movedTo: prepared.name });
  await invalidateForReaders(context, current);
  return (await loadDispute(context.tx, actor, id)).dispute;
}

const maxPins = 500;
const maxPinWords = 300;

async function readPins(db: Kysely<Tables>, actor: Person, sessionId: number): Promise<Pin[]> {
  const here = sql`exists (select 1 from anchors pin where pin.dispute_id = d.id and pin.of_concern
    and (pin.session_id = ${sessionId} or pin.other_session_id = ${sessionId}))`;
  const rows = await listDisputes(db, actor, { where: here, limit: maxPins });
  return rows.flatMap((row) => {
    const { id, status, priority, reason, anchor, mayMove } = toDispute(row, actor);
    // It may have been moved to another visit since; for a picture that was taken back, clients get no place.
    if (anchor?.file === '') return [];
    if (anchor?.sessionId !== sessionId && anchor?.other?.sessionId !== sessionId) return [];
    return [{ disputeId: id, status, priority, reason: reason.slice(0, maxPinWords), mayMove, anchor }];
  });
}

/** What the calls need besides the request. */
export type DisputeDependencies = { settings: ReadSettings } & Omit<AnchorDependencies, 'db'>;

export const disputes = (deps: DisputeDependencies): Handlers<typeof api.disputes> => ({
  disputes(ctx) {
    return pageOfDisputes(ctx, isWanted(ctx.actor, ctx.query));
  },

  async sessionDisputes(ctx) {
    const { actor, db, params } = ctx;
    if (!(await loadSession(db, actor, params.id))) throw notFound('Session');
    return pageOfDisputes(ctx, sql`d.session_id = ${params.id}`);
  },

  async getDispute({ actor, db, params }) {
    return (await loadDispute(db, actor, params.id)).dispute;
  },

  async createDispute({ actor, body, db, write }) {
    const { sessionId, reason, priority, anchor } = body;
    if (anchor) await requireMayRaise(db, actor, sessionId);
    const prepared = anchor && (await prepareAnchor({ ...deps, db }, { actor, sessionId, anchor }));
    return write(async (context) => {
      const deadline = await deadlineColumns(deps.settings, { at: Date.now(), priority });
      await sql`select 1 from sessions where id = ${sessionId} for share`.execute(context.tx);
      await requireMayRaise(context.tx, actor, sessionId);
      const { id } = await context.tx
        .insertInto('disputes')
        .values({ session_id: sessionId, client_id: actor.id, reason, priority, ...deadline })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (prepared) {
        await addAnchor(context, prepared, { disputeId: id, messageId: null, ofConcern: true, by: actor.id });
      }
      await notifyDisputeRaised(context, { by: actor.id, disputeId: id, sessionId, reason });
      await announce(context, 'concern.raised', { sessionId, disputeId: id });
      const created = await loadDispute(context.tx, actor, id);
      await invalidateForReaders(context, created);
      return created.dispute;
    });
  },

  resolveDispute({ actor, params, write }) {
    return write((context) => setStatus(context, actor, { id: params.id, to: 'resolved' }));
  },

  setDisputeStatus({ actor, body, params, write }) {
    return write((context) => setStatus(context, actor, { id: params.id, to: body.status }));
  },

  async disputeMessages({ actor, db, params, query }) {
    await loadDispute(db, actor, params.id);
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = cursor ? sql`and (m.created_at, m.id) > (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql``;
    const where = sql`m.dispute_id = ${params.id} ${after}`;
    const rows = await listMessages(db, actor, { where, limit: query.limit + 1 });
    const page = paginate(rows, query.limit, cursorByCreation);
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`dispute_messages where dispute_id = ${params.id}`) };
  },

  async commentDispute({ actor, body, params, db, write }) {
    const { message, anchor, sessionId: shown } = body;
    const prepared =
      anchor && (await prepareShown({ ...deps, db }, { actor, id: params.id, anchor, sessionId: shown }));
    return write(async (context) => {
      const current = await lockDispute(context, actor, params.id);
      if (!can.commentDispute(actor, current.facts)) throw forbidden();
      const { id: disputeId, sessionId } = current.dispute;
      const id = await addMessage(context.tx, { disputeId, userId: actor.id, message, messageType: 'comment' });
      if (prepared) await addAnchor(context, prepared, { disputeId, messageId: id, ofConcern: false, by: actor.id });
      await sql`update disputes set updated_at = now(), ${answeredBy(actor)} where id = ${disputeId}`.execute(
        context.tx,
      );
      await notifyDisputeUpdated(context, { by: actor.id, disputeId, sessionId, comment: message });
      await invalidateForReaders(context, current);
      const [comment] = await listMessages(context.tx, actor, { where: sql`m.id = ${id}`, limit: 1 });
      if (!comment) throw notFound('Message');
      return comment;
    });
  },
});

/** The calls about the places that concerns are pinned to. */
export const anchors = (deps: DisputeDependencies): Handlers<typeof api.anchors> => ({
  async moveDispute({ actor, body: { anchor }, params: { id }, db, write }) {
    const current = await loadDispute(db, actor, id);
    requireMayMove(actor, current);
    const prepared = await prepareAnchor({ ...deps, db }, { actor, sessionId: current.dispute.sessionId, anchor });
    return write((context) => moveTo(context, actor, { id, prepared }));
  },

  async sessionPins({ actor, db, params: { id } }) {
    if (!(await loadSession(db, actor, id))) throw notFound('Session');
    return { pins: await readPins(db, actor, id) };
  },

  async disputeCrop({ actor, db, params: { id, anchor }, request, reply }) {
    await loadDispute(db, actor, id);
    const crop = await readCrop(db, actor, { disputeId: id, anchorId: anchor });
    if (!crop) throw notFound('Picture');
    const etag = `"crop-${anchor}"`;
    reply.headers({ 'cache-control': cacheControl(actor, 'for good'), etag, vary: 'Cookie' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/webp').send(crop);
  },
});
