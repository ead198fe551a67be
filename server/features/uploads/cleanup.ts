// What is thrown away of uploads, and what a process that died left unfinished (behaviour §26.6).
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import type { JobHandler } from '#server/jobs.ts';
import type { UploadStore } from '#server/media/upload-store.ts';
import { finishFile } from './finish.ts';
import { type FileRow, fileColumns } from './rows.ts';

type Dependencies = { db: Kysely<Tables>; write: RunTransaction; store: UploadStore | null };

const tenMinutes = 600;
const day = 86_400_000;
const perRun = 20;

/** No session named them within 7 days of their last file, or their session was removed 90 days ago. */
const expired = sql`(u.session_id is null and u.created_at < now() - interval '7 days'
    and not exists (select 1 from upload_files f where f.upload_id = u.id and f.changed_at >= now() - interval '7 days'))
  or exists (select 1 from sessions s where s.id = u.session_id and s.removed_at < now() - interval '90 days')`;

/** Rows first: what is not known any more is not shown either, and files without rows are removed below. */
async function removeExpired(db: Kysely<Tables>, store: UploadStore): Promise<void> {
  const found = await sql<{ id: string }>`select u.id from uploads u where ${expired} limit ${sql.lit(perRun)}`.execute(
    db,
  );
  for (const { id } of found.rows) {
    const files =
      await sql<FileRow>`with gone as (delete from uploads u where u.id = ${id} and (${expired}) returning u.id)
      select ${fileColumns} from upload_files f join gone on gone.id = f.upload_id join uploads u on u.id = gone.id`.execute(
        db,
      );
    for (const { sha256, ...file } of files.rows) if (sha256) await store.remove({ ...file, sha256 });
    await store.removeFolder(id);
  }
}

/** All bytes came, and then the process died. */
async function finishWhole(db: Kysely<Tables>, deps: { store: UploadStore; write: RunTransaction }): Promise<void> {
  const { store } = deps;
  const found = await sql<FileRow>`select ${fileColumns} from upload_files f join uploads u on u.id = f.upload_id
    where f.state = 'travelling' and f.changed_at < now() - interval '1 minute'`.execute(db);
  for (const file of found.rows) {
    if ((await store.bytesOf(file.id)) !== file.bytes) continue;
    await finishFile({ store, write: (work) => deps.write({ topics: ['sessions'] }, work) }, file);
  }
}

/** What nothing waits for any more, as after a kill between the last two steps of a file. */
async function sweepArriving(db: Kysely<Tables>, store: UploadStore): Promise<void> {
  const old = await store.arrivedBefore(Date.now() - day);
  const found = await sql<{ id: string }>`select id from upload_files
    where id = any(${old}::text[]) and state = 'travelling'`.execute(db);
  const waiting = new Set(found.rows.map(({ id }) => id));
  for (const name of old) if (!waiting.has(name)) await store.discard(name);
}

export function createUploadCleanup({ db, write, store }: Dependencies): Record<string, JobHandler> {
  const uploadCleanup: JobHandler = {
    every: tenMinutes,
    async run() {
      if (!store) return;
      await finishWhole(db, { store, write });
      await removeExpired(db, store);
      await sweepArriving(db, store);
    },
  };
  return { uploadCleanup };
}
