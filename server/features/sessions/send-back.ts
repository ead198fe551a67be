// Sends a session back with reasons, words and flagged pictures, and resubmits it with answers (behaviour §2.2, §22).
import { sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { can } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { composeRejection, type ReasonCode, reasonLabels } from '#contract/sessions/rejection.ts';
import type { Flag, FlagAnswers } from '#contract/sessions/rejection-routes.ts';
import { readReasons } from '#server/db/settings/setting-rows.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import type { LinkedFiles } from '#server/features/media/linked-files.ts';
import { notifyRejected } from '#server/features/notifications/handlers.ts';
import { announce } from '#server/features/notifications/webhooks/announce.ts';
import { notifyWhenComplete } from '#server/features/uploads/claim.ts';
import { forbidden, invalid } from '#server/lib/problem.ts';
import { type LockedSession, lockSession } from '#server/visibility/lock-session.ts';
import { forgetShownFiles } from './pin-files.ts';
import { readChanges } from './rejection/changes.ts';
import { findFlags, insertAnswers, insertFlags } from './rejection/flags.ts';
import { keepFiles, newestRecordId, readLastRejection } from './rejection/last-rejection.ts';
import { recordSession } from './taken-back.ts';
import { lockForReview, type Review, refetchFor, rejectStale, transition, withoutReview } from './transitions.ts';

type Rejection = Review & {
  /** The words beside the reasons; alone the whole sentence. */
  rejectionReason?: string | null | undefined;
  reasons?: readonly ReasonCode[] | undefined;
  flags?: readonly Flag[] | undefined;
  linked: LinkedFiles;
};

/** What its photographer will read; if there are only review notes, they are the reason. */
async function sentenceOf({ tx }: WriteContext, rejection: Rejection): Promise<string> {
  const { rejectionReason, reasons = [], reviewNotes } = rejection;
  const settings = (await readReasons(tx)).reasons;
  const off = reasons.find((code) => code !== 'other' && !settings[code].enabled);
  if (off) throw invalid('reasons', `The reason “${reasonLabels[off]}” is no longer offered`);
  const sentence = composeRejection(reasons, rejectionReason, settings) ?? reviewNotes ?? null;
  if (sentence === null) throw invalid('rejectionReason', 'Please provide a reason for rejection');
  return sentence;
}

/** pending to rejected. */
export async function reject(context: WriteContext, actor: Person, rejection: Rejection): Promise<Session> {
  const session = await lockForReview(context, actor, rejection);
  const { linked, reasons = [], flags = [] } = rejection;
  const reviewNotes = rejection.reviewNotes ?? null;
  const reason = await sentenceOf(context, rejection);
  const found = findFlags(session, flags, linked);
  const notifiedNames = await notifyRejected(context, { by: actor.id, sessionId: session.id, reason });
  await announce(context, 'session.rejected', { sessionId: session.id });
  const changed = await transition(context, session, {
    name: 'reject',
    set: sql`status = 'rejected', reviewed_by = ${actor.id}, reviewed_at = now(), review_notes = ${reviewNotes}, rejection_reason = ${reason},
      told = ${notifiedNames}::text[]`,
    record: {
      action: 'rejected',
      from: session.status,
      to: 'rejected',
      by: actor.id,
      reviewNotes,
      reason,
      reasons,
      notifiedNames,
    },
  });
  const recordId = await newestRecordId(context.tx, session.id);
  await insertFlags(context.tx, { sessionId: session.id, recordId, flags: found });
  await keepFiles(context.tx, { recordId, content: session, linked });
  await refetchFor(context, session, { clients: false });
  const coded = reasons.length > 0 ? { reasons: reasons.map((code) => reasonLabels[code]) } : {};
  const flagged = found.length > 0 ? { flaggedPictures: found.length } : {};
  const after = { status: changed.status, rejectionReason: reason, reviewNotes, ...coded, ...flagged };
  const before = { status: session.status };
  await recordSession(context, { by: actor.id, act: 'sessionRejected', session, before, after });
  return changed;
}

type Resubmission = {
  id: number;
  recordId?: number | null | undefined;
  note?: string | null | undefined;
  /** Sent by forms that show the flagged pictures and the changes. */
  answers?: FlagAnswers | undefined;
  linked: LinkedFiles;
};

/** 400 for a session that is unchanged since it was sent back, without a note about it. */
async function refuseUnchanged(
  { tx }: WriteContext,
  session: LockedSession,
  { note, answers, linked }: Resubmission,
): Promise<void> {
  const isSaid = Boolean(note) || answers?.some(({ answer }) => answer);
  if (!answers || isSaid || session.status !== 'rejected') return;
  const { unchanged } = await readChanges(tx, { sessionId: session.id, linked });
  if (unchanged) throw invalid('note', "You haven't changed anything. Add a note that says why you're resubmitting.");
}

/** rejected to pending: the review is cleared, history keeps it. */
export async function resubmit(context: WriteContext, actor: Person, resubmission: Resubmission): Promise<Session> {
  const { id, recordId, note, answers = [] } = resubmission;
  const session = await lockSession(context, actor, id);
  if (!can.resubmitSession(actor, session.facts)) throw forbidden();
  await rejectStale(context, actor, { session, recordId });
  await refuseUnchanged(context, session, resubmission);
  const last = await readLastRejection(context.tx, id);
  const changed = await transition(context, session, {
    name: 'resubmit',
    set: sql`status = 'pending', submitted_at = now(), ${withoutReview}`,
    record: { action: 'resubmitted', from: session.status, to: 'pending', by: actor.id, resubmitNote: note ?? null },
  });
  if (last)
    await insertAnswers(context.tx, { of: last.recordId, recordId: await newestRecordId(context.tx, id), answers });
  await forgetShownFiles(context.tx, session.record_id);
  await notifyWhenComplete(context, { by: actor.id, sessionId: id, how: 'resubmitted' });
  await refetchFor(context, session, { clients: false });
  return changed;
}
