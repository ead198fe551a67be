// The media of a session: which link belongs to which tab, how large pictures come, what one tab needs.

import { get, post } from '#contract/core/endpoint.ts';
import type { MediaField } from '#contract/core/session-fields.ts';
import type { mediaRoutes as routes } from './routes.ts';

export type { Deliverable, LinkCheck, Media, MediaItem } from './routes.ts';

export const mediaKinds = ['drone', 'indoor', 'videos', 'tour360', 'orthomosaic'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const fieldOfKind = {
  drone: 'droneImagesUrl',
  indoor: 'indoorImagesUrl',
  videos: 'videoUrl',
  tour360: 'tour360Url',
  orthomosaic: 'orthomosaicUrl',
} as const satisfies Record<MediaKind, MediaField>;

/** Longest side in pixels of each size (behaviour §6.7); the token stands in the address and may be replaced by another. */
export const pictureSizes = {
  s220: 220,
  s400: 400,
  s800: 800,
  s1000: 1000,
  s1600: 1600,
  /** As large as it is, re-encoded without its metadata. */
  full: 16_383,
} as const;
export type PictureSize = keyof typeof pictureSizes;

export const sessionMedia = get<typeof routes.sessionMedia>('/api/sessions/:id/media/:kind', {
  topics: ['sessions'],
  row: 'session',
});

/** Of a file that something kept names as it was named before ids were sealed. */
export const sealedId = get<typeof routes.sealedId>('/api/file-ids');

export const driveFolderImages = get<typeof routes.driveFolderImages>('/api/drive/folder/:folderId/images');

/** What is said of a link that only its owner can open. */
export const privateLink = 'This is private: share it as “Anyone with the link”';

export const checkLink = post<typeof routes.checkLink>('/api/links/check', { topics: [], idempotencyKey: false });

/** Pictures and files: the server writes these addresses into its answers, no page makes them. */
export const sessionCover = get<typeof routes.sessionCover>('/api/sessions/:id/cover/:size', { row: 'session' });

export const sessionImage = get<typeof routes.sessionImage>('/api/sessions/:id/media/:kind/:item/:size', {
  row: 'session',
});

export const sessionFile = get<typeof routes.sessionFile>('/api/sessions/:id/media/:kind/:item/file', {
  row: 'session',
});

/** The files of a deliverable that lies in the product's own storage. */
export const sessionDeliverable = get<typeof routes.sessionDeliverable>('/api/sessions/:id/deliverables/:field', {
  topics: ['sessions'],
  row: 'session',
});

export const deliverableFile = get<typeof routes.deliverableFile>('/api/sessions/:id/deliverables/:field/:item/file', {
  row: 'session',
});

export const linkImage = get<typeof routes.linkImage>('/api/links/picture/:token/:size');
