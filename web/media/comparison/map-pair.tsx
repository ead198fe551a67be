// Two orthomosaics of one site: a place stays in its place. Unlocked they move each for itself, locked again the right one comes back.
import { useEffect } from 'react';
import type { LinkRule } from '#web/media/linked/linked-viewer.ts';
import { datumGap } from '#web/media/maps/ground.ts';
import { MapButtons, MapCanvas } from '#web/media/maps/map-canvas.tsx';
import type { MapViewer } from '#web/media/maps/ol-map.ts';
import { type MapView, mapPlaces, roundedMap } from '#web/media/maps/ol-map.ts';
import { type PairProps, useLinkedViewers, ViewerPair } from './viewer-pair.tsx';

const rule: LinkRule<MapViewer, null> = {
  noOffset: null,
  offsetBetween: () => null,
  inverse: () => null,
  /** The same place on earth where both know theirs, else the same part of each picture. */
  follow({ leader, follower }) {
    const coordinates = leader.coordinates === follower.coordinates ? leader.coordinates : 'picture';
    follower.setView(leader.view(coordinates), coordinates);
  },
};

const kind = {
  rule,
  notReady: 'Both maps must be loaded first',
  places: mapPlaces,
  toNumbers(view: MapView) {
    const { x, y, zoom } = roundedMap(view);
    return [x, y, zoom];
  },
  fromNumbers: ([x = 0, y = 0, zoom = 0]: readonly number[]) => ({ x, y, zoom }),
};

export function MapPair(props: PairProps) {
  const { items, titles, layering } = props;
  const { viewers, setViewer } = useLinkedViewers(kind, props);
  const { left, right } = viewers;
  useEffect(() => {
    // In one projection the same ground stands at the same place all over both.
    if (left && right?.coordinates === left.coordinates) right.showIn(left.projection());
  }, [left, right]);
  const note = left && right && noteOf(left, right);
  return (
    <div className="relative size-full">
      <ViewerPair {...props} buttons={left && <MapButtons viewer={left} />}>
        {(side, className) => (
          <MapCanvas
            item={items[side]}
            title={titles[side]}
            half={layering.mode === 'side' ? undefined : side}
            onViewer={(viewer) => setViewer(side, viewer)}
            className={className}
          >
            {layering.mode === 'side' && <MapButtons viewer={viewers[side]} />}
          </MapCanvas>
        )}
      </ViewerPair>
      {note && (
        <p className="pointer-events-none absolute inset-x-2 top-11 z-20 mx-auto w-fit rounded-control bg-surface/95 px-2 py-1 text-center text-xs shadow-raised">
          {note}
        </p>
      )}
    </div>
  );
}

/** What keeps the same ground from the same place. */
function noteOf(left: MapViewer, right: MapViewer): string | null {
  if (left.coordinates === 'picture' || right.coordinates === 'picture')
    return 'The location of these maps is not known, so they are compared by their position in the picture.';
  const gap = datumGap(left.datum, right.datum);
  return gap > 0 ? `Surveyed from two datums: positions may differ by ± ${gap} m` : null;
}
