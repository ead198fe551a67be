// The open session on the desk: its media large, what was submitted, and the decision.
import { Columns2, Flag, History, Pencil } from 'lucide-react';
import { type TouchEvent, useRef, useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { fieldOfKind, type MediaKind, mediaKinds, sessionMedia } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { maxFlags } from '#contract/sessions/rejection.ts';
import { sessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { PinDialogs } from '#web/features/disputes/pinning.ts';
import { useReviewText } from '#web/features/sessions/decision/use-review.ts';
import { BrokenLinksBox } from '#web/features/sessions/parts/broken-links.tsx';
import { SessionFacts, SessionLinks } from '#web/features/sessions/parts/review-fields.tsx';
import { firstTab, siteLabel, waitingFor } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';
import { MediaViewer } from '#web/media/viewer/viewer.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Decision } from './decision.tsx';
import { useDeskKeys } from './desk-keys.ts';
import { useReplaced } from './replaced-pictures.ts';
import { type Desk, itemBeside, picturesOf, stepsOf } from './use-desk.ts';
import type { Fold } from './verdict-line.tsx';

// What was submitted: the facts of a session, how long it waits, what the crew wrote, and what its media cover.

/** What was found about it is known after what it is. */
const Evidence = lazySection(() => import('./evidence.tsx'), 'Evidence', null);

/** Few sessions are claimed for a stage. */
const ClaimedStage = lazySection(() => import('#web/features/stages/claimed-stage.tsx'), 'ClaimedStage', null);

type SubmittedProps = {
  session: Session;
  /** What stands in place of the media. */
  instead: Instead;
  /** Of these there is something to show. */
  offered: readonly ('last' | 'before')[];
  onToggle: (one: 'last' | 'before') => void;
  fold: Fold;
};

const insteadLabels = { last: 'Compare with the last visit', before: 'Before and now' };

export function Submitted({ session, instead, offered, onToggle, fold }: SubmittedProps) {
  const isWaiting = session.status === 'pending';
  return (
    <Card
      padded
      as="section"
      aria-label="What was submitted"
      // Scrolled by keys too: nothing else of the page moves.
      tabIndex={0}
      data-scrolls
      className="relative grid content-start gap-4 lg:col-start-2 lg:row-start-2 still:min-h-0 still:overflow-y-auto still:overscroll-contain focus-visible:-outline-offset-2"
    >
      <p className="text-muted text-sm tabular-nums">
        Submitted <Instant at={session.submittedAt} />
        {isWaiting && (
          <>
            {' '}
            · <Ago at={session.submittedAt} format={waitingFor} />
          </>
        )}
      </p>
      {isWaiting && session.released && (
        <p>
          <Badge tone="blue" icon={Pencil}>
            Edited after release
          </Badge>
        </p>
      )}
      <SessionFacts session={session} />
      {session.notes && (
        <div>
          <h2 className="text-muted text-sm">Notes</h2>
          <p className="wrap-anywhere whitespace-pre-line">{session.notes}</p>
        </div>
      )}
      {isWaiting && <Evidence session={session} fold={fold} />}
      <ClaimedStage session={session} />
      {offered.map((one) => (
        <Button
          key={one}
          icon={one === 'last' ? Columns2 : History}
          aria-pressed={instead === one}
          aria-keyshortcuts={one === 'last' ? 'c' : undefined}
          className="justify-self-start aria-pressed:border-accent aria-pressed:bg-accent-soft"
          onClick={() => onToggle(one)}
        >
          {insteadLabels[one]}
        </Button>
      ))}
      <BrokenLinksBox session={session} />
      <SessionLinks session={session} />
    </Card>
  );
}

// A swipe to the left or right; vertical movement scrolls the page.

/** In pixels; less is a tap that slipped. */
const least = 48;

/** `onSwipe` gets 1 for what is to the right. `within`: only if the finger starts in there. */
export function useSwipe(onSwipe: (by: 1 | -1) => void, within = '*') {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const finger = touches.length === 1 ? touches[0] : undefined;
      const isHere = target instanceof Element && target.closest(within) !== null;
      start.current = finger && isHere ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (!finger || !start.current) return;
      const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(across) > least && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0 ? 1 : -1);
    },
  };
}

/** It brings the code of the comparison viewers with it. */
const LastVisit = lazySection(() => import('./last-visit.tsx'), 'LastVisit');
const BeforeNow = lazySection(() => import('./before-now.tsx'), 'BeforeNow');

/** What stands in place of the media; null: nothing does. */
type Instead = 'last' | 'before' | null;

