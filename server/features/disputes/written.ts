// Finding concerns by what was written in them, and by their number.
import { type RawBuilder, sql } from 'kysely';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';

const biggest = 2_147_483_647;

/** '7', '#7', 'concern 7'; 0, which no concern has, for anything else. */
export function concernNumber(text: string): number {
  const number = Number(/^(?:concern)?\s*(?:#\s*)?([1-9]\d{0,9})$/i.exec(text.trim())?.[1] ?? 0);
  return number <= biggest ? number : 0;
}

/** What its raiser wrote, or somebody who answered; each way by an index of its own. */
function isWritten(word: string): RawBuilder<unknown> {
  const pattern = toLikePattern(word);
  return sql`d.id in (select id from disputes where search_fold(reason) like ${pattern}
    union all select dispute_id from dispute_messages where search_fold(message) like ${pattern} and message_type = 'comment')`;
}

/** Condition on a dispute `d`: it has the number, or every word was written in it. */
export function isFoundBy(text: string): RawBuilder<unknown> {
  const words = sql.join([sql`true`, ...toSearchWords(text).map(isWritten)], sql` and `);
  return sql`(d.id = ${concernNumber(text)}::integer or (${words}))`;
}
