// The pictures of a tab through which the desk goes, and which tab it opens with.
import { fieldOfKind, type Media, type MediaItem, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { mediaViewOf, sortFiles } from '#web/media/frame/media-view.ts';

/** The first that the session has. */
export function firstTab(session: Session): MediaKind {
  return mediaKinds.find((kind) => session[fieldOfKind[kind]] !== null) ?? 'drone';
}

/** `panoramas` are chosen by opening them. */
export type Pictures = Record<'photos' | 'panoramas', MediaItem[]>;

export function picturesOf(media: Media | undefined, kind: MediaKind): Pictures {
  const view = media && mediaViewOf(media, kind);
  return view?.is === 'files' ? sortFiles(view.items, kind, new Map()) : { photos: [], panoramas: [] };
}

/** Photos first; films and maps only where there is no picture to go through. */
export function stepsOf({ photos, panoramas }: Pictures, media: Media | undefined): readonly MediaItem[] {
  const pictures = [...photos, ...panoramas];
  return pictures.length > 0 ? pictures : (media?.items ?? []);
}

/** The one so many steps from the chosen one, from the first where none was chosen; it stops at both ends. */
export function itemBeside(items: readonly MediaItem[], chosen: string | null, by: 1 | -1): MediaItem | undefined {
  const at = Math.max(
    items.findIndex(({ id }) => id === chosen),
    0,
  );
  return items[at + by];
}
