// A map in a box of the page, by OpenLayers: looking, zooming, measuring, capturing what is shown, and giving all of it back.
import '#web/media/frame/trusted-types.ts';
import 'ol/ol.css';
import ScaleLine from 'ol/control/ScaleLine.js';
import { containsCoordinate, getCenter } from 'ol/extent.js';
import OpenLayersMap from 'ol/Map.js';
import type Projection from 'ol/proj/Projection.js';
import { fromLonLat, getPointResolution, get as getProjection, toLonLat, transform, transformExtent } from 'ol/proj.js';
import View from 'ol/View.js';
import { createListeners } from '#web/lib/device/listeners.ts';
import { type Capture, captureOf, type LinkedViewer } from '#web/media/linked/linked-viewer.ts';
import type { PlaceFinder } from '#web/media/pins/surface.ts';
import type { GeoTiffLayer } from './geotiff-layer.ts';
import { type Datum, datumOfCode } from './ground.ts';
import { interactionsOf } from './map-interactions.ts';
import { addMeasureInteraction, type MeasureState } from './map-measure-interaction.ts';

// Places on a map for pins: longitude and latitude. A map that does not say where on earth it lies has none.

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
    analyzePicture({ longitude: x, latitude: y }) {
      if (x !== undefined && y !== undefined) viewer.setView({ x, y, zoom: Math.max(viewer.view().zoom, pinZoom) });
    },
  };
}

// Where a person looks on a map, in numbers that mean the same on every screen and fit into an address.

/**
 * In `earth` coordinates `x` and `y` are degrees east and north, `zoom` that of web maps. In those of the `picture`, where the place on earth is not known
 * or not shared: shares of its width and height from the lower left, `zoom` 0 shows all of it and each step is twice as near.
 */
export type MapView = { x: number; y: number; zoom: number };
type MapCoordinates = 'earth' | 'picture';

/** Metres on the ground per pixel at zoom 0 on the equator; zoom grows by one as a pixel halves. */
const metresAtZero = 156_543.033_928;

export function zoomOf(metresPerPixel: number): number {
  return Math.log2(metresAtZero / metresPerPixel);
}

