// Checks and checklist beside the media: what changed since it was sent back, and the company's checklist with the checks of the visit.
import type { Session } from '#contract/sessions/endpoints.ts';
import { ReviewChecklist } from '#web/features/sessions/decision/review-checklist.tsx';
import { SentBack } from '#web/features/sessions/parts/sent-back.tsx';
import type { Fold } from './verdict-line.tsx';

export function Evidence({ session, fold }: { session: Session; fold: Fold }) {
  return (
    <>
      <h2 className="sr-only">Checks and checklist</h2>
      <SentBack session={session} />
      <ReviewChecklist session={session} fold={fold} />
    </>
  );
}
