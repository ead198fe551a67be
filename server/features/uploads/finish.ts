// The end of a file's way: looked at by its content, kept in its folder or refused; and of a session's last file: it waits for review.
import { sql } from 'kysely';
import { sniffMedia } from '#contract/media-bytes.ts';
import { refusalOfContent, wrongKind } from '#contract/upload-refusals.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { notifySubmitted } from '#server/features/notifications.ts';
import { addJob } from '#server/jobs.ts';
import { freeName } from '#server/lib/file-names.ts';
import { nameOfType } from '#server/media/media-types.ts';
import type { UploadStore } from '#server/media/upload-store.ts';
import { type FileRow, travellingOf } from './rows.ts';

type Write = <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>;
export type FinishDependencies = { store: UploadStore; write: Write };

/** Locks the folder, so that no session is linked to it meanwhile; answers whether the change was made. */
async function change({ tx }: WriteContext, file: FileRow, set: ReturnType<typeof sql>): Promise<boolean> {
  await sql`select 1 from uploads where id = ${file.upload} for update`.execute(tx);
  const changed =
    await sql`update upload_files set ${set}, changed_at = now() where id = ${file.id} and state = 'travelling'
    returning id`.execute(tx);
  return changed.rows.length > 0;
}

const hows = { created: 'new', resubmitted: 'resubmitted', edited: 'revised' } as const;

/** Once all of a session's files are there it waits for review from now on, and what lies behind its links is looked at anew. */
export async function submitOnceThere(
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
  await addJob(tx, { kind: 'sessionMedia', payload: { sessionId } });
  await addJob(tx, { kind: 'placePictures', payload: { sessionId } });
}

/** After a file came, was refused or taken away. The session is locked after its folder: whoever links the two has that one already. */
export async function afterFile(context: WriteContext, upload: string): Promise<void> {
  const { tx, events } = context;
  const found = await sql<{ id: number; photographer: number; project: number; uploader: number }>`
    select s.id, s.photographer_id as photographer, s.project_id as project, u.uploader_id as uploader
    from uploads u join sessions s on s.id = u.session_id where u.id = ${upload} for update of s`.execute(tx);
  const [session] = found.rows;
  if (!session) return;
  const { id, photographer, project, uploader } = session;
  await submitOnceThere(context, { id, photographer: uploader });
  events.invalidateFor({ admins: true, users: [photographer], projects: [project], ids: { sessions: [id] } });
}

async function refuse({ store, write }: FinishDependencies, file: FileRow, refusal: string): Promise<void> {
  await write(async (context) => {
    if (await change(context, file, sql`state = 'refused', refusal = ${refusal}`))
      await afterFile(context, file.upload);
  });
  await store.discard(file.id);
}

/** A name that says something else than the content gets the content's ending: what is served goes by it. */
async function nameFor({ write }: FinishDependencies, file: FileRow, type: string): Promise<string> {
  const wanted = nameOfType(file.name, type);
  if (wanted === file.name) return wanted;
  return write(async (context) => {
    const { tx } = context;
    await sql`select 1 from uploads where id = ${file.upload} for update`.execute(tx);
    const found = await sql<{ name: string }>`select lower(name) as name from upload_files
      where upload_id = ${file.upload} and lower(folder) = lower(${file.folder}) and id <> ${file.id} and state <> 'refused'`.execute(
      tx,
    );
    const name = freeName(wanted, new Set(found.rows.map((row) => row.name)));
    await change(context, file, sql`name = ${name}`);
    return name;
  });
}

/**
 * Of a file whose last byte has come: null where it is kept, else why not. May run twice, also in two processes: the same bytes are put
 * into the same place, and the row is changed once.
 */
export async function finishFile(deps: FinishDependencies, file: FileRow): Promise<string | null> {
  const { store, write } = deps;
  const head = await store.headOf(file.id);
  const type = sniffMedia(head);
  const refusal = refusalOfContent(head, file.bytes);
  if (refusal !== null || type === null) {
    await refuse(deps, file, refusal ?? wrongKind);
    return refusal;
  }
  const name = await nameFor(deps, file, type);
  const sha256 = await store.keep(file.id, { upload: file.upload, folder: file.folder, name });
  await write(async (context) => {
    const set = sql`state = 'kept', type = ${type}, sha256 = ${sha256}`;
    if (await change(context, file, set)) await afterFile(context, file.upload);
  });
  await store.discard(file.id);
  return null;
}
