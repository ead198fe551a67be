// The audit log's root of each day: a hash over all its entries, sealed in the chain of the company (behaviour §32.3).
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { canonicalJson } from '#contract/evidence/canonical-json.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import type { SealKey } from '#server/lib/secrets/seal-key.ts';
import { sealWaiting } from './chain.ts';
import { sha256Of } from './manifest.ts';

type Entry = Record<string, string | number | null>;
type AuditRoot = { day: string; entries: number; root: string };

const batch = 2_000;
/** What began before midnight is committed long before that. */
const settlesSeconds = 3_600;
/** After an outage of years the rest has its turn an hour later. */
const maxDays = 60;

/** `before` and `after` as they were written: text, so that nothing of them is lost on the way. */
async function readEntries(db: Kysely<Tables>, day: string, afterId: number): Promise<Entry[]> {
  const found = await sql<Entry>`
    select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.act, a.by_id as "byId", a.by_name as "byName",
      a.guest, a.address, a.subject_kind as "subjectKind", a.subject_id as "subjectId", a.subject_name as "subjectName",
      a.project_id as "projectId", a.before::text as before, a.after::text as after
    from audit_log a
    where a.at >= ${day}::date::timestamp at time zone 'UTC' and a.at < (${day}::date + 1)::timestamp at time zone 'UTC' and a.id > ${afterId}
    order by a.id limit ${sql.lit(batch)}`.execute(db);
  return found.rows;
}

/** Each entry is hashed together with the root of those before it, so that none can be changed, left out, added or moved. */
export async function auditRootOf(db: Kysely<Tables>, day: string): Promise<AuditRoot> {
  let root = '';
  let entries = 0;
  for (let afterId = 0; ; ) {
    const rows = await readEntries(db, day, afterId);
    for (const row of rows)
      root = createHash('sha256')
        .update(root + sha256Of(canonicalJson(row)))
        .digest('hex');
    entries += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return { day, entries, root };
    afterId = Number(last.id);
  }
}

/** The days that are over and have no root: those after the last that has one; at first only yesterday. */
async function daysDue(db: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{ day: string }>`
    with over as (select ((now() - make_interval(secs => ${settlesSeconds})) at time zone 'UTC')::date - 1 as day)
    select d::date as day from over, generate_series(
      coalesce((select max(day) + 1 from seal_manifests where kind = 'audit'), over.day)::timestamp, over.day::timestamp, interval '1 day') d
    order by 1 limit ${sql.lit(maxDays)}`.execute(db);
  return found.rows.map(({ day }) => day);
}

type Dependencies = { db: Kysely<Tables>; write: RunTransaction; key: SealKey };

export async function sealAuditDays({ db, write, key }: Dependencies): Promise<void> {
  for (const day of await daysDue(db)) {
    const content = canonicalJson({ format: 'topout-audit-1', kind: 'audit', ...(await auditRootOf(db, day)) });
    await write({ topics: [] }, async ({ tx }) => {
      await sql`insert into seal_manifests (kind, day, content, hash) values ('audit', ${day}::date, ${content}, ${sha256Of(content)})
        on conflict (day) do nothing`.execute(tx);
    });
  }
  await sealWaiting({ write, key }, null);
}
