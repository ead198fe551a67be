// 'Review Session #id': the facts, the links, and for pending sessions the decision.
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { approveSession, getSession, rejectSession, type Session } from '#contract/sessions.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { SessionStatus } from '#web/ui/status-badge.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { SessionFacts, SessionLinks } from './review-fields.tsx';

const reviewed = { title: 'Session reviewed', description: 'The session status has been updated successfully.' };

type ReviewDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; session: Session };

/** It follows what becomes of the session: decided by somebody else meanwhile, it shows what was decided. */
export function ReviewDialog({ open, onOpenChange, session: given }: ReviewDialogProps) {
  const session = useApiQuery(getSession, { params: { id: given.id } }, { enabled: open }).data ?? given;
  const [notes, setNotes] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const words = { successToast: reviewed, onSuccess: () => onOpenChange(false) };
  const approve = useMutation(approveSession, words);
  const reject = useMutation(rejectSession, words);
  const isPending = session.status === 'pending';
  const what = { params: { id: session.id } };
  const told = { reviewNotes: notes.trim() || null, recordId: given.recordId };

  function submitRejection(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') {
      // Its sentence stands there before the field is brought into sight, so that both are seen on a phone.
      flushSync(() => setWrong('Please provide a reason for rejection'));
      reasonField.current?.focus({ preventScroll: true });
      reasonField.current?.scrollIntoView({ block: 'center' });
      return undefined;
    }
    setWrong(undefined);
    return reject.run({ ...what, body: { ...told, rejectionReason: reason.trim() } });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Review Session #${session.id}`}
      badge={<SessionStatus status={session.status} />}
      {...(isPending ? { onSubmit: submitRejection } : {})}
      footer={
        isPending && (
          <>
            <Button type="submit" variant="danger" pending={reject.isPending} pendingLabel="Rejecting...">
              Reject
            </Button>
            <Button
              variant="primary"
              pending={approve.isPending}
              pendingLabel="Approving..."
              onClick={() => approve.run({ ...what, body: told })}
            >
              Approve
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        <SessionFacts session={session} />
        <section className="grid gap-2">
          <h3 className="font-semibold">Media links</h3>
          <SessionLinks session={session} />
        </section>
        {session.notes && (
          <section className="grid gap-1">
            <h3 className="font-semibold">Session Notes</h3>
            <p className="wrap-anywhere whitespace-pre-line text-muted">{session.notes}</p>
          </section>
        )}
        {isPending ? (
          <>
            <Field label="Review Notes" optional>
              <Textarea rows={2} value={notes} onChange={(event) => setNotes(event.target.value)} />
            </Field>
            <Field label="Rejection Reason" hint="Required for rejection" error={wrong}>
              <Textarea ref={reasonField} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          </>
        ) : (
          <ReviewHistory session={session} />
        )}
      </div>
    </Dialog>
  );
}

function ReviewHistory({ session }: { session: Session }) {
  const { reviewNotes, rejectionReason, reviewedAt } = session;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Review History</h3>
      {reviewNotes && <p className="wrap-anywhere">Review notes: {reviewNotes}</p>}
      {rejectionReason && <p className="wrap-anywhere text-red-ink">Rejection reason: {rejectionReason}</p>}
      <p className="text-muted">{reviewedAt ? `Reviewed on ${formatDateTime(reviewedAt)}` : 'Not reviewed yet'}</p>
    </section>
  );
}
