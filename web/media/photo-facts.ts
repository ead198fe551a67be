// What a photo says of itself, in words: when it was taken, with what, and for the crew where.
import type { MediaItem } from '#contract/media.ts';
import { formatDate } from '#web/lib/format.ts';

type Told = Pick<MediaItem, 'capturedAt' | 'camera' | 'place'>;

/** In the order in which they are read; nothing where the photo says nothing. `day`: that of the visit, which is not said again. */
export function photoFacts({ capturedAt, camera, place }: Told, day?: string): string[] {
  return [capturedAt ? takenAt(capturedAt, day) : [], camera ?? [], place ? placeText(place) : []].flat();
}

/** By the camera's own clock: 'Taken November 14, 2026 at 14:05', on the day itself 'Taken at 14:05'. */
export function takenAt(capturedAt: string, day?: string): string {
  const [date = '', clock = ''] = capturedAt.split('T');
  const at = `at ${clock.slice(0, 5)}`;
  return date === day ? `Taken ${at}` : `Taken ${formatDate(date)} ${at}`;
}

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** '6.43210, 3.45670, 87 m high, facing north-east'. */
export function placeText({ latitude, longitude, altitude, heading }: NonNullable<Told['place']>): string {
  const wind = heading === null ? undefined : winds[Math.round((((heading % 360) + 360) % 360) / 45) % 8];
  return [
    `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    altitude !== null && `${Math.round(altitude)} m above the sea`,
    wind && `facing ${wind}`,
  ]
    .filter(Boolean)
    .join(', ');
}
