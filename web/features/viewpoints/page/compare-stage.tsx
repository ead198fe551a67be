// Two dates of a viewpoint compared, by the same viewers as two sessions: older left, newer right.
import { useState } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import type { Viewpoint, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { AlignmentBar } from '#web/media/comparison/alignment/alignment-bar.tsx';
import { useAlignment } from '#web/media/comparison/alignment/use-alignment.ts';
import { LockButton, ModeChoice } from '#web/media/comparison/comparison-bar.tsx';
import { ComparisonBox } from '#web/media/comparison/comparison-box.tsx';
import { ModeControls } from '#web/media/comparison/mode-controls.tsx';
import { compact, type KeyActions, useComparisonKeys, useModeState } from '#web/media/comparison/modes.ts';
import { ZoomButtons } from '#web/media/comparison/pan-zoom.tsx';
import type { PairHandle } from '#web/media/comparison/viewer-pair.tsx';
import { ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import type { ComparisonState, SetComparison } from '#web/media/linked/comparison-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { stageClass } from './stage.tsx';

const LateViewpointPins = lazyPart(() => import('./viewpoint-pins.tsx'), 'ViewpointPins');

type CompareStageProps = {
  viewpoint: Viewpoint;
  pictures: Pair<ViewpointPicture>;
  state: ComparisonState;
  setState: SetComparison;
  /** To the next date, or the one before. */
  onStep: (by: 1 | -1) => void;
};

export function CompareStage({ viewpoint, pictures, state, setState, onStep }: CompareStageProps) {
  const [pair, setPair] = useState<PairHandle | null>(null);
  const isCompact = useMediaQuery(compact);
  const seen = useSeen(pictures.left.sessionId, pictures.right.sessionId);
  const modeState = useModeState(state.mode, state, setState);
  const { mode, blink } = modeState;
  const locked = !state.unlocked;
  const sides = { left: sideOf(viewpoint, pictures.left), right: sideOf(viewpoint, pictures.right) };
  const isAligned = !state.unaligned;
  const wanted = mode !== 'side' || viewpoint.kind === 'panorama';
  const alignment = useAlignment(sides, { wanted, on: isAligned });
  const actions: KeyActions = {
    setMode: (next) => setState({ mode: next }, 'push'),
    toggleLock: () => setState({ unlocked: locked }),
    toggleAligned: () => setState({ unaligned: isAligned }),
    step: onStep,
    toggleBlink: () => mode === 'blink' && blink.toggle(),
  };
  useComparisonKeys(actions);
  const bar = { mode, actions, canOverlay: true, locked };
  return (
    <div className="grid gap-2">
      <div ref={seen} className={stageClass}>
        <ComparisonBox
          ref={setPair}
          sides={sides}
          layering={modeState}
          setAt={modeState.setAt}
          locked={locked}
          full={false}
          alignment={alignment.shown}
          url={state}
          onUrl={setState}
        />
        <LateViewpointPins
          as="comparison"
          picture={pictures.right}
          isStill
          {...{ sides, state, finders: pair?.finders }}
        />
        {pair?.controls && (
          <ViewerButtons>
            <ZoomButtons controls={pair.controls} />
          </ViewerButtons>
        )}
        {isCompact && <Controls state={modeState} sides={sides} floating onBlink={actions.toggleBlink} />}
      </div>
      <div role="toolbar" aria-label="Comparison" className="flex flex-wrap items-center gap-2 print:hidden">
        <ModeChoice {...bar} />
        <LockButton {...bar} />
        {!isCompact && <Controls state={modeState} sides={sides} floating={false} onBlink={actions.toggleBlink} />}
        <AlignmentBar view={alignment} sides={sides} on={isAligned} onToggle={actions.toggleAligned} hasSwitch />
        <p role="status" className="sr-only">
          {mode === 'blink' && `${sides[modeState.shown].label} is shown`}
        </p>
      </div>
    </div>
  );
}

type ControlsProps = {
  state: ReturnType<typeof useModeState>;
  sides: Pair<Side>;
  floating: boolean;
  onBlink: () => void;
};

function Controls({ sides: { left, right }, ...rest }: ControlsProps) {
  return <ModeControls names={{ left: left.label, right: right.label }} {...rest} />;
}

function sideOf(viewpoint: Viewpoint, { sessionId, captureDate, mediaKind, item }: ViewpointPicture): Side {
  const date = formatDate(captureDate);
  const day = shortDay(captureDate);
  const site = viewpoint.site?.name ?? '';
  return {
    visit: {
      id: sessionId,
      name: day,
      project: viewpoint.projectName,
      site,
      captureDate,
      date,
      day,
      kinds: [mediaKind],
    },
    kind: mediaKind,
    items: [item],
    item,
    content: { is: viewpoint.kind, item },
    failure: undefined,
    title: `${viewpoint.name}, ${date}`,
    label: day,
  };
}
