// The tab's uploads for whoever adds to them, begun with the first one.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { queryKeyOf } from '#contract/core/request.ts';
import { getUpload } from '#contract/uploads/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { announceFiles } from '#web/lib/offline/announce-kept.ts';
import { createKeptFiles } from '#web/lib/offline/kept-files.ts';
import { sendFile } from './send-file.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { uploadsKey, useHeldUploads, useUploadsState } from './use-held-uploads.ts';
import { wakeUploads } from './wake-uploads.ts';
import { keepToWifi } from './wifi-only.ts';

/** The tab's uploads, made where there were none. */
export function uploadsOf(client: QueryClient, person: number): Uploads {
  const known = client.getQueryData<Uploads>(uploadsKey);
  if (known) return known;
  const made = createUploads({
    send: sendFile,
    kept: createKeptFiles(person),
    async announce(files) {
      const upload = await announceFiles(files);
      client.setQueryData(queryKeyOf(getUpload, { params: { upload: upload.id } }), upload);
      return upload.files;
    },
  });
  keepToWifi(made);
  wakeUploads(client, made);
  client.setQueryData(uploadsKey, made);
  return made;
}

export function useUploads() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const uploads = useHeldUploads();
  return { state: useUploadsState(uploads), uploads, begin: () => uploadsOf(client, person.id) };
}
