// The transitions of a session but for being sent back: approve, complete, remove (the table in behaviour §2.2).

import { sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { can, type Person } from '#contract/policy.ts';
import {
  type Session,
  type SessionTransition,
  sessionStatuses,
  sessionTransitions,
} from '#contract/sessions/endpoints.ts';
import { disputeRaisers, projectReaders } from '#server/db/project-relations.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fileCounts } from '#server/features/audit/handlers.ts';
import { notifyApproved } from '#server/features/notifications/handlers.ts';
import { announce } from '#server/features/notifications/webhooks/announce.ts';
import { giveVisitBack } from '#server/features/planned-visits/fulfil.ts';
import { requireAllThere } from '#server/features/uploads/claim.ts';
import { forbidden, stale } from '#server/lib/problem.ts';
import { type LockedSession, lockSession, wrongStatus } from '#server/visibility/lock-session.ts';
import {
  type FileIds,
  forgetShownFiles,
  type ListedFiles,
  pinFiles,
  readReleasedFiles,
  readShownFiles,
} from './pin-files.ts';
import { loadSession } from './session-row.ts';
import { recordSession } from './taken-back.ts';
import { changeSession } from './write-with-record.ts';

type Change = Parameters<typeof changeSession>[2];
export type Review = { id: number; recordId?: number | null | undefined; reviewNotes?: string | null | undefined };

/** Makes a transition where the table allows it; else 409 naming the present state. */
export async function transition(
  context: WriteContext,
  session: LockedSession,
  change: Omit<Change, 'from'> & { name: SessionTransition },
): Promise<Session> {
  const changed = await changeSession(context, session, { ...change, from: sessionTransitions[change.name].from });
  if (!changed) throw await wrongStatus(context, session);
  return changed;
}

/**
 * Open pages that show it refetch: admins and its photographer always, clients where released content changes. Photographers who are
 * members see figures of their colleagues and must not learn of the session: they are sent no id.
 * @returns whose pages refetch, beside admins'
 */
export async function refetchFor(
  { tx, events }: WriteContext,
  { id, project_id, photographer_id }: Pick<LockedSession, 'id' | 'project_id' | 'photographer_id'>,
  { clients, movedTo = project_id, raisers = [] }: { clients: boolean; movedTo?: number; raisers?: number[] },
): Promise<number[]> {
  const readers = clients ? await projectReaders(tx, project_id) : { clients: [], photographers: [] };
  const users = [photographer_id, ...raisers, ...readers.clients];
  events.invalidateFor({ admins: true, users, projects: [project_id, movedTo], ids: { sessions: [id] } });
  const others = readers.photographers.filter((one) => one !== photographer_id);
  if (others.length > 0) events.invalidateFor({ users: others, ids: { sessions: [] } });
  return [...users, ...others];
}

export async function lockForReview(context: WriteContext, actor: Person, review: Review): Promise<LockedSession> {
  const session = await lockSession(context, actor, review.id);
  if (!can.reviewSessions(actor)) throw forbidden();
  await rejectStale(context, actor, { session, recordId: review.recordId });
  if (session.status === 'pending') await requireAllThere(context, session.id);
  return session;
}

/** pending to approved: releases the present record to the client, with the files that its reviewer was shown. */
export async function approve(
  context: WriteContext,
  actor: Person,
  review: Review & { listed: ListedFiles },
): Promise<Session> {
  const session = await lockForReview(context, actor, review);
  const notes = review.reviewNotes ?? null;
  const notifiedNames = await notifyApproved(context, {
    by: actor.id,
    sessionId: session.id,
    projectId: session.project_id,
  });
  await announce(context, 'session.released', { sessionId: session.id });
  const changed = await transition(context, session, {
    name: 'approve',
    set: sql`status = 'approved', reviewed_by = ${actor.id}, reviewed_at = now(), review_notes = ${notes}, rejection_reason = null,
      told = ${notifiedNames}::text[], released_record_id = t.record_id, released_status = 'approved', released_by = ${actor.id}, released_at = now(),
      released_capture_date = t.capture_date`,
    record: {
      action: 'approved',
      from: session.status,
      to: 'approved',
      by: actor.id,
      reviewNotes: notes,
      notifiedNames,
      releases: sql`s.record_id`,
    },
  });
  const recordId = session.record_id;
  const files = await readShownFiles(context.tx, { recordId, reviewer: actor.id });
  await pinFiles(context, { session, recordId, content: session, files, listed: review.listed });
  await forgetShownFiles(context.tx, recordId);
  await refetchFor(context, session, { clients: true });
  const before = { status: session.status, releasedRecord: session.released_record_id };
  const after = { status: changed.status, releasedRecord: recordId, reviewNotes: notes };
  await recordSession(context, { by: actor.id, act: 'sessionApproved', session, before, after });
  return changed;
}

/** Assignments of a session that waits for its next review. */
export const withoutReview = sql`reviewed_by = null, reviewed_at = null, review_notes = null, rejection_reason = null, told = null`;

/** approved to completed: clients go on seeing it; it still says who approved it. */
export async function complete(context: WriteContext, actor: Person, review: Review): Promise<Session> {
  const session = await lockForReview(context, actor, review);
  const notes = review.reviewNotes ?? null;
  const changed = await transition(context, session, {
    name: 'complete',
    set: sql`status = 'completed', released_status = 'completed', review_notes = coalesce(${notes}, t.review_notes)`,
    record: { action: 'completed', from: session.status, to: 'completed', by: actor.id, reviewNotes: notes },
  });
  await refetchFor(context, session, { clients: true });
  const before = { status: session.status };
  const after = { status: changed.status, ...(notes === null ? {} : { reviewNotes: notes }) };
  await recordSession(context, { by: actor.id, act: 'sessionCompleted', session, before, after });
  return changed;
}

type Added = { id: number; listed: ListedFiles; kind?: MediaKind | undefined; items?: readonly string[] | undefined };

/** Of the named tab what was released and the named files; of every other tab, or where none is named, what lies there now. */
function withAdded(released: FileIds, { kind, items = [] }: Added): FileIds {
  if (kind === undefined) return {};
  const before = released[kind];
  return before ? { ...released, [kind]: [...new Set([...before, ...items])] } : released;
}

/**
 * Releases the present content again: the same links under a new record, with files that came after the approval. Only where clients
 * read the present content, or something unreviewed would be released along with it.
 */
export async function releaseAdded(context: WriteContext, actor: Person, added: Added): Promise<Session> {
  const session = await lockForReview(context, actor, { id: added.id });
  const released = await changeSession(context, session, {
    set: sql`record_id = n.id, released_record_id = n.id`,
    from: ['approved', 'completed'],
    record: { action: 'edited', from: session.status, to: session.status, by: actor.id, releases: sql`s.record_id` },
  });
  if (!released) throw await wrongStatus(context, session);
  const before = await readReleasedFiles(context.tx, session.released_record_id);
  const files = withAdded(before, added);
  await pinFiles(context, { session, recordId: released.recordId, content: session, files, listed: added.listed });
  await refetchFor(context, session, { clients: true });
  const after = await readReleasedFiles(context.tx, released.recordId);
  const act = { by: actor.id, act: 'releasedFilesChanged', session } as const;
  await recordSession(context, {
    ...act,
    before: { releasedRecord: session.released_record_id, files: fileCounts(before) },
    after: { releasedRecord: released.recordId, files: fileCounts(after) },
  });
  return released;
}

/** Hides a session, and with it its concerns, from every list; its records stay. */
export async function remove(context: WriteContext, actor: Person, id: number): Promise<void> {
  const session = await lockSession(context, actor, id);
  if (!can.removeSession(actor, session.facts)) throw forbidden();
  const raisers = await disputeRaisers(context.tx, { session: id });
  await changeSession(context, session, {
    set: sql`removed_at = now()`,
    from: sessionStatuses,
    record: { action: 'removed', from: session.status, to: null, by: actor.id },
  });
  const announced = await refetchFor(context, session, { clients: session.facts.released, raisers });
  await giveVisitBack(context, { id, projectId: session.project_id, announced });
  const before = { status: session.status, captureDate: session.capture_date, released: session.facts.released };
  await recordSession(context, { by: actor.id, act: 'sessionRemoved', session, before });
}

// The refusal of a change to content that is no longer the present one.

/** 409 when the content that somebody saw is no longer the present one, which the answer brings along. */
export async function rejectStale(
  { tx }: WriteContext,
  actor: Person,
  { session, recordId }: { session: LockedSession; recordId: number | null | undefined },
): Promise<void> {
  if (recordId === undefined || recordId === null || recordId === session.record_id) return;
  throw stale('session', await loadSession(tx, actor, session.id));
}
