// Which files of a tab have not come yet, whether there are any, and how they end with the login.
import type { QueryClient } from '@tanstack/react-query';
import { letUploadsGo } from './upload-locks.ts';
import type { MovingFile, Uploads } from './uploads.ts';
import { uploadsKey } from './use-held-uploads.ts';

export function isOnItsWay({ state }: Pick<MovingFile, 'state'>): boolean {
  return state === 'new' || state === 'waiting' || state === 'moving';
}

/** Also what is paused. */
export function isUploading(client: QueryClient): boolean {
  return client.getQueryData<Uploads>(uploadsKey)?.state().files.some(isOnItsWay) ?? false;
}

/** The next person sends nothing of theirs; the same person continues from the stored files. */
export function endUploads(client: QueryClient): void {
  client.getQueryData<Uploads>(uploadsKey)?.pause();
  client.removeQueries({ queryKey: uploadsKey });
  letUploadsGo();
}
