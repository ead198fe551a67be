// What a link can be shown as: a photo, a panorama, a map, a video, an embedded page of its host, or not at all.
import {
  fieldOfKind,
  type Media,
  type MediaItem,
  type MediaKind,
  mayBePanorama,
  mediaKinds,
} from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';

/** Labels of the choice (§6.12). */
export const kindLabels: Record<MediaKind, string> = {
  drone: 'Drone Photos',
  indoor: 'Indoor Photos',
  videos: 'Videos',
  tour360: '360° Tours',
  orthomosaic: 'Orthomosaic',
};

export type Viewable =
  | { is: 'photo' | 'panorama' | 'map'; item: MediaItem }
  | { is: 'video'; player: 'file' | 'youtube' | 'vimeo'; url: string; name: string; bytes: number | null }
  /** A page of its host; a tour is covered at first. */
  | { is: 'embed'; url: string; tour: boolean; original: string | null }
  /** A GeoTIFF whose bytes the browser cannot get. */
  | { is: 'unreadable'; original: string | null; bytes: number | null }
  | { is: 'unavailable'; why: string | null; original: string | null };

/** The kinds of media that a session has, in the order of the choice. */
export function kindsOf(session: Pick<Session, (typeof fieldOfKind)[MediaKind]>): MediaKind[] {
  return mediaKinds.filter((kind) => session[fieldOfKind[kind]] !== null);
}

/** The items to choose from; plain files are no pictures. */
export function choosable(media: Media): MediaItem[] {
  return media.items.filter(({ kind }) => kind !== 'file');
}

/** Undefined: the link has nothing in it to choose (a tour, a video of a video site, a link that cannot be shown). */
export function itemOf(media: Media, id: string): MediaItem | undefined {
  const items = choosable(media);
  return items.find((item) => item.id === id) ?? items[0];
}

export function viewableOf(media: Media, item: MediaItem | undefined, kind: MediaKind): Viewable {
  return (item && ofItem(item, kind)) ?? ofLink(media, item, kind);
}

function ofItem(item: MediaItem, kind: MediaKind): Viewable | undefined {
  const { bytes, name } = item;
  if (item.kind === 'video' && item.fileUrl) return { is: 'video', player: 'file', url: item.fileUrl, name, bytes };
  if (item.kind === 'geotiff' && item.fileUrl) return { is: 'map', item };
  if (item.kind !== 'geotiff' && item.imageUrl) return { is: mayBePanorama(item, kind) ? 'panorama' : 'photo', item };
  return item.embedUrl ? { is: 'embed', url: item.embedUrl, tour: false, original: item.originalUrl } : undefined;
}

function ofLink(media: Media, item: MediaItem | undefined, kind: MediaKind): Viewable {
  const original = item?.originalUrl ?? media.originalUrl;
  if (media.embedUrl) {
    const player = media.provider === 'youtube' || media.provider === 'vimeo' ? media.provider : undefined;
    if (player) return { is: 'video', player, url: media.embedUrl, name: '', bytes: null };
    return { is: 'embed', url: media.embedUrl, tour: kind === 'tour360', original };
  }
  if (item?.imageUrl) return { is: 'photo', item };
  if (media.kind === 'geotiff')
    return { is: 'unreadable', original: item?.fileUrl ?? original, bytes: item?.bytes ?? null };
  return { is: 'unavailable', why: media.problem, original };
}

/** Its player fetches from another host as soon as it is rendered. */
export function isOfOtherHost(content: Viewable): boolean {
  return content.is === 'video' && content.player !== 'file';
}

/** More than a picture: it waits for a tap while data is saved. */
export function isHeavy({ is }: Viewable): boolean {
  return is === 'panorama' || is === 'map' || is === 'video' || is === 'embed';
}

const pairKinds = ['photo', 'panorama', 'map', 'video'] as const;
export type PairKind = (typeof pairKinds)[number];

/** How two sides are linked and shown together; undefined if they are shown separately. */
export function comparableAs(left: Viewable | undefined, right: Viewable | undefined): PairKind | undefined {
  if (left?.is !== right?.is) return undefined;
  return pairKinds.find((kind) => kind === left?.is);
}
