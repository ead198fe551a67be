// Two orthomosaics of one site: side by side, or one over the other, where a place stays in its place.
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useAtRest } from './at-rest.ts';
import { MapBox, MapButtons } from './map-box.tsx';
import type { MapStage } from './map-stage.ts';
import { type MapSpace, type MapView, roundedMap } from './map-view.ts';

export type MapPairMode = 'side' | 'swipe' | 'fade' | 'blink';
export type MapPairHandle = { capture(): Promise<{ left: HTMLCanvasElement; right: HTMLCanvasElement }> };

export type MapPairProps = {
  left: MediaItem;
  right: MediaItem;
  titles: { left: string; right: string };
  mode: MapPairMode;
  /** Unlocked they move each for itself; locked again the right one comes back to the left. One over the other they are always locked. */
  locked: boolean;
  /** Swipe: the edge, 0 to 100 from the left; the left map stands left of it. */
  position: number;
  /** Fade: how much of the right one is seen, 0 to 100. */
  opacity: number;
  /** Blink: which is seen. */
  shown: 'left' | 'right';
  /** The left one's view; told, rounded, at rest. */
  view?: MapView | undefined;
  onView?: ((view: MapView) => void) | undefined;
  /** Height of the whole. */
  className?: string | undefined;
  ref?: Ref<MapPairHandle> | undefined;
};

type Stages = { left: MapStage | null; right: MapStage | null };

export function MapPair(props: MapPairProps) {
  const { left, right, titles, mode, className, ref } = props;
  const [stages, setStages] = useState<Stages>({ left: null, right: null });
  const lock = useLock(stages, props);
  useImperativeHandle(ref, () => ({ capture: () => bothDrawn(stages) }), [stages]);
  const isOver = mode !== 'side';
  const place = isOver ? 'absolute! inset-0' : 'rounded-card';
  return (
    <div className={classNames('relative isolate overflow-hidden', className ?? 'h-[600px] max-h-[75dvh]')}>
      <div
        className={classNames(
          'size-full',
          isOver ? 'relative' : 'grid grid-rows-2 gap-2 sm:grid-cols-2 sm:grid-rows-1',
        )}
      >
        <MapBox
          item={left}
          title={titles.left}
          onStage={(stage) => setStages((both) => ({ ...both, left: stage }))}
          onMove={() => lock.moved('left')}
          className={place}
        >
          {!isOver && <MapButtons stage={stages.left} />}
        </MapBox>
        <div className={isOver ? 'absolute inset-0' : 'grid'} style={isOver ? veil(props) : undefined}>
          <MapBox
            item={right}
            title={titles.right}
            onStage={(stage) => setStages((both) => ({ ...both, right: stage }))}
            onMove={() => lock.moved('right')}
            className={place}
          >
            {!isOver && <MapButtons stage={stages.right} />}
          </MapBox>
        </div>
      </div>
      {isOver && stages.left && <MapButtons stage={stages.left} />}
    </div>
  );
}

/** How much of the upper, right one is seen. */
function veil({ mode, position, opacity, shown }: MapPairProps): CSSProperties {
  if (mode === 'swipe') return { clipPath: `inset(0 0 0 ${position}%)` };
  if (mode === 'fade') return { opacity: opacity / 100 };
  return { visibility: shown === 'right' ? 'visible' : 'hidden' };
}

async function bothDrawn({ left, right }: Stages) {
  if (!left || !right) throw new Error('Both maps must be loaded first');
  const [one, other] = await Promise.all([left.capture(), right.capture()]);
  return { left: one, right: other };
}

/** The same place on earth where both know theirs, else the same part of each picture. */
function sharedSpace(left: MapStage, right: MapStage): MapSpace {
  return left.space === 'earth' && right.space === 'earth' ? 'earth' : 'picture';
}

/** Whoever is moved leads, and the other goes to the same place. */
function useLock({ left, right }: Stages, { mode, locked, view, onView }: MapPairProps) {
  const isLocked = locked || mode !== 'side';
  const leader = useRef<'left' | 'right'>(undefined);
  const tell = useAtRest(left, { view, onView, round: roundedMap });
  function follow(by: 'left' | 'right') {
    if (!isLocked || !left || !right || leader.current) return;
    const space = sharedSpace(left, right);
    const [ahead, behind] = by === 'left' ? [left, right] : [right, left];
    leader.current = by;
    behind.look(ahead.view(space), space);
    leader.current = undefined;
  }
  const rejoin = useRef(follow);
  useEffect(() => {
    rejoin.current = follow;
  });
  useEffect(() => {
    if (isLocked && left && right && mode) rejoin.current('left');
  }, [isLocked, left, right, mode]);
  return {
    moved(by: 'left' | 'right') {
      follow(by);
      if (left) tell(left.view());
    },
  };
}
