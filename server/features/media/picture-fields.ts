// What a picture's header says, as it is kept and as people read it.
import { type RawBuilder, sql } from 'kysely';
import type { MediaItem } from '#contract/media/endpoints.ts';
import type { PanoramaCrop } from '#server/media/formats/image-metadata.ts';

/** What a picture's header says; all of it null where it says nothing, or was not read yet. */
export type PictureDetails = {
  capturedAt: string | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  heading: number | null;
  camera: string | null;
  width: number | null;
  height: number | null;
  panorama: boolean | null;
  crop: PanoramaCrop | null;
};

/** Select list: the same, of a row of `picture_details` under this alias. */
export function detailColumns(alias: string): RawBuilder<unknown> {
  const same = ['latitude', 'longitude', 'altitude', 'heading', 'camera', 'width', 'height', 'panorama', 'crop'];
  const columns = same.map((name) => sql.ref(`${alias}.${name}`));
  return sql.join([sql`${sql.ref(`${alias}.captured_at`)} as "capturedAt"`, ...columns]);
}

/** What everybody may read of it; where it was taken only who may have the original (behaviour §3.4). */
export function headerFields(
  { capturedAt, camera, latitude, longitude, altitude, heading }: PictureDetails,
  { originals }: { originals: boolean },
): Pick<MediaItem, 'capturedAt' | 'camera' | 'place'> {
  const isPlaced = originals && latitude !== null && longitude !== null;
  return {
    capturedAt: capturedAt ?? undefined,
    camera: camera ?? undefined,
    place: isPlaced ? { latitude, longitude, altitude, heading } : undefined,
  };
}
