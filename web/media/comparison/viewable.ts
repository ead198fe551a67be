// What of one link can be looked at, and how: as a picture, a sphere, a map, a film, a frame of its host, or not at all.
import { fieldOfKind, type Media, type MediaItem, type MediaKind, mediaKinds } from '#contract/media.ts';
import type { Session } from '#contract/sessions.ts';
import { mayBePanorama } from '#web/media/is-panorama.ts';

/** Words of the choice (pages §2, two-session comparison viewer). */
export const kindLabels: Record<MediaKind, string> = {
  drone: 'Drone Photos',
  indoor: 'Indoor Photos',
  videos: 'Videos',
  tour360: '360° Tours',
  orthomosaic: 'Orthomosaic',
};

export type Viewable =
  | { is: 'picture' | 'sphere' | 'map'; item: MediaItem }
  | { is: 'film'; player: 'file' | 'youtube' | 'vimeo'; url: string; name: string }
  /** A viewer of its host; `tour` ones stand under a cover at first. */
  | { is: 'frame'; url: string; tour: boolean; original: string | null }
  /** A GeoTIFF whose bytes do not come to the browser. */
  | { is: 'unread'; original: string | null }
  | { is: 'unavailable'; why: string | null; original: string | null };

/** The kinds of media that a session has, in the order of the choice. */
export function kindsOf(session: Pick<Session, (typeof fieldOfKind)[MediaKind]>): MediaKind[] {
  return mediaKinds.filter((kind) => session[fieldOfKind[kind]] !== null);
}

/** What can be chosen between; plain files are no pictures. */
export function choosable(media: Media): MediaItem[] {
  return media.items.filter(({ kind }) => kind !== 'file');
}

/** Undefined: the link has nothing in it to choose (a tour, a film of a video site, a link that cannot be shown). */
export function itemOf(media: Media, id: string): MediaItem | undefined {
  const items = choosable(media);
  return items.find((item) => item.id === id) ?? items[0];
}

export function viewableOf(media: Media, item: MediaItem | undefined, kind: MediaKind): Viewable {
  return (item && faceOfItem(item, kind)) ?? faceOfLink(media, item, kind);
}

function faceOfItem(item: MediaItem, kind: MediaKind): Viewable | undefined {
  if (item.kind === 'video' && item.fileUrl) return { is: 'film', player: 'file', url: item.fileUrl, name: item.name };
  if (item.kind === 'geotiff' && item.fileUrl) return { is: 'map', item };
  if (item.kind !== 'geotiff' && item.imageUrl) return { is: mayBePanorama(item, kind) ? 'sphere' : 'picture', item };
  return item.embedUrl ? { is: 'frame', url: item.embedUrl, tour: false, original: item.originalUrl } : undefined;
}

function faceOfLink(media: Media, item: MediaItem | undefined, kind: MediaKind): Viewable {
  const original = item?.originalUrl ?? media.originalUrl;
  if (media.embedUrl) {
    const player = media.provider === 'youtube' || media.provider === 'vimeo' ? media.provider : undefined;
    if (player) return { is: 'film', player, url: media.embedUrl, name: '' };
    return { is: 'frame', url: media.embedUrl, tour: kind === 'tour360', original };
  }
  if (item?.imageUrl) return { is: 'picture', item };
  if (media.kind === 'geotiff') return { is: 'unread', original: item?.fileUrl ?? original };
  return { is: 'unavailable', why: media.problem, original };
}

/** Which of two faces are shown as one, together; the others stand side by side, each for itself. */
export function comparableAs(
  left: Viewable | undefined,
  right: Viewable | undefined,
): 'picture' | 'sphere' | 'map' | 'film' | undefined {
  if (left?.is !== right?.is) return undefined;
  const is = left?.is;
  return is === 'picture' || is === 'sphere' || is === 'map' || is === 'film' ? is : undefined;
}
