// The files of a tab as its viewers need them: pixel sizes, and the addresses of their images and bytes.

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { MediaItem, MediaKind, PictureSize } from '#contract/media/endpoints.ts';
import type { ImageMetadata, PanoramaCrop } from '#server/media/formats/image-metadata.ts';
import { mayHavePreview, typeOfName } from '#server/media/formats/media-types.ts';
import type { Maps } from '#server/media/maps/maps.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { LightState } from '#server/media/videos/light-videos.ts';
import type { MediaTab } from './session-link.ts';

// How addresses name files: by a value derived from a file's id that does not reveal it, since the id contains the crew's folder names.

/** The same for everybody, so that an address that is passed on is good for whoever may see the file. */
export function addressNameOf(file: string): string {
  return createHash('sha256').update(`address of a file ${file}`).digest('base64url').slice(0, 22);
}

/** Finds the file that an address names; older addresses name it by its id. */
export const isNamed =
  (name: string) =>
  ({ id }: { id: string }) =>
    id === name || addressNameOf(id) === name;

/** The address of a file's images and bytes; `version` names its bytes, so that browsers may cache them for good. */
export function imageUrlOf(
  file: Pick<SourceFile, 'id' | 'version'>,
  { id, kind }: MediaTab,
  part: PictureSize | 'file',
): string {
  const item = `/api/sessions/${id}/media/${kind}/${addressNameOf(file.id)}`;
  return `${item}/${part}?v=${encodeURIComponent(file.version)}`;
}

/**
 * Videos and maps are for everybody, without what they say of their makers (behaviour §3.4). Any other file's own bytes may reveal where
 * something was taken, as texts and subtitles beside videos do. Items without bytes, such as Google documents, have no download.
 */
export function isDownloadable(
  { kind, bytes }: Pick<SourceFile, 'kind' | 'bytes'>,
  { originals }: { originals: boolean },
): boolean {
  if (kind === 'video' || kind === 'geotiff') return true;
  return originals && (kind === 'image' || bytes !== null);
}

const phoneFormat =
  'This is a phone format (HEIC) without a preview. Safari shows it, other browsers do not: ask for it as JPEG.';
const rawFormat = 'This is a raw picture without a preview, which browsers do not show: ask for it as JPEG.';

/** Why a picture is only a file here. */
function reasonOf({ kind, name }: SourceFile): { problem?: string } {
  if (kind !== 'file' || !mayHavePreview(name)) return {};
  return { problem: typeOfName(name) === 'image/heic' ? phoneFormat : rawFormat };
}

const damagedSentence = 'This picture is damaged: parts of it cannot be read. What there is of it is shown';

async function metadataOf(file: SourceFile, isDamaged: boolean): Promise<ImageMetadata> {
  const { width, height } = file;
  const metadata = (await file.metadata?.()) ?? { width, height, panorama: null };
  return isDamaged ? { ...metadata, problem: metadata.problem ?? damagedSentence } : metadata;
}

async function mapOf(file: SourceFile, { maps, tab }: { maps: Maps; tab: MediaTab }) {
  if (file.kind !== 'geotiff') return {};
  const { ready, ...state } = await maps.stateOf(file);
  return ready ? { mapUrl: `${imageUrlOf(file, tab, 'file')}&pyramid` } : state;
}

/** What was made of a video: other bytes under the file's own address. */
function lightOf({ id }: SourceFile, tab: MediaTab, { light, originals }: Pick<Reader, 'light' | 'originals'>) {
  const state = light.get(id);
  if (!state) return {};
  const { version, bytes, hasPoster, preparing } = state;
  const url = imageUrlOf({ id, version }, tab, 'file');
  return {
    ...(bytes === null ? {} : { light: { url: `${url}&light`, bytes, original: originals } }),
    ...(hasPoster ? { posterUrl: `${url}&poster` } : {}),
    ...(preparing === undefined ? {} : { preparing }),
  };
}

type Reader = {
  originals: boolean;
  unreleased: ReadonlySet<string>;
  takenBack: ReadonlyMap<string, string>;
  maps: Maps;
  /** What was made of videos, by file. */
  light: ReadonlyMap<string, LightState>;
  /** What headers say, by file. */
  details: ReadonlyMap<string, PictureDetails>;
  /** Of which only a part can be drawn. */
  damaged: ReadonlySet<string>;
};

export async function toItem(file: SourceFile, tab: MediaTab, reader: Reader): Promise<MediaItem> {
  const imageUrl = (size: PictureSize) => (file.kind === 'image' ? imageUrlOf(file, tab, size) : null);
  const { id, name, kind, bytes, embedUrl, webUrl } = file;
  const details = reader.details.get(id);
  return {
    id,
    name,
    group: file.folder || undefined,
    kind,
    bytes,
    ...reasonOf(file),
    ...(await metadataOf(file, reader.damaged.has(id))),
    ...(await mapOf(file, { maps: reader.maps, tab })),
    ...lightOf(file, tab, reader),
    thumbnailUrl: imageUrl('s400'),
    imageUrl: imageUrl('s1600'),
    fullUrl: imageUrl('full'),
    fileUrl: isDownloadable(file, reader) ? imageUrlOf(file, tab, 'file') : null,
    embedUrl,
    originalUrl: webUrl,
    unreleased: reader.unreleased.has(id) || undefined,
    takenBack: reader.takenBack.get(id),
    ...(details ? headerFields(details, reader) : {}),
  };
}

// What a picture's header says, as it is kept and as people read it.

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

// Pictures as viewers need them, from what is stored of them: no folder is listed for these.
export type StoredPicture = PictureDetails & {
  sessionId: number;
  mediaKind: MediaKind;
  file: string;
  version: string;
  name: string;
  /** Why an admin took it back. */
  takenBack?: string | null;
};

export function toStoredItem(picture: StoredPicture, reader: { originals: boolean }): MediaItem {
  const { sessionId, mediaKind, file, version, name, width, height, panorama, crop } = picture;
  const imageUrl = (part: PictureSize | 'file') =>
    imageUrlOf({ id: file, version }, { id: sessionId, kind: mediaKind }, part);
  const isOriginal = isDownloadable({ kind: 'image', bytes: null }, reader);
  return {
    id: file,
    name,
    kind: 'image',
    bytes: null,
    width,
    height,
    panorama,
    crop: crop ?? undefined,
    thumbnailUrl: imageUrl('s400'),
    imageUrl: imageUrl('s1600'),
    fullUrl: imageUrl('full'),
    fileUrl: isOriginal ? imageUrl('file') : null,
    embedUrl: null,
    originalUrl: null,
    takenBack: picture.takenBack ?? undefined,
    ...headerFields(picture, reader),
  };
}
