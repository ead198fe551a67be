// A map in a box of the page, by OpenLayers: looking, zooming, measuring, capturing what is shown, and giving all of it back.
import ScaleLine from 'ol/control/ScaleLine.js';
import { platformModifierKeyOnly } from 'ol/events/condition.js';
import DragPan from 'ol/interaction/DragPan.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import OpenLayersMap from 'ol/Map.js';
import { unByKey } from 'ol/Observable.js';
import { fromLonLat, getPointResolution, toLonLat } from 'ol/proj.js';
import View from 'ol/View.js';
import 'ol/ol.css';
import type { GeoTiffLayer } from './geotiff-layer.ts';
import { type Capture, captureOf, type LinkedViewer } from './linked-viewer.ts';
import { addMeasureInteraction, type MeasureState } from './map-measure-interaction.ts';
import { fromShares, type MapCoordinates, type MapView, metresOf, toShares, zoomOf } from './map-view.ts';

export type MapViewer = LinkedViewer<MapView> & {
  /** Its own: 'earth' where the file says where it lies. */
  coordinates: MapCoordinates;
  view(as?: MapCoordinates): MapView;
  setView(view: MapView, as?: MapCoordinates): void;
  zoomBy(steps: number): void;
  showAll(): void;
  measure(what: 'length' | 'area', onResult: (text: string) => void): MeasureState;
};

const margin = [12, 12, 12, 12];

export function createMapViewer(target: HTMLElement, content: GeoTiffLayer): MapViewer {
  const { extent, projection, finest } = content;
  const view = new View({
    projection,
    enableRotation: false,
    minResolution: finest / 16,
    maxResolution: finest * 4096,
  });
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150;
  const map = new OpenLayersMap({
    target,
    view,
    layers: [content.layer],
    controls: content.onEarth ? [new ScaleLine({ minWidth: 72 })] : [],
    interactions: interactionsOf(target, duration),
  });
  const showAll = () => view.fit(extent, { padding: margin, duration: 0 });
  showAll();
  const own: MapCoordinates = content.onEarth ? 'earth' : 'picture';

  /** The width of a pixel when all of it is shown here. */
  const frame = () => ({ extent, whole: view.getResolutionForExtent(extent, inside(map)) });
  return {
    coordinates: own,
    view(as = own) {
      const at = view.getCenter() ?? [0, 0];
      const pixel = view.getResolution() ?? finest;
      if (as === 'picture') return toShares(at, pixel, frame());
      const [x = 0, y = 0] = toLonLat(at, projection);
      return { x, y, zoom: zoomOf(getPointResolution(projection, pixel, at, 'm')) };
    },
    setView(next, as = own) {
      if (as === 'picture') {
        const { at, pixel } = fromShares(next, frame());
        view.setCenter(at);
        view.setResolution(pixel);
        return;
      }
      const at = fromLonLat([next.x, next.y], projection);
      view.setCenter(at);
      view.setResolution(metresOf(next.zoom) / getPointResolution(projection, 1, at, 'm'));
    },
    onChange(listener) {
      const keys = view.on(['change:center', 'change:resolution'], () => listener());
      return () => unByKey(keys);
    },
    zoomBy: (steps) => view.animate({ resolution: (view.getResolution() ?? finest) / 2 ** steps, duration }),
    showAll,
    measure: (what, onResult) => addMeasureInteraction(map, what, onResult),
    capture: () => capture(map),
    destroy() {
      map.setTarget(undefined);
      content.layer.dispose();
      map.dispose();
    },
  };
}

function inside(map: OpenLayersMap): [width: number, height: number] {
  const [width = 1, height = 1] = map.getSize() ?? [];
  return [Math.max(1, width - 24), Math.max(1, height - 24)];
}

/** A page can be scrolled past the map: wheel and single finger are its own only while a person works in it. */
function interactionsOf(target: HTMLElement, duration: number) {
  const isActive = () => target.contains(document.activeElement);
  const drag = new DragPan({
    condition: ({ originalEvent }) =>
      (originalEvent instanceof PointerEvent && originalEvent.pointerType !== 'touch') ||
      isActive() ||
      drag.getPointerCount() === 2,
  });
  return [
    drag,
    new PinchZoom({ duration }),
    new MouseWheelZoom({ duration, condition: (event) => isActive() || platformModifierKeyOnly(event) }),
    new KeyboardPan({ duration }),
    new KeyboardZoom({ duration }),
  ];
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
