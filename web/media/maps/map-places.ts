// Places on a map for pins: longitude and latitude. A map that does not say where on earth it lies has none.

import type { PlaceFinder } from '#web/media/pins/surface.ts';
import type { MapViewer } from './ol-map.ts';

/** Near enough to see a wall, far enough to see whose it is: as web maps count. */
const pinZoom = 20;

export function mapPlaces(viewer: MapViewer): PlaceFinder | null {
  if (viewer.coordinates !== 'earth') return null;
  return {
    box: viewer.box,
    isAbsolute: true,
    pointOf: ({ longitude, latitude }) =>
      longitude === undefined || latitude === undefined ? null : viewer.pointOf({ longitude, latitude }),
    placeAt: viewer.placeAt,
    lookAt({ longitude: x, latitude: y }) {
      if (x !== undefined && y !== undefined) viewer.setView({ x, y, zoom: Math.max(viewer.view().zoom, pinZoom) });
    },
  };
}
