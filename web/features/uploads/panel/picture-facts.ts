// What pictures say of themselves before they are sent: read here from their first bytes, so that nothing has to travel for it.
import { parse } from 'exifr/dist/lite.esm.mjs';
import type { Taken } from '#web/features/uploads/upload-words.ts';

/** Headers are shorter than this, and a sample of a visit says enough. */
const headBytes = 256 * 1024;
const sample = 24;
/** By their numbers, when and where it was taken; this build knows no names to pick by. */
const options = {
  ...{ exif: [0x9003, 0x9004], gps: [1, 2, 3, 4], jfif: false, xmp: false, icc: false, iptc: false },
  ...{ reviveValues: false, mergeOutput: true, silentErrors: true },
};

type Tags = Partial<
  Record<'DateTimeOriginal' | 'CreateDate' | 'latitude' | 'longitude' | 'GPSLatitudeRef' | 'GPSLongitudeRef', unknown>
>;

/** '2026:03:04 09:15:00' by the camera's own clock; null for a day that there is not. */
export function dayOf(value: unknown): string | null {
  const [, year = '', month, day] = /^(\d{4}):(\d\d):(\d\d) /.exec(String(value ?? '')) ?? [];
  const text = `${year}-${month}-${day}`;
  const at = Date.parse(text);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return isDay && year >= '1990' ? text : null;
}

async function read(file: Blob): Promise<Taken> {
  const tags: Tags = Object(await parse(file.slice(0, headBytes), options).catch(() => null));
  const { latitude, longitude, GPSLatitudeRef: north, GPSLongitudeRef: east } = tags;
  // Without the side of the equator and of Greenwich it is no position.
  const isPlaced =
    Boolean(north && east) &&
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    !(latitude === 0 && longitude === 0);
  return {
    day: dayOf(tags.DateTimeOriginal) ?? dayOf(tags.CreateDate),
    place: isPlaced ? { latitude, longitude } : null,
  };
}

/** Of some of them, spread over all. */
export function readFacts(files: readonly Blob[]): Promise<Taken[]> {
  const step = Math.max(1, files.length / sample);
  const some = Array.from({ length: Math.min(sample, files.length) }, (_, nth) => files[Math.floor(nth * step)]);
  return Promise.all(some.flatMap((file) => (file ? [read(file)] : [])));
}
