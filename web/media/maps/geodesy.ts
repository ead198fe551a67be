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
