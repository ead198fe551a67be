// A file or folder as the Drive API describes it, and the fields that we request. Never where an image was taken (behaviour §3.4).
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { mayHavePreview, typeOfName } from '#server/media/formats/media-types.ts';
import type { SourceFile } from './source.ts';

const pixels = z.optional(z.number());

export const DriveItem = z.object({
  id: z.string().check(z.regex(/^[\w-]+$/)),
  name: z.catch(
    z.pipe(
      z.string(),
      z.transform((name) => name.slice(0, 300)),
    ),
    'Untitled',
  ),
  mimeType: z.catch(z.string(), ''),
  size: z.optional(z.string()),
  md5Checksum: z.optional(z.string()),
  thumbnailLink: z.optional(z.string()),
  thumbnailVersion: z.optional(z.string()),
  webViewLink: z.optional(z.string()),
  modifiedTime: z.optional(z.string()),
  resourceKey: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
  parents: z.optional(z.array(z.string())),
  trashed: z.optional(z.boolean()),
  imageMediaMetadata: z.optional(
    z.object({
      width: pixels,
      height: pixels,
      rotation: z.optional(z.number()),
      cameraModel: z.optional(z.string()),
    }),
  ),
  videoMediaMetadata: z.optional(z.object({ width: pixels, height: pixels })),
  shortcutDetails: z.optional(
    z.object({
      targetId: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
      targetMimeType: z.optional(z.string()),
      targetResourceKey: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
    }),
  ),
});
export type DriveItem = z.infer<typeof DriveItem>;

export const DrivePage = z.object({
  nextPageToken: z.optional(z.string()),
  files: z.optional(z.array(DriveItem)),
});

const listed =
  'id,name,mimeType,size,md5Checksum,thumbnailLink,thumbnailVersion,hasThumbnail,webViewLink,createdTime,modifiedTime,resourceKey,' +
  'imageMediaMetadata(width,height,rotation,time,cameraModel),videoMediaMetadata(width,height,durationMillis),shortcutDetails';
export const itemFields = `${listed},parents,trashed`;
export const pageFields = `nextPageToken,incompleteSearch,files(${listed})`;

export const folderType = 'application/vnd.google-apps.folder';
export const shortcutType = 'application/vnd.google-apps.shortcut';

/** Documents of Google have no bytes of their own: nothing to show or to download. */
export function isDocument(mimeType: string): boolean {
  return mimeType.startsWith('application/vnd.google-apps.') && mimeType !== folderType && mimeType !== shortcutType;
}

/** A TIFF that a camera took is a picture; of any other its header says it. */
export function kindOf({ mimeType, name, imageMediaMetadata }: DriveItem): SourceFile['kind'] {
  const isTiff = mimeType === 'image/tiff' || typeOfName(name) === 'image/tiff';
  if (isTiff) return mayHavePreview(name) || imageMediaMetadata?.cameraModel ? 'image' : 'geotiff';
  if (mimeType.startsWith('video/')) return 'video';
  return mimeType.startsWith('image/') && mimeType !== 'image/svg+xml' ? 'image' : 'file';
}

/** Changes when the bytes may have. */
export function versionOf({ thumbnailVersion, md5Checksum, modifiedTime }: DriveItem): string {
  const marks = [thumbnailVersion, md5Checksum, modifiedTime].join('\0');
  return createHash('sha256').update(marks).digest('hex').slice(0, 16);
}

/** Pixels as shown upright. For images turned by a quarter Google does not say which side it means, so their size is unknown. */
export function sizeOf({ imageMediaMetadata: image, videoMediaMetadata: video }: DriveItem) {
  const { width, height } = image ?? video ?? {};
  const turned = (image?.rotation ?? 0) % 2 !== 0;
  return turned || !width || !height ? { width: null, height: null } : { width, height };
}
