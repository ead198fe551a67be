// Places in a panorama for pins: directions, whatever it shows of them.

import type { PlaceFinder, Surface } from '#web/media/pins/surface.ts';
import type { PanoramaViewer } from './panorama-viewer.ts';

const pinZoom = 50;

export function panoramaPlaces(viewer: PanoramaViewer): PlaceFinder {
  return {
    box: viewer.box,
    isAbsolute: false,
    pointOf: ({ yaw, pitch }) => (yaw === undefined || pitch === undefined ? null : viewer.pointOf({ yaw, pitch })),
    placeAt: viewer.directionAt,
    lookAt({ yaw, pitch }) {
      if (yaw !== undefined && pitch !== undefined) viewer.setView({ yaw, pitch, zoom: pinZoom });
    },
  };
}

/** What it shows for pins; `viewer`: null until it can be asked. */
export function panoramaSurface(viewer: () => PanoramaViewer | null): Surface {
  const places = () => {
    const current = viewer();
    return current && panoramaPlaces(current);
  };
  return {
    kind: 'panorama',
    pointOf: (place) => places()?.pointOf(place) ?? null,
    placeAt: (point) => places()?.placeAt(point) ?? null,
  };
}
