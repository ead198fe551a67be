// The projection that a map describes by keys of its own (GeoTIFF 1.1 §C): only in ways that were compared with PROJ; whatever else it says is not known.
import { datums } from '#contract/geometry/map-projections.ts';

/** As the file has them. */
export type GeoKeys = Record<string, unknown>;

const userDefined = 32_767;
const isOwn = (code: number) => code === 0 || code === userDefined;

function numberOf(keys: GeoKeys, ...names: string[]): number | undefined {
  const value = names.map((name) => keys[name]).find((found) => found !== undefined && found !== null);
  const number = Number(value);
  return value === undefined || !Number.isFinite(number) ? undefined : number;
}

/** In metres, by their EPSG numbers. */
const lengths: Record<number, number> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9005: 0.304_797_265_4, 9036: 1000 };

/** Of one unit of its coordinates, in metres; undefined where it does not say, null where that is not known. */
export function lengthOfUnit(keys: GeoKeys): number | undefined | null {
  const unit = numberOf(keys, 'ProjLinearUnitsGeoKey');
  if (unit === undefined) return undefined;
  if (unit === userDefined) return numberOf(keys, 'ProjLinearUnitSizeGeoKey') ?? null;
  return lengths[unit] ?? null;
}

const ellipsoids: Record<number, string> = {
  7001: 'airy',
  7004: 'bessel',
  7008: 'clrk66',
  7019: 'GRS80',
  7022: 'intl',
  7024: 'krass',
  7030: 'WGS84',
};

function ellipsoidOf(keys: GeoKeys): string | null {
  const known = ellipsoids[numberOf(keys, 'EllipsoidGeoKey', 'GeogEllipsoidGeoKey') ?? 0];
  if (known) return `+ellps=${known}`;
  const a = numberOf(keys, 'EllipsoidSemiMajorAxisGeoKey', 'GeogSemiMajorAxisGeoKey');
  const rf = numberOf(keys, 'EllipsoidInvFlatteningGeoKey', 'GeogInvFlatteningGeoKey');
  const b = numberOf(keys, 'EllipsoidSemiMinorAxisGeoKey', 'GeogSemiMinorAxisGeoKey');
  if (!a) return null;
  if (rf) return `+a=${a} +rf=${rf}`;
  return b ? `+a=${a} +b=${b}` : null;
}

/** A datum that we know is the same one, whether a file names its grid by a number or describes it. */
export function datumWords(keys: GeoKeys): string | null {
  const meridian = numberOf(keys, 'PrimeMeridianGeoKey', 'GeogPrimeMeridianGeoKey') ?? 8901;
  const degrees = numberOf(keys, 'PrimeMeridianLongitudeGeoKey', 'GeogPrimeMeridianLongGeoKey') ?? 0;
  if (meridian !== 8901 && meridian !== userDefined) return null;
  if (degrees !== 0) return null;
  const geographic = numberOf(keys, 'GeodeticCRSGeoKey', 'GeographicTypeGeoKey') ?? 0;
  const named = [geographic, numberOf(keys, 'GeodeticDatumGeoKey', 'GeogGeodeticDatumGeoKey') ?? 0];
  const known = Object.values(datums).find(({ numbers }) => numbers.some((number) => named.includes(number)));
  if (known) return known.words;
  // A number that we do not know may be a datum hundreds of metres away.
  if (!named.every(isOwn)) return null;
  const ellipsoid = ellipsoidOf(keys);
  const shifts = keys.GeogTOWGS84GeoKey;
  const shift = shifts && typeof shifts === 'object' ? ` +towgs84=${Object.values(shifts).join(',')}` : '';
  return ellipsoid && `${ellipsoid}${shift}`;
}

/** Degrees of its angles; null where they are counted in what we do not know. */
function degreesOfAngle(keys: GeoKeys): number | null {
  const unit = numberOf(keys, 'GeogAngularUnitsGeoKey') ?? 9102;
  return { 9101: 180 / Math.PI, 9102: 1, 9105: 0.9, 9106: 0.9, 9122: 1 }[unit] ?? null;
}

type ProjText = (keys: GeoKeys) => string | null;

const projection =
  (method: string, parts: Record<string, string[]>): ProjText =>
  (keys) => {
    const angle = degreesOfAngle(keys);
    if (angle === null) return null;
    const said = Object.entries(parts).flatMap(([word, names]) => {
      const value = numberOf(keys, ...names);
      if (value === undefined) return [];
      return [` +${word}=${/^l(at|on)/.test(word) ? value * angle : value}`];
    });
    return `+proj=${method}${said.join('')}`;
  };

