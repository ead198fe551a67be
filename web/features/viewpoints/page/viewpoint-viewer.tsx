// The picture, or the two pictures, of a viewpoint with the ruler that moves them.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ViewpointPicture, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { FilmButton } from '#web/features/viewpoints/film/film-button.tsx';
import { savesData } from '#web/lib/device/data-saver.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { useSearchParams } from '#web/lib/routing/search-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { createPictureMemory } from './picture-memory.ts';
import { sourceOf } from './picture-source.ts';
import { Scrubber } from './scrubber.tsx';
import { SingleStage } from './single-stage.tsx';
import { stageClass } from './stage-class.ts';
import { type SetViewpointState, useDates, type ViewpointState } from './use-dates.ts';
import { usePlayer } from './use-player.ts';
import { useFetchedAhead } from './use-steady-picture.ts';
import { ViewpointControls } from './viewpoint-controls.tsx';
import { ViewpointFacts } from './viewpoint-facts.tsx';
import { viewpointParams } from './viewpoint-params.ts';

const CompareStage = lazySection(
  () => import('./compare-stage.tsx').then((module) => module.CompareStage),
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
    { name: 'Date', index: dates.index, onMove: moment.move },
    ...(dates.compared === undefined
      ? []
      : [{ name: 'Compared date', index: dates.compared, onMove: dates.compareWith }]),
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
          player={player}
          isPair={compared !== undefined}
          onJump={jump}
          onCompare={moment.toggleCompare}
        />
        {pictures.length > 1 && <Scrubber days={days} handles={handles} onNear={() => setNear(true)} />}
      </div>
      <ViewpointFacts viewpoint={viewpoint} picture={picture} compared={compared} />
      <FilmButton viewpoint={viewpoint} onPlay={() => player.isPlaying || player.toggle()} />
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
  const player = usePlayer({
    index: dates.index,
    last,
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
    jump(to: number) {
      const index = Math.min(Math.max(to, 0), last);
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
