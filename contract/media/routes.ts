// The schemas and routes of a session’s media and of link checks.
import * as z from 'zod/mini';
import { ById, fileId, id } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { deliverableFields } from '#contract/core/session-fields.ts';
import { storableLink } from '#contract/links/storable-link.ts';
import { can } from '#contract/policy.ts';
import { type PictureSize, pictureSizes } from './endpoints.ts';
import { MediaKindParam } from './media-kind.ts';

const badFolder = 'Invalid Google Drive folder URL';

/** A picture or file of a tab; `id` is provider and file id, never its position; that of a file in the product's own storage is sealed. */
export const MediaItem = z.object({
  id: fileId(z.string()),
  name: z.string(),
  /** Its folder within the linked one, as '100MEDIA'; absent for the linked one itself. */
  group: z.optional(z.string()),
  kind: z.enum(['image', 'video', 'geotiff', 'file']),
  bytes: z.nullable(z.number()),
  /** Upright size in pixels; null if the source does not say. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Equirectangular, by its own XMP; null: not known, then its shape of 2:1 decides. */
  panorama: z.nullable(z.boolean()),
  /** For a partial panorama, from its own XMP: its part of the whole sphere, as shares from the upper left. */
  crop: z.optional(z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })),
  /** Picture at s400; null where there is none to show. */
  thumbnailUrl: z.nullable(z.string()),
  /** Picture at s1600. */
  imageUrl: z.nullable(z.string()),
  /** Picture at its own size, without GPS; null where there is none to show. */
  fullUrl: z.nullable(z.string()),
  /** The file's own bytes by Range: videos, GeoTIFFs and texts for everybody, all others for admins and their photographer; else null. */
  fileUrl: z.nullable(z.string()),
  /** A GeoTIFF's pyramid, drawn instead of its own bytes; absent if there is none. */
  mapUrl: z.optional(z.string()),
  /** A video's light copy, played first by everybody; absent if there is none. `original`: the video itself is offered beside it. */
  light: z.optional(z.object({ url: z.string(), bytes: z.number(), original: z.boolean() })),
  /** A picture of a video; absent if there is none. */
  posterUrl: z.optional(z.string()),
  /** Progress of its pyramid or light copy, from 0 to 1; absent if none is being made. */
  preparing: z.optional(z.number()),
  /** The host's player or viewer, to embed; null if it has none. */
  embedUrl: z.nullable(z.string()),
  /** Its page on its host; null for the product's own folders. */
  originalUrl: z.nullable(z.string()),
  /** Why it cannot be shown, or not in its own size, as a sentence; absent if it can. */
  problem: z.optional(z.string()),
  /** It was added to a released folder after approval: clients do not see it. */
  unreleased: z.optional(z.boolean()),
  /** Why an admin took it back, which hides it from clients; absent if they see it. */
  takenBack: z.optional(z.string()),
  /** From the picture's own header, once read. By the camera's own clock, without a zone, yyyy-mm-ddThh:mm:ss. */
  capturedAt: z.optional(z.string()),
  camera: z.optional(z.string()),
  /** Only for admins and the session's crew: degrees, metres above the sea, degrees clockwise from north. */
  place: z.optional(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      altitude: z.nullable(z.number()),
      heading: z.nullable(z.number()),
    }),
  ),
});
export type MediaItem = z.infer<typeof MediaItem>;

export const Media = z.object({
  provider: z.string(),
  kind: z.enum(['folder', 'file', 'image', 'video', 'geotiff', 'tour', 'map', 'unknown']),
  items: z.array(MediaItem),
  embedUrl: z.nullable(z.string()),
  /** The stored link, to open elsewhere; null for media of the product's own source. */
  originalUrl: z.nullable(z.string()),
  /** Why nothing can be shown, in a sentence; null when something can. */
  problem: z.nullable(z.string()),
  /** How many files were added to a released folder after approval, which clients do not see; absent if none. */
  added: z.optional(z.number()),
});
export type Media = z.infer<typeof Media>;

/** What a link that somebody is about to submit leads to. */
export const LinkCheck = z.object({
  provider: z.string(),
  kind: z.string(),
  /** What it was recognised as, in a few words: 'Google Drive folder, 24 photos'. */
  label: z.string(),
  /** Files behind it; null where only its host can count them. */
  count: z.nullable(z.number()),
  /** What keeps clients from seeing it, as a sentence to act on; null if nothing does, as far as is known. */
  problem: z.nullable(z.string()),
  /** Its first pictures at s220, valid for this person and some minutes. */
  thumbnails: z.array(z.string()),
  /** The viewpoints of the site, and whether the file names carry them; absent if there is no viewpoint, or nothing was listed. */
  coverage: z.optional(z.array(z.object({ position: z.number(), name: z.string(), isCovered: z.boolean() }))),
});
export type LinkCheck = z.infer<typeof LinkCheck>;

export const MediaTabPath = z.extend(ById, { kind: MediaKindParam });

export const DriveFolderPath = z.object({ folderId: z.string(badFolder).check(z.regex(/^[\w-]{10,200}$/, badFolder)) });

