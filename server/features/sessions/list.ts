// The session lists: filters, one page, and the whole count (decisions §4).
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Session, SessionQuery } from '#contract/sessions.ts';
import { type Cursor, type Page, paginate, parseCursor } from '#server/http/pagination.ts';
import type { ReadContext } from '#server/http/register-routes.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { countByFilter, countCached } from './counts.ts';
import { allOf, type Condition, newestFirst, type Sort, sortColumns, withNames } from './keyset-query.ts';
import { toSearchTerms } from './search-conditions.ts';
import { type SessionRow, toSession } from './session-row.ts';
import { searchSessions } from './text-search.ts';

type Query = z.infer<typeof SessionQuery>;

/**
 * The calendar day of a filter. An instant counts as the day that is written in it, in its own zone: capture dates are days of
 * the building site and shift with nobody's zone (decisions §8). Years are cut to those that a capture date can have.
 */
export function toDay(dayOrInstant: string): string {
  const [year = 0, month = 1, day = 1] = dayOrInstant.slice(0, 10).split('-').map(Number);
  const bounded = Math.min(Math.max(year, 1899), 2201);
  return new Date(Date.UTC(bounded, month - 1, day)).toISOString().slice(0, 10);
}

/** Days are written out: of a parameter the planner would not know how long the range is. */
function filtersOf(query: Query): Condition[] {
  const { status, projectId, siteId, photographerId, phase, from, to } = query;
  const wanted: (Condition | false)[] = [
    status !== undefined && sql`s.status = ${status}`,
    projectId !== undefined && sql`s.project_id = ${projectId}`,
    siteId !== undefined && sql`s.site_id = ${siteId}`,
    photographerId !== undefined && sql`s.photographer_id = ${photographerId}`,
    phase !== undefined && sql`s.phase = ${phase}`,
    from !== undefined && sql`s.capture_date >= ${sql.lit(toDay(from))}::date`,
    to !== undefined && sql`s.capture_date <= ${sql.lit(toDay(to))}::date`,
  ];
  return wanted.filter((one) => one !== false);
}

function after(mark: Cursor | null, sort: Sort): Condition[] {
  return mark ? [sql`(${sort.column}, s.id) < (${mark.at}::${sort.type}, ${mark.id}::integer)`] : [];
}

/** The whole count comes with the rows where the counters know it. */
async function pageWithout(reading: ReadContext, asked: { query: Query; mark: Cursor | null }) {
  const { actor, db } = reading;
  const { query, mark } = asked;
  const filters = filtersOf(query);
  const sort = sortColumns[query.sort];
  const cut = { conditions: [...filters, ...after(mark, sort)], sort, limit: query.limit + 1 };
  const total = mark ? null : countByFilter(actor, query);
  // On one row only: were it on each, all of them would be new ones after every change of the count.
  const also = total ? sql`, case when row_number() over () = 1 then ${total} end as total` : sql``;
  const { rows } = await withNames(newestFirst(actor, cut), cut, also).execute(db);
  const seen = allOf([visibleSessions(actor), ...filters]);
  const each = sql`(select count(*) from ${sql.table(sessionView(actor))} s where ${seen})`;
  const counted = rows.find((row) => typeof row.total === 'number')?.total;
  return { rows, count: async () => counted ?? countCached(reading, each) };
}

async function pageWith(reading: ReadContext, asked: { query: Query; mark: Cursor | null; text: string }) {
  const { query, mark, text } = asked;
  const words = await toSearchTerms(reading, text, 'list');
  if (!words) return { rows: [] as SessionRow[], count: async () => 0 };
  const filters = filtersOf(query);
  const sort = sortColumns[query.sort];
  const conditions = [...filters, ...after(mark, sort)];
  return searchSessions(reading, { words, filters, conditions, sort, limit: query.limit + 1 });
}

/** A page of what this person sees; the whole count on the first page only. */
export async function listSessions(reading: ReadContext, query: Query): Promise<Page<Session>> {
  const text = query.q?.trim() ?? '';
  const mark = parseCursor(query.cursor, query.sort, sortColumns[query.sort].kind);
  const asked = { query, mark };
  const found = text === '' ? await pageWithout(reading, asked) : await pageWith(reading, { ...asked, text });
  const page = paginate(found.rows, query.limit, (row) => ({ by: query.sort, at: row[query.sort], id: row.id }));
  const answer = { rows: page.rows.map(toSession), next: page.next };
  if (mark) return answer;
  return { ...answer, total: page.next ? await found.count() : found.rows.length };
}
