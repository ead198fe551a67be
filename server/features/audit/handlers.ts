// The audit log: the only place that writes it, in the transaction of the act itself, and its list for admins.

import { type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { AuditAct, AuditEntry, AuditSubject } from '#contract/overview/audit-log.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { type Page, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';

/** Values by field: what `JSON.stringify` can write. Never a password, a token or a secret, not even its hash. */
type AuditFacts = object;

type AuditRecord = {
  /** Null: the product itself, or the guest. */
  by: number | null;
  /** Somebody without a login: the share that they came by. */
  guest?: string;
  act: AuditAct;
  subject: { kind: AuditSubject; id: number | null; name: string };
  /** Of the project that it belongs to, so that its acts are found together. */
  projectId?: number;
  before?: AuditFacts;
  after?: AuditFacts;
};

const json = (facts: AuditFacts | undefined) => (facts === undefined ? null : JSON.stringify(facts));

/** Writes down an act: it is kept if the act is, and gone if the act is rolled back. Where from, the context knows. */
export async function recordAct({ tx, events, address }: WriteContext, record: AuditRecord): Promise<void> {
  const { by, guest = null, act, subject, projectId = null, before, after } = record;
  await sql`
    insert into audit_log (act, by_id, by_name, guest, address, subject_kind, subject_id, subject_name, project_id, before, after)
    values (${act}, ${by}::integer, (select ${fullName('u')} from users u where u.id = ${by}::integer), ${guest}, ${address},
      ${subject.kind}, ${subject.id}::integer, ${subject.name}, ${projectId}::integer, ${json(before)}::json, ${json(after)}::json)`.execute(
    tx,
  );
  events.touch('auditLog');
}

/** The fields that differ, as they were and as they are; null where none does. What stays undefined was not changed. */
export function changedFacts<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const pick = (facts: Partial<T>) =>
    Object.fromEntries(names.map((name) => [name, facts[name] ?? null])) as Partial<T>;
  return names.length === 0 ? null : { before: pick(before), after: pick(after) };
}

type Facts = Record<string, unknown> | null;
type Query = RequestContext<typeof api.auditLog.auditLog>['query'];

/** An instant that PostgreSQL knows too; of a day its beginning in UTC, `later` so many days on. */
function instantOf(dayOrInstant: string, later = 0): string {
  const at = new Date(dayOrInstant);
  if (dayOrInstant.length === 10) at.setUTCDate(at.getUTCDate() + later);
  const [first, last] = [Date.UTC(1900, 0, 1), Date.UTC(2201, 0, 1)];
  return new Date(Math.min(Math.max(at.getTime(), first), last)).toISOString();
}

function filtersOf({ act, personId, projectId, from, to }: Query): RawBuilder<unknown> {
  const wanted: (RawBuilder<unknown> | false)[] = [
    act !== undefined && sql`a.act = ${act}`,
    personId !== undefined && sql`(a.by_id = ${personId} or (a.subject_kind = 'user' and a.subject_id = ${personId}))`,
    projectId !== undefined && sql`a.project_id = ${projectId}`,
    from !== undefined && sql`a.at >= ${instantOf(from)}::timestamptz`,
    to !== undefined && sql`a.at < ${instantOf(to, 1)}::timestamptz`,
  ];
  return sql.join([sql`true`, ...wanted.filter((one) => one !== false)], sql` and `);
}

/** What can still be opened has not been removed since. */
const subject = sql`json_build_object('kind', a.subject_kind, 'id', a.subject_id, 'name', a.subject_name, 'exists', case a.subject_kind
  when 'user' then exists (select 1 from users u where u.id = a.subject_id and u.closed_at is null)
  when 'project' then exists (select 1 from projects x where x.id = a.subject_id and x.removed_at is null)
  when 'session' then exists (select 1 from sessions s where s.id = a.subject_id and s.removed_at is null)
  when 'stage' then exists (select 1 from stages st where st.id = a.subject_id)
  when 'settings' then true
  when 'webhook' then exists (select 1 from webhooks w where w.id = a.subject_id)
  else false end)`;

async function listEntries({ db, query }: RequestContext<typeof api.auditLog.auditLog>): Promise<Page<AuditEntry>> {
  const filters = filtersOf(query);
  const cursor = parseCursor(query.cursor, 'id', 'text');
  const older = cursor ? sql`and a.id < ${cursor.id}` : sql``;
  const found = await sql<Omit<AuditEntry, 'changes'> & { before: Facts; after: Facts }>`
    select a.id, a.at, a.act, a.by_id as "byId", a.by_name as "byName", a.guest, a.address, ${subject} as subject,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as project, a.before, a.after
    from audit_log a left join projects p on p.id = a.project_id
    where ${filters} ${older} order by a.id desc limit ${sql.lit(query.limit + 1)}`.execute(db);
  const entries = found.rows.map(({ before, after, ...entry }) => ({
    ...entry,
    changes: changedValues(before, after),
  }));
  const page = paginate(entries, query.limit, ({ id }) => ({ by: 'id', at: '', id }));
  return cursor ? page : { ...page, total: await countRows(db, sql`audit_log a where ${filters}`) };
}

export const auditLog: Handlers<typeof api.auditLog> = { auditLog: listEntries };

// How many files there are in each tab: the audit log names no more of them, their ids stand with the record that was released.

/** By tab, of the ids by tab. */
export function fileCounts(files: Partial<Record<string, readonly string[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(files).map(([kind, ids]) => [kind, ids?.length ?? 0]));
}

// What an act changed, field by field, as people and spreadsheets read it.

/** A list is one line each; what belongs together stands in one line. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toLine).join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  const lines = Object.entries(value).map(([name, one]) => `${name}: ${toLine(one)}`);
  return lines.length === 0 ? null : lines.join('\n');
}

function toLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  const parts = Object.values(value).filter((part) => part !== null && part !== '');
  return parts.map(toLine).join(' · ');
}

/** In the order in which they were written down; a field that is only in one of the two came or went. */
export function changedValues(before: Facts, after: Facts): AuditEntry['changes'] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((field) => ({ field, before: toText(before?.[field]), after: toText(after?.[field]) }));
  return changes.filter((change) => change.before !== null || change.after !== null);
}
