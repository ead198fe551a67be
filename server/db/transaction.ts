// The one way to write: a transaction with its change events and its idempotency key.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { offlineKeyDays, offlineKeyPrefix, type Topic } from '#contract/core/endpoint.ts';
import type { Channel } from '#contract/notifications/notification-preferences.ts';
import type { Person } from '#contract/policy.ts';
import { Problem } from '#server/lib/problem.ts';
import { type ChangeEvent, changeChannel, createPendingEvents, type PendingEvents } from './change-events.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';
import { underBothNames } from './stored-reply.ts';

// Idempotency keys: one press of a button never writes twice.

/** A key that a browser chose, so that one press never creates two (behaviour §9.3). `who`: the person, or for a guest the address. */
export type IdempotencyKey = { who: string; call: string; key: string; bodyHash: string };

/** A key expires after a day; one for a request that waited on an offline device later (behaviour §27). */
const lifetime = sql`case when k.key like ${`${offlineKeyPrefix}%`} and k.who like 'person %'
  then make_interval(days => ${offlineKeyDays}) else interval '24 hours' end`;

/** The statement that deletes expired keys. */
export const forgetOldKeys = sql`delete from idempotency_keys k where k.created_at < now() - ${lifetime}`;

/** Claims the key for this transaction. Returns the stored reply of an earlier call with this key; null if this call is the first. */
async function claimKey(tx: Transaction<Tables>, claim: IdempotencyKey): Promise<{ reply: unknown } | null> {
  const { who, call, key, bodyHash } = claim;
  const claimed = await sql<{ key: string }>`
    insert into idempotency_keys as k (who, call, key, body_hash)
    values (${who}, ${call}, ${key}, ${bodyHash})
    on conflict (who, call, key) do update
      set body_hash = excluded.body_hash, reply = null, created_at = now()
      where k.created_at < now() - ${lifetime}
    returning key`.execute(tx);
  if (claimed.rows.length > 0) return null;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('who', '=', who)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash === bodyHash) return { reply: underBothNames(earlier.reply) };
  throw new Problem({
    status: 422,
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was already used with another body',
  });
}

/** The statement that stores the reply under its key. */
function storeReply({ who, call, key }: IdempotencyKey, reply: unknown): RawBuilder<unknown> {
  return sql`update idempotency_keys set reply = ${JSON.stringify(underBothNames(reply))}::jsonb
    where who = ${who} and call = ${call} and key = ${key}`;
}

/** What a write may hand over to be sent after its commit: which ways are set up, how what waits is encrypted, and how long mail is gathered. */
export type Outbox = { ready: ReadonlySet<Channel>; seal(text: string): Buffer; gatherMinutes: number };

/** For tests and the operator's commands: no channels are set up, so nothing is sent. */
const closedOutbox: Outbox = {
  ready: new Set(),
  seal: () => {
    throw new Error('Nothing can be sent from here.');
  },
  gatherMinutes: 0,
};

/** `address`: where it was asked from; null of jobs and of commands. */
export type WriteContext = {
  tx: Transaction<Tables>;
  events: PendingEvents;
  address: string | null;
  outbox: Outbox;
};

type WriteOptions = {
  topics: readonly Topic[];
  actor?: Person | null;
  address?: string;
  idempotencyKey?: IdempotencyKey | null;
};
export type RunTransaction = <T>(options: WriteOptions, work: (write: WriteContext) => Promise<T>) => Promise<T>;

type Outcome = { idempotencyKey: IdempotencyKey | null | undefined; reply: unknown; events: ChangeEvent[] };

/** Stores the reply and sends the events, which go out on commit. In one statement: each costs a round trip. */
async function conclude(tx: Transaction<Tables>, { idempotencyKey, reply, events }: Outcome): Promise<void> {
  const payloads = events.map((event) => JSON.stringify(event));
  const notify = sql`select pg_notify(${changeChannel}, payload) from unnest(${payloads}::text[]) payload`;
  if (idempotencyKey) await sql`with stored as (${storeReply(idempotencyKey, reply)}) ${notify}`.execute(tx);
  else if (payloads.length > 0) await notify.execute(tx);
}

/**
 * The work runs in one transaction. Its events are sent inside it, so they are delivered on commit and dropped on rollback.
 * `onCommit` is called before the writer gets its answer, so that whoever wrote reads their own write. A refused call (a thrown
 * Problem) leaves nothing behind, its key included.
 */
export function createTransactionRunner(
  database: Database,
  onCommit: (topics: readonly Topic[]) => void,
  outbox: Outbox = closedOutbox,
): RunTransaction {
  return async ({ topics, actor, address = null, idempotencyKey }, work) => {
    const events = createPendingEvents();
    /** After this point a failure does not show whether the transaction was committed. */
    let committing = false;
    const write = database.tx(async (tx) => {
      const earlier = idempotencyKey ? await claimKey(tx, idempotencyKey) : null;
      if (earlier) return earlier.reply as Awaited<ReturnType<typeof work>>;
      const reply = await work({ tx, events, address, outbox });
      await conclude(tx, { idempotencyKey, reply, events: events.toEvents(events.withTouched(topics), actor?.id) });
      committing = true;
      return reply;
    });
    const result = await write.catch((error) => {
      if (committing) onCommit(events.withTouched(topics));
      throw error;
    });
    onCommit(events.withTouched(topics));
    return result;
  };
}
