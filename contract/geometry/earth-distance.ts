// How far apart two places on earth are.

/** In degrees. */
export type EarthPlace = { latitude: number; longitude: number };

const earthRadius = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres along the ground of a round earth: right to half a percent. */
export function earthDistance(a: EarthPlace, b: EarthPlace): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(Math.sin(north / 2) ** 2 + across)));
}
