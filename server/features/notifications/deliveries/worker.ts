// Sends what waits in one channel: several at a time, each by one process (behaviour §18.1).
import { type Kysely, sql } from 'kysely';
import type { Channel } from '#contract/notifications/notification-preferences.ts';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { createLane, type Lane, reasonOf, recordSurely } from '#server/jobs/queue.ts';
import type { SealedBox } from '#server/lib/secrets/sealed-box.ts';
import { mayLeaveNow } from './pace.ts';
import { type DeliveryRow, deferDelivery, endDelivery, postponeDelivery, releaseDelivery, waitingFor } from './rows.ts';

/** One due delivery, its payload decrypted. */
export type Delivery = Omit<DeliveryRow, 'payload'> & { payload: unknown };

/** `dropped`: nobody needs it any more. `refused`: the other side will never accept it. Failures worth a retry are thrown. */
export type DeliveryOutcome = 'sent' | { dropped: string } | { refused: string };

/** `later`: its reader has quiet hours until then. */
export type NotNow = { dropped: string } | { later: Date };

/** Must end soon after the signal: the process stops, or it has taken too long. */
export type DeliverySender = (delivery: Delivery, signal: AbortSignal) => Promise<DeliveryOutcome>;

type WorkerOptions = {
  database: Database;
  write: RunTransaction;
  channel: Channel;
  sender: DeliverySender;
  /** Asked before each delivery: null if it may be sent. */
  reasonToWait(row: DeliveryRow, db: Kysely<Tables>): Promise<NotNow | null>;
  box: SealedBox;
  log: { error(facts: object, sentence: string): void };
  /** It failed for three days; called in the transaction that gives it up, so that none is given up silently. */
  onDead(context: WriteContext, delivery: DeliveryRow, reason: string): Promise<void>;
  leaseSeconds?: number;
};

const concurrency = 4;
/** A send is aborted after this time; well before its lease ends, so that no other process sends at the same time. */
const deadlineShare = 0.5;
const defaultLeaseSeconds = 120;
const longestSleepMs = 60_000;

function stateOf(outcome: DeliveryOutcome) {
  if (outcome === 'sent') return { state: 'sent', reason: null } as const;
  if ('dropped' in outcome) return { state: 'dropped', reason: outcome.dropped } as const;
  return { state: 'refused', reason: reasonOf(outcome.refused) } as const;
}

/** The lane of a channel. */
export function createDeliveryWorker(options: WorkerOptions): Lane {
  const {
    database,
    write,
    channel,
    sender,
    reasonToWait,
    box,
    log,
    onDead,
    leaseSeconds = defaultLeaseSeconds,
  } = options;
  const db = database.query;

  async function send(row: DeliveryRow, signal: AbortSignal): Promise<DeliveryOutcome | NotNow | 'paced'> {
    const reason = await reasonToWait(row, db);
    if (reason) return reason;
    const payload = box.open(row.payload);
    // A restored backup under another secret.
    if (payload === null) return { refused: 'It was encrypted with another SESSION_SECRET and cannot be read.' };
    if (!(await mayLeaveNow(database, row))) return 'paced';
    return sender({ ...row, payload: JSON.parse(payload) }, signal);
  }

  async function giveBack(row: DeliveryRow, error: unknown, stopping: AbortSignal): Promise<void> {
    if (stopping.aborted) return releaseDelivery(db, row);
    const reason = reasonOf(error);
    const facts = { channel, kind: row.kind, delivery: row.id, attempts: row.attempts, reason };
    log.error(facts, 'a delivery failed');
    const isDead = await write({ topics: [] }, async (context) => {
      const isOver = await postponeDelivery(context.tx, row, reason);
      if (isOver) await onDead(context, row, reason);
      return isOver;
    });
    if (isDead) log.error(facts, 'a delivery was given up after three days');
  }

  /** Whoever edits the quiet hours waits for this, or this for them: what they held is never missed (quiet-hours.ts). */
  function hold(row: DeliveryRow): Promise<void> {
    return database.tx(async (tx) => {
      await sql`select 1 from notification_settings where user_id = ${row.userId} for share`.execute(tx);
      const reason = await reasonToWait(row, tx);
      await deferDelivery(tx, row, reason && 'later' in reason ? reason.later : new Date());
    });
  }

  async function run(row: DeliveryRow, stopping: AbortSignal): Promise<void> {
    const until = Date.now() + leaseSeconds * 1000;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(leaseSeconds * 1000 * deadlineShare)]);
    const outcome = await send(row, signal).catch((error: unknown) => ({ error }));
    if (typeof outcome === 'object' && 'error' in outcome) await giveBack(row, outcome.error, stopping);
    else if (outcome === 'paced') return;
    else if (typeof outcome === 'object' && 'later' in outcome) await hold(row);
    else await recordSurely(() => endDelivery(db, row, stateOf(outcome)), { until, stopping });
  }

  return createLane<DeliveryRow>({
    db,
    kinds: [channel],
    waiting: waitingFor(channel),
    concurrency,
    longestSleepMs,
    leaseSeconds,
    run,
    onFailedPoll: (error) => log.error({ err: error, channel }, 'could not check for deliveries'),
  });
}
