// 'Approve Session' and 'Reject Session', of the approvals page and of the dashboards.
import { Unlink } from 'lucide-react';
import { formatDate } from '#contract/core/day-words.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { SessionChecks } from '#web/features/sessions/parts/session-checks.tsx';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftRestored, KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { approvalSentence } from './approval-dialog.tsx';
import { linkDoubts } from './approval-question.tsx';
import { RejectionFields } from './rejection-fields.tsx';
import { ReviewChecklist } from './review-checklist.tsx';
import { queueToasts, reviewedToasts, useReview, useReviewText } from './use-review.ts';

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
