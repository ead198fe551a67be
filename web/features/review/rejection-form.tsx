// Why a session goes back, written and ticked on the desk: kept on the device until the rejection was answered.
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { RejectionFields } from '#web/features/sessions/rejection-fields.tsx';
import { isUnsaid } from '#web/features/sessions/use-review.ts';
import type { ReviewDraft } from '#web/features/sessions/use-review-text.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftRestored } from '#web/ui/draft-restored.tsx';
import { KeepNotice } from '#web/ui/keep-notice.tsx';

export type RejectionFormProps = {
  session: Session;
  text: ReviewDraft;
  /** Somebody asked for it: it takes the focus. */
  wanted: boolean;
  onReject: () => void;
  onCancel: () => void;
  onApprove: () => void;
};

export function RejectionForm({ session, text, wanted, onReject, onCancel, onApprove }: RejectionFormProps) {
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (!isUnsaid(text)) return onReject();
    setProblem('Please provide a reason for rejection');
    return field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === 'Escape') onCancel();
  }
  return (
    <form noValidate aria-label="Rejection" onSubmit={submit} onKeyDown={onKeyDown} className="grid gap-3">
      <KeepNotice />
      <DraftRestored {...text.draft} />
      <RejectionFields
        session={session}
        text={text}
        label="Rejection reason"
        hint="The photographer reads it. Ctrl+Enter rejects."
        rows={3}
        problem={problem}
        wordsRef={field}
      />
      <div className="sticky bottom-0 grid grid-cols-3 gap-2 bg-surface py-1">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button aria-keyshortcuts="a" onClick={onApprove}>
          Approve
        </Button>
        <Button type="submit" variant="danger">
          Reject
        </Button>
      </div>
    </form>
  );
}
