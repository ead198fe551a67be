// Which sessions contain the searched words: one condition for the newest rows, indexes and counters for the rest.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { type SessionStatus, sessionStatuses, sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { counterCondition } from '#server/features/sessions/counts.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { allOf, type Condition } from './keyset-query.ts';

// Numbers that contain given digits, so that an index finds sessions by a part of their number.

/** Above this, reading every number costs no more. */
const maxIds = 5_000;

/**
 * All numbers up to `max` whose decimal form contains these digits; null if they are too many to list. Each is some digits before, the
 * digits, and some digits after: the latter make a range, the former determine the distance between ranges.
 */
export function idsContaining(digits: string, max: number): number[] | null {
  const found = new Set<number>();
  for (let after = 1; after <= max; after *= 10) {
    const apart = after * 10 ** digits.length;
    // A number does not begin with a zero.
    const first = Number(digits) * after + (digits.startsWith('0') ? apart : 0);
    for (let low = first; low <= max; low += apart) {
      for (let number = low; number < low + after && number <= max; number++) found.add(number);
      if (found.size > maxIds) return null;
    }
  }
  return [...found];
}

/**
 * A search term. Lists match notes, project, site, and the photographer's names and username (behaviour §7.2); the global search also
 * 'Session #12' and the status, stored or shown (behaviour §7.4). `among`: with several words in a list, a whole status is matched too.
 */
type Scope = 'list' | 'among' | 'search';

/** One word, and the ids of people and projects whose name contains it. */
type Word = {
  text: string;
  pattern: string;
  over: Scope;
  projects: number[];
  sites: number[];
  users: number[];
  /** Numbers of sessions that contain the digits, for a search of nothing else; null if they are too many to list. */
  numbers: number[] | null;
};

/** Every word has to match; `exact` is the session requested by its number, whatever else it contains. */
export type SearchTerms = { words: Word[]; exact: number | null };

const title = 'session #';
const biggest = 2_147_483_647;

