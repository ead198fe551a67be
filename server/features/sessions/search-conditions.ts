// Which sessions hold the words that somebody looks for: one condition for the newest rows, indexes and counters for the rest.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { type SessionStatus, sessionStatuses, sessionStatusLabels } from '#contract/sessions.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadContext } from '#server/http/register-routes.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { counterCondition } from './counts.ts';
import { idsContaining } from './id-substring.ts';

/**
 * What is looked for. Lists match notes, project name, site name and the photographer's username (behaviour §7.2);
 * the global search notes, project name, site name, 'Session #12' and the status, stored or shown (behaviour §7.4).
 */
export type SearchTerms = {
  text: string;
  pattern: string;
  over: 'list' | 'search';
  /** Ids of those whose name holds the words. */
  projects: number[];
  sites: number[];
  users: number[];
  /** Numbers of sessions that hold the digits of a search for nothing else; null where they are too many to list. */
  numbers: number[] | null;
};

type Condition = RawBuilder<unknown>;

/** Case does not matter; `%`, `_` and `\` are ordinary characters. Null where nothing can match: NUL cannot be stored. */
export function toLikePattern(text: string): string | null {
  return text.includes('\u0000') ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Reads the small tables once, for all the statements that follow and for everybody who looks for the same. */
export async function toSearchTerms(
  { db, cached }: ReadContext,
  text: string,
  over: SearchTerms['over'],
): Promise<SearchTerms | null> {
  const pattern = toLikePattern(text);
  return pattern === null ? null : cached(`terms ${over} ${text}`, () => readWords(db, { text, pattern, over }));
}

type Wanted = Pick<SearchTerms, 'text' | 'pattern' | 'over'>;

async function readWords(db: Kysely<Tables>, { text, pattern, over }: Wanted): Promise<SearchTerms> {
  const users = over === 'list' ? sql`select id from users where username ilike ${pattern}` : sql`select 0 where false`;
  const digits = over === 'search' && /^\d+$/.test(text);
  const newest = digits ? sql`(select max(id) from sessions)` : sql`null::integer`;
  const found = await sql<Pick<SearchTerms, 'projects' | 'sites' | 'users'> & { newest: number | null }>`
    select ${newest} as newest, array(select id from projects where name ilike ${pattern}) as projects,
      array(select id from sites where name ilike ${pattern}) as sites, array(${users}) as users`.execute(db);
  const { projects = [], sites = [], users: people = [], newest: last = 0 } = found.rows[0] ?? {};
  const numbers = digits ? idsContaining(text, last ?? 0) : [];
  return { text: text.toLowerCase(), pattern, over, projects, sites, users: people, numbers };
}

/** Stored and shown words are the same but for their case. */
function statusesWith({ text }: SearchTerms): SessionStatus[] {
  return sessionStatuses.filter(
    (status) => status.includes(text) || sessionStatusLabels[status].toLowerCase().includes(text),
  );
}

function oneOf(ids: number[]): Condition {
  return sql`any(${ids}::integer[])`;
}

const title = 'session #';
const biggest = 2_147_483_647;

/** Ids that begin with these digits are at most ten ranges; those that hold them somewhere are listed, or looked at one by one. */
function idsWith({ text, over, numbers }: SearchTerms): Condition[] {
  const [, before = '', digits = ''] = /^(\D*)(\d+)$/.exec(text) ?? [];
  if (over === 'list' || digits === '' || !title.endsWith(before)) return [];
  if (before === '') return [numbers ? sql`s.id = ${oneOf(numbers)}` : sql`s.id::text like ${`%${digits}%`}`];
  const ranges: Condition[] = [];
  for (
    let low = Number(digits), width = 1;
    low > 0 && low <= biggest && !digits.startsWith('0');
    low *= 10, width *= 10
  ) {
    ranges.push(sql`s.id between ${low}::integer and ${Math.min(low + width - 1, biggest)}::integer`);
  }
  return ranges;
}

function either(ways: Condition[]): Condition {
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;
}

/** What only the rows know: notes, site, number. `alias` bears the content that is read. */
function ofRow(terms: SearchTerms, alias: 's' | 'r' = 's'): Condition {
  const notes = alias === 's' ? sql`s.searched` : sql`lower(r.notes)`;
  const site = sql.ref(`${alias}.site_id`);
  return either([sql`${notes} like lower(${terms.pattern})`, sql`${site} = ${oneOf(terms.sites)}`, ...idsWith(terms)]);
}

/** What `session_counts` knows too: project, photographer, status. */
function ofKind(terms: SearchTerms, alias: 's' | 'c', status: string): Condition {
  const project = sql`${sql.ref(`${alias}.project_id`)} = ${oneOf(terms.projects)}`;
  if (terms.over === 'list')
    return either([project, sql`${sql.ref(`${alias}.photographer_id`)} = ${oneOf(terms.users)}`]);
  // 'ses', '#' and the like are part of every session's name.
  if (title.includes(terms.text)) return sql`true`;
  const statuses = statusesWith(terms);
  if (statuses.length === 0) return project;
  return either([project, sql`${sql.ref(`${alias}.${status}`)} = any(${statuses}::text[])`]);
}

/** True for a row of a view under the alias s that holds the words. */
export function matches(terms: SearchTerms): Condition {
  return either([ofKind(terms, 's', 'status'), ofRow(terms)]);
}

function statusColumn(actor: Person): string {
  return sessionView(actor) === 'sessions_released' ? 'released_status' : 'status';
}

type MatchConditions = { present: Condition; revised: Condition };

/**
 * A query of ids. Where a session is approved or completed its present content is what clients read, so that the index on the
 * present notes serves them too; the few others with a release are read one by one. `scope` narrows the former, the latter are narrow.
 */
function ids(actor: Person, { present, revised }: MatchConditions, scope: Condition): Condition {
  const select = sql`select s.id from sessions s`;
  if (sessionView(actor) === 'sessions_present')
    return sql`${select} where s.removed_at is null and ${scope} and ${present}`;
  return sql`${select} where s.removed_at is null and s.released_record_id is not null and s.status in ('approved', 'completed')
      and ${scope} and ${present}
    union all ${select} join session_records r on r.id = s.released_record_id
      where s.removed_at is null and s.released_record_id is not null and s.status in ('pending', 'rejected')
        and ${visibleSessions(actor)} and ${revised}`;
}

function matchConditions(terms: SearchTerms, actor: Person): MatchConditions {
  const kind = ofKind(terms, 's', statusColumn(actor));
  return { present: either([kind, ofRow(terms)]), revised: either([kind, ofRow(terms, 'r')]) };
}

/** A query of the ids of all that this person sees and that hold the words. */
export function matchingIds(terms: SearchTerms, actor: Person): Condition {
  return ids(actor, matchConditions(terms, actor), visibleSessions(actor));
}

/**
 * A query of the ids of up to so many sessions that hold the words, whoever may see them: straight from the indexes, so that a rare
 * word costs the same however many sessions there are and however many of them are one's own.
 */
export function isRareMatch(terms: SearchTerms, actor: Person, limit: number): Condition {
  return sql`${ids(actor, matchConditions(terms, actor), sql`true`)} limit ${sql.lit(limit)}`;
}

/** How many of all that this person sees hold the words: the counters know some, the others are counted by index. */
export function matchCount(terms: SearchTerms, actor: Person): RawBuilder<number> {
  const status = statusColumn(actor);
  const other = sql`not ${ofKind(terms, 's', status)}`;
  const present = sql`${other} and ${ofRow(terms)}`;
  const revised = sql`${other} and ${ofRow(terms, 'r')}`;
  const rest = ids(actor, { present, revised }, visibleSessions(actor));
  return sql<number>`(
    (select coalesce(sum(c.sessions), 0) from session_counts c where ${counterCondition(actor)} and ${ofKind(terms, 'c', status)})
    + (select count(*) from (${rest}) others))`;
}
