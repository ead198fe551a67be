// Two orthomosaics of one site: side by side, or one over the other, where a place stays in its place.
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import {
  bothDrawn,
  overlayOpacity,
  type Pair,
  type PairHandle,
  type PairProps,
  type SideName,
} from './comparison-types.ts';
import { MapButtons, MapCanvas } from './map-canvas.tsx';
import { type MapExtent, type MapView, roundedMap } from './map-view.ts';
import type { MapViewer } from './ol-map.ts';
import { useViewUrlSync } from './use-view-url-sync.ts';

/** Unlocked they move each for itself; locked again the right one comes back to the left. */
export type MapPairProps = PairProps<MapView> & { ref?: Ref<PairHandle> | undefined };

type Stages = Pair<MapViewer | null>;

export function MapPair(props: MapPairProps) {
  const { left, right, titles, mode, className, ref } = props;
  const [stages, setStages] = useState<Stages>({ left: null, right: null });
  const lock = useLock(stages, props);
  useImperativeHandle(ref, () => ({ capture: () => bothDrawn(stages, 'maps') }), [stages]);
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
        <MapCanvas
          item={left}
          title={titles.left}
          onStage={(stage) => setStages((both) => ({ ...both, left: stage }))}
          onMove={() => lock.moved('left')}
          className={place}
        >
          {!isOver && <MapButtons stage={stages.left} />}
        </MapCanvas>
        <div className={isOver ? 'absolute inset-0' : 'grid'} style={isOver ? overlayOpacity(props) : undefined}>
          <MapCanvas
            item={right}
            title={titles.right}
            onStage={(stage) => setStages((both) => ({ ...both, right: stage }))}
            onMove={() => lock.moved('right')}
            className={place}
          >
            {!isOver && <MapButtons stage={stages.right} />}
          </MapCanvas>
        </div>
      </div>
      {isOver && stages.left && <MapButtons stage={stages.left} />}
    </div>
  );
}

/** The same place on earth where both know theirs, else the same part of each picture. */
function sharedSpace(left: MapViewer, right: MapViewer): MapExtent {
  return left.space === 'earth' && right.space === 'earth' ? 'earth' : 'picture';
}

/** Whoever is moved leads, and the other goes to the same place. */
function useLock({ left, right }: Stages, { mode, locked, view, onView }: MapPairProps) {
  const isLocked = locked || mode !== 'side';
  const leader = useRef<SideName>(undefined);
  const tell = useViewUrlSync(left, { view, onView, round: roundedMap });
  function follow(by: SideName) {
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
    moved(by: SideName) {
      follow(by);
      if (left) tell(left.view());
    },
  };
}
