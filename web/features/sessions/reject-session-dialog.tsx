// 'Reject Session': back to its photographer, with a reason.
import { useState } from 'react';
import { rejectSession, type Session } from '#contract/sessions.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type RejectSessionDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; session: Session };

/** The dashboards' dialog: a required reason, optional notes. */
export function RejectSessionDialog({ open, onOpenChange, session }: RejectSessionDialogProps) {
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const reject = useMutation(rejectSession, {
    successToast: { title: 'Session reviewed', description: 'The session status has been updated successfully.' },
    onSuccess: () => onOpenChange(false),
  });
  const rejectionReason = reason.trim();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Reject Session"
      description="The session goes back to its photographer, who can revise and resubmit it."
      onSubmit={() =>
        rejectionReason &&
        reject.run({
          params: { id: session.id },
          body: { rejectionReason, reviewNotes: notes.trim() || null, recordId: session.recordId },
        })
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={!rejectionReason}
            pending={reject.isPending}
            pendingLabel="Rejecting..."
          >
            Reject Session
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Rejection Reason" hint="Required: the photographer reads it">
          <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field label="Additional notes" optional>
          <Textarea rows={2} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
