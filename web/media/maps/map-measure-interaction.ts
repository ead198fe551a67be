// Measuring on a map: a line or a polygon is drawn by clicks, or by Enter where the cross stands, and its size is reported.
import type { Coordinate } from 'ol/coordinate.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import type { Geometry } from 'ol/geom.js';
import Draw from 'ol/interaction/Draw.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OpenLayersMap from 'ol/Map.js';
import { toLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import { areaOf, areaText, lengthOf, lengthText } from './geodesy.ts';

export type MeasureState = ReturnType<typeof addMeasureInteraction>;

/** A bright line in a dark seam is seen on every background. */
const lineStyle = [
  { 'stroke-color': 'rgba(13, 15, 18, 0.75)', 'stroke-width': 6, 'fill-color': 'rgba(255, 214, 102, 0.25)' },
  { 'stroke-color': '#ffd666', 'stroke-width': 3 },
];
const drawStyle = [
  ...lineStyle,
  {
    'circle-radius': 6,
    'circle-fill-color': '#ffd666',
    'circle-stroke-color': 'rgba(13, 15, 18, 0.75)',
    'circle-stroke-width': 2,
  },
];

export function addMeasureInteraction(
  map: OpenLayersMap,
  quantity: 'length' | 'area',
  onResult: (text: string) => void,
) {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, style: lineStyle });
  const draw = new Draw({
    source,
    type: quantity === 'length' ? 'LineString' : 'Polygon',
    style: drawStyle,
    stopClick: true,
  });
  const projection = map.getView().getProjection();
  const degrees = (points: Coordinate[]) => points.map((point) => toLonLat(point, projection));
  const report = (geometry: Geometry | undefined) => {
    if (geometry instanceof LineString) onResult(lengthText(lengthOf(degrees(geometry.getCoordinates()))));
    if (geometry instanceof Polygon) onResult(areaText(areaOf(degrees(geometry.getCoordinates()[0] ?? []))));
  };
  draw.on('drawstart', ({ feature }) => {
    source.clear();
    const geometry = feature.getGeometry();
    geometry?.on('change', () => report(geometry));
  });
  map.addLayer(layer);
  map.addInteraction(draw);
  return {
    /** Adds the point in the middle of the map. */
    addMiddle() {
      const middle = map.getView().getCenter();
      if (middle) draw.appendCoordinates([middle]);
    },
    finish: () => void draw.finishDrawing(),
    clear() {
      draw.abortDrawing();
      source.clear();
      onResult('');
    },
    stop() {
      map.removeInteraction(draw);
      map.removeLayer(layer);
      layer.dispose();
    },
  };
}
