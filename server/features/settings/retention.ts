// How long the company keeps what piles up, edited by admins, and the job that removes what is older (behaviour §30).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Retention, SavedRetention } from '#contract/settings/retention.ts';
import type { Tables } from '#server/db/schema.ts';
import { readRetention, retentionKey } from '#server/db/settings/retention.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import type { JobHandler } from '#server/jobs.ts';
import { editSettings } from './edit-settings.ts';

const name = 'What is kept';
const hour = 3600;
/** Rows of each kind in one transaction: a long one would keep others waiting. */
const perTransaction = 20_000;

const daysOf = ({ auditLog, notifications, demoRequests }: Retention): Retention => ({
  auditLog,
  notifications,
  demoRequests,
});

const part = {
  name,
  word: 'set of periods',
  read: readRetention,
  factsOf: daysOf,
  rowsOf: (days: Retention) => ({ [retentionKey]: daysOf(days) }),
};

export const retention: Handlers<typeof api.retention> = {
  retention: ({ db }) => readRetention(db),

  editRetention: ({ actor, body, write }) =>
    editSettings<Retention, SavedRetention>(part, {
      actor,
      write,
      version: body.version,
      change: () => daysOf(body),
    }),
};

/** By what is kept: its table, when a row of it came about, and the topic that it belongs to. */
const piles = {
  auditLog: { table: 'audit_log', since: 'at', topic: 'auditLog' },
  notifications: { table: 'notifications', since: 'created_at', topic: 'notifications' },
  demoRequests: { table: 'demo_requests', since: 'created_at', topic: 'demoRequests' },
} as const satisfies Record<keyof Retention, object>;
const kinds = Object.keys(piles) as (keyof Retention)[];

async function removeOlder(tx: Transaction<Tables>, kind: keyof Retention, days: number): Promise<number> {
  const { table, since } = piles[kind];
  const removed = await sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)}
    where ${sql.ref(since)} < now() - make_interval(days => ${days}) order by id limit ${sql.lit(perTransaction)})`.execute(
    tx,
  );
  return Number(removed.numAffectedRows ?? 0);
}

/** What went, and whether there may be more; the settings are those of the moment, so that a longer period saved meanwhile holds. */
function removeSome(write: RunTransaction): Promise<boolean> {
  return write({ topics: [] }, async (context) => {
    const { tx, events } = context;
    const days = await readRetention(tx);
    // The one way through the trigger that keeps the audit log append-only; it ends with the transaction.
    await sql`select set_config('topout.removes_expired', 'yes', true)`.execute(tx);
    const removed: Partial<Record<keyof Retention, number>> = {};
    for (const kind of kinds) {
      const kept = days[kind];
      const count = kept === null ? 0 : await removeOlder(tx, kind, kept);
      if (count === 0) continue;
      removed[kind] = count;
      events.touch(piles[kind].topic);
    }
    const counts = Object.values(removed);
    if (counts.length === 0) return false;
    const subject = { kind: 'settings', id: null, name } as const;
    await recordAct(context, { by: null, act: 'expiredRemoved', subject, after: removed });
    return counts.includes(perTransaction);
  });
}

export function createRetentionJob({ db, write }: { db: Kysely<Tables>; write: RunTransaction }): JobHandler {
  return {
    every: hour,
    async run() {
      const { version: _, ...days } = await readRetention(db);
      if (kinds.every((kind) => days[kind] === null)) return;
      while (await removeSome(write));
    },
  };
}
