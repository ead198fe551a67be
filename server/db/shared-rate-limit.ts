// Rate limits that all servers count together, for what guards something: guesses, and mail that a stranger can cause.
import { type Kysely, sql } from 'kysely';
import { tooMany } from '#server/lib/problem.ts';
import type { Tables } from './schema.ts';

/** `kind` tells its counts from those of other limits. */
type SharedRateLimit = { kind: string; max: number; milliseconds: number; sentence: string };

/**
 * At most `max` in a window of `milliseconds` for each person, or address; the next answers 429 with the sentence. One statement, and on its
 * own: many at once are counted one by one, and a refused call, whose transaction leaves nothing behind, counts too.
 */
export function createSharedRateLimit<Who extends number | string = number>(limit: SharedRateLimit) {
  const { kind, max, milliseconds, sentence } = limit;
  const end = sql`now() + make_interval(secs => ${milliseconds / 1000})`;
  return async (db: Kysely<Tables>, who: Who): Promise<void> => {
    const counted = await sql<{ calls: number; wait: number }>`
      insert into rate_counts as c (kind, who, until, calls) values (${kind}, ${String(who)}, ${end}, 1)
      on conflict (kind, who) do update set
        calls = case when c.until > now() then least(c.calls, ${max}) + 1 else 1 end,
        until = case when c.until > now() then c.until else excluded.until end
      returning calls, extract(epoch from until - now())::float8 as wait`.execute(db);
    const [row] = counted.rows;
    if (row && row.calls > max) throw tooMany(sentence, row.wait);
  };
}

/** The statement that deletes the counts whose window is over. */
export const forgetOldCounts = sql`delete from rate_counts where until < now()`;
