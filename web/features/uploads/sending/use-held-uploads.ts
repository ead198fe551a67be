// What this tab uploads, kept beside what was read from the server: it goes on while pages change, and ends with the login.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { noUploads } from './no-uploads.ts';
import type { Uploads, UploadsState } from './uploads.ts';

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
