// Where a map lies on earth, by the keys of its file: the projection, the datum, and how well two datums fit.
import Projection from 'ol/proj/Projection.js';
import { addCoordinateTransforms, addProjection, get as getProjection } from 'ol/proj.js';
import proj4 from 'proj4';
import { datums, definitionOf } from '#contract/map-projections.ts';

/** As the file has them. */
export type GeoKeys = Record<string, unknown>;

/** How a projection is calculated; `unit`: what proj4 takes for one of its own units; `metres`: how long that is. */
type Definition = { code: string; text: string; unit: number; metres: number };

/** Codes that say nothing: undefined, and 'my own keys say how'. */
const ownKeys = new Set([0, 32_767]);

/** Null where neither the number nor the keys are known. */
export async function definitionOfKeys(keys: GeoKeys): Promise<Definition | null> {
  const epsg = Number(keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey ?? 0);
  const known = ownKeys.has(epsg) ? null : definitionOf(epsg);
  if (known) return { code: `EPSG:${epsg}`, text: known, unit: 1, metres: 1 };
  if (keys.GTModelTypeGeoKey === undefined && ownKeys.has(epsg)) return null;
  // Half a megabyte of national grids, for the few maps that are in none of the usual projections.
  const { toProj4 } = await import('geotiff-geokeys-to-proj4');
  const found = toProj4(keys as unknown as Parameters<typeof toProj4>[0]);
  const isKnown =
    found.proj4.includes('+proj=') && !Object.keys(found.errors).some((error) => /NotSupported/.test(error));
  // Whatever order of axes a survey writes down, a file counts eastwards and northwards.
  const text = withDatum(found.proj4.replace(/\+axis=\S+ */, ''), keys);
  const unit = found.coordinatesConversionParameters?.x ?? 1;
  const metres = unit * Number(/\+to_meter=(\S+)/.exec(text)?.[1] ?? 1);
  return isKnown ? { code: `KEYS:${text}`, text, unit, metres } : null;
}

const wordsOfDatum = /\+(?:datum|ellps|a|b|rf|towgs84)=\S+ */g;

/** A datum that we know is the same one, whether a file names its grid by a number or describes it. */
function withDatum(text: string, keys: GeoKeys): string {
  const named = [keys.GeographicTypeGeoKey, keys.GeogGeodeticDatumGeoKey].map(Number);
  const found = Object.values(datums).find(({ numbers }) => numbers.some((number) => named.includes(number)));
  return found && text.includes('+pm=0 ') ? `${text.replace(wordsOfDatum, '')} ${found.words} ` : text;
}

type Transform = { projection: Projection; toDegrees: Turn; fromDegrees: Turn };
type Turn = (at: number[]) => number[];

const registered: Transform[] = [];
const definitions = new Map<string, string>();

/** Registered once with its ways to all others, through which two maps understand each other. */
export async function projectionOfKeys(keys: GeoKeys): Promise<Projection | null> {
  const definition = await definitionOfKeys(keys);
  if (!definition) return null;
  const { code, text, unit, metres } = definition;
  definitions.set(code, text);
  const existing = getProjection(code);
  if (existing) return existing;
  const isDegrees = text.includes('+proj=longlat');
  const projection = new Projection({
    code,
    units: isDegrees ? 'degrees' : 'm',
    metersPerUnit: isDegrees ? undefined : metres,
  });
  const { forward, inverse } = proj4('EPSG:4326', text);
  const scaled = ([x = 0, y = 0]: number[], by: number) => [x * by, y * by];
  const way: Transform = {
    projection,
    toDegrees: (at) => inverse(scaled(at, unit)),
    fromDegrees: (at) => scaled(forward(at), 1 / unit),
  };
  addProjection(projection);
  addCoordinateTransforms('EPSG:4326', projection, way.fromDegrees, way.toDegrees);
  addCoordinateTransforms(
    'EPSG:3857',
    projection,
    (at) => way.fromDegrees(proj4('EPSG:3857', 'EPSG:4326', at)),
    (at) => proj4('EPSG:4326', 'EPSG:3857', way.toDegrees(at)),
  );
  for (const other of registered)
    addCoordinateTransforms(
      other.projection,
      projection,
      (at) => way.fromDegrees(other.toDegrees(at)),
      (at) => other.fromDegrees(way.toDegrees(at)),
    );
  registered.push(way);
  return projection;
}

export type Datum = { name: string; metres: number };

/** The words of some begin those of others. */
const known = Object.entries(datums).map(([name, { words, metres }]) => ({ has: `${words} `, name, metres }));

/** Of others their own words: seven parameters are better than three, and none at all says nothing. */
export function datumOf(definition: string): Datum {
  if (definition.includes('+nadgrids=@null') || definition.includes('+ellps=WGS84'))
    return { name: 'wgs84', metres: datums.wgs84.metres };
  const found = known.find(({ has }) => definition.includes(has));
  if (found) return found;
  const words = definition.match(/\+(?:datum|ellps|a|b|rf|towgs84|nadgrids)=\S+/g) ?? [];
  const name = words.sort().join(' ');
  const shifts = /\+towgs84=(\S+)/.exec(definition)?.[1]?.split(',').map(Number);
  if (shifts?.every((shift) => shift === 0)) return { name, metres: 2 };
  if (!shifts) return { name, metres: definition.includes('GRS80') || definition.includes('NAD83') ? 2 : 150 };
  return { name, metres: shifts.length > 3 ? 5 : 15 };
}

export function datumOfCode(code: string): Datum {
  return datumOf(definitions.get(code) ?? '+datum=WGS84 ');
}

/** How far the same place may lie apart on two maps, by their datums; 0 within one. */
export function datumGap(left: Datum, right: Datum): number {
  return left.name === right.name ? 0 : left.metres + right.metres;
}
