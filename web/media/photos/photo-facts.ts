// Metadata of a photo as text: when and with what it was taken, and where, which only the crew sees.
import { formatDate } from '#contract/core/day-words.ts';
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

type PhotoDetails = Pick<MediaItem, 'capturedAt' | 'camera' | 'takenBack'>;

/** In reading order; empty if the photo has no data. `day`: that of the visit, which is not repeated. */
export function photoFacts({ capturedAt, camera, takenBack }: PhotoDetails, day?: string): string[] {
  return [takenBackWords(takenBack), capturedAt ? takenAt(capturedAt, day) : [], camera ?? []].flat();
}

/** Shown to the crew beside a picture that clients can no longer see. */
export function takenBackWords(reason: string | undefined): string[] {
  return reason === undefined ? [] : [`Taken back · ${reason}`];
}

/** By the camera's own clock: 'Taken November 14, 2026 at 14:05', on the day itself 'Taken at 14:05'. */
export function takenAt(capturedAt: string, day?: string): string {
  const [date = '', clock = ''] = capturedAt.split('T');
  const at = `at ${clock.slice(0, 5)}`;
  return date === day ? `Taken ${at}` : `Taken ${formatDate(date)} ${at}`;
}
