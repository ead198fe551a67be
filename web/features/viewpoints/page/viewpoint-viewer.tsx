// The picture, or the two pictures, of a viewpoint with the ruler that moves them.
import { Clapperboard, Images, Replace } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { ViewpointPicture, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { minFilmedPictures } from '#contract/viewpoints/time-lapse.ts';
import { numberedName, placementLabels } from '#web/features/viewpoints/viewpoint-labels.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { useSearchParams } from '#web/lib/routing/search-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import { photoFacts, placeText } from '#web/media/photos/photo-facts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { createPictureMemory, sourceOf } from './picture-memory.ts';
import { Scrubber } from './scrubber.tsx';
import { SingleStage, stageClass, useFetchedAhead } from './stage.tsx';
import { type SetViewpointState, useDates, type ViewpointState, viewpointParams } from './use-dates.ts';
import { usePlayer, ViewpointControls } from './viewpoint-controls.tsx';

// What is known of the picture that is shown: its visit, time and camera, and for the crew how it came here.
const ChangePictureDialog = lazyDialog(
  () => import('#web/features/viewpoints/change-picture-dialog.tsx'),
  'ChangePictureDialog',
);

type ViewpointFactsProps = {
  viewpoint: ViewpointWithPictures;
  picture: ViewpointPicture;
  /** The picture of the other date, while two are compared. */
  compared: ViewpointPicture | undefined;
};

function ViewpointFacts({ viewpoint, picture, compared }: ViewpointFactsProps) {
  const { open, dialogs } = useDialogs({
    change: (control, of: ViewpointPicture) => <ChangePictureDialog {...control} viewpoint={viewpoint} picture={of} />,
  });
  const shown = [picture, compared ?? []].flat();
  return (
    <section aria-label="About the picture" className="grid gap-3">
      {shown.map((each) => (
        <div key={each.sessionId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            {/* On small screens the head of the page has no room for it. */}
            <p aria-hidden="true" className="wrap-anywhere font-semibold text-lg roomy:hidden">
              {numberedName(viewpoint)}
            </p>
            <h2 className="font-semibold tabular-nums">{formatDate(each.captureDate)}</h2>
            <p className="wrap-anywhere text-muted text-sm tabular-nums">{factsOf(each).join(' · ')}</p>
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            <LinkButton href={sessionPath(each)} icon={Images}>
              Open session
            </LinkButton>
            {viewpoint.mayManage && (
              <Button icon={Replace} onClick={() => open('change', each)}>
                Change picture
              </Button>
            )}
          </div>
        </div>
      ))}
      {dialogs}
    </section>
  );
}

function factsOf({ item, captureDate, capturedAt, placedBy }: ViewpointPicture): string[] {
  const details = { ...item, ...(capturedAt !== null && { capturedAt }) };
  const place = item.place ? placeText(item.place) : [];
  return [...photoFacts(details, captureDate), place, placedBy ? placementLabels[placedBy] : [], item.name].flat();
}

/** The session's page with the tab of the picture. */
function sessionPath({ sessionId, mediaKind }: ViewpointPicture): string {
  return `/sessions/${sessionId}${mediaKind === 'drone' ? '' : `?tab=${mediaKind}`}`;
}

// The way to a film of a viewpoint, where it has photos enough.
const TimeLapseDialog = lazyDialog(
  () => import('#web/features/viewpoints/time-lapse/time-lapse-dialog.tsx'),
  'TimeLapseDialog',
);

type TimeLapseButtonProps = { viewpoint: ViewpointWithPictures; onPlay: () => void };

function TimeLapseButton({ viewpoint, onPlay }: TimeLapseButtonProps) {
  const { open, dialogs } = useDialogs({
    film: (control) => <TimeLapseDialog {...control} viewpoint={viewpoint} onPlay={onPlay} />,
  });
  const isOffered = viewpoint.kind === 'photo' && viewpoint.pictures.length >= minFilmedPictures;
  return (
    <>
      {isOffered && (
        <div className="print:hidden">
          <Button icon={Clapperboard} onClick={() => open('film')}>
            Make a time-lapse
          </Button>
        </div>
      )}
      {dialogs}
    </>
  );
}

const CompareStage = lazySection(
  () => import('./compare-stage.tsx'),
  'CompareStage',
  <Skeleton className={stageClass} />,
);

type ViewpointViewerProps = {
  viewpoint: ViewpointWithPictures;
  /** On small screens below the picture: to the viewpoints beside it, and Share. */
  ways: ReactNode;
};

export function ViewpointViewer({ viewpoint, ways }: ViewpointViewerProps) {
  const { pictures } = viewpoint;
  const [state, setState] = useSearchParams(viewpointParams);
  const moment = useMoment(pictures, state, setState);
  const { memory, dates, player, jump } = moment;
  const { picture, compared } = shownOf(pictures, dates);
  const [isNear, setNear] = useState(false);
  const begun = isNear || player.isPlaying;
  useFetchedAhead(
    { items: moment.items, index: dates.index, memory },
    { begun: begun && !compared, forward: player.isPlaying },
  );
  if (!picture) return null;
  const days = pictures.map(({ captureDate }) => captureDate);
  const handles = [
    { name: 'Date', index: dates.index, reach: dates.reach, onMove: moment.move },
    ...(dates.compared === undefined
      ? []
      : [
          {
            name: 'Compared date',
            index: dates.compared,
            reach: dates.comparedReach,
            onMove: dates.compareWith,
          },
        ]),
  ];
  return (
    <div className="grid grid-cols-1 gap-2 roomy:gap-3">
      {compared ? (
        <CompareStage
          viewpoint={viewpoint}
          pictures={inOrder(picture, compared, (dates.compared ?? 0) < dates.index)}
          state={state}
          setState={setState}
          onStep={(by) => jump(dates.index + by)}
        />
      ) : (
        <SingleStage
          viewpoint={viewpoint}
          picture={picture}
          memory={memory}
          isPlaying={player.isPlaying}
          begun={begun}
          url={state}
          onUrl={setState}
        />
      )}
      <div className="grid gap-1 compact:-mx-4 compact:sticky compact:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] compact:z-20 compact:border-line compact:border-y compact:bg-surface compact:px-4 compact:py-1 md:bottom-0 low:static print:hidden">
        <ViewpointControls
          days={days}
          index={dates.index}
          reach={dates.reach}
          player={player}
          isPair={compared !== undefined}
          onJump={jump}
          onCompare={moment.toggleCompare}
        />
        {pictures.length > 1 && <Scrubber days={days} handles={handles} onNear={() => setNear(true)} />}
      </div>
      <ViewpointFacts viewpoint={viewpoint} picture={picture} compared={compared} />
      <TimeLapseButton viewpoint={viewpoint} onPlay={() => player.isPlaying || player.toggle()} />
      <div className="flex flex-wrap items-center gap-2 roomy:hidden print:hidden">{ways}</div>
      <p role="status" className="sr-only">
        {moment.announcement}
      </p>
    </div>
  );
}

type Dates = ReturnType<typeof useDates>;

function shownOf(pictures: readonly ViewpointPicture[], { index, compared }: Dates) {
  return { picture: pictures[index], compared: compared === undefined ? undefined : pictures[compared] };
}

/** Older left, newer right, whichever of the two is compared with which. */
function inOrder(picture: ViewpointPicture, compared: ViewpointPicture, isOlder: boolean): Pair<ViewpointPicture> {
  return isOlder ? { left: compared, right: picture } : { left: picture, right: compared };
}

/** Which dates are shown, and what moves them. */
function useMoment(pictures: readonly ViewpointPicture[], state: ViewpointState, setState: SetViewpointState) {
  const dates = useDates(pictures, [state, setState]);
  const memory = usePictureMemory();
  const items = useMemo(() => pictures.map(({ item }) => item), [pictures]);
  const [announcement, announce] = useState('');
  const last = pictures.length - 1;
  const [from, to] = dates.reach;
  const player = usePlayer({
    index: dates.index,
    reach: dates.reach,
    show: dates.show,
    ready(index) {
      const source = items[index] && sourceOf(items[index], savesData());
      return source ? memory.load(source) : Promise.resolve();
    },
  });
  function move(to: number) {
    player.pause();
    dates.show(to);
  }
  return {
    ...{ dates, memory, items, player, move, announcement },
    /** By a button or a choice: said to screen readers, which the ruler does by itself. */
    jump(wanted: number) {
      const index = Math.min(Math.max(wanted, from), to);
      move(index);
      announce(formatDate(pictures[index]?.captureDate ?? ''));
    },
    /** With the very first visit, or from there with the newest. */
    toggleCompare() {
      player.pause();
      const { date } = dates.settle();
      const compare = dates.nameAt(dates.index === 0 ? last : 0);
      if (dates.compared === undefined) setState({ date, compare, mode: 'swipe', shift: [] }, 'push');
      else setState({ date, compare: '', shift: [] }, 'push');
    },
  };
}

/** One for as long as the page stands; it lets everything go with it. */
function usePictureMemory() {
  const [memory] = useState(createPictureMemory);
  useEffect(() => () => memory.clear(), [memory]);
  return memory;
}
