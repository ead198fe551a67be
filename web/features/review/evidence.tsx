// What helps to decide beside the media: the checks of the visit, the company's checklist, and what changed since it was sent back.
import type { Session } from '#contract/sessions.ts';
import { ReviewChecklist } from '#web/features/sessions/review-checklist.tsx';
import { SentBack } from '#web/features/sessions/sent-back.tsx';
import { SessionChecks } from '#web/features/sessions/session-checks.tsx';

export function Evidence({ session }: { session: Session }) {
  return (
    <>
      <SessionChecks sessionId={session.id} />
      <SentBack session={session} />
      <ReviewChecklist session={session} />
    </>
  );
}
