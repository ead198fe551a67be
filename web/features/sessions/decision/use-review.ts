// Deciding about a session: both calls with their toasts.
import { type ChangeEvent, useState } from 'react';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { dropDraft } from '#web/lib/forms/drafts.ts';
import { useDraftValue } from '#web/lib/forms/use-draft-value.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';

// What a reviewer writes and ticks about a session, kept on the device until the decision is sent.

/** A picture that the photographer shall look at; its name is for the reviewer alone. */
export type DraftFlag = { mediaKind: MediaKind; item: string; name: string; note: string };

const noReasons: readonly ReasonCode[] = [];
const noFlags: readonly DraftFlag[] = [];

const isSame = (a: Pick<DraftFlag, 'mediaKind' | 'item'>) => (b: Pick<DraftFlag, 'mediaKind' | 'item'>) =>
  a.mediaKind === b.mediaKind && a.item === b.item;

/** The desk and the forms in which a review is written. */
const forms = ['approve', 'reject', 'rejectWithNotes', 'review'] as const;
type ReviewForm = (typeof forms)[number];
const parts = ['notes', 'reason', 'reasons', 'flags'] as const;
const nameOf = (form: ReviewForm, sessionId: number, part: (typeof parts)[number]) => `${form} ${sessionId} ${part}`;

/** The decision was answered: whatever of it was written or flagged elsewhere on this device is about nothing any more. */
export function dropReviewText(owner: number, sessionId: number): void {
  for (const form of forms) for (const part of parts) dropDraft(owner, nameOf(form, sessionId, part));
}

/** `fields`: the props of both texts. `form`: the dialog, each of which keeps its own words. */
export function useReviewText(sessionId: number, form: ReviewForm) {
  const { person } = useCurrentUser();
  const notes = useDraftValue(person.id, nameOf(form, sessionId, 'notes'), '');
  const reason = useDraftValue(person.id, nameOf(form, sessionId, 'reason'), '');
  const reasons = useDraftValue(person.id, nameOf(form, sessionId, 'reasons'), noReasons);
  const flags = useDraftValue(person.id, nameOf(form, sessionId, 'flags'), noFlags);
  const drafts = [notes, reason, reasons, flags];
  const discard = () => {
    for (const draft of drafts) draft.discard();
  };
  return {
    notes: notes.value,
    reason: reason.value,
    reasons: reasons.value,
    flags: flags.value,
    toggleReason(code: ReasonCode) {
      const others = reasons.value.filter((one) => one !== code);
      reasons.set(others.length < reasons.value.length ? others : [...others, code]);
    },
    /** Flags a picture, or takes the flag and its note away. */
    toggleFlag(picture: Omit<DraftFlag, 'note'>) {
      const others = flags.value.filter((one) => !isSame(picture)(one));
      flags.set(others.length < flags.value.length ? others : [...others, { ...picture, note: '' }]);
    },
    setNote(flag: DraftFlag, note: string) {
      flags.set(flags.value.map((one) => (isSame(flag)(one) ? { ...one, note } : one)));
    },
    done: discard,
    forms: parts.map((part) => nameOf(form, sessionId, part)),
    taken() {
      for (const draft of drafts) draft.taken();
    },
    givenBack() {
      for (const draft of drafts) draft.givenBack();
    },
    draft: { restored: drafts.some(({ restored }) => restored), discard },
    fields: { notes: fieldOf(notes), reason: fieldOf(reason) },
  };
}
export type ReviewDraft = ReturnType<typeof useReviewText>;

function fieldOf({ value, set }: { value: string; set: (value: string) => void }) {
  return { value, onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => set(target.value) };
}

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
  const lacksReason = !text || isEmptyRejection(text);
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
export function isEmptyRejection({ reason, reasons }: Pick<ReviewText, 'reason' | 'reasons'>): boolean {
  return reason.trim() === '' && reasons.every((code) => code === 'other');
}

export type Rejection = ReturnType<typeof rejectionOf>;

/** What a rejection says, as it is sent. */
export function rejectionOf({ reason, reasons, flags }: Pick<ReviewText, 'reason' | 'reasons' | 'flags'>) {
  return {
    rejectionReason: reason.trim() || null,
    reasons: [...reasons],
    flags: flags.map(({ mediaKind, item, note }) => ({ mediaKind, item, note: note.trim() || null })),
  };
}
