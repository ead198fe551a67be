// How much of uploads a project holds: asked wherever files are announced, begin to come, or come along to another project.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import { conflict, Problem } from '#server/lib/problem.ts';

type Tx = Transaction<Tables>;
const gigabyte = 1024 ** 3;

/** How long after anything of its upload was announced or came a file holds room for all of it: of which no byte came, and some did. */
const held = (begunAt: ReturnType<typeof sql>) =>
  sql`now() - case when ${begunAt} is null then interval '1 hour' else interval '1 day' end`;
/** `came`: its bytes that the cleanup has found on the disk since (§26.6); before the first cleanup, all of them. */
const left = sql`case when f.begun_at is null then 0 else coalesce(f.came, f.bytes) end`;
const lastOfUpload = sql`max(greatest(f.changed_at, f.begun_at)) over (partition by f.upload_id)`;
const isLapsed = sql`(f.state = 'travelling' and ${lastOfUpload} < ${held(sql`f.begun_at`)})`;

async function projectBytes(tx: Tx, projectId: number): Promise<number> {
  const found = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes
    from (select case when ${isLapsed} then ${left} else f.bytes end as bytes
      from uploads u join upload_files f on f.upload_id = u.id
      where u.project_id = ${projectId} and f.state <> 'refused') t`.execute(tx);
  return found.rows[0]?.bytes ?? 0;
}

type Left = { id: string; came: number | null };

/** Writes down how much lies on the disk of what holds no room any more, and came in part. */
export async function countLeft(db: Kysely<Tables>, bytesOf: (file: string) => Promise<number | null>): Promise<void> {
  const lapsed =
    await sql<Left>`select id, came from (select f.id, f.begun_at, f.came::float8 as came, ${isLapsed} as lapsed
      from upload_files f where f.upload_id in (select o.upload_id from upload_files o where o.state = 'travelling')
    ) t where lapsed and begun_at is not null`.execute(db);
  for (const { id, came } of lapsed.rows) {
    const bytes = (await bytesOf(id)) ?? 0;
    if (bytes !== came)
      await sql`update upload_files set came = ${bytes} where id = ${id} and begun_at < now() - interval '1 day'`.execute(
        db,
      );
  }
}

/** After the rows were written, and last of all locks: two who write at the same moment are counted one after the other. @throws 409 */
export async function requireProjectRoom(tx: Tx, projectId: number, defaults: ReadDefaults): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('uploads of a project'), ${projectId}::integer)`.execute(tx);
  const { uploadQuotaGb } = await defaults(tx);
  if ((await projectBytes(tx, projectId)) > uploadQuotaGb * gigabyte)
    throw conflict(
      `There is no room for this: the uploads of a project may total ${uploadQuotaGb} GB. Ask an admin, or link to a folder elsewhere.`,
      'quota',
    );
}

/** `isFed`: a part of it came within the last minute. */
type Coming = { id: string; upload: string; isFed: boolean };

/** Where the room of a file is held still, another part only says that it came. Answers whether that was so. */
async function feedWithin(db: Kysely<Tables>, { id, upload }: Coming): Promise<boolean> {
  const fed =
    await sql`update upload_files f set begun_at = now(), came = null where id = ${id} and exists (select 1 from upload_files o
    where o.upload_id = ${upload} and greatest(o.changed_at, o.begun_at) >= ${held(sql`f.begun_at`)}) returning id`.execute(
      db,
    );
  return fed.rows.length > 0;
}

type Asking = { db: Kysely<Tables>; defaults: ReadDefaults; write<T>(work: (w: { tx: Tx }) => Promise<T>): Promise<T> };

/**
 * Called before bytes of a file are accepted: the first ones, and those of a resumed one. @throws 403 if others took the room that it held,
 * which a retry would not change.
 */
export async function feedFile({ db, defaults, write }: Asking, file: Coming): Promise<void> {
  if (file.isFed || (await feedWithin(db, file))) return;
  await write(async ({ tx }) => {
    const fed = await sql<{ project: number }>`update upload_files f set begun_at = now(), came = null from uploads u
      where f.id = ${file.id} and u.id = f.upload_id returning u.project_id as project`.execute(tx);
    for (const { project } of fed.rows) await requireProjectRoom(tx, project, defaults);
  }).catch((error) => {
    if (error instanceof Problem && error.code === 'quota')
      throw new Problem({ status: 403, code: error.code, message: error.message });
    throw error;
  });
}
