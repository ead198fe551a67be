// The entries of an archive as its layout and its sending need them.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { StoredEntry } from '#server/lib/stored-zip.ts';
import type { Handover, PlannedFile } from './rows.ts';

type Row = { nth: number; name: string; at: string | Date; bytes: string | number; crc: string | number };

/** In their order, with the number that each has in the plan. */
export async function readStored(
  db: Kysely<Tables>,
  { id, title }: Pick<Handover, 'id' | 'title'>,
): Promise<{ entries: StoredEntry[]; numbers: number[] }> {
  const found = await sql<Row>`select nth, name, at, bytes, crc from handover_entries
    where handover_id = ${id} and bytes is not null order by nth`.execute(db);
  const entries = found.rows.map(({ name, at, bytes, crc }) => ({
    name: `${title}/${name}`,
    at: new Date(at),
    bytes: Number(bytes),
    crc: Number(crc),
  }));
  return { entries, numbers: found.rows.map(({ nth }) => nth) };
}

/** What one is made of: the bytes that were written for it, or a file of a visit. */
export type StoredSource = { content: Buffer } | { planned: PlannedFile };

export async function readSource(db: Kysely<Tables>, id: number, nth: number): Promise<StoredSource | null> {
  const found = await sql<PlannedFile & { content: Buffer | null }>`
    select content, session_id as "sessionId", field, file, version, part from handover_entries
    where handover_id = ${id} and nth = ${nth}`.execute(db);
  const [row] = found.rows;
  if (!row) return null;
  const { content, ...planned } = row;
  return content === null ? { planned } : { content };
}
