// Why a session goes back, written and ticked on the desk: kept on the device until the rejection was answered.
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { isUnsaid } from '#web/features/sessions/decision/use-review.ts';
import type { ReviewDraft } from '#web/features/sessions/decision/use-review-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DraftRestored, KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

/** Only the field for the words is there with the key that opens it: what is typed after it must be no key of the desk. */
export const RejectionMarks = lazySection(
  () => import('#web/features/sessions/decision/rejection-fields.tsx'),
  'RejectionMarks',
  <Skeleton className="h-40" />,
);

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
  // Before the next key.
  useLayoutEffect(() => {
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
    <form
      noValidate
      autoComplete="off"
      aria-label="Rejection"
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid gap-3"
    >
      <KeepNotice />
      <DraftRestored {...text.draft} />
      <Field label="Rejection reason" hint="The photographer reads it. Ctrl+Enter rejects." error={problem}>
        <Textarea ref={field} rows={3} {...text.fields.reason} />
      </Field>
      <RejectionMarks session={session} text={text} />
      <div className="sticky bottom-0 grid grid-cols-3 gap-2 bg-surface py-1">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        {/* Where the button was that opened the form: a second tap there rejects nothing without words, and approves nothing. */}
        <Button type="submit" variant="danger">
          Reject
        </Button>
        <Button onClick={onApprove}>Approve</Button>
      </div>
    </form>
  );
}