export function metresOf(zoom: number): number {
  return metresAtZero / 2 ** zoom;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** For the address: seven digits of a degree are a centimetre. */
export function roundedMap({ x, y, zoom }: MapView): MapView {
  return { x: rounded(x, 7), y: rounded(y, 7), zoom: rounded(zoom, 2) };
}

type Extent = readonly number[];

/** Middle and width of a pixel as shares of a picture: `whole` is the width of a pixel when all of it is shown. */
export function toShares(at: readonly number[], pixel: number, { extent, whole }: { extent: Extent; whole: number }) {
  const [west = 0, south = 0, east = 1, north = 1] = extent;
  const [x = 0, y = 0] = at;
  return { x: (x - west) / (east - west), y: (y - south) / (north - south), zoom: Math.log2(whole / pixel) };
}

/** The other way round: where in a picture's own coordinates, and how wide a pixel. */
export function fromShares({ x, y, zoom }: MapView, { extent, whole }: { extent: Extent; whole: number }) {
  const [west = 0, south = 0, east = 1, north = 1] = extent;
  return { at: [west + x * (east - west), south + y * (north - south)] as [number, number], pixel: whole / 2 ** zoom };
}

export type MapViewer = LinkedViewer<MapView> & {
  /** What it fills. */
  box: HTMLElement;
  /** Its own: 'earth' where the file says where it lies. */
  coordinates: MapCoordinates;
  datum: Datum;
  /** What it is shown in, and how to be shown as another map is. */
  projection(): Projection;
  showIn(projection: Projection): void;
  view(as?: MapCoordinates): MapView;
  setView(view: MapView, as?: MapCoordinates): void;
  /** Where in its box a place on earth is seen, in pixels; null when it is out of sight, or the map does not say where it lies. */
  pointOf(place: { longitude: number; latitude: number }): { x: number; y: number } | null;
  placeAt(point: { x: number; y: number }): { longitude: number; latitude: number } | null;
  zoomBy(steps: number): void;
  showAll(): void;
  measure(what: 'length' | 'area', onResult: (text: string) => void): MeasureState;
};

const margin = [12, 12, 12, 12];

export function createMapViewer(target: HTMLElement, content: GeoTiffLayer): MapViewer {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150;
  const listeners = createListeners();
  const viewIn = (projection: Projection) => {
    // One of its own pixels in the units of what it is shown in.
    const finest = (content.finest * metresPerUnit(content)) / metresOn(projection, content);
    const made = new View({
      projection,
      enableRotation: false,
      minResolution: finest / 16,
      maxResolution: finest * 4096,
    });
    made.on(['change:center', 'change:resolution'], () => listeners.notify());
    return made;
  };
  const map = new OpenLayersMap({
    target,
    view: viewIn(shownIn(content)),
    layers: [content.layer],
    controls: content.onEarth ? [new ScaleLine({ minWidth: 72 })] : [],
    interactions: interactionsOf(target, duration),
  });
  const projection = () => map.getView().getProjection();
  const extent = () =>
    projection() === content.projection
      ? content.extent
      : transformExtent(content.extent, content.projection, projection());
  const showAll = () => map.getView().fit(extent(), { padding: margin, duration: 0 });
  showAll();
  const own: MapCoordinates = content.onEarth ? 'earth' : 'picture';

  /** The width of a pixel when all of it is shown here. */
  const frame = () => ({ extent: extent(), whole: map.getView().getResolutionForExtent(extent(), inside(map)) });
  const place = () => ({ at: map.getView().getCenter() ?? [0, 0], pixel: map.getView().getResolution() ?? 1 });
  const viewer: MapViewer = {
    box: target,
    coordinates: own,
    datum: datumOfCode(content.projection.getCode()),
    projection,
    showIn(next) {
      if (!content.onEarth || next.getCode() === projection().getCode()) return;
      const before = viewer.view();
      map.setView(viewIn(next));
      viewer.setView(before);
    },
    view(as = own) {
      const { at, pixel } = place();
      if (as === 'picture') return toShares(at, pixel, frame());
      const [x = 0, y = 0] = toLonLat(at, projection());
      return { x, y, zoom: zoomOf(getPointResolution(projection(), pixel, at, 'm')) };
    },
    setView(next, as = own) {
      const view = map.getView();
      if (as === 'picture') {
        const { at, pixel } = fromShares(next, frame());
        view.setCenter(at);
        view.setResolution(pixel);
        return;
      }
      const at = fromLonLat([next.x, next.y], projection());
      view.setCenter(at);
      view.setResolution(metresOf(next.zoom) / getPointResolution(projection(), 1, at, 'm'));
    },
    pointOf({ longitude, latitude }) {
      if (!content.onEarth) return null;
      const [x, y] = map.getPixelFromCoordinate(fromLonLat([longitude, latitude], projection())) ?? [];
      const [width = 0, height = 0] = map.getSize() ?? [];
      return x !== undefined && y !== undefined && x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : null;
    },
    placeAt(point) {
      const at = content.onEarth ? map.getCoordinateFromPixel([point.x, point.y]) : null;
      if (!at || !containsCoordinate(extent(), at)) return null;
      const [longitude, latitude] = toLonLat(at, projection());
      return longitude === undefined || latitude === undefined ? null : { longitude, latitude };
    },
    onChange: listeners.add,
    zoomBy: (steps) => map.getView().animate({ resolution: place().pixel / 2 ** steps, duration }),
    showAll,
    measure: (what, onResult) => addMeasureInteraction(map, what, onResult),
    capture: () => capture(map),
    destroy() {
      map.setTarget(undefined);
      content.layer.dispose();
      map.dispose();
    },
  };
  return viewer;
}

/** Degrees are no shape to look at: those maps are shown in web Mercator, where north is up and squares are square. */
function shownIn({ projection }: GeoTiffLayer): Projection {
  return (projection.getUnits() === 'degrees' && getProjection('EPSG:3857')) || projection;
}

function metresPerUnit({ projection, extent }: GeoTiffLayer): number {
  return projection.getUnits() === 'pixels' ? 1 : getPointResolution(projection, 1, getCenter(extent), 'm');
}

function metresOn(projection: Projection, content: GeoTiffLayer): number {
  if (projection.getUnits() === 'pixels') return 1;
  return getPointResolution(projection, 1, transform(getCenter(content.extent), content.projection, projection), 'm');
}

function inside(map: OpenLayersMap): [width: number, height: number] {
  const [width = 1, height = 1] = map.getSize() ?? [];
  return [Math.max(1, width - 24), Math.max(1, height - 24)];
}

/** All layers on one canvas, as large as the screen shows them. */
function capture(map: OpenLayersMap): Promise<Capture> {
  return new Promise((resolve) => {
    map.once('rendercomplete', () => {
      const layers = map.getViewport().querySelectorAll<HTMLCanvasElement>('.ol-layer canvas, canvas.ol-layer');
      resolve(captureOf([...layers]));
    });
    map.render();
  });
}
