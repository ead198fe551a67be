// How long the company took to answer and to resolve concerns, over the last 90 days (behaviour §13.5).
import { type RawBuilder, sql } from 'kysely';
import { type ResponseTimes, responseTimesDays } from '#contract/overview/history.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';

type Times = ResponseTimes['firstAnswer'];

/** Of what ended within those days, by when it ended. */
function timesUntil(column: 'answered_at' | 'resolved_at'): RawBuilder<Times> {
  const end = sql.ref(`d.${column}`);
  return sql<Times>`(select json_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by extract(epoch from ${end} - d.created_at)))
    from disputes d join sessions s on s.id = d.session_id and s.removed_at is null
    where ${end} > now() - make_interval(days => ${sql.lit(responseTimesDays)}))`;
}

/** Concerns leave the 90 days with time alone. */
const milliseconds = 60_000;

type TimedContext = Pick<ReadContext, 'db'> & { cacheFor(milliseconds: number): void };

export async function responseTimes({ db, cacheFor }: TimedContext): Promise<ResponseTimes> {
  cacheFor(milliseconds);
  const found = await sql<Omit<ResponseTimes, 'days'>>`select ${timesUntil('answered_at')} as "firstAnswer",
    ${timesUntil('resolved_at')} as resolution,
    (select count(*) from disputes d join sessions s on s.id = d.session_id and s.removed_at is null
      where d.status = 'open' and d.answered_at is null and d.due_at <= now()) as overdue`.execute(db);
  return { days: responseTimesDays, ...(found.rows[0] as Omit<ResponseTimes, 'days'>) };
}
