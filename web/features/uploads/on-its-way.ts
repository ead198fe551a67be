// Which files of a tab have not come yet, and whether there are any.
import type { QueryClient } from '@tanstack/react-query';
import type { MovingFile, Uploads } from './uploads.ts';
import { uploadsKey } from './use-held-uploads.ts';

export function isOnItsWay({ state }: Pick<MovingFile, 'state'>): boolean {
  return state === 'new' || state === 'waiting' || state === 'moving';
}

/** Also what is paused. */
export function isUploading(client: QueryClient): boolean {
  return client.getQueryData<Uploads>(uploadsKey)?.state().files.some(isOnItsWay) ?? false;
}
