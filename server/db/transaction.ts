// The one way to write: a transaction with its change events and its idempotency key.
import { sql, type Transaction } from 'kysely';
import type { Topic } from '#contract/core/endpoint.ts';
import type { Channel } from '#contract/notifications/deliveries.ts';
import type { Person } from '#contract/policy.ts';
import { type ChangeEvent, changeChannel, createPendingEvents, type PendingEvents } from './change-events.ts';
import { claimKey, type IdempotencyKey, storeReply } from './idempotency.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';

/** What a write may hand over to be sent after its commit: which ways are set up, and how what waits is encrypted. */
export type Outbox = { ready: ReadonlySet<Channel>; seal(text: string): Buffer };

/** For tests and the operator's commands: no channels are set up, so nothing is sent. */
const closedOutbox: Outbox = {
  ready: new Set(),
  seal: () => {
    throw new Error('Nothing can be sent from here.');
  },
};

/** `address`: where it was asked from; null of jobs and of commands. */
export type WriteContext = {
  tx: Transaction<Tables>;
  events: PendingEvents;
  address: string | null;
  outbox: Outbox;
};

export type WriteOptions = {
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
