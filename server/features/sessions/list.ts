// The session lists: filters, order and one page, in an order that an index gives, whoever asks and however many there are.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Person } from '#contract/policy.ts';
import type { Session, SessionQuery } from '#contract/sessions.ts';
import type { Tables } from '#server/db/schema.ts';
import { type Mark, type Page, paged, readCursor } from '#server/http/page.ts';
import { sessionFace, visibleProjectIds, visibleSessions } from '#server/scope.ts';
import { countByFilter } from './counts.ts';
import { type SessionRow, toSession, withNames } from './reply.ts';
import { countHolding, holds, idsHolding, toWords, type Words } from './words.ts';

export type Query = z.infer<typeof SessionQuery>;
type Condition = RawBuilder<unknown>;

const sorts = {
  createdAt: { column: sql.ref('s.created_at'), kind: 'instant', type: sql`timestamptz` },
  captureDate: { column: sql.ref('s.capture_date'), kind: 'day', type: sql`date` },
} as const;
type Sort = (typeof sorts)[keyof typeof sorts];

/** How many of the newest rows are looked at before the indexes are asked; common words are found here in about 1 ms. */
const newestRows = 1000;

/**
 * The calendar day of a filter. An instant counts as the day that is written in it, in its own zone: capture dates are days of
 * the building site and shift with nobody's zone (decisions §8). Cut to the days that a capture date can be.
 */
export function dayOf(dayOrInstant: string): string {
  const [year = 0, month = 1, day = 1] = dayOrInstant.slice(0, 10).split('-').map(Number);
  const bounded = Math.min(Math.max(year, 1899), 2201);
  return new Date(Date.UTC(bounded, month - 1, day)).toISOString().slice(0, 10);
}

/** Conditions on a row of a face under the alias s. Days are written out: with a parameter the planner knows no range. */
function filters(query: Query): Condition[] {
  const { status, projectId, siteId, photographerId, phase, from, to } = query;
  const wanted: (Condition | false)[] = [
    status !== undefined && sql`s.status = ${status}`,
    projectId !== undefined && sql`s.project_id = ${projectId}`,
    siteId !== undefined && sql`s.site_id = ${siteId}`,
    photographerId !== undefined && sql`s.photographer_id = ${photographerId}`,
    phase !== undefined && sql`s.phase = ${phase}`,
    from !== undefined && sql`s.capture_date >= ${sql.lit(dayOf(from))}::date`,
    to !== undefined && sql`s.capture_date <= ${sql.lit(dayOf(to))}::date`,
  ];
  return wanted.filter((one) => one !== false);
}

function all(conditions: Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function after(mark: Mark | null, sort: Sort): Condition[] {
  return mark ? [sql`(${sort.column}, s.id) < (${mark.at}::${sort.type}, ${mark.id}::integer)`] : [];
}

type Cut = { conditions: Condition[]; sort: Sort; limit: number };

/**
 * The newest rows of a face that meet the conditions. A client's come project by project, each in the order of its index, and
 * are merged: a prepared plan for one client would else walk everybody's sessions for another (measured: 80 ms against 1).
 */
function newest(actor: Person, { conditions, sort, limit }: Cut): RawBuilder<unknown> {
  const order = sql`order by ${sort.column} desc, s.id desc limit ${sql.lit(limit)}`;
  if (sessionFace(actor) === 'sessions_present') {
    return sql`select s.* from sessions_present s where ${all([visibleSessions(actor), ...conditions])} ${order}`;
  }
  return sql`select s.* from (
      select k.id from ${visibleProjectIds(actor)} mine cross join lateral (
        select s.id, ${sort.column} as at from sessions_released s
        where ${all([sql`s.project_id = mine.id`, ...conditions])} ${order}) k
      order by k.at desc, k.id desc limit ${sql.lit(limit)}) k
    join sessions_released s on s.id = k.id`;
}

type Shown = { sort: Sort; limit: number; total?: RawBuilder<number> | null };

function ordered(rows: RawBuilder<unknown>, { sort, limit, total = null }: Shown): RawBuilder<SessionRow> {
  return sql<SessionRow>`${withNames(rows, total)} order by ${sort.column} desc, s.id desc limit ${sql.lit(limit)}`;
}

type Search = Cut & { words: Words };

/** Words that many rows hold are among the newest; rare ones are few enough to be found by their index and sorted. */
async function searchRows(db: Kysely<Tables>, actor: Person, search: Search): Promise<SessionRow[]> {
  const { conditions, sort, limit, words } = search;
  const recent = newest(actor, { conditions, sort, limit: newestRows });
  const among = sql`select s.* from (${recent}) s where ${holds(words)}
    order by ${sort.column} desc, s.id desc limit ${sql.lit(limit)}`;
  const first = await ordered(among, search).execute(db);
  if (first.rows.length === limit) return first.rows;
  const face = sql.table(sessionFace(actor));
  const found = sql`select s.* from ${face} s where ${all([sql`s.id in ${idsHolding(words, actor)}`, ...conditions])}
    order by ${sort.column} desc, s.id desc limit ${sql.lit(limit)}`;
  return (await ordered(found, search).execute(db)).rows;
}

/** The newest sessions that this person sees and that hold the words, for the global search. */
export function newestHolding(
  db: Kysely<Tables>,
  actor: Person,
  asked: { words: Words; limit: number },
): Promise<SessionRow[]> {
  return searchRows(db, actor, { ...asked, conditions: [], sort: sorts.createdAt });
}

/** The whole count where the counters alone do not know it. */
async function countRows(
  db: Kysely<Tables>,
  actor: Person,
  asked: { conditions: Condition[]; words: Words | null },
): Promise<number> {
  const { conditions, words } = asked;
  const face = sql.table(sessionFace(actor));
  const seen = words ? sql`s.id in ${idsHolding(words, actor)}` : visibleSessions(actor);
  const rows = sql`(select count(*) from ${face} s where ${all([seen, ...conditions])})`;
  const count = words && conditions.length === 0 ? countHolding(words, actor) : rows;
  const found = await sql<{ total: number }>`select ${count} as total`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** A page of what this person sees; the whole count on the first page only (decisions §4). */
export async function listSessions(db: Kysely<Tables>, actor: Person, query: Query): Promise<Page<Session>> {
  const text = query.q?.trim() ?? '';
  const words = text === '' ? null : toWords(text, 'list');
  if (text !== '' && !words) return { rows: [], next: null, total: 0 };
  const sort = sorts[query.sort];
  const mark = readCursor(query.cursor, query.sort, sort.kind);
  const asked = filters(query);
  const cut = { conditions: [...asked, ...after(mark, sort)], sort, limit: query.limit + 1 };
  const total = mark ? null : countByFilter(actor, query);
  const rows = words
    ? await searchRows(db, actor, { ...cut, words })
    : (await ordered(newest(actor, cut), { ...cut, total }).execute(db)).rows;
  const page = paged(rows, query.limit, (row) => ({ by: query.sort, at: row[query.sort], id: row.id }));
  const answer = { rows: page.rows.map(toSession), next: page.next };
  if (mark) return answer;
  if (!page.next) return { ...answer, total: rows.length };
  const whole = rows[0]?.total ?? (await countRows(db, actor, { conditions: asked, words }));
  return { ...answer, total: whole };
}
