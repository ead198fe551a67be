// The session lists: filters, one page, and the whole count (behaviour §7.2).
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { SessionQuery } from '#contract/schemas/sessions.ts';
import type { Session } from '#contract/sessions.ts';
import { type Cursor, type Page, paginate, parseCursor } from '#server/http/pagination.ts';
import type { ReadContext } from '#server/http/register-routes.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { countByFilter, countCached } from './counts.ts';
import { allOf, type Condition, newestFirst, type Sort, sortColumns, withNames } from './keyset-query.ts';
import { toSearchTerms } from './search-conditions.ts';
import { toSession } from './session-row.ts';
import { searchSessions } from './text-search.ts';

type Query = z.infer<typeof SessionQuery>;

/**
 * The calendar day of a filter. An instant counts as the day that is written in it, in its own zone: capture dates are days of
 * the building site and shift with nobody's zone (behaviour §7.2). Years are cut to those that a capture date can have.
 */
export function toDay(dayOrInstant: string): string {
  const [year = 0, month = 1, day = 1] = dayOrInstant.slice(0, 10).split('-').map(Number);
  const bounded = Math.min(Math.max(year, 1899), 2201);
  return new Date(Date.UTC(bounded, month - 1, day)).toISOString().slice(0, 10);
}

export type SessionFilters = Partial<
  Pick<Query, 'status' | 'projectId' | 'siteId' | 'photographerId' | 'phase' | 'from' | 'to'>
>;

/** Days are written out: of a parameter the planner would not know how long the range is. */
export function filtersOf(query: SessionFilters): Condition[] {
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

function after(cursor: Cursor | null, sort: Sort): Condition[] {
  if (!cursor) return [];
  const further = sort === sortColumns.submittedAt ? sql`>` : sql`<`;
  return [sql`(${sort.column}, s.id) ${further} (${cursor.at}::${sort.type}, ${cursor.id}::integer)`];
}

function among(ids: number[] | undefined): Condition[] {
  return ids ? [sql`s.id = any(${ids}::integer[])`] : [];
}

type PageRequest = { query: Query; cursor: Cursor | null };

async function listAll(ctx: ReadContext, { query, cursor }: PageRequest) {
  const { actor, db } = ctx;
  const filters = filtersOf(query);
  const sort = sortColumns[query.sort];
  const window = {
    conditions: [...filters, ...among(query.ids), ...after(cursor, sort)],
    sort,
    limit: query.limit + 1,
  };
  const { rows } = await withNames(newestFirst(actor, window), window).execute(db);
  const seen = allOf([visibleSessions(actor), ...filters]);
  const each = sql`(select count(*) from ${sql.table(sessionView(actor))} s where ${seen})`;
  return { rows, count: () => countCached(ctx, countByFilter(actor, query) ?? each) };
}

async function listMatching(ctx: ReadContext, { query, cursor, text }: PageRequest & { text: string }) {
  const terms = await toSearchTerms(ctx, text, 'list');
  const filters = filtersOf(query);
  const sort = sortColumns[query.sort];
  const conditions = [...filters, ...among(query.ids), ...after(cursor, sort)];
  return searchSessions(ctx, { terms, filters, conditions, sort, limit: query.limit + 1 });
}

/** A page of what this person sees; the whole count, whichever `ids` are asked for, on the first page only. */
export async function listSessions(ctx: ReadContext, query: Query): Promise<Page<Session>> {
  const text = query.q?.trim() ?? '';
  const cursor = parseCursor(query.cursor, query.sort, sortColumns[query.sort].kind);
  const request = { query, cursor };
  const found = text === '' ? await listAll(ctx, request) : await listMatching(ctx, { ...request, text });
  const page = paginate(found.rows, query.limit, (row) => ({ by: query.sort, at: row[query.sort], id: row.id }));
  const answer = { rows: page.rows.map(toSession), next: page.next };
  if (cursor) return answer;
  return { ...answer, total: page.next || query.ids ? await found.count() : found.rows.length };
}
