// Pictures that turned out to be damaged when they were decoded: kept for each version of their bytes, and said wherever they are listed.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { SourceFile } from '#server/media/sources/source.ts';

type Named = Pick<SourceFile, 'id' | 'version'>;
/** Longer names of files are no index's business. */
const maxIdBytes = 1_000;

export async function noteDamage(db: Kysely<Tables>, { id, version }: Named): Promise<void> {
  if (Buffer.byteLength(id) > maxIdBytes) return;
  await db
    .insertInto('damaged_pictures')
    .values({ file: id, version })
    .onConflict((conflict) => conflict.columns(['file', 'version']).doNothing())
    .execute();
}

/** Those of these files, by id, that are damaged as they are now. */
export async function readDamaged(db: Kysely<Tables>, files: readonly Named[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const found = await sql<{ file: string }>`select d.file from damaged_pictures d
      join unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ version }) => version)}::text[]) as f (file, version)
        on f.file = d.file and f.version = d.version`.execute(db);
  return new Set(found.rows.map(({ file }) => file));
}
