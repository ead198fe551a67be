// 'Review Session #id': the facts, the links, and for pending sessions the decision.
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime } from '#contract/core/day-words.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { NotifiedNames } from '#web/features/sessions/parts/notified-names.tsx';
import { SessionFacts, SessionLinks } from '#web/features/sessions/parts/review-fields.tsx';
import { SentBack } from '#web/features/sessions/parts/sent-back.tsx';
import { SessionChecks } from '#web/features/sessions/parts/session-checks.tsx';
import { isGone } from '#web/lib/api/api-error.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { DraftRestored, KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useApprovalQuestion } from './approval-question.tsx';
import { RejectionFields } from './rejection-fields.tsx';
import { ReviewChecklist } from './review-checklist.tsx';
import { useReview, useReviewText } from './use-review.ts';

/** It follows what becomes of the session: decided by somebody else meanwhile, it shows what was decided. */
export function ReviewDialog({ session: opened, ...control }: DialogControl & { session: Session }) {
  const found = useApiQuery(getSession, { params: { id: opened.id } }, { enabled: control.open });
  const session = found.data ?? opened;
  const [problem, setProblem] = useState<string>();
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const text = useReviewText(opened.id, 'review');
  const review = useReview(opened, { text, onSuccess: () => control.onOpenChange(false) });
  const { ask, question } = useApprovalQuestion();
  const isPending = session.status === 'pending';

  function submitRejection(event: FormEvent) {
    event.preventDefault();
    if (review.lacksReason) {
      // Its sentence stands there before the field is brought into sight, so that both are seen on a phone.
      flushSync(() => setProblem('Please provide a reason for rejection'));
      reasonField.current?.focus({ preventScroll: true });
      reasonField.current?.scrollIntoView({ block: 'center' });
      return undefined;
    }
    setProblem(undefined);
    return review.reject();
  }

  if (isGone(found.error)) {
    return (
      <Dialog {...control} size="lg" title={`Review Session #${opened.id}`}>
        <QueryError query={found} />
      </Dialog>
    );
  }
  return (
    <Dialog
      {...control}
      size="lg"
      title={`Review Session #${session.id}`}
      badge={<SessionStatus status={session.status} />}
      {...(isPending ? { onSubmit: submitRejection } : {})}
      footer={
        isPending && (
          <>
            <Button type="submit" variant="danger" pending={review.isRejecting} pendingLabel="Rejecting...">
              Reject
            </Button>
            <Button
              variant="primary"
              pending={review.isApproving}
              pendingLabel="Approving..."
              onClick={() => ask(session, review.approve)}
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
        {!isPending && <SessionChecks sessionId={session.id} />}
        <SentBack session={session} />
        {session.notes && (
          <section className="grid gap-1">
            <h3 className="font-semibold">Session Notes</h3>
            <p className="wrap-anywhere whitespace-pre-line text-muted">{session.notes}</p>
          </section>
        )}
        {isPending ? (
          <>
            <ReviewChecklist session={session} />
            <KeepNotice />
            <DraftRestored {...text.draft} />
            <Field label="Review Notes" optional>
              <Textarea rows={2} {...text.fields.notes} />
            </Field>
            <RejectionFields
              session={session}
              text={text}
              label="Rejection Reason"
              hint="Required for rejection"
              rows={2}
              problem={review.lacksReason ? problem : undefined}
              wordsRef={reasonField}
            />
          </>
        ) : (
          <ReviewHistory session={session} />
        )}
      </div>
      {question}
    </Dialog>
  );
}

function ReviewHistory({ session }: { session: Session }) {
  const { reviewNotes, rejectionReason, reviewedAt, notifiedNames } = session;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Review History</h3>
      {reviewNotes && <ClampedText what="the review notes">Review notes: {reviewNotes}</ClampedText>}
      {rejectionReason && (
        <ClampedText what="the reason" className="text-red-ink">
          Rejection reason: {rejectionReason}
        </ClampedText>
      )}
      <p className="text-muted">
        {reviewedAt ? `Reviewed on ${formatDateTime(reviewedAt)}` : 'Not reviewed yet'}
        <NotifiedNames names={notifiedNames} />
      </p>
    </section>
  );
}
