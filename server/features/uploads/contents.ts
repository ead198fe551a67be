// Contents of uploaded files: each is there once, and as long as a row names it (behaviour §26.7).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';

type Removing = { db: Kysely<Tables>; store: Pick<UploadStore, 'removeContent' | 'oldContents'> };

/** Held while a content is given a place and its row is written, and while it is removed because no row names it. */
export async function lockContent(tx: Transaction<Tables>, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content of uploads'), hashtext(${sha256}))`.execute(tx);
}

/** For a content of which a row was removed. Writes no row. */
export async function removeUnnamed({ db, store }: Removing, sha256: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockContent(tx, sha256);
    const named = await sql`select 1 from upload_files where sha256 = ${sha256} limit 1`.execute(tx);
    if (named.rows.length === 0) await store.removeContent(sha256);
  });
}

/** What a process that died left. */
export async function removeUnnamedBefore({ db, store }: Removing, moment: number): Promise<void> {
  const old = await store.oldContents(moment);
  const found = await sql<{ sha256: string }>`select distinct sha256 from upload_files
    where sha256 = any(${old}::text[])`.execute(db);
  const named = new Set(found.rows.map(({ sha256 }) => sha256));
  for (const sha256 of old) if (!named.has(sha256)) await removeUnnamed({ db, store }, sha256);
}
