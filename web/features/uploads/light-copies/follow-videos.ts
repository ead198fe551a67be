// Hands the videos that a tab uploads to what makes their light copies, which is fetched with the first one.
import type { Uploads } from '#web/features/uploads/sending/uploads.ts';
import type { LightCopies } from './light-copies.ts';

const isVideo = (name: string) => /\.(mp4|m4v|mov|qt)$/i.test(name);

/** A browser without encoders makes none. */
const canEncode = () => typeof VideoEncoder !== 'undefined' && typeof Worker !== 'undefined';

/** For the life of the tab. A video is taken as soon as it is in the queue: its bytes are let go when it has arrived. */
export function followVideos(uploads: Uploads): void {
  if (!canEncode()) return;
  const seen = new Set<string>();
  let copies: Promise<LightCopies | null> | undefined;
  uploads.subscribe(() => {
    for (const { id, name } of uploads.state().files) {
      const film = seen.has(id) || !isVideo(name) ? null : uploads.blobOf(id);
      if (!film) continue;
      seen.add(id);
      // Offline, or after an update: then the server makes the copies.
      copies ??= import('./light-copies.ts').then(
        ({ makeLightCopies }) => makeLightCopies(uploads),
        () => null,
      );
      void copies.then((made) => made?.add(id, film));
    }
  });
}
