// Sends the queue of one channel: woken at commits, several at a time, each by one process (behaviour §18.1).
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Channel } from '#contract/notifications/deliveries.ts';
import { type Database, isDatabaseAway } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { deliveryChannel } from '#server/features/notifications/deliveries.ts';
import type { Lane } from '#server/jobs.ts';
import type { SealedBox } from '#server/lib/secrets/sealed-box.ts';
import { letOut } from './pace.ts';
import {
  type DeliveryRow,
  deferDelivery,
  endDelivery,
  nextDueIn,
  postponeDelivery,
  reasonOf,
  releaseDelivery,
  takeDelivery,
} from './rows.ts';

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
  whyNotNow(row: DeliveryRow): Promise<NotNow | null>;
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
const shortestSleepMs = 1_000;
/** How long a stopping process waits for what it is sending. */
const stopMs = 4_000;

function stateOf(outcome: DeliveryOutcome) {
  if (outcome === 'sent') return { state: 'sent', reason: null } as const;
  if ('dropped' in outcome) return { state: 'dropped', reason: outcome.dropped } as const;
  return { state: 'refused', reason: reasonOf(outcome.refused) } as const;
}

/** What was sent must be recorded, or it is sent again: retried until it succeeds or the lease expires. */
async function writeSurely(db: Kysely<Tables>, row: DeliveryRow, work: { outcome: DeliveryOutcome; until: number }) {
  for (let pause = 100; ; pause *= 2) {
    try {
      return await endDelivery(db, row, stateOf(work.outcome));
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + pause > work.until) throw error;
      await delay(pause);
    }
  }
}

/** Runs between `start` and `stop`; `runDue` sends what is due and returns how many it took. */
export function createDeliveryWorker(options: WorkerOptions): Lane {
  const { database, write, channel, sender, whyNotNow, box, log, onDead, leaseSeconds = defaultLeaseSeconds } = options;
  const db = database.query;
  const stopping = new AbortController();
  const workers = new Set<Promise<void>>();
  let isStopped = false;
  let isAway = false;
  let taken = 0;
  let wakes = 0;
  let timer: NodeJS.Timeout | null = null;
  let subscription: { close(): Promise<void> } | null = null;

  async function send(row: DeliveryRow, signal: AbortSignal): Promise<DeliveryOutcome | NotNow | 'paced'> {
    const reason = await whyNotNow(row);
    if (reason) return reason;
    const payload = box.open(row.payload);
    // A restored backup under another secret.
    if (payload === null) return { refused: 'It was kept with another secret and cannot be read.' };
    if (!(await letOut(database, row))) return 'paced';
    return sender({ ...row, payload: JSON.parse(payload) }, signal);
  }

  async function giveBack(row: DeliveryRow, error: unknown): Promise<void> {
    if (stopping.signal.aborted) return releaseDelivery(db, row);
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

  async function runOne(row: DeliveryRow): Promise<void> {
    const until = Date.now() + leaseSeconds * 1000;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(leaseSeconds * 1000 * deadlineShare)]);
    const outcome = await send(row, signal).catch((error: unknown) => ({ error }));
    if (typeof outcome === 'object' && 'error' in outcome) await giveBack(row, outcome.error);
    else if (outcome === 'paced') return;
    else if (typeof outcome === 'object' && 'later' in outcome) await deferDelivery(db, row, outcome.later);
    else await writeSurely(db, row, { outcome, until });
  }

  /** Takes deliveries one by one until none is due. While one is being sent, another worker looks for the next. */
  async function work(): Promise<void> {
    while (!isStopped) {
      const seen = wakes;
      const row = await takeDelivery(db, { channel, leaseSeconds });
      if (row) {
        taken++;
        grow();
        await runOne(row);
      } else if (seen === wakes) break;
    }
    isAway = false;
  }

  /** An outage is logged once, not with every attempt. */
  function complain(error: unknown): void {
    if (!isDatabaseAway(error) || !isAway) log.error({ err: error, channel }, 'could not look for deliveries');
    isAway = isDatabaseAway(error);
  }

  function grow(): void {
    if (isStopped || workers.size >= concurrency) return;
    const worker = work()
      .catch(complain)
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }

  async function idle(): Promise<void> {
    while (workers.size > 0) await Promise.all(workers);
  }

  function wake(): void {
    wakes++;
    grow();
    void sleep();
  }

  /** Until the next is due, at most a minute: a commit may have been missed. */
  async function sleep(): Promise<void> {
    const next = await nextDueIn(db, channel).catch(() => null);
    if (isStopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(wake, Math.min(longestSleepMs, Math.max(shortestSleepMs, next ?? longestSleepMs))).unref();
  }

  return {
    start() {
      subscription = database.listen(
        deliveryChannel,
        (woken) => {
          if (woken === channel) wake();
        },
        (connected) => {
          if (connected) wake();
        },
      );
      wake();
    },
    async runDue() {
      const before = taken;
      grow();
      await idle();
      return taken - before;
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await subscription?.close();
      const patience = setTimeout(() => stopping.abort(new Error('The process stops.')), stopMs);
      await idle();
      clearTimeout(patience);
    },
  };
}
