// Deciding about a session: what the reviewer writes, and both calls with their toasts.
import { type ChangeEvent, useState } from 'react';
import { approveSession, rejectSession, type Session } from '#contract/sessions.ts';
import { useMutation } from '#web/lib/use-mutation.ts';

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

type ReviewOptions = { toasts?: typeof reviewedToasts; onSuccess?: () => void };

/** The decision is about the record that the reviewer saw. `notes` and `reason` are the props of their fields. */
export function useReview(
  { id, recordId }: Pick<Session, 'id' | 'recordId'>,
  { toasts = reviewedToasts, onSuccess }: ReviewOptions = {},
) {
  const notes = useText();
  const reason = useText();
  const approval = useMutation(approveSession, { ...toasts.approve, onSuccess });
  const rejection = useMutation(rejectSession, { ...toasts.reject, onSuccess });
  const reviewNotes = notes.value.trim() || null;
  const rejectionReason = reason.value.trim();
  return {
    notes,
    reason,
    lacksReason: rejectionReason === '',
    approve: () => approval.run({ params: { id }, body: { reviewNotes, recordId } }),
    reject: () =>
      rejectionReason && rejection.run({ params: { id }, body: { rejectionReason, reviewNotes, recordId } }),
    isApproving: approval.isPending,
    isRejecting: rejection.isPending,
  };
}

function useText() {
  const [value, setValue] = useState('');
  return { value, onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => setValue(target.value) };
}