/** '6', '#6', 'session #6'. */
function sessionNumber(text: string): number | null {
  const number = Number(/^(?:session)?\s*(?:#\s*)?([1-9]\d{0,9})$/i.exec(text.trim())?.[1] ?? Number.NaN);
  return number <= biggest ? number : null;
}

/** Reads the small tables once, for all the following statements and for everybody who searches for the same. */
export async function toSearchTerms(
  { db, cached }: ReadContext,
  text: string,
  where: 'list' | 'search',
): Promise<SearchTerms> {
  // 'ses', '#' and the like are part of every session's name.
  const telling = toSearchWords(text).filter((word) => where === 'list' || !title.includes(word));
  const over = where === 'list' && telling.length > 1 ? 'among' : where;
  const words = telling.map((word) => cached(`terms ${over} ${word}`, () => readWord(db, word, over)));
  return { words: (await Promise.all(words)).sort((a, b) => costOf(a) - costOf(b)), exact: sessionNumber(text) };
}

/** Among similar conditions PostgreSQL uses the index of the first: names are cheapest, and short words, which have no index, come last. */
function costOf(word: Word): number {
  if (isShort(word)) return 2;
  return word.users.length + word.projects.length + word.sites.length > 0 ? 0 : 1;
}

async function readWord(db: Kysely<Tables>, text: string, over: Scope): Promise<Word> {
  const pattern = toLikePattern(text);
  const digits = over === 'search' && /^\d+$/.test(text);
  const newest = digits ? sql`(select max(id) from sessions)` : sql`null::integer`;
  const people = sql`select id from users where search_fold(first_name) like ${pattern} or search_fold(last_name) like ${pattern} or search_fold(username) like ${pattern}`;
  const found = await sql<Pick<Word, 'projects' | 'sites' | 'users'> & { newest: number | null }>`
    select ${newest} as newest, array(select id from projects where search_fold(name) like ${pattern}) as projects,
      array(select id from sites where search_fold(name) like ${pattern}) as sites, array(${people}) as users`.execute(
    db,
  );
  const { projects = [], sites = [], users = [], newest: last = 0 } = found.rows[0] ?? {};
  const numbers = digits ? idsContaining(text, last ?? 0) : [];
  return { text, pattern, over, projects, sites, users, numbers };
}

/** Stored and shown words differ in case only. */
function statusesWith({ text, over }: Word): SessionStatus[] {
  if (over === 'list') return [];
  if (over === 'among') return sessionStatuses.filter((status) => status === text);
  return sessionStatuses.filter(
    (status) => status.includes(text) || sessionStatusLabels[status].toLowerCase().includes(text),
  );
}

function oneOf(ids: number[]): Condition {
  return sql`any(${ids}::integer[])`;
}

/** Ids that begin with these digits are at most ten ranges; those that contain them elsewhere are listed, or checked one by one. */
function idsWith({ text, over, numbers }: Word): Condition[] {
  const [, before = '', digits = ''] = /^(\D*)(\d+)$/.exec(text) ?? [];
  if (over !== 'search' || digits === '' || !title.endsWith(before)) return [];
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

/** The index of notes cannot find fewer than three letters or digits in a row. */
export function isShort({ text }: Pick<Word, 'text'>): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(text);
}

/** Matches that only the rows can answer: notes, site, number. `alias` is the row with the content. */
function ofRow(word: Word, alias: 's' | 'r'): Condition {
  const indexed = sql.ref(`${alias}.folded`);
  // Reading the whole index and then all rows costs three times as much as the rows alone: an expression keeps the planner from it.
  const notes = isShort(word) ? sql`(${indexed} || '')` : indexed;
  const site = sql.ref(`${alias}.site_id`);
  return either([sql`${notes} like ${word.pattern}`, sql`${site} = ${oneOf(word.sites)}`, ...idsWith(word)]);
}

/** Matches that `session_counts` can answer too: project, photographer, status. */
function ofKind(word: Word, alias: 's' | 'c', status: string): Condition {
  const ways = [
    sql`${sql.ref(`${alias}.project_id`)} = ${oneOf(word.projects)}`,
    sql`${sql.ref(`${alias}.photographer_id`)} = ${oneOf(word.users)}`,
  ];
  const statuses = statusesWith(word);
  if (statuses.length > 0) ways.push(sql`${sql.ref(`${alias}.${status}`)} = any(${statuses}::text[])`);
  return either(ways);
}

/** True if kinds alone match each word. */
function isKind({ words }: SearchTerms, alias: 's' | 'c', status: string): Condition {
  return allOf(words.map((word) => ofKind(word, alias, status)));
}

function orExact({ exact }: SearchTerms, words: Condition): Condition {
  return exact === null ? words : either([words, sql`s.id = ${exact}::integer`]);
}

/** True if each word matches, by kind or in the row under this alias, and for the session with the number. */
function holdsAll(terms: SearchTerms, alias: 's' | 'r', status: string): Condition {
  const words = terms.words.map((word) => either([ofKind(word, 's', status), ofRow(word, alias)]));
  return orExact(terms, allOf(words));
}

/** True for a row of a view under the alias s that matches the words. */
export function matches(terms: SearchTerms): Condition {
  return holdsAll(terms, 's', 'status');
}

function statusColumn(actor: Person): string {
  return sessionView(actor) === 'sessions_released' ? 'released_status' : 'status';
}

type MatchConditions = { present: Condition; revised: Condition };

/**
 * A query of ids. For an approved or completed session the present content is what clients read, so that the index on the present notes
 * serves them too; the few others with a release are read one by one. `scope` narrows the former; the latter are few.
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
  const status = statusColumn(actor);
  return { present: holdsAll(terms, 's', status), revised: holdsAll(terms, 'r', status) };
}

/** A query of the ids of all that this person sees and that match the words. */
export function matchingIds(terms: SearchTerms, actor: Person): Condition {
  return ids(actor, matchConditions(terms, actor), visibleSessions(actor));
}

/**
 * A query of the ids of up to this many sessions that match the words, regardless of permissions, which the caller applies: straight from
 * the indexes, so that a rare word costs the same however many sessions there are and however many of them are one's own.
 */
export function isRareMatch(terms: SearchTerms, actor: Person, limit: number): Condition {
  return sql`${ids(actor, matchConditions(terms, actor), sql`true`)} limit ${sql.lit(limit)}`;
}

/** How many sessions that this person sees match the words: the counters know some, the others are counted by index. */
export function matchCount(terms: SearchTerms, actor: Person): RawBuilder<number> {
  const status = statusColumn(actor);
  const [only, ...others] = terms.words;
  // Matches of a single word that kinds do not find can only be in the row.
  const found = (alias: 's' | 'r') =>
    only && others.length === 0 ? orExact(terms, ofRow(only, alias)) : holdsAll(terms, alias, status);
  const other = sql`not (${isKind(terms, 's', status)})`;
  const rest = { present: sql`${other} and ${found('s')}`, revised: sql`${other} and ${found('r')}` };
  return sql<number>`(
    (select coalesce(sum(c.sessions), 0) from session_counts c where ${counterCondition(actor)} and ${isKind(terms, 'c', status)})
    + (select count(*) from (${ids(actor, rest, visibleSessions(actor))}) others))`;
}
