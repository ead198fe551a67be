// How pictures look, kept once for each version of their bytes.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Look } from '#server/media/analysis/look.ts';

type Named = { id: string; version: string };
/** Longer names of files are no index's business. */
const maxIdBytes = 1_000;

/** Those of these files that were never looked at in their present version. */
export async function withoutLook<T extends Named>(db: Kysely<Tables>, files: readonly T[]): Promise<T[]> {
  const short = files.filter(({ id }) => Buffer.byteLength(id) <= maxIdBytes);
  const found = await sql<{ file: string }>`select l.file from picture_looks l
      join unnest(${short.map(({ id }) => id)}::text[], ${short.map(({ version }) => version)}::text[]) as f (file, version)
        on f.file = l.file and f.version = l.version`.execute(db);
  const known = new Set(found.rows.map(({ file }) => file));
  return short.filter(({ id }) => !known.has(id));
}

/** Null for one that cannot be read as a picture. */
export async function saveLook(db: Kysely<Tables>, { id, version }: Named, look: Look | null): Promise<void> {
  const { sharpness = null, brightness = null, dark = null, print = null } = look ?? {};
  const of = { file: id, version, sharpness, brightness, dark, print: print && Buffer.from(print) };
  await db
    .insertInto('picture_looks')
    .values(of)
    .onConflict((conflict) => conflict.columns(['file', 'version']).doNothing())
    .execute();
}
