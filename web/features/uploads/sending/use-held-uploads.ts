// What this tab uploads, kept beside what was read from the server: it goes on while pages change, and ends with the login.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import { letUploadsGo } from './upload-locks.ts';
import type { MovingFile, Uploads, UploadsState } from './uploads.ts';

// How a tab's uploads stand before the first one.
export const noUploads: UploadsState = {
  files: [],
  isPaused: false,
  isHeld: false,
  problem: null,
  secondsLeft: null,
  unkept: [],
};

export const uploadsKey = ['uploads of this tab'];

const never = () => () => undefined;
const none = (): UploadsState => noUploads;

/** Null before the first one. */
export function useHeldUploads(): Uploads | null {
  const held = useQuery<Uploads | null>({
    queryKey: uploadsKey,
    // It is put there, and asked of nobody.
    queryFn: () => null,
    enabled: false,
    structuralSharing: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return held.data ?? null;
}

export function useUploadsState(uploads: Uploads | null): UploadsState {
  return useSyncExternalStore(uploads?.subscribe ?? never, uploads?.state ?? none, none);
}

// Whether this tab is still filling the folder that a link leads to: until all is there nobody says that pictures are missing from it.
export function useIsFilling(link: string): boolean {
  const { files } = useUploadsState(useHeldUploads());
  const upload = uploadOfLink(link);
  return upload !== null && files.some((file) => file.upload === upload && isOnItsWay(file));
}

// Which files of a tab have not come yet, whether there are any, and how they end with the login.
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
