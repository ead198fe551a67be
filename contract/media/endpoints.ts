// The media of a session: which link belongs to which tab, what one tab needs, and in which sizes pictures come.
import { get, post } from '#contract/core/endpoint.ts';
import type { MediaField } from '#contract/core/session-fields.ts';
import type { MediaItem, mediaRoutes } from './routes.ts';

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

export const sessionMedia = get<typeof mediaRoutes.sessionMedia>('/api/sessions/:id/media/:kind', {
  topics: ['sessions'],
  row: 'session',
});

/** Of a file that something kept names as it was named before ids were sealed. */
export const sealedId = get<typeof mediaRoutes.sealedId>('/api/file-ids');

export const driveFolderImages = get<typeof mediaRoutes.driveFolderImages>('/api/drive/folder/:folderId/images');

/** What is said of a link that only its owner can open. */
export const privateLink = 'This is private: share it as “Anyone with the link”';

export const checkLink = post<typeof mediaRoutes.checkLink>('/api/links/check', { topics: [], idempotencyKey: false });

/** Pictures and files: the server writes these addresses into its answers, no page makes them. */
export const sessionCover = get<typeof mediaRoutes.sessionCover>('/api/sessions/:id/cover/:size', { row: 'session' });

export const sessionImage = get<typeof mediaRoutes.sessionImage>('/api/sessions/:id/media/:kind/:item/:size', {
  row: 'session',
});

export const sessionFile = get<typeof mediaRoutes.sessionFile>('/api/sessions/:id/media/:kind/:item/file', {
  row: 'session',
});

/** The files of a deliverable that lies in the product's own storage. */
export const sessionDeliverable = get<typeof mediaRoutes.sessionDeliverable>('/api/sessions/:id/deliverables/:field', {
  topics: ['sessions'],
  row: 'session',
});

export const deliverableFile = get<typeof mediaRoutes.deliverableFile>(
  '/api/sessions/:id/deliverables/:field/:item/file',
  {
    row: 'session',
  },
);

export const linkImage = get<typeof mediaRoutes.linkImage>('/api/links/picture/:token/:size');

// Addresses of a picture at other sizes: its address carries a size token that may be replaced (behaviour §6.7).

/** The picture at this size, '' where the item has none. */
export function imageAtSize(item: Pick<MediaItem, 'thumbnailUrl'>, size: PictureSize): string {
  return item.thumbnailUrl?.replace(/\/s400(?=\?|$)/, `/${size}`) ?? '';
}

/** A srcset of these sizes, whose tokens say how wide a landscape picture comes. */
export function imagesAtSizes(
  item: Pick<MediaItem, 'thumbnailUrl'>,
  sizes: readonly Exclude<PictureSize, 'full'>[],
): string {
  return sizes.map((size) => `${imageAtSize(item, size)} ${size.slice(1)}w`).join(', ');
}

/** A srcset of what is cut of a cover: for small places, phones, dense phones, and big places on dense screens. */
export function coverSrcSet(coverUrl: string): string {
  return imagesAtSizes({ thumbnailUrl: coverUrl }, ['s400', 's800', 's1000', 's1600']);
}

// Which pictures are panoramas: by their own metadata, else by their shape and the tab they were submitted in.
export type PictureShape = Pick<MediaItem, 'panorama' | 'width' | 'height'>;

/** Equirectangular pictures are twice as wide as high; some stitchers lose a few pixels. */
export function isTwiceAsWide({ width, height }: PictureShape): boolean {
  return width !== null && height !== null && height > 0 && Math.abs(width / height - 2) < 0.02;
}

/** Whether a flat picture is offered as a panorama: it may well be one, or somebody chose to see it flat. */
export function mayBePanorama(item: PictureShape, kind: MediaKind): boolean {
  if (item.panorama !== null) return item.panorama;
  return item.width === null ? kind === 'tour360' : isTwiceAsWide(item);
}
