// Two orthomosaics of one site: a place stays in its place. Unlocked they move each for itself, locked again the right one comes back.
import type { LinkRule } from '#web/media/linked-viewer.ts';
import { MapButtons, MapCanvas } from '#web/media/map-canvas.tsx';
import { type MapView, roundedMap } from '#web/media/map-view.ts';
import type { MapViewer } from '#web/media/ol-map.ts';
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
  toNumbers(view: MapView) {
    const { x, y, zoom } = roundedMap(view);
    return [x, y, zoom];
  },
  fromNumbers: ([x = 0, y = 0, zoom = 0]: readonly number[]) => ({ x, y, zoom }),
};

export function MapPair(props: PairProps) {
  const { items, titles, layering } = props;
  const { viewers, setViewer } = useLinkedViewers(kind, props);
  return (
    <ViewerPair {...props} buttons={viewers.left && <MapButtons viewer={viewers.left} />}>
      {(side, className) => (
        <MapCanvas
          item={items[side]}
          title={titles[side]}
          onViewer={(viewer) => setViewer(side, viewer)}
          className={className}
        >
          {layering.mode === 'side' && <MapButtons viewer={viewers[side]} />}
        </MapCanvas>
      )}
    </ViewerPair>
  );
}
