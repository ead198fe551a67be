// The session lists: filters, one page, and the whole count (behaviour §7.2).
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { can, type Person } from '#contract/policy.ts';
import { type Session, sessionStatuses } from '#contract/sessions/endpoints.ts';
import type { SessionQuery } from '#contract/sessions/routes.ts';
import { companyDay, companyZone } from '#server/db/settings/company-settings.ts';
import { countByFilter, countCached } from '#server/features/sessions/counts.ts';
import { toSession } from '#server/features/sessions/session-row.ts';
import { type Cursor, type Page, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { findDaysBeside, type SoughtDays } from '#server/lib/search-dates.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { allOf, type Condition, newestFirst, type Sort, sortColumns, withNames } from './keyset-query.ts';
import { toSearchTerms } from './search-conditions.ts';
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
  Pick<
    Query,
    'status' | 'projectId' | 'siteId' | 'photographerId' | 'phase' | 'from' | 'to' | 'decidedFrom' | 'decidedTo'
  >
>;

/** Days are written out: of a parameter the planner would not know how long the range is. */
export function filtersOf(actor: Person, query: SessionFilters): Condition[] {
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
  return [...wanted.filter((one) => one !== false), ...decidedOn(actor, query)];
}

const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${companyZone}`;

type Decided = Pick<SessionFilters, 'status' | 'decidedFrom' | 'decidedTo'>;

/** Decided on one of these days, as they are in the company's zone; with a status to that one. Clients know of releases alone. */
export function decidedOn(actor: Person, { status, decidedFrom, decidedTo }: Decided): Condition[] {
  if (decidedFrom === undefined && decidedTo === undefined) return [];
  const wanted = status === 'completed' ? 'approved' : status;
  const known = can.seePresentContent(actor) ? ['approved', 'rejected'] : ['approved'];
  const among = known.filter((one) => wanted === undefined || wanted === 'pending' || one === wanted);
  const [from, to] = [toDay(decidedFrom ?? '1900-01-01'), toDay(decidedTo ?? '2200-12-31')].map((day) => sql.lit(day));
  return [
    sql`s.id in (select d.session_id from session_records d where d.from_status = 'pending' and d.to_status in ('approved', 'rejected')
      and d.to_status = any(${among}::text[]) and d.at >= ${startOf(sql`${from}::date`)} and d.at < ${startOf(sql`${to}::date + 1`)})`,
  ];
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
  const filters = filtersOf(actor, query);
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
  const filters = filtersOf(ctx.actor, query);
  const sort = sortColumns[query.sort];
  const conditions = [...filters, ...among(query.ids), ...after(cursor, sort)];
  return searchSessions(ctx, { terms, filters, conditions, sort, limit: query.limit + 1 });
}

function find(ctx: ReadContext, request: PageRequest) {
  const text = request.query.q?.trim() ?? '';
  return text === '' ? listAll(ctx, request) : listMatching(ctx, { ...request, text });
}

async function todayThere(db: ReadContext['db']): Promise<string> {
  const found = await sql<{ today: string }>`select ${companyDay()}::text as today`.execute(db);
  return found.rows[0]?.today ?? '';
}

/** The days that a search names, as `findDaysBeside`, of today where the company is. */
export async function daysNamed(db: ReadContext['db'], text: string): Promise<SoughtDays | null> {
  return /\s/.test(text) ? findDaysBeside(text, await todayThere(db)) : null;
}

const later = (a: string, b: string | undefined) => (b !== undefined && toDay(b) > a ? b : a);
const earlier = (a: string, b: string | undefined) => (b !== undefined && toDay(b) < a ? b : a);

/** The same with the days that a search names, within those of the filters. */
export function withinDays<Wanted extends Partial<Query>>(
  query: Wanted,
  { from, to, words, decided }: SoughtDays,
): Wanted {
  // A status beside days and nothing else is one.
  const status = query.status === undefined ? sessionStatuses.find((one) => one === words.toLowerCase()) : undefined;
  const rest = status ? { ...query, q: '', status } : { ...query, q: words };
  if (decided) return { ...rest, decidedFrom: later(from, query.decidedFrom), decidedTo: earlier(to, query.decidedTo) };
  return { ...rest, from: later(from, query.from), to: earlier(to, query.to) };
}

/** Days among the words are those of the visit, as long as that finds anything: else they are words like any others. */
async function understood(ctx: ReadContext, query: Query): Promise<Query> {
  const days = await daysNamed(ctx.db, query.q?.trim() ?? '');
  if (!days) return query;
  const meant = withinDays(query, days);
  const { rows } = await find(ctx, { query: { ...meant, ids: undefined, limit: 1 }, cursor: null });
  return rows.length > 0 ? meant : query;
}

/** A page of what this person sees; the whole count, whichever `ids` are asked for, on the first page only. */
export async function listSessions(ctx: ReadContext, asked: Query): Promise<Page<Session>> {
  const query = await understood(ctx, asked);
  const cursor = parseCursor(query.cursor, query.sort, sortColumns[query.sort].kind);
  const found = await find(ctx, { query, cursor });
  const page = paginate(found.rows, query.limit, (row) => ({ by: query.sort, at: row[query.sort], id: row.id }));
  const answer = { rows: page.rows.map(toSession), next: page.next };
  if (cursor) return answer;
  return { ...answer, total: page.next || query.ids ? await found.count() : found.rows.length };
}
