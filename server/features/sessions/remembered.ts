// Counts of many rows, remembered for as long as the database is exactly as it was.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** Which transactions a statement sees; two statements with the same snapshot read the same rows. As one more column of a row. */
export const alsoSnapshot = sql`, (select pg_current_snapshot()::text) as snapshot`;

const room = 500;
const kept = new WeakMap<Kysely<Tables>, Map<string, { snapshot: string; total: number }>>();

function countsOf(db: Kysely<Tables>): Map<string, { snapshot: string; total: number }> {
  const counts = kept.get(db) ?? new Map();
  kept.set(db, counts);
  return counts;
}

/**
 * The number that a scalar query gives. `snapshot` is that of the page beside it: while nobody writes anything, whoever asks the same
 * again is spared the counting, which alone would grow with the number of sessions.
 */
export async function countOnce(
  db: Kysely<Tables>,
  count: RawBuilder<unknown>,
  snapshot: string | undefined,
): Promise<number> {
  const query = sql<{ total: number; snapshot: string }>`select ${count} as total ${alsoSnapshot}`;
  const { sql: text, parameters } = query.compile(db);
  const key = `${text} ${JSON.stringify(parameters)}`;
  const counts = countsOf(db);
  const known = counts.get(key);
  if (known && known.snapshot === snapshot) return known.total;
  const [row] = (await query.execute(db)).rows;
  if (!row) return 0;
  counts.delete(key);
  counts.set(key, row);
  for (const oldest of counts.keys()) {
    if (counts.size <= room) break;
    counts.delete(oldest);
  }
  return row.total;
}
