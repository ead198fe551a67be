// The whole count of a list.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** How many rows there are of what stands after FROM. */
export async function countRows(db: Kysely<Tables>, from: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  return found.rows[0]?.total ?? 0;
}
