// 'Session Media Preview': the tabs of a session's media, and for admins the decision.
import { Check, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { PinDialogs } from '#web/features/disputes/pinning.ts';
import { useApprovalQuestion } from '#web/features/sessions/decision/approval-question.tsx';
import { useReview } from '#web/features/sessions/decision/use-review.ts';
import { SessionFacts } from '#web/features/sessions/parts/review-fields.tsx';
import { SentBack } from '#web/features/sessions/parts/sent-back.tsx';
import { firstTab, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { VisitCoverage } from '#web/features/viewpoints/visit-coverage.tsx';
import { isGone } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { type DialogControl, useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { MediaViewer } from '#web/media/viewer/viewer.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const DecisionDialog = lazyDialog(
  () => import('#web/features/sessions/decision/decision-dialog.tsx'),
  'DecisionDialog',
);

/** A decision that is made here or elsewhere meanwhile shows at once: `session` is only what the opener knew. */
export function SessionMediaDialog({ session: known, ...control }: DialogControl & { session: Session }) {
  const { actor } = useCurrentUser();
  const found = useApiQuery(getSession, { params: { id: known.id } }, { enabled: control.open });
  const session = found.data ?? known;
  const gone = isGone(found.error);
  const [kind, setKind] = useState<MediaKind>(() => firstTab(known));
  const [photo, setPhoto] = useState<string | null>(null);
  const { open, dialogs } = useDialogs({
    reject: (control) => <DecisionDialog {...control} variant="rejectWithNotes" session={session} />,
  });
  const { approve, isApproving } = useReview(session);
  const { ask, question } = useApprovalQuestion();
  const isReviewer = can.reviewSessions(actor);
  const decides = isReviewer && session.status === 'pending' && !gone;
  const title = `${session.project.name}, ${siteLabel(session)}, ${formatDate(session.captureDate)}`;
  return (
    <Dialog
      {...control}
      size="full"
      title="Session Media Preview"
      description={title}
      footer={
        decides && (
          <>
            <Button icon={X} onClick={() => open('reject')}>
              Reject
            </Button>
            <Button
              variant="primary"
              icon={Check}
              pending={isApproving}
              pendingLabel="Approving..."
              onClick={() => ask(session, approve)}
            >
              Approve
            </Button>
          </>
        )
      }
    >
      {gone ? (
        <QueryError query={found} />
      ) : (
        <>
          {isReviewer && <ReviewBanner session={session} />}
          <MediaViewer
            session={session}
            title={title}
            kind={kind}
            onKindChange={setKind}
            open={photo}
            onOpen={setPhoto}
            pinning={{ Dialogs: PinDialogs }}
          />
          {decides && <Submitted session={session} />}
        </>
      )}
      {dialogs}
      {question}
    </Dialog>
  );
}

/** What the crew wrote, for the person who decides here. */
function Submitted({ session }: { session: Session }) {
  return (
    <section aria-label="What was submitted" className="mt-4 grid gap-4 border-line border-t pt-4">
      <SentBack session={session} />
      <VisitCoverage sessionId={session.id} />
      <SessionFacts session={session} />
      {session.notes && <p className="wrap-anywhere whitespace-pre-line text-muted">{session.notes}</p>}
    </section>
  );
}

function ReviewBanner({ session }: { session: Session }) {
  if (session.status === 'approved') {
    return (
      <Notice tone="emerald" icon={CircleCheck} role="status" className="mb-4">
        Session Approved
      </Notice>
    );
  }
  if (session.status !== 'rejected') return null;
  return (
    <Notice tone="red" icon={TriangleAlert} role="status" className="mb-4">
      <ClampedText what="the reason">Session Rejected: {session.rejectionReason}</ClampedText>
    </Notice>
  );
}
