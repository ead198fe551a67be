// Counts of many rows, remembered for as long as the database is exactly as it was.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { openBounded } from '#server/http/bounded.ts';

/** Which transactions a statement sees; two statements with the same snapshot read the same rows. As one more column of a row. */
export const alsoSnapshot = sql`, (select pg_current_snapshot()::text) as snapshot`;

type Counted = { snapshot: string; total: number };
type Counts = ReturnType<typeof openCounts>;

const room = 500;
const of = new WeakMap<Kysely<Tables>, Counts>();

function openCounts() {
  return {
    kept: openBounded<string, Counted>({ most: room }),
    running: new Map<string, Promise<Counted | undefined>>(),
  };
}

function countsOf(db: Kysely<Tables>): Counts {
  const counts = of.get(db) ?? openCounts();
  of.set(db, counts);
  return counts;
}

/**
 * The number that a scalar query gives. `snapshot` is that of the page beside it: while nobody writes anything, whoever asks the same
 * again is spared the counting, which alone would grow with the number of sessions; many who ask at once wait for one counting.
 */
export async function countOnce(
  db: Kysely<Tables>,
  count: RawBuilder<unknown>,
  snapshot: string | undefined,
): Promise<number> {
  const query = sql<Counted>`select ${count} as total ${alsoSnapshot}`;
  const { sql: text, parameters } = query.compile(db);
  const key = `${text} ${JSON.stringify(parameters)}`;
  const counts = countsOf(db);
  const known = counts.kept.peek(key);
  if (known && known.snapshot === snapshot) return known.total;
  // Only with those who saw the same: a counting that began earlier may not know what this page shows.
  const same = `${snapshot} ${key}`;
  const running =
    counts.running.get(same) ??
    query
      .execute(db)
      .then(({ rows: [row] }) => row)
      .finally(() => counts.running.delete(same));
  counts.running.set(same, running);
  const counted = await running;
  if (!counted) return 0;
  counts.kept.keep(key, counted);
  return counted.total;
}
