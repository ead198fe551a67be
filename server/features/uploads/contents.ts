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

export async function stillNamed(db: Kysely<Tables>, contents: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ sha256: string }>`select distinct sha256 from upload_files
    where sha256 = any(${[...contents]}::text[])`.execute(db);
  return new Set(found.rows.map(({ sha256 }) => sha256));
}

/** What a process that died left. */
export async function removeUnnamedBefore({ db, store }: Removing, moment: number): Promise<void> {
  const old = await store.oldContents(moment);
  const named = await stillNamed(db, old);
  for (const sha256 of old) if (!named.has(sha256)) await removeUnnamed({ db, store }, sha256);
}

// What moves between a folder and a bucket: the rows say what there is (behaviour §26.9).

/** `files`: under which each of its uploads shows it. */
export type NamedContent = {
  sha256: string;
  bytes: number;
  files: { id: string; upload: string; folder: string; name: string }[];
};

export async function listContents(db: Kysely<Tables>): Promise<NamedContent[]> {
  const found = await sql<NamedContent>`select sha256, max(bytes)::float8 as bytes,
      json_agg(json_build_object('id', id, 'upload', upload_id, 'folder', folder, 'name', name) order by nth) as files
    from upload_files where state = 'kept' group by sha256 order by min(nth)`.execute(db);
  return found.rows;
}

export async function countTravelling(db: Kysely<Tables>): Promise<number> {
  const found = await sql<{ files: number }>`select count(*)::int as files from upload_files
    where state = 'travelling'`.execute(db);
  return found.rows[0]?.files ?? 0;
}

/** A file goes by its first version wherever it moves, because what is known of it is kept by that. */
export async function keepVersions(db: Kysely<Tables>, versions: { id: string; version: string }[]): Promise<void> {
  const [ids, theirs] = [versions.map(({ id }) => id), versions.map(({ version }) => version)];
  await sql`update upload_files f set version = v.version
    from unnest(${ids}::text[], ${theirs}::text[]) as v (id, version)
    where f.id = v.id and f.version is null`.execute(db);
}

/** In a bucket, where it did not move there. */
export const versionOfContent = (sha256: string) => sha256.slice(0, 32);
