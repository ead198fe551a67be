// The open session on the desk: its media large, what was submitted, and the decision.
import { Flag } from 'lucide-react';
import { mediaKinds } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { maxFlags } from '#contract/sessions/rejection.ts';
import { sessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { PinDialogs } from '#web/features/disputes/pinning.ts';
import { useReviewText } from '#web/features/sessions/decision/use-review-text.ts';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';
import { MediaViewer } from '#web/media/viewer/viewer.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Decision } from './decision.tsx';
import { useDeskKeys } from './desk-keys.ts';
import { Submitted } from './submitted.tsx';
import type { Desk } from './use-desk.ts';
import { useSwipe } from './use-swipe.ts';
import { useViewed } from './use-viewed.ts';

/** The viewers of comparisons come with it. */
const LastVisit = lazySection(() => import('./last-visit.tsx').then((module) => module.LastVisit));

/** `key` it by the session. */
export function OpenSession({ session, desk }: { session: Session; desk: Desk }) {
  const { compares, ...viewed } = useViewed(session);
  const text = useReviewText(session.id, 'reject');
  const { shown, kind: mediaKind } = viewed;
  const canFlag = session.status === 'pending' && !desk.oneClick.of(session) && shown !== undefined;
  const flagged = new Set(text.flags.filter((one) => one.mediaKind === mediaKind).map(({ item }) => item));
  // What the device keeps is no part of the page that the server rendered.
  const isFlagged = useAfterPaint() && shown !== undefined && flagged.has(shown.id);
  const { data } = useApiQuery(sessionViewpoints, { params: { id: session.id } });
  const canCompare = data?.viewpoints.some(({ picture }) => picture !== null) ?? false;
  const swipe = useSwipe(viewed.step, '[data-photo="chosen"]');
  function flag() {
    if (shown && (isFlagged || text.flags.length < maxFlags))
      text.toggleFlag({ mediaKind, item: shown.id, name: shown.name });
  }
  useDeskKeys((action) => {
    if (action.do === 'compare' && canCompare) viewed.setCompares(!compares);
    else if (action.do === 'tab') viewed.onKindChange(mediaKinds[action.at] ?? 'drone');
    else if (action.do === 'flag' && canFlag && !compares) flag();
    else if (action.do === 'picture' && !compares) return viewed.step(action.by);
    else return false;
    return true;
  });
  return (
    // What lies behind the sheet of a rejection can be scrolled out from under it.
    <div className="flex flex-col gap-4 max-lg:has-[[aria-label=Rejection]]:pb-[70dvh] low:pb-0! lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div ref={viewed.box} className="min-w-0 lg:row-span-2" {...swipe}>
        <Card padded className="[&_[data-photo=chosen]]:touch-pan-y">
          {compares && data ? (
            <LastVisit session={session} viewpoints={data.viewpoints} onClose={() => viewed.setCompares(false)} />
          ) : (
            <MediaViewer
              session={session}
              title={`${session.project.name}, ${siteLabel(session)}, ${formatDate(session.captureDate)}`}
              kind={viewed.kind}
              onKindChange={viewed.onKindChange}
              open={viewed.open}
              onOpen={viewed.onOpen}
              choice={{ id: viewed.chosen, onChoose: viewed.onChoose, flagged }}
              pinning={{ Dialogs: PinDialogs }}
            />
          )}
          {!compares && isFlagged && session.status === 'pending' && (
            <p role="status" className="mt-3 flex items-center gap-2 text-sm">
              <Flag aria-hidden="true" className="size-4 shrink-0 text-red-ink" />
              {shown?.name} is flagged and goes back with the rejection.
            </p>
          )}
        </Card>
      </div>
      <Submitted session={session} compares={compares} onCompare={canCompare && viewed.setCompares} />
      <Decision session={session} desk={desk} text={text} />
    </div>
  );
}