/** Give it the session's id as `key`. */
export function OpenSession({ session, desk }: { session: Session; desk: Desk }) {
  const replaced = useReplaced(session);
  const { instead, ...viewed } = useViewed(session, replaced.length);
  const [showsFits, setShowsFits] = useState(false);
  const fold = { open: showsFits, onOpen: setShowsFits };
  const text = useReviewText(session.id, 'reject');
  const { shown, kind: mediaKind } = viewed;
  const canFlag = session.status === 'pending' && !desk.oneClick.of(session) && shown !== undefined;
  const flagged = new Set(text.flags.filter((one) => one.mediaKind === mediaKind).map(({ item }) => item));
  // Content stored on the device is not part of the server-rendered page.
  const isFlagged = useAfterPaint() && shown !== undefined && flagged.has(shown.id);
  const { data } = useApiQuery(sessionViewpoints, { params: { id: session.id } });
  const canCompare = data?.viewpoints.some(({ picture }) => picture !== null) ?? false;
  const swipe = useSwipe(viewed.step, '[data-photo="chosen"]');
  function flag() {
    if (shown && (isFlagged || text.flags.length < maxFlags))
      text.toggleFlag({ mediaKind, item: shown.id, name: shown.name });
  }
  useDeskKeys((action) => {
    if (action.do === 'compare' && canCompare) viewed.toggle('last');
    else if (action.do === 'tab') viewed.onKindChange(mediaKinds[action.at] ?? 'drone');
    else if (action.do === 'flag' && canFlag && instead === null) flag();
    else if (action.do === 'picture' && instead !== 'last') return viewed.step(action.by);
    else return false;
    return true;
  });
  return (
    // Room to scroll the page out from under the sheet of a rejection.
    <div className="flex flex-col gap-4 max-lg:has-[[aria-label=Rejection]]:pb-[70dvh] low:pb-0! lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] still:min-h-0 still:flex-1 still:grid-rows-[fit-content(72%)_minmax(0,1fr)]">
      <div ref={viewed.box} className="min-w-0 lg:row-span-2 still:min-h-0" {...swipe}>
        <Card padded className="relative [&_[data-photo=chosen]]:touch-pan-y still:h-full still:overflow-y-auto">
          {instead === 'last' && data && (
            <LastVisit session={session} viewpoints={data.viewpoints} onClose={() => viewed.setInstead(null)} />
          )}
          {instead === 'before' && (
            <BeforeNow
              pictures={replaced}
              at={viewed.replacedAt}
              onChoose={viewed.chooseReplaced}
              onClose={() => viewed.setInstead(null)}
            />
          )}
          {instead === null && (
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
          {instead === null && isFlagged && session.status === 'pending' && (
            <p role="status" className="mt-3 flex items-center gap-2 text-sm">
              <Flag aria-hidden="true" className="size-4 shrink-0 text-red-ink" />
              {shown?.name} is flagged and is sent back with the rejection.
            </p>
          )}
        </Card>
      </div>
      <Submitted
        session={session}
        instead={instead}
        offered={[...(replaced.length > 0 ? ['before' as const] : []), ...(canCompare ? ['last' as const] : [])]}
        onToggle={viewed.toggle}
        fold={fold}
      />
      <Decision session={session} desk={desk} text={text} fold={fold} />
    </div>
  );
}

// The selected tab and picture of the open session; neither outlives the session.
/** `replaced`: how many pictures replaced others since the session was sent back; it begins with these, unless somebody chose otherwise. */
export function useViewed(session: Session, replaced: number) {
  const [kind, setKind] = useState(() => firstTab(session));
  const [open, setOpen] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const [asked, setInstead] = useState<Instead>();
  const [replacedAt, chooseReplaced] = useState(0);
  const instead = insteadOf(asked, replaced);
  const box = useRef<HTMLDivElement>(null);
  const input = { params: { id: session.id, kind } };
  const { data } = useApiQuery(sessionMedia, input, { enabled: session[fieldOfKind[kind]] !== null });
  const pictures = picturesOf(data, kind);
  const steps = stepsOf(pictures, data);
  const isPhoto = (id: string | null) => pictures.photos.some((photo) => photo.id === id);
  const at = steps.find(({ id }) => id === open) ?? steps.find(({ id }) => id === chosen) ?? steps[0];
  function onChoose(id: string) {
    setOpen(null);
    setInstead(null);
    choose(id);
  }
  return {
    ...{ kind, open, instead, setInstead, replacedAt, chooseReplaced, box, onChoose },
    toggle: (one: 'last' | 'before') => setInstead(instead === one ? null : one),
    /** The large photo, or the panorama that was opened. */
    shown: [...pictures.photos, ...pictures.panoramas].find((picture) => picture === at),
    chosen,
    onKindChange(next: MediaKind) {
      setKind(next);
      setOpen(null);
      choose(null);
      setInstead(null);
    },
    /** The lightbox steps through the photos too: the one it was closed on becomes the chosen one. */
    onOpen(id: string | null) {
      setOpen(id);
      setInstead(null);
      if (isPhoto(id)) choose(id);
    },
    /** Videos, panoramas and maps are chosen by opening them. */
    step(by: 1 | -1): boolean {
      if (instead === 'before') {
        const to = replacedAt + by;
        if (to >= 0 && to < replaced) chooseReplaced(to);
        return true;
      }
      // Whoever goes through the pictures stays with them.
      setInstead(null);
      const next = itemBeside(steps, at?.id ?? null, by);
      if (!next) return false;
      if (isPhoto(next.id)) onChoose(next.id);
      else setOpen(next.id);
      requestAnimationFrame(() => bringIntoView(box.current, isPhoto(next.id)));
      return true;
    },
  };
}

/** Undefined: nobody has chosen yet. */
function insteadOf(asked: Instead | undefined, replaced: number): Instead {
  if (asked === 'last' || asked === null) return asked;
  return replaced > 0 ? 'before' : null;
}

/** A tab with photos has its panoramas in a section of their own. */
function bringIntoView(box: HTMLElement | null, isPhoto: boolean): void {
  const shown = box?.querySelector(isPhoto ? '[data-photo="chosen"]' : 'section[aria-label="360 pictures"]');
  shown?.scrollIntoView({ block: 'nearest' });
}
