// Two spheres of the same place: side by side, or one over the other; they turn and zoom together unless unlocked.
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import {
  bothDrawn,
  overlayOpacity,
  type Pair,
  type PairHandle,
  type PairProps,
  type SideName,
} from './comparison-types.ts';
import { PanoramaBox, PanoramaButtons } from './panorama-box.tsx';
import {
  afterKey,
  following,
  initialPanoramaView,
  offsetOf,
  type PanoramaView,
  roundedPanoramaView,
  together,
} from './panorama-view.ts';
import type { PanoramaViewer } from './panorama-viewer.ts';
import { useViewUrlSync } from './use-view-url-sync.ts';

/** Unlocked they turn each for itself; locked again they keep the distance that they then have. */
export type PanoramaPairProps = PairProps<PanoramaView> & { ref?: Ref<PairHandle> | undefined };

export function PanoramaPair(props: PanoramaPairProps) {
  const { left, right, titles, mode, view, className, ref } = props;
  const [stages, setStages] = useState<Stages>({ left: null, right: null });
  const lock = useLock(stages, props);
  useImperativeHandle(ref, () => ({ capture: () => bothDrawn(stages, 'pictures') }), [stages]);
  const isOver = mode !== 'side';
  const start = view ?? initialPanoramaView;
  function press(key: string): boolean {
    const next = stages.left && afterKey(stages.left.view(), key);
    if (next) stages.left?.look(next);
    return next !== null;
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isOver && !event.altKey && !event.ctrlKey && !event.metaKey && press(event.key)) event.preventDefault();
  }
  return (
    <div
      className={classNames('relative isolate overflow-hidden', className ?? 'h-[600px] max-h-[75dvh]')}
      {...(isOver && {
        role: 'application',
        tabIndex: 0,
        'aria-label': `360° views of ${titles.left} and ${titles.right}. Arrow keys turn both, plus and minus zoom.`,
        onKeyDown,
        onFocus: () => claimWheels(stages, true),
        onBlur: () => claimWheels(stages, false),
      })}
    >
      <div
        className={classNames(
          'size-full',
          isOver ? 'relative' : 'grid grid-rows-2 gap-2 sm:grid-cols-2 sm:grid-rows-1',
        )}
      >
        <PanoramaBox
          item={left}
          title={titles.left}
          start={start}
          bare={isOver}
          onStage={(stage) => setStages((both) => ({ ...both, left: stage }))}
          onMove={lock.leftMoved}
          className={isOver ? 'absolute! inset-0' : 'rounded-card'}
        />
        <div className={isOver ? 'absolute inset-0' : 'grid'} style={isOver ? overlayOpacity(props) : undefined}>
          <PanoramaBox
            item={right}
            title={titles.right}
            start={start}
            bare={isOver}
            onStage={(stage) => setStages((both) => ({ ...both, right: stage }))}
            onMove={lock.rightMoved}
            className={isOver ? 'absolute! inset-0' : 'rounded-card'}
          />
        </div>
      </div>
      {isOver && stages.left && <PanoramaButtons onPress={press} />}
    </div>
  );
}

type Stages = Pair<PanoramaViewer | null>;

function claimWheels({ left, right }: Stages, claims: boolean) {
  left?.claimWheel(claims);
  right?.claimWheel(claims);
}

/** Whoever is moved leads, and the other follows at the distance that they had when they were locked. */
function useLock({ left, right }: Stages, { mode, locked, view, onView }: PanoramaPairProps) {
  const isLocked = locked || mode !== 'side';
  const wasLocked = useRef(isLocked);
  const offset = useRef(together);
  const leader = useRef<SideName>(undefined);
  const tell = useViewUrlSync(left, { view, onView, round: roundedPanoramaView });
  function lead(by: SideName, from: PanoramaView) {
    const follower = by === 'left' ? right : left;
    if (!wasLocked.current || !follower || (leader.current && leader.current !== by)) return;
    leader.current = by;
    follower.look(following(from, offset.current, by === 'left' ? 1 : -1));
    leader.current = undefined;
  }
  useEffect(() => {
    if (!left || !right) return;
    if (isLocked && !wasLocked.current) offset.current = offsetOf(left.view(), right.view());
    wasLocked.current = isLocked;
    if (!isLocked) return;
    leader.current = 'left';
    right.look(following(left.view(), offset.current));
    leader.current = undefined;
  }, [left, right, isLocked]);
  return {
    leftMoved(moved: PanoramaView) {
      lead('left', moved);
      tell(moved);
    },
    rightMoved: (moved: PanoramaView) => lead('right', moved),
  };
}