export const DriveFolderImages = z.object({
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Picture at s220; the token may be replaced by another size. */
      thumbnailLink: z.string(),
      webViewLink: z.string(),
    }),
  ),
});

export const LinkToCheck = z.object({
  projectId: id('Project is required'),
  /** Null: the whole project. */
  siteId: z.optional(z.nullable(id('Site must be a whole number'))),
  kind: MediaKindParam,
  url: z.string('A link is required').check(z.trim(), z.minLength(1, 'A link is required'), storableLink),
});

export const ImageSizeParam = z.enum(
  Object.keys(pictureSizes) as [PictureSize, ...PictureSize[]],
  `A picture’s size must be one of ${Object.keys(pictureSizes).join(', ')}`,
);
export const CoverPath = z.extend(ById, { size: ImageSizeParam });
export const FilePath = z.extend(MediaTabPath, { item: fileId(z.string()) });
/** Whether the file exists is neither asked nor answered. */
export const FileId = z.object({
  item: fileId(z.string('item must be the id of a file').check(z.maxLength(1000, 'item is too long'))),
});
export const ImagePath = z.extend(FilePath, { size: ImageSizeParam });
/** An address that names the version of the bytes may be cached for good. */
export const VersionQuery = z.object({ v: z.optional(z.string()) });
/** `download` saves the file under its name; `pyramid` returns the GeoTIFF's pyramid instead, `light` and `poster` what was made of a video. */
export const FileQuery = z.extend(VersionQuery, {
  download: z.optional(z.string()),
  pyramid: z.optional(z.string()),
  light: z.optional(z.string()),
  poster: z.optional(z.string()),
});

/** What a deliverable contains for this reader. */
export const Deliverable = z.object({
  files: z.array(
    z.object({
      id: fileId(z.string()),
      name: z.string(),
      /** Its folder within the linked one; absent for the linked one itself. */
      group: z.optional(z.string()),
      /** Null for a picture that is encoded again without its metadata. */
      bytes: z.nullable(z.number()),
      /** Downloads it under its name. */
      fileUrl: z.string(),
      /** Why clients do not get it, for those who do; absent if clients get it too. */
      problem: z.optional(z.string()),
    }),
  ),
  /** How many more files only admins and the session's photographer get. */
  withheld: z.number(),
  /** Why nothing is available, in a sentence; null if something is. */
  problem: z.nullable(z.string()),
});
export type Deliverable = z.infer<typeof Deliverable>;

export const DeliverablePath = z.extend(ById, {
  field: z.enum(deliverableFields, `A deliverable must be one of ${deliverableFields.join(', ')}`),
});
export const DeliverableFilePath = z.extend(DeliverablePath, { item: fileId(z.string()) });

export const LinkImagePath = z.object({
  token: z.string(),
  size: z.enum(['s220', 's400'], 'A picture’s size must be one of s220, s400'),
});

/** With a tab, only these of its files are released; without, all that are in the folders now. */
export const AddedFiles = z.object({
  kind: z.optional(MediaKindParam),
  items: z.optional(
    z.array(fileId(z.string().check(z.maxLength(2000))), 'items must be a list of ids').check(z.maxLength(5000)),
  ),
});

export const mediaRoutes = {
  sessionMedia: {
    params: MediaTabPath,
    reply: Media,
    access: can.authenticated,
    summary: 'What one tab of a session’s media needs.',
  },
  sealedId: {
    query: FileId,
    reply: FileId,
    access: can.authenticated,
    summary: 'The sealed id of a file, whether there is one or not, from one of before.',
  },
  driveFolderImages: {
    params: DriveFolderPath,
    reply: DriveFolderImages,
    access: can.authenticated,
    summary: 'The images of a Google Drive folder that a session one may see links to.',
  },
  checkLink: {
    body: LinkToCheck,
    reply: LinkCheck,
    access: can.submitSessions,
    summary: 'Says what a media link leads to, before it is submitted to a project.',
  },
  sessionCover: {
    params: CoverPath,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'The first drone picture of a session, else a picture of its first video that has one.',
  },
  sessionImage: {
    params: ImagePath,
    query: VersionQuery,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'A picture of a session in one of the sizes.',
  },
  sessionFile: {
    params: FilePath,
    query: FileQuery,
    reply: '*/*',
    access: can.authenticated,
    summary: 'A file of a session, whole or by Range; with `download` under its name.',
  },
  sessionDeliverable: {
    params: DeliverablePath,
    reply: Deliverable,
    access: can.authenticated,
    summary: 'The files of a deliverable of a session that lies in the product’s own storage.',
  },
  deliverableFile: {
    params: DeliverableFilePath,
    query: VersionQuery,
    reply: '*/*',
    access: can.authenticated,
    summary: 'A file of a deliverable under its name, whole or by Range.',
  },
  linkImage: {
    params: LinkImagePath,
    reply: 'image/*',
    access: can.authenticated,
    summary: 'A picture behind a link that one has just checked.',
  },
} satisfies RouteDefinitions;
