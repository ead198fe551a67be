// Deciding about a session: both calls with their toasts.
import { approveSession, rejectSession, type Session } from '#contract/sessions.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import type { ReviewDraft } from './use-review-text.ts';

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
type ReviewText = Pick<ReviewDraft, 'notes' | 'reason' | 'reasons' | 'flags' | 'done'>;

type ReviewOptions = { toasts?: typeof reviewedToasts; onSuccess?: () => void; text?: ReviewText };

/** The decision is about the record that the reviewer saw. */
export function useReview(
  { id, recordId }: Pick<Session, 'id' | 'recordId'>,
  { toasts = reviewedToasts, onSuccess, text }: ReviewOptions = {},
) {
  const settled = () => {
    text?.done();
    onSuccess?.();
  };
  const approval = useMutation(approveSession, { ...toasts.approve, onSuccess: settled });
  const rejection = useMutation(rejectSession, { ...toasts.reject, onSuccess: settled });
  const reviewNotes = text?.notes.trim() || null;
  const lacksReason = !text || (text.reason.trim() === '' && text.reasons.every((code) => code === 'other'));
  return {
    /** A reason other than "other" is a sentence by itself. */
    lacksReason,
    approve: () => approval.run({ params: { id }, body: { reviewNotes, recordId } }),
    reject: () =>
      !lacksReason && rejection.run({ params: { id }, body: { ...rejectionOf(text), reviewNotes, recordId } }),
    isApproving: approval.isPending,
    isRejecting: rejection.isPending,
  };
}

/** What a rejection says, as it is sent. */
function rejectionOf({ reason, reasons, flags }: ReviewText) {
  return {
    rejectionReason: reason.trim() || null,
    reasons: [...reasons],
    flags: flags.map(({ mediaKind, item, note }) => ({ mediaKind, item, note: note.trim() || null })),
  };
}
