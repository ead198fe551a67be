// System History for admins: every session and every dispute, removed ones included.
import { type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { type ResponseTimes, responseTimesDays } from '#contract/overview/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import { isWanted } from '#server/features/disputes/filters.ts';
import { listDisputes, toDispute } from '#server/features/disputes/queries.ts';
import { filtersOf, type SessionFilters } from '#server/features/sessions/list/list.ts';
import { matches, toSearchTerms } from '#server/features/sessions/list/search-conditions.ts';
import { joinNames, presentColumns, type SessionRow, toSession } from '#server/features/sessions/session-row.ts';
import { cursorByCreation, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, ReadContext } from '#server/http/calls/register-routes.ts';

// How long the company took to answer and to resolve concerns, over the last 90 days (behaviour §13.5).
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

/** As the list of sessions finds them (behaviour §7.2), removed ones too. */
async function sessionsWanted(
  ctx: ReadContext & { query: SessionFilters & { q?: string | undefined } },
): Promise<RawBuilder<unknown>> {
  const { q = '', ...filters } = ctx.query;
  const held = q.trim() === '' ? sql`true` : matches(await toSearchTerms(ctx, q, 'list'));
  return sql.join([held, ...filtersOf(ctx.actor, filters)], sql` and `);
}

export const history: Handlers<typeof api.history> = {
  async sessionHistory(ctx) {
    const { db, query } = ctx;
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const wanted = await sessionsWanted(ctx);
    const after = cursor ? sql`(s.created_at, s.id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql`true`;
    const all = sql`
      select ${presentColumns} from sessions s where ${wanted} and ${after}
      order by s.created_at desc, s.id desc limit ${sql.lit(query.limit + 1)}`;
    const found = await sql<SessionRow & { removedAt: string | null }>`
      select h.*, x.removed_at as "removedAt" from (${joinNames(all)}) h join sessions x on x.id = h.id
      order by x.created_at desc, x.id desc`.execute(db);
    const shown = found.rows.map((row) => ({ ...toSession(row), removedAt: row.removedAt }));
    const page = paginate(shown, query.limit, cursorByCreation);
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`sessions s where ${wanted}`) };
  },

  responseTimes,

  async disputeHistory({ actor, db, query }) {
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = cursor ? sql`(d.created_at, d.id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql`true`;
    const wanted = isWanted(actor, query);
    const rows = await listDisputes(db, actor, {
      where: sql`${wanted} and ${after}`,
      limit: query.limit + 1,
      removed: true,
    });
    const shown = rows.map((row) => toDispute(row, actor));
    const page = paginate(shown, query.limit, cursorByCreation);
    if (cursor) return page;
    const all = sql`disputes d join sessions s on s.id = d.session_id left join sites si on si.id = s.site_id`;
    return { ...page, total: await countRows(db, sql`${all} where ${wanted}`) };
  },
};
