// Which sessions hold the words that somebody looks for: one condition for the newest rows, indexes and counters for the rest.
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { type SessionStatus, sessionStatuses, sessionStatusLabels } from '#contract/sessions.ts';
import { sessionFace, visibleSessions } from '#server/scope.ts';
import { countedFor } from './counts.ts';

/**
 * What is looked for. Lists match notes, project name, site name and the photographer's username (spec 2, Session filter logic);
 * the global search notes, project name, site name, 'Session #12' and the status, stored or shown (spec 1, decisions §12).
 */
export type Words = { text: string; pattern: string; over: 'list' | 'search' };

type Condition = RawBuilder<unknown>;

/** Case does not matter; `%`, `_` and `\` are ordinary characters. Null where nothing can match: NUL cannot be stored. */
export function toWords(text: string, over: Words['over']): Words | null {
  if (text.includes('\u0000')) return null;
  return { text: text.toLowerCase(), pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`, over };
}

/** Stored and shown words are the same but for their case. */
function statusesWith({ text }: Words): SessionStatus[] {
  return sessionStatuses.filter(
    (status) => status.includes(text) || sessionStatusLabels[status].toLowerCase().includes(text),
  );
}

/** Ids of the rows of a small table whose name holds the words; read once per statement, whatever is compared with them. */
function named(table: 'projects' | 'sites' | 'users', { pattern }: Words): Condition {
  const column = table === 'users' ? 'username' : 'name';
  return sql`(select id from ${sql.table(table)} where ${sql.ref(column)} ilike ${pattern})`;
}

const title = 'session #';

/** True for a row of a face under the alias s that holds the words. */
export function holds(words: Words): Condition {
  const everywhere = sql`s.notes ilike ${words.pattern} or s.project_id in ${named('projects', words)}
    or s.site_id in ${named('sites', words)}`;
  if (words.over === 'list') return sql`(${everywhere} or s.photographer_id in ${named('users', words)})`;
  return sql`(${everywhere} or s.status = any(${statusesWith(words)}::text[])
    or ${title}::text || s.id like ${words.pattern.toLowerCase()})`;
}

/** What `sessions` and `session_counts` both know of a row: project, photographer, status. `status` is the column that is read. */
function common(words: Words, { alias, status }: { alias: 's' | 'c'; status: string }): Condition[] {
  const ways = [sql`${sql.ref(`${alias}.project_id`)} in ${named('projects', words)}`];
  if (words.over === 'list') return [...ways, sql`${sql.ref(`${alias}.photographer_id`)} in ${named('users', words)}`];
  // 'ses', '#' and the like are part of every session's name.
  if (title.includes(words.text)) return [sql`true`];
  const statuses = statusesWith(words);
  return statuses.length === 0 ? ways : [...ways, sql`${sql.ref(`${alias}.${status}`)} = any(${statuses}::text[])`];
}

/** Ids that begin with these digits are nine ranges, which the primary key finds; ids that hold them somewhere it does not. */
function idsWith({ text, over }: Words): Condition | null {
  const [, before = '', digits = ''] = /^(\D*)(\d+)$/.exec(text) ?? [];
  if (over === 'list' || digits === '' || !title.endsWith(before)) return null;
  if (before === '') return sql`s.id::text like ${`%${digits}%`}`;
  if (digits.startsWith('0')) return null;
  const ranges: Condition[] = [];
  for (let low = Number(digits), width = 1; low <= 2_147_483_647; low *= 10, width *= 10) {
    ranges.push(sql`s.id between ${low} and ${Math.min(low + width - 1, 2_147_483_647)}`);
  }
  return ranges.length === 0 ? null : sql`(${sql.join(ranges, sql` or `)})`;
}

/**
 * Queries of ids of what only the rows know: notes, site, number. Where a session is approved or completed its present content is
 * what clients read, so that the index on the present notes serves them too; the few others with a release are read one by one.
 */
function rowQueries(words: Words, actor: Person, more: Condition): Condition[] {
  const mine = sql`s.removed_at is null and ${visibleSessions(actor)} and ${more}`;
  const byId = idsWith(words);
  const own = [sql`s.notes ilike ${words.pattern}`, sql`s.site_id in ${named('sites', words)}`];
  const select = sql`select s.id from sessions s`;
  if (sessionFace(actor) === 'sessions_present') {
    return [...own, ...(byId ? [byId] : [])].map((way) => sql`${select} where ${mine} and ${way}`);
  }
  const seen = sql`${mine} and s.released_record_id is not null`;
  const current = own.map((way) => sql`${select} where ${seen} and s.status in ('approved', 'completed') and ${way}`);
  const revised = sql`${select} join session_records r on r.id = s.released_record_id
    where ${seen} and s.status in ('pending', 'rejected')
      and (r.notes ilike ${words.pattern} or r.site_id in ${named('sites', words)})`;
  return [...current, revised, ...(byId ? [sql`${select} where ${seen} and ${byId}`] : [])];
}

function statusColumn(actor: Person): string {
  return sessionFace(actor) === 'sessions_released' ? 'released_status' : 'status';
}

function union(queries: Condition[]): Condition {
  return sql`(${sql.join(queries, sql` union `)})`;
}

/** Ids of what this person sees and holds the words, each way by an index: for words that the newest rows do not hold. */
export function idsHolding(words: Words, actor: Person): Condition {
  const status = statusColumn(actor);
  const released = status === 'released_status' ? sql`and s.released_record_id is not null` : sql``;
  const others = common(words, { alias: 's', status }).map(
    (way) =>
      sql`select s.id from sessions s where s.removed_at is null ${released} and ${visibleSessions(actor)} and ${way}`,
  );
  return union([...others, ...rowQueries(words, actor, sql`true`)]);
}

/** How many of all that this person sees hold the words: the counters know some, the rest is counted by index. */
export function countHolding(words: Words, actor: Person): RawBuilder<number> {
  const status = statusColumn(actor);
  const any = (alias: 's' | 'c') => sql`(${sql.join(common(words, { alias, status }), sql` or `)})`;
  const rest = union(rowQueries(words, actor, sql`not ${any('s')}`));
  return sql<number>`(
    (select coalesce(sum(c.sessions), 0) from session_counts c where ${countedFor(actor)} and ${any('c')})
    + (select count(*) from ${rest} others))`;
}
