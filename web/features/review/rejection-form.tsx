// Why a session goes back, written on the desk: kept on the device until the rejection was answered.
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { reasonDraft } from '#web/lib/pending-decisions.ts';
import { useDraftText } from '#web/lib/use-draft-text.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftRestored } from '#web/ui/draft-restored.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type RejectionFormProps = {
  session: Session;
  /** Somebody asked for it: it takes the focus. */
  wanted: boolean;
  onReject: (reason: string) => void;
  onCancel: () => void;
};

export function RejectionForm({ session, wanted, onReject, onCancel }: RejectionFormProps) {
  const { person } = useCurrentUser();
  const reason = useDraftText(person.id, reasonDraft(session.id));
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  function submit(event?: FormEvent) {
    event?.preventDefault();
    const words = reason.value.trim();
    if (words) return onReject(words);
    setProblem('Please provide a reason for rejection');
    return field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === 'Escape') onCancel();
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <DraftRestored restored={reason.restored} discard={reason.discard} />
      <Field label="Rejection reason" hint={<Hint />} error={problem}>
        <Textarea
          ref={field}
          rows={3}
          value={reason.value}
          onChange={({ target }) => reason.set(target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          Reject
        </Button>
      </div>
    </form>
  );
}

function Hint() {
  return (
    <>
      The photographer reads it. <span className="pointer-coarse:hidden">Ctrl+Enter rejects.</span>
    </>
  );
}
