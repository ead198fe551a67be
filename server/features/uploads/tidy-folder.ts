// What lies in the folder of an upload without a row that says so: of files that were taken away, and what a process that died left.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addJob } from '#server/jobs.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';

/** In the transaction that takes rows away: should the process die after it, the job takes the files away. */
export async function orderTidying(tx: Transaction<Tables>, uploads: Iterable<string>): Promise<void> {
  for (const upload of uploads) await addJob(tx, { kind: 'tidyUpload', payload: { upload } });
}

/** Under the lock under which files take their places: what another one put there by the same name is not taken away. Writes no row. */
export async function tidyFolder(db: Kysely<Tables>, store: UploadStore, upload: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const there = await sql`select 1 from uploads where id = ${upload} for update`.execute(tx);
    if (there.rows.length === 0) return store.removeFolder(upload);
    const kept = await sql<{ folder: string; name: string }>`select folder, name from upload_files
      where upload_id = ${upload} and state = 'kept'`.execute(tx);
    await store.keepOnly(upload, kept.rows);
  });
}
