// The rows of uploads: whose they are, and how their files stand.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Upload, UploadFile, UploadFileState } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/lib/problem.ts';
import type { KeptFile, ListKept, ListMoved } from '#server/media/sources/uploaded.ts';

export type FileRow = {
  id: string;
  upload: string;
  folder: string;
  name: string;
  bytes: number;
  state: UploadFileState;
  refusal: string | null;
  sha256: string | null;
  /** The session that names its folder. */
  sessionId: number | null;
  isFed: boolean;
  /** The video of which it is a copy that the device made; null of the files themselves. */
  copyOf: string | null;
};

export const fileColumns = sql`f.id, f.upload_id as upload, f.folder, f.name, f.bytes::float8 as bytes, f.state, f.refusal, f.sha256, u.session_id as "sessionId", coalesce(f.begun_at > now() - interval '1 minute', false) as "isFed", null as "copyOf"`;
/** Copies are named by what they are, and hold no room (behaviour §26.10). */
const copyColumns = sql`c.id, f.upload_id as upload, '' as folder, c.what as name, c.bytes::float8 as bytes, 'travelling' as state, null as refusal, null as sha256, u.session_id as "sessionId", true as "isFed", f.id as "copyOf"`;

/** A file, or a copy of one, that this person announced, and so sends; to everybody else it does not exist. */
export async function ownFile(db: Kysely<Tables>, actor: Person, id: string): Promise<FileRow> {
  const isTheirs = sql`coalesce(f.sender_id, u.uploader_id) = ${actor.id}`;
  const found = await sql<FileRow>`select ${fileColumns} from upload_files f join uploads u on u.id = f.upload_id
      where f.id = ${id} and ${isTheirs}
    union all select ${copyColumns} from upload_copies c join upload_files f on f.id = c.file_id join uploads u on u.id = f.upload_id
      where c.id = ${id} and ${isTheirs}`.execute(db);
  const row = found.rows[0];
  if (!row) throw notFound('Upload');
  return row;
}

/** Of an upload that this person may add to. */
export async function loadUpload(db: Kysely<Tables>, actor: Person, id: string): Promise<Upload> {
  const found = await sql<Upload>`
    select u.id, u.project_id as "projectId", u.session_id as "sessionId",
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'sentName', f.sent_name, 'folder', f.folder, 'sentFolder', f.sent_folder, 'bytes', f.bytes,
        'state', f.state, 'refusal', f.refusal, 'print', f.sent_print, 'isMine', coalesce(f.sender_id, u.uploader_id) = ${actor.id}) order by f.nth) from upload_files f where f.upload_id = u.id), '[]'::json) as files
    from uploads u where u.id = ${id}`.execute(db);
  const row = found.rows[0];
  if (!row) throw notFound('Upload');
  return row;
}

/** `kept` of `of`; refused files do not count. */
type Progress = { kept: number; of: number };

/** For a session under this alias: null if no file is uploading. */
export function travellingColumn(alias: string): RawBuilder<Progress | null> {
  return sql<Progress | null>`(select json_build_object('kept', count(*) filter (where f.state = 'kept'), 'of', count(*))
    from uploads u join upload_files f on f.upload_id = u.id and f.state <> 'refused' where u.session_id = ${sql.ref(`${alias}.id`)}
    having count(*) filter (where f.state = 'travelling') > 0)`;
}

/** How many of a session's files are still uploading; null once all have arrived. */
export async function travellingOf(tx: Transaction<Tables>, sessionId: number): Promise<Progress | null> {
  const found = await sql<{ travelling: Progress | null }>`
    select ${travellingColumn('s')} as travelling from sessions s where s.id = ${sessionId}`.execute(tx);
  return found.rows[0]?.travelling ?? null;
}

export type NewFile = Omit<UploadFile, 'state' | 'isMine'>;

/** Ids of files that were announced before; of another upload none is named. */
export async function announcedBefore(tx: Transaction<Tables>, upload: string, ids: string[]): Promise<Set<string>> {
  const found = await sql<{
    id: string;
    isHere: boolean;
  }>`select id, upload_id = ${upload} as "isHere" from upload_files
    where id = any(${ids}::text[]) union all select id, false from upload_copies where id = any(${ids}::text[])`.execute(
    tx,
  );
  if (found.rows.some(({ isHere }) => !isHere)) throw notFound('Upload');
  return new Set(found.rows.map(({ id }) => id));
}

type Sent = { upload: string; sender: number };

export async function insertFiles(
  tx: Transaction<Tables>,
  { upload, sender }: Sent,
  files: readonly NewFile[],
): Promise<void> {
  await sql`insert into upload_files (id, upload_id, sender_id, folder, name, sent_name, sent_folder, bytes, state, refusal, sent_print)
    select t.id, ${upload}::text, ${sender}::int, t.folder, t.name, t.sent, t.lay, t.bytes, case when t.refusal is null then 'travelling' else 'refused' end, t.refusal, t.print
    from unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ folder }) => folder)}::text[],
      ${files.map(({ name }) => name)}::text[], ${files.map(({ sentName }) => sentName)}::text[],
      ${files.map(({ sentFolder }) => sentFolder)}::text[], ${files.map(({ bytes }) => bytes)}::bigint[],
      ${files.map(({ refusal }) => refusal)}::text[], ${files.map(({ print }) => print)}::text[]) with ordinality
      as t (id, folder, name, sent, lay, bytes, refusal, print, nth)
    order by t.nth`.execute(tx);
}

/** For showing what lies in a folder: under which versions files went that came from a bucket, by folder and name. */
export const listMoved =
  (db: Kysely<Tables>): ListMoved =>
  async (upload) => {
    const found = await sql<Pick<KeptFile, 'folder' | 'name' | 'version'>>`select folder, name, version
      from upload_files where upload_id = ${upload} and state = 'kept' and version is not null`.execute(db);
    return found.rows;
  };

/** For showing what lies in a bucket; of a removed upload there are none. */
export const listKept =
  (db: Kysely<Tables>): ListKept =>
  async (upload) => {
    const found =
      await sql<KeptFile>`select folder, name, bytes::float8 as bytes, sha256, type, coalesce(version, left(sha256, 32)) as version
      from upload_files where upload_id = ${upload} and state = 'kept'`.execute(db);
    return found.rows;
  };
