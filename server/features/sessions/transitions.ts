// The moves of a session's life: approve, reject, resubmit, complete, remove (the table in decisions §2).
import { sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import { type Session, type SessionTransition, sessionStatuses, sessionTransitions } from '#contract/sessions.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { notifyApproved, notifyRejected, notifySubmitted } from '#server/features/notifications.ts';
import { disputeRaisers, projectReaders } from '#server/features/project-audience.ts';
import { forbidden, invalid } from '#server/lib/problem.ts';
import { type LockedSession, lockSession, rejectStale, wrongStatus } from './lock-session.ts';
import { changeSession } from './write-with-record.ts';

type Change = Parameters<typeof changeSession>[2];
type Review = { id: number; recordId?: number | null | undefined; reviewNotes?: string | null | undefined };

/** Makes a move where the table allows it; else 409 naming the present state. */
async function make(
  w: WriteContext,
  session: LockedSession,
  change: Omit<Change, 'from'> & { move: SessionTransition },
): Promise<Session> {
  const moved = await changeSession(w, session, { ...change, from: sessionTransitions[change.move].from });
  if (!moved) throw await wrongStatus(w, session);
  return moved;
}

/**
 * Open pages that show it refetch: admins and its photographer always, clients where what they read changes. Photographers who are
 * members see figures of their colleagues and must not learn of the session: they are told of none.
 */
export async function refetchFor(
  { tx, events }: WriteContext,
  { id, project_id, photographer_id }: LockedSession,
  { clients, movedTo = project_id, raisers = [] }: { clients: boolean; movedTo?: number; raisers?: number[] },
): Promise<void> {
  const readers = clients ? await projectReaders(tx, project_id) : { clients: [], photographers: [] };
  const users = [photographer_id, ...raisers, ...readers.clients];
  events.invalidateFor({ admins: true, users, projects: [project_id, movedTo], ids: { sessions: [id] } });
  const others = readers.photographers.filter((one) => one !== photographer_id);
  if (others.length > 0) events.invalidateFor({ users: others, ids: { sessions: [] } });
}

async function lockForReview(w: WriteContext, actor: Person, review: Review): Promise<LockedSession> {
  const session = await lockSession(w, actor, review.id);
  if (!can.reviewSessions(actor)) throw forbidden();
  rejectStale(session, review.recordId);
  return session;
}

/** pending to approved: releases the present record to the client. */
export async function approve(w: WriteContext, actor: Person, review: Review): Promise<Session> {
  const session = await lockForReview(w, actor, review);
  const notes = review.reviewNotes ?? null;
  const moved = await make(w, session, {
    move: 'approve',
    set: sql`status = 'approved', reviewed_by = ${actor.id}, reviewed_at = now(), review_notes = ${notes}, rejection_reason = null,
      released_record_id = t.record_id, released_status = 'approved', released_by = ${actor.id}, released_at = now(),
      released_capture_date = t.capture_date`,
    record: {
      action: 'approved',
      from: session.status,
      to: 'approved',
      by: actor.id,
      reviewNotes: notes,
      releases: sql`s.record_id`,
    },
  });
  await notifyApproved(w, { by: actor.id, sessionId: session.id, projectId: session.project_id });
  await refetchFor(w, session, { clients: true });
  return moved;
}

/** pending to rejected; where only review notes come, they are the reason. */
export async function reject(
  w: WriteContext,
  actor: Person,
  review: Review & { rejectionReason?: string | null | undefined },
): Promise<Session> {
  const session = await lockForReview(w, actor, review);
  const notes = review.reviewNotes ?? null;
  const reason = review.rejectionReason ?? notes;
  if (reason === null) throw invalid('rejectionReason', 'Please provide a reason for rejection');
  const moved = await make(w, session, {
    move: 'reject',
    set: sql`status = 'rejected', reviewed_by = ${actor.id}, reviewed_at = now(), review_notes = ${notes}, rejection_reason = ${reason}`,
    record: { action: 'rejected', from: session.status, to: 'rejected', by: actor.id, reviewNotes: notes, reason },
  });
  await notifyRejected(w, { by: actor.id, sessionId: session.id, reason });
  await refetchFor(w, session, { clients: false });
  return moved;
}

/** rejected to pending: the review is cleared, history keeps it. */
export async function resubmit(w: WriteContext, actor: Person, id: number): Promise<Session> {
  const session = await lockSession(w, actor, id);
  if (!can.resubmitSession(actor, session.facts)) throw forbidden();
  const moved = await make(w, session, {
    move: 'resubmit',
    set: sql`status = 'pending', ${withoutReview}`,
    record: { action: 'resubmitted', from: session.status, to: 'pending', by: actor.id },
  });
  await notifySubmitted(w, { by: actor.id, sessionId: id, how: 'resubmitted' });
  await refetchFor(w, session, { clients: false });
  return moved;
}

/** Assignments of a session that waits for its next review. */
export const withoutReview = sql`reviewed_by = null, reviewed_at = null, review_notes = null, rejection_reason = null`;

/** approved to completed: closed out, clients go on seeing it; who approved it stays written there. */
export async function complete(w: WriteContext, actor: Person, review: Review): Promise<Session> {
  const session = await lockForReview(w, actor, review);
  const notes = review.reviewNotes ?? null;
  const moved = await make(w, session, {
    move: 'complete',
    set: sql`status = 'completed', released_status = 'completed', review_notes = coalesce(${notes}, t.review_notes)`,
    record: { action: 'completed', from: session.status, to: 'completed', by: actor.id, reviewNotes: notes },
  });
  await refetchFor(w, session, { clients: true });
  return moved;
}

/**
 * Releases the present content anew: the same links under a new record, for which the files are pinned that lie there now. Only
 * where what clients read is the present content, or something unreviewed would be released along with it.
 */
export async function releaseAdded(w: WriteContext, actor: Person, id: number): Promise<Session> {
  const session = await lockForReview(w, actor, { id });
  const released = await changeSession(w, session, {
    set: sql`record_id = n.id, released_record_id = n.id`,
    from: ['approved', 'completed'],
    record: { action: 'edited', from: session.status, to: session.status, by: actor.id, releases: sql`s.record_id` },
  });
  if (!released) throw await wrongStatus(w, session);
  await refetchFor(w, session, { clients: true });
  return released;
}

/** Hides a session, and with it its concerns, from every list; its records stay. */
export async function remove(w: WriteContext, actor: Person, id: number): Promise<void> {
  const session = await lockSession(w, actor, id);
  if (!can.removeSession(actor, session.facts)) throw forbidden();
  const raisers = await disputeRaisers(w.tx, { session: id });
  await changeSession(w, session, {
    set: sql`removed_at = now()`,
    from: sessionStatuses,
    record: { action: 'removed', from: session.status, to: null, by: actor.id },
  });
  await refetchFor(w, session, { clients: session.facts.released, raisers });
}
