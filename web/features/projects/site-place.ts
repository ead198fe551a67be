// Where a site lies, in words and on a map of the world.
import type { Site } from '#contract/projects/endpoints.ts';

/** Null where nobody said it. Five decimals are a metre. */
export function sitePlace({ latitude, longitude }: Pick<Site, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return null;
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)];
  const at = new URLSearchParams({ mlat: lat, mlon: lon });
  return { words: `${lat}, ${lon}`, href: `https://www.openstreetmap.org/?${at}#map=18/${lat}/${lon}` };
}
