// Where a map lies on earth, by the keys of its file: the projection, the datum, and how well two datums fit.
import Projection from 'ol/proj/Projection.js';
import { addCoordinateTransforms, addProjection, get as getProjection } from 'ol/proj.js';
import proj4 from 'proj4';
import { datums, definitionOf } from '#contract/geometry/map-projections.ts';
import { type GeoKeys, lengthOfUnit, projectionInWords } from './own-projection.ts';

/** How a projection is calculated; `metres`: how long one of its units is. */
type Definition = { code: string; text: string; metres: number };

/** Codes that say nothing: undefined, and 'my own keys say how'. */
const ownKeys = new Set([0, 32_767]);

const metresOf = (text: string) => Number(/\+to_meter=(\S+)/.exec(text)?.[1] ?? 1);

function defined(code: string, text: string): Definition {
  return { code, text, metres: metresOf(text) };
}

/** What ArcGIS calls it; its keys describe a Mercator on the ellipsoid, which lies kilometres away. */
const webMercator = /mercator_auxiliary_sphere|web_?mercator|pseudo-?mercator/i;
const isWebMercator = ({ GTCitationGeoKey, PCSCitationGeoKey }: GeoKeys) =>
  webMercator.test(`${GTCitationGeoKey} ${PCSCitationGeoKey}`);

/** The file counts in the units of its grid, as far as it says so. */
function agrees({ metres, text }: Definition, keys: GeoKeys): boolean {
  const said = lengthOfUnit(keys);
  return said === undefined || text.includes('+proj=longlat') || (said !== null && Math.abs(said / metres - 1) < 1e-4);
}

/** By the number of its grid. */
async function gridOf(epsg: number, keys: GeoKeys): Promise<Definition | null> {
  const text = definitionOf(epsg) ?? (await nationalGrid(epsg));
  const found = text && defined(`EPSG:${epsg}`, text);
  return found && agrees(found, keys) ? found : null;
}

/** Null where neither the number nor the keys are known. */
export async function definitionOfKeys(keys: GeoKeys): Promise<Definition | null> {
  const projected = Number(keys.ProjectedCRSGeoKey ?? keys.ProjectedCSTypeGeoKey ?? 0);
  if (!ownKeys.has(projected)) return gridOf(projected, keys);
  const isProjected = (keys.GTModelTypeGeoKey ?? 2) !== 2 || keys.ProjectedCSTypeGeoKey !== undefined;
  if (isProjected && isWebMercator(keys)) return gridOf(3857, keys);
  const geographic = Number(keys.GeodeticCRSGeoKey ?? keys.GeographicTypeGeoKey ?? 0);
  if (!isProjected && definitionOf(geographic)) return gridOf(geographic, keys);
  const text = projectionInWords(keys);
  return text === null ? null : defined(`KEYS:${text}`, text);
}

/** A few of each country with their datum; of the others, in a list of half a megabyte, those that were compared with PROJ. */
async function nationalGrid(epsg: number): Promise<string | null> {
  const { isCompared, nationalGrids } = await import('#contract/geometry/national-grids.ts');
  if (nationalGrids[epsg]) return `${nationalGrids[epsg]} +no_defs`;
  if (!isCompared(epsg)) return null;
  const { toProj4 } = await import('geotiff-geokeys-to-proj4');
  const found = toProj4({ ProjectedCSTypeGeoKey: epsg } as unknown as Parameters<typeof toProj4>[0]);
  // Whatever order of axes a survey writes down, a file counts eastwards and northwards.
  return found.proj4
    .replace(/\+axis=\S+ */, '')
    .replace(/\+proj=stere (?!.*\+lat_0=)(?=.*\+lat_ts=(-?))/, '+proj=stere +lat_0=$190 ');
}

type Transform = { projection: Projection; toDegrees: Turn; fromDegrees: Turn };
type Turn = (at: number[]) => number[];

const registered: Transform[] = [];
const definitions = new Map<string, string>();

/** Registered once with its ways to all others, through which two maps understand each other. */
export async function projectionOfKeys(keys: GeoKeys): Promise<Projection | null> {
  const definition = await definitionOfKeys(keys);
  if (!definition) return null;
  const { code, text, metres } = definition;
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
  const way: Transform = {
    projection,
    toDegrees: (at) => inverse([...at]),
    fromDegrees: (at) => forward([...at]),
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
