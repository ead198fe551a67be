// The tab's uploads for whoever adds to them, begun with the first one.
import { useQueryClient } from '@tanstack/react-query';
import { sendFile } from './send-file.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { uploadsKey, useHeldUploads, useUploadsState } from './use-held-uploads.ts';

export function useUploads() {
  const client = useQueryClient();
  const uploads = useHeldUploads();
  return {
    state: useUploadsState(uploads),
    uploads,
    /** The tab's uploads, made where there were none. */
    begin(): Uploads {
      const made = client.getQueryData<Uploads>(uploadsKey) ?? createUploads({ send: sendFile });
      client.setQueryData(uploadsKey, made);
      return made;
    },
  };
}
