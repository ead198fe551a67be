// Deciding about a session: both calls with their toasts.
import { useState } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import { dropReviewText, type ReviewDraft } from './use-review-text.ts';

const reviewed = { title: 'Session reviewed', description: 'The session status has been updated successfully.' };
export const reviewedToasts = { approve: { successToast: reviewed }, reject: { successToast: reviewed } };

export const completionToasts = {
  successToast: 'Session marked as completed',
  errorToast: 'Failed to update session',
};

/** Those of the approvals page. */
export const queueToasts = {
  approve: {
    successToast: {
      title: 'Session approved',
      description: 'The session has been approved and is now visible to clients.',
    },
    errorToast: { title: 'Failed to approve session' },
  },
  reject: {
    successToast: {
      title: 'Session rejected',
      description: 'The photographer has been notified of the rejection reason.',
    },
    errorToast: { title: 'Failed to reject session' },
  },
};

/** What a reviewer writes and ticks in a dialog. */
type ReviewText = Pick<
  ReviewDraft,
  'notes' | 'reason' | 'reasons' | 'flags' | 'done' | 'forms' | 'taken' | 'givenBack'
>;

const nothing = () => undefined;
const noDraft = { forms: [], taken: nothing, givenBack: nothing };

type ReviewOptions = { toasts?: typeof reviewedToasts; onSuccess?: () => void; text?: ReviewText };

/** The decision is about the record that the reviewer saw: where a newer one is there they read so, and then decide about that. */
export function useReview(seen: Session, { toasts = reviewedToasts, onSuccess, text }: ReviewOptions = {}) {
  const [present, setPresent] = useState(seen);
  const { id, recordId } = present;
  const { person } = useCurrentUser();
  const settled = () => {
    text?.done();
    dropReviewText(person.id, id);
    onSuccess?.();
  };
  const onError = (error: ApiError) => {
    if (error.code === 'stale' && error.present) setPresent(error.present as Session);
    return undefined;
  };
  const waits = { words: `Session #${id}`, onSuccess: settled, onKept: settled, onError, draft: text ?? noDraft };
  const approval = useWaitingMutation('approveSession', { ...toasts.approve, ...waits });
  const rejection = useWaitingMutation('rejectSession', { ...toasts.reject, ...waits });
  const reviewNotes = text?.notes.trim() || null;
  const lacksReason = !text || isUnsaid(text);
  return {
    /** The session that is decided about. */
    session: present,
    /** A reason other than "other" is a sentence by itself. */
    lacksReason,
    approve: () => approval.run({ params: { id }, body: { reviewNotes, recordId } }),
    reject: () =>
      !lacksReason && rejection.run({ params: { id }, body: { ...rejectionOf(text), reviewNotes, recordId } }),
    isApproving: approval.isPending,
    isRejecting: rejection.isPending,
  };
}

/** "Other" says nothing by itself. */
export function isUnsaid({ reason, reasons }: Pick<ReviewText, 'reason' | 'reasons'>): boolean {
  return reason.trim() === '' && reasons.every((code) => code === 'other');
}

/** What a rejection says, as it is sent. */
export function rejectionOf({ reason, reasons, flags }: Pick<ReviewText, 'reason' | 'reasons' | 'flags'>) {
  return {
    rejectionReason: reason.trim() || null,
    reasons: [...reasons],
    flags: flags.map(({ mediaKind, item, note }) => ({ mediaKind, item, note: note.trim() || null })),
  };
}
