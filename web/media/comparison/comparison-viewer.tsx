// Two sessions of one project, compared: side by side, by a divider, blended, or blinking.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { toast } from '#web/lib/page/toast.ts';
import type { ComparisonPinning } from '#web/media/frame/pinning.ts';
import { useFullscreen, ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import type { ComparisonState, SetComparison } from '#web/media/linked/comparison-params.ts';
import { otherSide, type Pair, sideNames } from '#web/media/linked/linked-viewer.ts';
import {
  comparableAs,
  type Side,
  useSides,
  type Visit,
  withItem,
  withKind,
  withStep,
} from '#web/media/linked/sides.ts';
import { AlignmentBar, AlignmentSwitch } from './alignment/alignment-bar.tsx';
import { useAlignment } from './alignment/use-alignment.ts';
import { ComparisonBar, ComparisonStrip } from './comparison-bar.tsx';
import { ComparisonBox, comparisonBoxClass } from './comparison-box.tsx';
import { downloadComparison, type ImageFormat } from './download.ts';
import { ModeControls } from './mode-controls.tsx';
import { compact, type KeyActions, type ModeState, modeLabels, useComparisonKeys, useModeState } from './modes.ts';
import { ZoomButtons } from './pan-zoom.tsx';
import { usePreload, usePreloadedPair } from './photo-layer.tsx';
import { SideHead } from './side-head.tsx';
import type { PairHandle } from './viewer-pair.tsx';

const ComparisonPins = lazyPart(() => import('#web/media/pins/comparison-pins.tsx'), 'ComparisonPins');
const GoneCompared = lazyPart(() => import('#web/media/pins/gone-pins.tsx'), 'GoneCompared');

type ComparisonViewerProps = {
  visits: Pair<Visit>;
  state: ComparisonState;
  setState: SetComparison;
  onClear: () => void;
  /** Concerns can be pinned to what is compared. */
  pinning?: ComparisonPinning | undefined;
  /** Beside what else can be done, on small screens: the head of the page has it on others. */
  share?: ReactNode;
  /** Where the visits themselves are changed. */
  children?: ReactNode;
};

export function ComparisonViewer(props: ComparisonViewerProps) {
  const { visits, state, setState, onClear, pinning, share, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const [pair, setPair] = useState<PairHandle | null>(null);
  const sides = useSides(visits, state);
  const { kind, canOverlay, ...bySides } = whatBothAllow(sides);
  const modeState = useModeState(canOverlay ? state.mode : 'side', state, setState);
  const { mode, setAt } = modeState;
  const isAligned = !state.unaligned;
  const alignment = useAlignment(sides, { wanted: mode !== 'side' || kind === 'panorama', on: isAligned });
  const isCompact = useMediaQuery(compact);
  // A phone on its side is as high as a hand is wide: nothing but the pictures.
  const isTurned = useMediaQuery('(height < 30rem) and (width >= 30rem)');
  const [full, toggleFull] = useFullscreen(root, { wholeScreen: true, byItself: isTurned });
  usePreload(sides);
  const seen = useSeen(visits.left.id, visits.right.id);
  const { actions, announcement } = useActions({ visits, state, setState }, { sides, canOverlay, modeState });
  const locked = !state.unlocked;
  const heads = sideNames.map((side) => (
    <SideHead
      key={side}
      side={sides[side]}
      onKind={(choice) => setState(withKind(sides, side, { kind: choice, locked }))}
      onItem={(id) => setState(withItem(sides, side, { id, locked }))}
    />
  ));
  const bar = {
    ...{ mode, actions, canOverlay, locked, full, onClear },
    ...bySides,
    controls: pair?.controls,
    onFull: toggleFull,
    onDownload: canOverlay
      ? (format: ImageFormat) =>
          downloadComparison({ sides, layering: modeState, pair, format }).catch(showDownloadError)
      : undefined,
  };
  const aligning = { view: alignment, on: isAligned, onToggle: actions.toggleAligned };
  const alignmentBar = <AlignmentBar {...aligning} sides={sides} hasSwitch={!isCompact} />;
  const modeControls = (
    <ModeControls
      state={modeState}
      names={{ left: visits.left.name, right: visits.right.name }}
      floating={isCompact}
      onBlink={actions.toggleBlink}
    />
  );
  return (
    <div
      ref={root}
      className={
        full
          ? 'fixed inset-0 z-40 flex flex-col gap-2 overflow-y-auto bg-canvas p-2 compact:gap-1 compact:p-1'
          : 'grid grid-cols-1 gap-2 roomy:gap-3 [.turn-hint~&]:[--above:3.25rem]'
      }
    >
      <GoneCompared pinning={pinning} sides={sides} state={state} />
      {!isCompact && <div className="grid grid-cols-2 gap-4">{heads}</div>}
      {!isCompact && <ComparisonBar {...bar} />}
      <div ref={seen} className={comparisonBoxClass({ halves: mode === 'side' ? 2 : 1, full })}>
        <ComparisonBox
          ref={setPair}
          sides={sides}
          layering={modeState}
          setAt={setAt}
          locked={locked}
          full={full}
          alignment={alignment.shown}
          url={state}
          onUrl={setState}
        />
        {pinning && canOverlay && sides.left.kind === sides.right.kind && (
          <ComparisonPins pinning={pinning} sides={sides} state={state} finders={pair?.finders} />
        )}
        {isCompact && modeControls}
        {isCompact && <AlignmentSwitch {...aligning} />}
        {isCompact && bar.controls && (
          <ViewerButtons>
            <ZoomButtons controls={bar.controls} />
          </ViewerButtons>
        )}
      </div>
      {isUnsynced(sides) && (
        <p className="text-muted text-sm">
          The player of this host cannot be controlled from here, so these videos play separately.
        </p>
      )}
      {!isCompact && (
        // From the left: what comes with the alignment must not move what is being pressed.
        <div className="flex flex-wrap items-center gap-x-6">
          {modeControls}
          {alignmentBar}
        </div>
      )}
      {isCompact ? (
        <ComparisonStrip bar={bar} share={share} dates={{ left: visits.left.day, right: visits.right.day }}>
          {alignmentBar}
          <div className="grid gap-2">{heads}</div>
          {children}
        </ComparisonStrip>
      ) : (
        children
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** What of it is still to come keeps the place that it will take. */
function whatBothAllow(sides: Pair<Side>) {
  const kind = comparableAs(sides.left.content, sides.right.content);
  const isComing = isStillComing(sides);
  const canOverlay = isComing || (kind !== undefined && kind !== 'video');
  const canStep = isComing || sideNames.some((side) => sides[side].items.length > 1);
  return { kind, isComing, canOverlay, canStep };
}

/** Photos most likely: what is linked, laid on each other, stepped through and enlarged. */
function isStillComing({ left, right }: Pair<Side>): boolean {
  const isPhotos = left.kind === right.kind && (left.kind === 'drone' || left.kind === 'indoor');
  return isPhotos && [left, right].some(({ content, failure }) => !content && !failure);
}

/** While the page is the server's: asks for what the viewer will show, which only a browser draws. */
export function ComingComparison({
  visits,
  state,
  children,
}: Pick<ComparisonViewerProps, 'visits' | 'state' | 'children'>) {
  usePreloadedPair(useSides(visits, state));
  return children;
}

type Shown = { sides: Pair<Side>; canOverlay: boolean; modeState: ModeState };

/** What buttons and keys do, and what of it is announced to screen readers. */
function useActions(props: Pick<ComparisonViewerProps, 'visits' | 'state' | 'setState'>, shown: Shown) {
  const { visits, state, setState } = props;
  const { sides, canOverlay, modeState } = shown;
  const [announcement, announce] = useAnnouncement(describe(sides));
  const actions: KeyActions = {
    setMode(next) {
      if (!canOverlay) return;
      setState({ mode: next }, 'push');
      announce(`${modeLabels[next].label}.`);
    },
    toggleLock() {
      setState({ unlocked: !state.unlocked });
      announce(state.unlocked ? 'Views locked: both sides move together.' : 'Views unlocked: each side moves alone.');
    },
    toggleAligned() {
      setState({ unaligned: !state.unaligned });
      announce(state.unaligned ? 'The pictures are aligned.' : 'The pictures are shown as they were taken.');
    },
    step(by) {
      const change = withStep(sides, by, !state.unlocked);
      if (change) setState(change);
    },
    toggleBlink() {
      if (modeState.mode !== 'blink') return;
      announce(`${visits[otherSide(modeState.shown)].name} is shown.`);
      modeState.blink.toggle();
    },
  };
  useComparisonKeys(actions);
  return { actions, announcement };
}

/** Such as Google Drive's player, which takes no commands. */
function isUnsynced({ left, right }: Pair<Side>): boolean {
  const isVideo = ({ kind, content }: Side) =>
    kind === 'videos' && (content?.is === 'video' || content?.is === 'embed');
  return isVideo(left) && isVideo(right) && (left.content?.is === 'embed' || right.content?.is === 'embed');
}

function describe({ left, right }: Pair<Side>): string {
  return [left, right].map(({ title, item }) => (item ? `${title}: ${item.name}` : title)).join('; ');
}

function showDownloadError(error: unknown): void {
  toast({
    title: 'The picture could not be made',
    description: error instanceof Error ? error.message : 'Try again when both pictures are shown.',
    variant: 'destructive',
  });
}

/** What was done, and what is shown once that has changed; nothing at first, when the page itself is read. */
function useAnnouncement(description: string) {
  const [announcement, announce] = useState('');
  const previous = useRef(description);
  useEffect(() => {
    if (previous.current !== description) announce(description);
    previous.current = description;
  }, [description]);
  return [announcement, announce] as const;
}
