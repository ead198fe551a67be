// After a reload: this person's uploads from this device continue by themselves, from the stored files.
import type { QueryClient } from '@tanstack/react-query';
import { getUpload, type Upload } from '#contract/uploads/endpoints.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { createKeptFiles, type KeptFile, type KeptFiles } from '#web/lib/offline/kept-files.ts';
import { takeUpload } from './upload-locks.ts';
import { uploadsOf } from './use-uploads.ts';

const pauseMs = 5_000;

/** Waits until online, or a few seconds: a server that restarts sends no signal. */
function untilNextTry(): Promise<unknown> {
  const online = new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  return Promise.race([online, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
}

/** The server's record: 'gone' if the upload no longer exists, null if this person may not ask. Retries until there is a response. */
async function ask(upload: string): Promise<Upload | 'gone' | null> {
  for (;;) {
    try {
      return await call(getUpload, { params: { upload } });
    } catch (error) {
      const { status } = error as Partial<ApiError>;
      if (status === 404) return 'gone';
      if (status === 401 || status === 403) return null;
      await untilNextTry();
    }
  }
}

/** The files that are still uploading; those that arrived or never will, and those without bytes here, are removed. */
async function stillTravelling(kept: KeptFiles, files: readonly KeptFile[], upload: Upload | 'gone') {
  const known = upload === 'gone' ? [] : upload.files;
  const chosen = await Promise.all(
    files.map(async (file) => {
      const isWanted = known.some(({ id, state }) => id === file.id && state === 'travelling');
      const blob = isWanted ? await kept.blobOf(file.id) : null;
      if (blob) return [{ file, blob }];
      await kept.remove(file.id);
      return [];
    }),
  );
  return chosen.flat();
}

type Resumed = { client: QueryClient; person: number; kept: KeptFiles; files: readonly KeptFile[] };

async function resume(upload: string, { client, person, kept, files }: Resumed): Promise<void> {
  if (!(await takeUpload(upload))) return;
  const own = files.filter((file) => file.upload === upload);
  const fresh = own.filter(({ announcement }) => announcement);
  const withBytes = fresh.map(async (file) => ({ file, blob: await kept.blobOf(file.id) }));
  if (fresh.length > 0) uploadsOf(client, person).goOn(await Promise.all(withBytes));
  const announced = own.filter(({ announcement }) => !announcement);
  const known = announced.length > 0 ? await ask(upload) : null;
  const chosen = known ? await stillTravelling(kept, announced, known) : [];
  if (chosen.length > 0) uploadsOf(client, person).goOn(chosen);
}

export async function resumeUploads(client: QueryClient, person: number): Promise<void> {
  const kept = createKeptFiles(person);
  const files = await kept.all();
  const uploads = new Set(files.map((file) => file.upload));
  await Promise.all([...uploads].map((upload) => resume(upload, { client, person, kept, files })));
}
