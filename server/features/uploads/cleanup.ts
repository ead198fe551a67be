// What is discarded of uploads, and what a process that died left unfinished (behaviour §26.6).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { addJob, type JobHandler } from '#server/jobs.ts';
import { Problem } from '#server/lib/problem.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';
import { removeUnnamed, removeUnnamedBefore } from './contents.ts';
import { tidyCopies, type WithCopies } from './copies.ts';
import { finishFile } from './finish.ts';
import { countLeft } from './project-room.ts';
import { type FileRow, fileColumns } from './rows.ts';

type Ready = WithCopies & { db: Kysely<Tables>; write: RunTransaction; store: UploadStore };
/** `forgetCopies`: of files of an upload that are gone, what was made of them goes too. */
type Dependencies = Omit<Ready, 'store'> & {
  store: UploadStore | null;
  forgetCopies?: (upload: string) => Promise<void>;
};
type Tidying = { upload: string };

const tenMinutes = 600;
const day = 86_400_000;
const perRun = 20;

/** No session named them within 7 days of their last file, or their session was removed 90 days ago. */
const expired = sql`(u.session_id is null and u.created_at < now() - interval '7 days'
    and not exists (select 1 from upload_files f where f.upload_id = u.id and f.changed_at >= now() - interval '7 days'))
  or exists (select 1 from sessions s where s.id = u.session_id and s.removed_at < now() - interval '90 days')`;

/** Removes one upload. The condition is checked again under its lock, which is also held while files are placed and sessions name it. */
async function removeUpload(tx: Transaction<Tables>, id: string): Promise<string[] | null> {
  await sql`select 1 from uploads where id = ${id} for update`.execute(tx);
  const files = await sql<{ sha256: string }>`select f.sha256 from upload_files f where f.upload_id = ${id}
    and f.sha256 is not null`.execute(tx);
  const gone = await sql`delete from uploads u where u.id = ${id} and (${expired}) returning u.id`.execute(tx);
  if (gone.rows.length === 0) return null;
  await orderTidying(tx, [id]);
  return files.rows.map(({ sha256 }) => sha256);
}

/** Rows first: without a row a file is no longer shown. */
async function removeExpired({ db, write, store }: Ready): Promise<void> {
  const found = await sql<{ id: string }>`select u.id from uploads u where ${expired} limit ${sql.lit(perRun)}`.execute(
    db,
  );
  for (const { id } of found.rows) {
    const contents = await write({ topics: [] }, ({ tx }) => removeUpload(tx, id));
    if (contents === null) continue;
    await store.removeFolder(id);
    for (const sha256 of contents) await removeUnnamed({ db, store }, sha256);
  }
}

/** All bytes arrived, and then the process died. */
async function finishWhole({ db, store, write }: Ready): Promise<void> {
  const found = await sql<FileRow>`select ${fileColumns} from upload_files f join uploads u on u.id = f.upload_id
    where f.state = 'travelling' and f.changed_at < now() - interval '1 minute'`.execute(db);
  for (const file of found.rows) {
    if ((await store.bytesOf(file.id)) !== file.bytes) continue;
    const finished = finishFile({ store, write: (work) => write({ topics: ['sessions'] }, work) }, file);
    // Removed meanwhile; the others wait.
    await finished.catch((error) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
}

/** Leftovers that nothing waits for, such as after a kill between the last two steps of a file. */
async function sweepArriving({ db, store }: Pick<Ready, 'db' | 'store'>): Promise<void> {
  const old = await store.arrivedBefore(Date.now() - day);
  const found = await sql<{ id: string }>`select id from upload_files
    where id = any(${old}::text[]) and state = 'travelling'
    union all select id from upload_copies where id = any(${old}::text[])`.execute(db);
  const waiting = new Set(found.rows.map(({ id }) => id));
  for (const name of old) if (!waiting.has(name)) await store.discard(name);
}

export function createUploadCleanup({ store, forgetCopies, ...deps }: Dependencies): Record<string, JobHandler> {
  const { db } = deps;
  const ready = store && { ...deps, store };
  const uploadCleanup: JobHandler = {
    every: tenMinutes,
    async run() {
      if (!ready) return;
      await finishWhole(ready);
      await tidyCopies(ready);
      await removeExpired(ready);
      await sweepArriving(ready);
      await countLeft(ready.db, ready.store.bytesOf);
    },
  };
  const uploadContents: JobHandler = {
    every: day / 1000,
    async run() {
      if (ready) await removeUnnamedBefore(ready, Date.now() - day);
    },
  };
  const tidyUpload: JobHandler = {
    async run(payload) {
      const { upload } = payload as Tidying;
      if (store) await tidyFolder(db, store, upload);
      await forgetCopies?.(upload);
    },
  };
  return { uploadCleanup, uploadContents, tidyUpload };
}

// What lies in the folder of an upload without a row that says so: of files that were taken away, and what a process that died left.

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
