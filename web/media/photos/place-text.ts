// Where a photo was taken, in words.
import type { MediaItem } from '#contract/media/endpoints.ts';

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** '6.43210, 3.45670, 87 m high, facing north-east'. */
export function placeText({ latitude, longitude, altitude, heading }: NonNullable<MediaItem['place']>): string {
  const wind = heading === null ? undefined : winds[Math.round((((heading % 360) + 360) % 360) / 45) % 8];
  return [
    `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    altitude !== null && `${Math.round(altitude)} m above the sea`,
    wind && `facing ${wind}`,
  ]
    .filter(Boolean)
    .join(', ');
}
