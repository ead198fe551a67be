// After a reload: what this person was uploading from here goes on by itself, from what was kept of it.
import type { QueryClient } from '@tanstack/react-query';
import { getUpload, type Upload } from '#contract/uploads.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/http-client.ts';
import { createKeptFiles, type KeptFile, type KeptFiles } from './kept-files.ts';
import { takeUpload } from './upload-locks.ts';
import { uploadsOf } from './use-uploads.ts';

const pauseMs = 5_000;

/** There is a line again, or a while has passed: a server that starts anew tells nobody. */
function untilNextTry(): Promise<unknown> {
  const online = new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  return Promise.race([online, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
}

/** What the server says of it: 'gone' where there is no such upload any more, null where this person may not ask. Until then it is asked again. */
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

/** Those that still travel, with their bytes; what came or will not come is kept no longer. */
async function pairsOf(kept: KeptFiles, files: readonly KeptFile[], upload: Upload | 'gone') {
  const known = upload === 'gone' ? [] : upload.files;
  const pairs = await Promise.all(
    files.map(async ({ id }) => {
      const file = known.find((one) => one.id === id && one.state === 'travelling');
      const blob = file ? await kept.blobOf(id) : null;
      if (file && blob) return [[file, blob] as const];
      await kept.remove(id);
      return [];
    }),
  );
  return pairs.flat();
}

export async function resumeUploads(client: QueryClient, person: number): Promise<void> {
  const kept = createKeptFiles(person);
  const files = await kept.all();
  for (const upload of new Set(files.map((file) => file.upload))) {
    if (!(await takeUpload(upload))) continue;
    const own = files.filter((file) => file.upload === upload);
    const known = await ask(upload);
    const pairs = known ? await pairsOf(kept, own, known) : [];
    if (pairs.length > 0) uploadsOf(client, person).goOn(upload, pairs);
  }
}
