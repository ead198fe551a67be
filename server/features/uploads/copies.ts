// Light copies of videos that their sender's device makes: announced beside the video, sent like files, and kept once all of it is there (behaviour §26.10).
import { type Kysely, sql } from 'kysely';
import { classifyLink } from '#contract/links/link.ts';
import { sniffMedia } from '#contract/media/media-bytes.ts';
import { uploadFolder, uploadLink } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { createLightRows } from '#server/features/media/light-video-rows.ts';
import { Problem } from '#server/lib/problem.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';
import { idOfUploaded } from '#server/media/sources/uploaded.ts';
import type { NotTaken } from '#server/media/videos/light-copy.ts';
import type { NewCopy } from '#server/media/videos/light-store.ts';
import type { LightVideos } from '#server/media/videos/light-videos.ts';
import type { FileRow } from './rows.ts';

type What = 'light' | 'poster';
export type CopyRow = { id: string; what: What; bytes: number };
/** `source`: lists uploaded files as media know them. */
export type WithCopies = { lightVideos: Pick<LightVideos, 'keep'>; source: MediaSource };
export type CopyDependencies = WithCopies & {
  db: Kysely<Tables>;
  store: UploadStore;
  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
};

const types: Record<What, string> = { light: 'video/mp4', poster: 'image/jpeg' };
const wrongCopy = 'This is no light copy of the video';
export const madeAlready = 'There is a light copy of this video already';
/** Of what a device has announced; the server makes its own afterwards. */
const waitsFor = sql`interval '30 minutes'`;
const expiry = sql`interval '1 day'`;

/** What nobody has seen must not reach a client: after a release no copy is taken any more. `lock`: the session stays as it is until `db` ends. */
export async function isReleased(db: Kysely<Tables>, upload: string, lock = sql``): Promise<boolean> {
  const found = await sql<{ isReleased: boolean }>`
    select released_record_id is not null as "isReleased" from sessions
    where id = (select session_id from uploads where id = ${upload}) ${lock}`.execute(db);
  return found.rows[0]?.isReleased ?? false;
}

export const untilCommit = sql`for share`;

export const tooLate = 'This visit was released: no light copy is taken from a device any more';

/** @throws 410 for a copy whose session was released since it was announced. */
export async function requireCopyWanted(db: Kysely<Tables>, { upload, id }: FileRow): Promise<void> {
  if (await isReleased(db, upload)) throw new Problem({ status: 410, code: 'released', message: tooLate });
  await sql`update upload_copies set changed_at = now() where id = ${id}`.execute(db);
}

/** Rows first: without a row nothing is waited for. */
async function discardCopies({ store, write }: Pick<CopyDependencies, 'store' | 'write'>, file: string) {
  const gone = await write(({ tx }) =>
    sql<{ id: string }>`delete from upload_copies where file_id = ${file} returning id`.execute(tx),
  );
  for (const { id } of gone.rows) await store.discard(id);
}

type Arrived = CopyRow & Pick<FileRow, 'upload' | 'folder' | 'name' | 'state'>;

/** All that a video's device announced, or null as long as some of it is missing, or the video itself. */
async function wholeCopies({ db, store }: CopyDependencies, file: string): Promise<Arrived[] | null> {
  const found =
    await sql<Arrived>`select c.id, c.what, c.bytes::float8 as bytes, f.upload_id as upload, f.folder, f.name, f.state
    from upload_copies c join upload_files f on f.id = c.file_id where c.file_id = ${file}`.execute(db);
  for (const { id, bytes, state } of found.rows)
    if (state !== 'kept' || (await store.bytesOf(id)) !== bytes) return null;
  return found.rows.length === 0 ? null : found.rows;
}

