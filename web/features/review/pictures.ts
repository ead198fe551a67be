// The pictures of a tab through which the desk goes, and which tab it opens with.
import { fieldOfKind, type Media, type MediaItem, type MediaKind, mediaKinds } from '#contract/media.ts';
import type { Session } from '#contract/sessions.ts';
import { mediaViewOf, sortFiles } from '#web/media/media-view.ts';

/** The first that the session has. */
export function firstTab(session: Session): MediaKind {
  return mediaKinds.find((kind) => session[fieldOfKind[kind]] !== null) ?? 'drone';
}

export function photosOf(media: Media | undefined, kind: MediaKind): MediaItem[] {
  const view = media && mediaViewOf(media, kind);
  return view?.is === 'files' ? sortFiles(view.items, kind, new Map()).photos : [];
}

/** The photo so many steps from the chosen one, the first where none was chosen; it stops at both ends. */
export function photoBeside(photos: readonly MediaItem[], chosen: string | null, by: 1 | -1): MediaItem | undefined {
  const at = Math.max(
    photos.findIndex(({ id }) => id === chosen),
    0,
  );
  return photos[at + by];
}
