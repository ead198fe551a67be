// How long the company keeps what piles up, edited by admins, and the job that removes what is older (behaviour §30).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Retention, SavedRetention } from '#contract/settings/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { readRetention, retentionKey } from '#server/db/settings/setting-rows.ts';
import { forgetOldCounts } from '#server/db/shared-rate-limit.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { forgetOldKeys } from '#server/db/transaction.ts';
import { recordAct } from '#server/features/audit/handlers.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import type { JobHandler } from '#server/jobs.ts';
import { editSettings } from './company-settings.ts';

// The cleanup: rows that have expired.
const fiveMinutes = 300;

/** A delivery's key keeps a second one out, long after anybody would try; an address without an account is forgotten. */
async function removeOldDeliveries(db: Kysely<Tables>): Promise<void> {
  // Of a way that nobody set up any more: no lane takes them.
  await sql`update deliveries set state = 'dropped', payload = null, ended_at = now(), last_error = 'Nobody sends this any more.'
    where state = 'waiting' and give_up_at < now() - interval '1 day'`.execute(db);
  await sql`delete from deliveries where ended_at < now() - interval '120 days'`.execute(db);
  await sql`delete from bounced_addresses b where bounced_at < now() - interval '30 days'
    and not exists (select 1 from users u where lower(u.email) = b.address and u.closed_at is null)`.execute(db);
}

/** Idempotency keys have a lifetime (behaviour §9.3); failed logins name people and addresses, and are kept only while they count. */
export function createCleanupJob(db: Kysely<Tables>): JobHandler {
  return {
    every: fiveMinutes,
    async run() {
      await forgetOldKeys.execute(db);
      await forgetOldCounts.execute(db);
      await sql`delete from guest_streams where until < now()`.execute(db);
      await sql`delete from login_failures where at < now() - interval '15 minutes'`.execute(db);
      await sql`delete from shown_media where shown_at < now() - interval '30 days'`.execute(db);
      await removeOldDeliveries(db);
      await sql`delete from account_links where expires_at < now() - interval '30 days'`.execute(db);
      await sql`delete from webhook_deliveries where created_at < now() - interval '30 days'`.execute(db);
      // It can be asked for again at any time.
      await sql`delete from handovers where touched_at < now() - interval '7 days'`.execute(db);
      await sql`delete from logins where expire < now()`.execute(db);
    },
  };
}

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
