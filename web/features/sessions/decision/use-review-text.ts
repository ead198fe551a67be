// What a reviewer writes and ticks about a session, kept on the device until the decision is sent.
import type { ChangeEvent } from 'react';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { dropDraft } from '#web/lib/forms/drafts.ts';
import { useDraftValue } from '#web/lib/forms/use-draft-value.ts';

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
