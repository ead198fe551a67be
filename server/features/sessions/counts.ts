// How many sessions somebody sees, from the counters that are kept while sessions are written (migration 002).
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';

/** Everything that the counters cannot distinguish. */
type Filters = {
  status?: SessionStatus | undefined;
  projectId?: number | undefined;
  photographerId?: number | undefined;
  siteId?: unknown;
  phase?: unknown;
  from?: unknown;
  to?: unknown;
  decidedFrom?: unknown;
  decidedTo?: unknown;
};

/** The status as the reader sees it, on a row of `session_counts` under the alias c. */
export function counterStatus(actor: Person): RawBuilder<unknown> {
  return sql.ref(sessionView(actor) === 'sessions_released' ? 'c.released_status' : 'c.status');
}

/** Condition on a row of `session_counts` under the alias c; its columns bear the names that the scope asks for. */
export function counterCondition(actor: Person): RawBuilder<unknown> {
  const seen = visibleSessions(actor, 'c');
  return sessionView(actor) === 'sessions_released' ? sql`c.released_status <> '' and ${seen}` : seen;
}

/** A scalar subquery with the whole count; null where a filter needs the rows themselves. */
export function countByFilter(actor: Person, query: Filters): RawBuilder<number> | null {
  const { status, projectId, photographerId, siteId, phase, from, to, decidedFrom, decidedTo } = query;
  if ([siteId, phase, from, to, decidedFrom, decidedTo].some((one) => one !== undefined)) return null;
  return sql<number>`(select coalesce(sum(c.sessions), 0) from session_counts c where ${counterCondition(actor)}
    ${status === undefined ? sql`` : sql`and ${counterStatus(actor)} = ${status}`}
    ${projectId === undefined ? sql`` : sql`and c.project_id = ${projectId}`}
    ${photographerId === undefined ? sql`` : sql`and c.photographer_id = ${photographerId}`})`;
}

/** What a query's answer depends on beside the rows: its text and its parameters. */
export function cacheKeyOf(db: ReadContext['db'], query: RawBuilder<unknown>): string {
  const { sql: text, parameters } = query.compile(db);
  return `${text} ${JSON.stringify(parameters)}`;
}

/** The number that a scalar query of many rows gives: the counting alone would grow with the number of sessions. */
export function countCached({ db, cached }: ReadContext, count: RawBuilder<unknown>): Promise<number> {
  const query = sql<{ total: number }>`select ${count} as total`;
  return cached(cacheKeyOf(db, query), async () => (await query.execute(db)).rows[0]?.total ?? 0);
}
