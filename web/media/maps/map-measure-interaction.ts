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

// Lengths and areas on the ground, from degrees: the earth's ellipsoid laid flat around the middle of what is measured.
type Degrees = readonly number[];

/** WGS 84. */
const equator = 6_378_137;
const flattening = 1 / 298.257_223_563;
const eccentricity = flattening * (2 - flattening);

/**
 * Points in metres on a plane that touches the ellipsoid where they are. Over a site of a kilometre it is right to a millimetre;
 * a globe would be wrong by up to three millimetres in every metre.
 */
function inMetres(points: readonly Degrees[]): [x: number, y: number][] {
  const degree = Math.PI / 180;
  const [lon0 = 0, lat0 = 0] = points[0] ?? [];
  const middle = (points.reduce((sum, [, lat = lat0]) => sum + lat, 0) / points.length) * degree;
  const bulge = 1 - eccentricity * Math.sin(middle) ** 2;
  const alongMeridian = (equator * (1 - eccentricity)) / bulge ** 1.5;
  const alongParallel = (equator / Math.sqrt(bulge)) * Math.cos(middle);
  return points.map(([lon = lon0, lat = lat0]) => [
    (lon - lon0) * degree * alongParallel,
    (lat - lat0) * degree * alongMeridian,
  ]);
}

/** Metres along a line. */
export function lengthOf(points: readonly Degrees[]): number {
  const flat = inMetres(points);
  return flat.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = flat[index] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

/** Square metres inside a ring, closed or not. */
export function areaOf(ring: readonly Degrees[]): number {
  const flat = inMetres(ring);
  const twice = flat.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = flat[(index + 1) % flat.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

const number = new Intl.NumberFormat('en', { minimumSignificantDigits: 1, maximumSignificantDigits: 4 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function lengthText(metres: number): string {
  if (metres >= 1000) return `${number.format(metres / 1000)} km`;
  return `${(metres < 100 ? fine : number).format(metres)} m`;
}

export function areaText(squareMetres: number): string {
  if (squareMetres >= 10_000) return `${number.format(squareMetres / 10_000)} ha`;
  return `${(squareMetres < 100 ? fine : number).format(squareMetres)} m²`;
}

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
