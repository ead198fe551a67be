// 'Approve Session' and 'Reject Session' of the approvals page.
import { useState } from 'react';
import { approveSession, rejectSession, type Session } from '#contract/sessions.ts';
import { formatDate } from '#web/lib/format.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { siteLabel } from './session-labels.ts';

type DecisionDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  what: 'approve' | 'reject';
  session: Session;
};

export function DecisionDialog({ open, onOpenChange, what, session }: DecisionDialogProps) {
  const [notes, setNotes] = useState('');
  const onSuccess = () => onOpenChange(false);
  const approve = useMutation(approveSession, {
    successToast: {
      title: 'Session approved',
      description: 'The session has been approved and is now visible to clients.',
    },
    errorToast: { title: 'Failed to approve session' },
    onSuccess,
  });
  const reject = useMutation(rejectSession, {
    successToast: {
      title: 'Session rejected',
      description: 'The photographer has been notified of the rejection reason.',
    },
    errorToast: { title: 'Failed to reject session' },
    onSuccess,
  });
  const isApproval = what === 'approve';
  const given = notes.trim();
  const params = { id: session.id };
  const { recordId } = session;

  function submit() {
    if (isApproval) return approve.run({ params, body: { reviewNotes: given || null, recordId } });
    return given ? reject.run({ params, body: { rejectionReason: given, recordId } }) : undefined;
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isApproval ? 'Approve Session' : 'Reject Session'}
      description={
        isApproval
          ? 'The session will be approved and made visible to clients.'
          : 'The session will be sent back to the photographer.'
      }
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          {isApproval ? (
            <Button type="submit" variant="primary" pending={approve.isPending} pendingLabel="Approving...">
              Approve Session
            </Button>
          ) : (
            <Button
              type="submit"
              variant="danger"
              disabled={!given}
              pending={reject.isPending}
              pendingLabel="Rejecting..."
            >
              Reject Session
            </Button>
          )}
        </>
      }
    >
      <p className="mb-4 text-muted">
        {session.project.name} · {siteLabel(session)} · {formatDate(session.captureDate)}
      </p>
      <Field
        label={isApproval ? 'Review notes' : 'Rejection reason'}
        optional={isApproval}
        hint={isApproval ? undefined : 'Required: the photographer reads it'}
      >
        <Textarea rows={4} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </Field>
    </Dialog>
  );
}
