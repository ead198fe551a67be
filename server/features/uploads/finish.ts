// The end of an upload: the file's content is analysed, then it is stored or refused; after a session's last file it waits for review.
import { sql } from 'kysely';
import { refusalOfContent, sniffMedia, wrongKind } from '#contract/media/media-bytes.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { addMediaJobs } from '#server/features/media/jobs.ts';
import { notifySubmitted } from '#server/features/notifications/handlers.ts';
import { freeName } from '#server/lib/file-names.ts';
import { notFound } from '#server/lib/problem.ts';
import { nameOfType } from '#server/media/formats/media-types.ts';
import type { PreparedFile, UploadStore } from '#server/media/sources/upload-store.ts';
import { lockContent } from './contents.ts';
import { type FileRow, travellingOf } from './rows.ts';

type Write = <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>;
export type FinishDependencies = { store: UploadStore; write: Write };

/** Locks the folder, so that no session is linked to it meanwhile; returns whether the change was made. */
async function change({ tx }: WriteContext, file: FileRow, set: ReturnType<typeof sql>): Promise<boolean> {
  await sql`select 1 from uploads where id = ${file.upload} for update`.execute(tx);
  const changed =
    await sql`update upload_files set ${set}, changed_at = now() where id = ${file.id} and state = 'travelling'
    returning id`.execute(tx);
  return changed.rows.length > 0;
}

const hows = { created: 'new', resubmitted: 'resubmitted', edited: 'revised' } as const;

/** Once all of a session's files have arrived it waits for review, and the media behind its links are analysed again. */
export async function submitWhenComplete(
  context: WriteContext,
  { id: sessionId, photographer: by }: { id: number; photographer: number },
): Promise<void> {
  const { tx } = context;
  if ((await travellingOf(tx, sessionId)) !== null) return;
  const found = await sql<{ action: keyof typeof hows }>`
    with s as (update sessions set submitted_at = now() where id = ${sessionId} and status = 'pending' and removed_at is null returning id)
    select r.action from s join session_records r on r.session_id = s.id
    where r.action in ('created', 'resubmitted', 'edited') order by r.id desc limit 1`.execute(tx);
  const [last] = found.rows;
  if (last) await notifySubmitted(context, { by, sessionId, how: hows[last.action] });
  await sql`delete from link_health where session_id = ${sessionId}`.execute(tx);
  await addMediaJobs(tx, sessionId);
}

/** After a file arrived, was refused or removed. The session is locked after its folder: whoever links the two holds that lock already. */
export async function afterFile(context: WriteContext, upload: string): Promise<void> {
  const { tx, events } = context;
  const found = await sql<{ id: number; photographer: number; project: number; uploader: number }>`
    select s.id, s.photographer_id as photographer, s.project_id as project, u.uploader_id as uploader
    from uploads u join sessions s on s.id = u.session_id where u.id = ${upload} for update of s`.execute(tx);
  const [session] = found.rows;
  if (!session) return;
  const { id, photographer, project, uploader } = session;
  await submitWhenComplete(context, { id, photographer: uploader });
  events.invalidateFor({ admins: true, users: [photographer], projects: [project], ids: { sessions: [id] } });
}

async function refuse({ store, write }: FinishDependencies, file: FileRow, refusal: string): Promise<void> {
  await write(async (context) => {
    if (await change(context, file, sql`state = 'refused', refusal = ${refusal}`))
      await afterFile(context, file.upload);
  });
  await store.discard(file.id);
}

/** Names of the other files in its folder, in lower case; refused files block no name. */
async function takenNames(tx: WriteContext['tx'], { id, upload, folder }: FileRow): Promise<Set<string>> {
  const found = await sql<{ name: string }>`select lower(name) as name from upload_files
    where upload_id = ${upload} and lower(folder) = lower(${folder}) and id <> ${id} and state <> 'refused'`.execute(
    tx,
  );
  return new Set(found.rows.map(({ name }) => name));
}

type Whole = { store: UploadStore; ready: PreparedFile; type: string };

/**
 * Under the lock of its upload, and only while its row says `travelling`: removing it, or giving its name to another file, happens before
 * or after. If the extension does not match the content, it is corrected: files are served by their extension. Returns its row afterwards;
 * null if there is none.
 */
async function takePlace(context: WriteContext, file: FileRow, { store, ready, type }: Whole) {
  const { tx } = context;
  await sql`select 1 from uploads where id = ${file.upload} for update`.execute(tx);
  const state = await stateOf(tx, file);
  if (state !== 'travelling') return state;
  const taken = await takenNames(tx, file);
  let name = freeName(nameOfType(file.name, type), taken);
  await lockContent(tx, ready.sha256);
  // A file without a row, such as after a kill, is not replaced either: the cleanup removes it.
  while (!(await store.place(ready, { ...file, name }))) name = freeName(nameOfType(file.name, type), taken);
  await change(context, file, sql`state = 'kept', name = ${name}, type = ${type}, sha256 = ${ready.sha256}`);
  await afterFile(context, file.upload);
  return 'kept' as const;
}

async function stateOf(tx: WriteContext['tx'], { id }: FileRow): Promise<FileRow['state'] | null> {
  const found = await sql<Pick<FileRow, 'state'>>`select state from upload_files where id = ${id}`.execute(tx);
  return found.rows[0]?.state ?? null;
}

async function finish(deps: FinishDependencies, file: FileRow): Promise<string | null> {
  const { store, write } = deps;
  const head = await store.headOf(file.id);
  const type = sniffMedia(head);
  const refusal = refusalOfContent(head, file.bytes);
  if (refusal !== null || type === null) {
    await refuse(deps, file, refusal ?? wrongKind);
    return refusal;
  }
  const ready = await store.prepare(file.id);
  try {
    const state = await write((context) => takePlace(context, file, { store, ready, type }));
    await store.discard(file.id);
    if (state !== 'kept') throw notFound('Upload');
    return null;
  } finally {
    await store.forget(ready);
  }
}

/**
 * For a file whose last byte has arrived: null if it is stored, else why not. May run twice, also in two processes: the same bytes go to
 * the same place, and the row is changed once. @throws 404 if it was removed meanwhile; its bytes are deleted.
 */
export async function finishFile(deps: FinishDependencies, file: FileRow): Promise<string | null> {
  return finish(deps, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    // Its bytes are gone: it was removed, or another process was faster.
    if ((await deps.write(({ tx }) => stateOf(tx, file))) !== 'kept') throw notFound('Upload');
    return null;
  });
}
