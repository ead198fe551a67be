// 'Approve Session' and 'Reject Session', of the approvals page and of the dashboards.
import { Unlink } from 'lucide-react';
import type { Session } from '#contract/sessions.ts';
import { formatDate } from '#web/lib/format.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { DraftRestored } from '#web/ui/draft-restored.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { KeepNotice } from '#web/ui/keep-notice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { linkDoubts } from './approval-question.tsx';
import { approvalSentence } from './approval-sentence.ts';
import { RejectionFields } from './rejection-fields.tsx';
import { ReviewChecklist } from './review-checklist.tsx';
import { SessionChecks } from './session-checks.tsx';
import { siteLabel } from './session-labels.ts';
import { queueToasts, reviewedToasts, useReview } from './use-review.ts';
import { useReviewText } from './use-review-text.ts';

const variants = {
  approve: {
    title: 'Approve Session',
    description: 'The session will be approved and made visible to clients.',
    toasts: queueToasts,
  },
  reject: {
    title: 'Reject Session',
    description: 'The session will be sent back to the photographer.',
    toasts: queueToasts,
  },
  rejectWithNotes: {
    title: 'Reject Session',
    description: 'The session goes back to its photographer, who can revise and resubmit it.',
    toasts: reviewedToasts,
  },
};

type DecisionDialogProps = DialogControl & { variant: keyof typeof variants; session: Session };

export function DecisionDialog({ variant, session: opened, ...control }: DecisionDialogProps) {
  const { title, description, toasts } = variants[variant];
  const isApproval = variant === 'approve';
  const text = useReviewText(opened.id, variant);
  const review = useReview(opened, { toasts, text, onSuccess: () => control.onOpenChange(false) });
  const { session } = review;
  const doubts = isApproval ? linkDoubts(session, Date.now()) : null;
  return (
    <FormDialog
      {...control}
      title={title}
      description={description}
      onSubmit={isApproval ? review.approve : review.reject}
      size={isApproval ? 'md' : 'lg'}
      submitLabel={title}
      tone={isApproval ? 'primary' : 'danger'}
      disabled={!isApproval && review.lacksReason}
      pending={review.isApproving || review.isRejecting}
      pendingLabel={isApproval ? 'Approving...' : 'Rejecting...'}
    >
      <KeepNotice />
      <DraftRestored {...text.draft} />
      <p className="text-muted">
        {session.project.name} · {siteLabel(session)} · {formatDate(session.captureDate)}
      </p>
      {doubts && (
        <Notice tone="yellow" icon={Unlink} role="status">
          {approvalSentence(doubts)}
        </Notice>
      )}
      {isApproval ? <ReviewChecklist session={session} /> : <SessionChecks sessionId={session.id} />}
      {!isApproval && (
        <RejectionFields
          session={session}
          text={text}
          label={variant === 'reject' ? 'Rejection reason' : 'Rejection Reason'}
          hint="Required: the photographer reads it"
          rows={4}
        />
      )}
      {variant !== 'reject' && (
        <Field label={isApproval ? 'Review notes' : 'Additional notes'} optional>
          <Textarea rows={isApproval ? 4 : 2} {...text.fields.notes} />
        </Field>
      )}
    </FormDialog>
  );
}