/** Under the lock of its upload and session: false if the video was removed, or released, since. */
const recordOf =
  ({ write }: CopyDependencies, { file, upload }: { file: string; upload: string }) =>
  (made: NewCopy): Promise<boolean> =>
    write(async ({ tx }) => {
      await sql`select 1 from uploads where id = ${upload} for update`.execute(tx);
      const kept = await sql`select 1 from upload_files where id = ${file} and state = 'kept'`.execute(tx);
      if (kept.rows.length === 0 || (await isReleased(tx, upload, untilCommit))) return false;
      await createLightRows(tx).made(made);
      return true;
    });

async function findOriginal(source: MediaSource, { upload, ...place }: Arrived): Promise<SourceFile | undefined> {
  const root = { provider: 'local' as const, root: uploadFolder(upload) };
  const files = await source.list(classifyLink(uploadLink(upload)), [root]);
  return files?.find(({ id }) => id === idOfUploaded(upload, place));
}

async function keepWhole(deps: CopyDependencies, file: string, copies: Arrived[]): Promise<NotTaken | null> {
  const { store, source, lightVideos } = deps;
  const [first] = copies as [Arrived];
  const original = await findOriginal(source, first);
  if (original?.kind !== 'video') return 'unwanted';
  const arrived = async (what: What) => {
    const row = copies.find((copy) => copy.what === what);
    return row ? store.arrived(row.id) : null;
  };
  const [video, poster] = [await arrived('light'), await arrived('poster')];
  if (!video) return 'unreadable';
  return lightVideos.keep(original, { video, poster, record: recordOf(deps, { file, upload: first.upload }) });
}

/** Stores a video's copies once the last of them has come; null, or why they were not taken. Nothing of them is left among what arrives. */
export async function keepCopies(deps: CopyDependencies, file: string): Promise<string | null> {
  const copies = await wholeCopies(deps, file);
  if (copies === null) return null;
  const why = await keepWhole(deps, file, copies);
  await discardCopies(deps, file);
  if (why === null) return null;
  if (why === 'made' || why === 'making') return madeAlready;
  return why === 'unwanted' ? tooLate : wrongCopy;
}

/** For a copy whose last byte has come, or whose first bytes are wrong. */
export async function finishCopy(deps: CopyDependencies, copy: FileRow & { copyOf: string }): Promise<string | null> {
  const isRight = !isWrongCopy(copy, await deps.store.headOf(copy.id));
  if (isRight) return keepCopies(deps, copy.copyOf);
  await discardCopies(deps, copy.copyOf);
  return wrongCopy;
}

export const isWrongCopy = ({ name }: Pick<FileRow, 'name'>, head: Uint8Array) =>
  sniffMedia(head) !== types[name as What];

/** Which of these videos the server leaves to a device for the moment, by the ids that media go by: none that was released. */
export async function waitsForDevice(db: Kysely<Tables>, files: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ upload: string; folder: string; name: string }>`
    select f.upload_id as upload, f.folder, f.name from upload_copies c join upload_files f on f.id = c.file_id
      join uploads u on u.id = f.upload_id left join sessions s on s.id = u.session_id
    where c.changed_at > now() - ${waitsFor} and s.released_record_id is null`.execute(db);
  const waiting = new Set(found.rows.map(({ upload, ...place }) => idOfUploaded(upload, place)));
  return new Set(files.filter((file) => waiting.has(file)));
}

type Cleaning = WithCopies & { db: Kysely<Tables>; store: UploadStore; write: RunTransaction };

/** Stores what a process that died left whole, and discards what nobody has sent for a day. */
export async function tidyCopies(deps: Cleaning): Promise<void> {
  const { db, store } = deps;
  const write: CopyDependencies['write'] = (work) => deps.write({ topics: [] }, work);
  const expired = await sql<{ id: string }>`delete from upload_copies
    where changed_at < now() - ${expiry} returning id`.execute(db);
  for (const { id } of expired.rows) await store.discard(id);
  const left = await sql<{ file: string }>`select distinct file_id as file from upload_copies
    where changed_at < now() - interval '1 minute'`.execute(db);
  for (const { file } of left.rows) await keepCopies({ ...deps, write }, file).catch(ignoreGone);
}

/** Removed, or stored by another process, meanwhile. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