const lat = ['ProjNatOriginLatGeoKey', 'ProjFalseOriginLatGeoKey', 'ProjCenterLatGeoKey'];
const lon = ['ProjNatOriginLongGeoKey', 'ProjFalseOriginLongGeoKey', 'ProjCenterLongGeoKey'];
const scale = ['ProjScaleAtNatOriginGeoKey', 'ProjScaleAtCenterGeoKey'];
const [first, second] = [['ProjStdParallel1GeoKey'], ['ProjStdParallel2GeoKey']];
const origin = { lat_0: lat, lon_0: lon };
const scaled = { ...origin, k_0: scale };

/** Its latitude is the pole's, or the one at which its scale is true. */
const polar: ProjText = (keys) => {
  const latitude = numberOf(keys, 'ProjNatOriginLatGeoKey', 'ProjStdParallel1GeoKey');
  if (latitude === undefined || latitude === 0) return null;
  const pole = latitude < 0 ? -90 : 90;
  const meridian = numberOf(keys, 'ProjStraightVertPoleLongGeoKey', 'ProjNatOriginLongGeoKey') ?? 0;
  const how = latitude === pole ? `+k=${numberOf(keys, ...scale) ?? 1}` : `+lat_ts=${latitude}`;
  return `+proj=stere +lat_0=${pole} +lon_0=${meridian} ${how}`;
};

/** By the numbers of ProjCoordTransGeoKey. */
const methods: Record<number, ProjText> = {
  1: projection('tmerc', scaled),
  7: (keys) =>
    projection(
      'merc',
      numberOf(keys, ...first) === undefined ? { lon_0: lon, k_0: scale } : { lon_0: lon, lat_ts: first },
    )(keys),
  8: projection('lcc', {
    lat_0: ['ProjFalseOriginLatGeoKey', ...lat],
    lon_0: ['ProjFalseOriginLongGeoKey', ...lon],
    lat_1: first,
    lat_2: second,
  }),
  9: projection('lcc', { ...scaled, lat_1: lat }),
  10: projection('laea', { lat_0: ['ProjCenterLatGeoKey', ...lat], lon_0: ['ProjCenterLongGeoKey', ...lon] }),
  11: projection('aea', { ...origin, lat_1: first, lat_2: second }),
  12: projection('aeqd', { lat_0: ['ProjCenterLatGeoKey', ...lat], lon_0: ['ProjCenterLongGeoKey', ...lon] }),
  13: projection('eqdc', { ...origin, lat_1: first, lat_2: second }),
  15: polar,
  16: projection('sterea', scaled),
  18: projection('cass', origin),
  22: projection('poly', origin),
  24: projection('sinu', { lon_0: lon }),
  28: projection('cea', { lon_0: lon, lat_ts: first }),
};

/** Zones of UTM count as projections of their own: 16001 to 16060 north, 16101 to 16160 south. */
function utmOf(projection: number): string | null {
  const [zone, isSouth] = [projection % 100, projection >= 16_100];
  if (projection < 16_001 || projection > 16_160 || zone < 1 || zone > 60) return null;
  return `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''}`;
}

/** Where it begins to count, in metres. */
function beginning(keys: GeoKeys, metres: number): string {
  const x = numberOf(keys, 'ProjFalseEastingGeoKey', 'ProjFalseOriginEastingGeoKey', 'ProjCenterEastingGeoKey') ?? 0;
  const y = numberOf(keys, 'ProjFalseNorthingGeoKey', 'ProjFalseOriginNorthingGeoKey', 'ProjCenterNorthingGeoKey') ?? 0;
  return ` +x_0=${x * metres} +y_0=${y * metres}`;
}

/** In proj4's words; null where the keys do not say all of it, or in a way that is not known. */
export function projectionInWords(keys: GeoKeys): string | null {
  const datum = datumWords(keys);
  if (datum === null) return null;
  if (keys.GTModelTypeGeoKey === 2) return degreesOfAngle(keys) === 1 ? `+proj=longlat ${datum} +no_defs` : null;
  const metres = lengthOfUnit(keys) ?? (keys.ProjLinearUnitsGeoKey === undefined ? 1 : null);
  if (keys.GTModelTypeGeoKey !== 1 || metres === null) return null;
  const ends = `${datum} ${metres === 1 ? '+units=m' : `+to_meter=${metres}`} +no_defs`;
  const utm = utmOf(numberOf(keys, 'ProjectionGeoKey') ?? 0);
  if (utm) return `${utm} ${ends}`;
  const method = methods[numberOf(keys, 'ProjMethodGeoKey', 'ProjCoordTransGeoKey') ?? 0]?.(keys);
  return method ? `${method}${beginning(keys, metres)} ${ends}` : null;
}
