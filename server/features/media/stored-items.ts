// Pictures as viewers need them, from what is stored of them: no folder is listed for these.
import type { MediaItem, MediaKind, PictureSize } from '#contract/media/endpoints.ts';
import { imageUrlOf, isDownloadable } from './items.ts';
import { headerFields, type PictureDetails } from './picture-fields.ts';

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
