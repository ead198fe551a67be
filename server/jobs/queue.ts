// The queue of what outlives a request: how runs are taken, leased and tried again, whichever of two tables keeps them.
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListenHandle } from '#server/db/open/listener.ts';
import { type Database, isDatabaseAway } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import { backoff } from '#server/lib/pace.ts';

/** Its payloads are kinds of jobs and channels of deliveries. Heard by every process at the commit. */
export const queueChannel = 'topout_jobs';

/** Does what is due, between `start` and `stop`; `runDue` returns how many runs it took. `wake`: some of this kind, or of any, may have been added. */
export type Lane = { start(): void; stop(): Promise<void>; runDue(): Promise<number>; wake(kind?: string): void };

/** A run as it was taken. Its attempts are part of the claim: another process that takes it counts on. */
export type Claim = { id: number; attempts: number };

/** What of a table waits for one lane, and what is read of it. `due`: when it may be taken; while a process does it, the end of the lease. */
type Waiting = {
  table: 'jobs' | 'deliveries';
  due: 'run_at' | 'due_at';
  where: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
};

/** The one that has been due the longest; rows locked by other processes are skipped. Whoever does not end it by then counts as dead. */
async function takeRun<Run extends Claim>(
  db: Kysely<Tables>,
  { table, due, where, columns }: Waiting,
  leaseSeconds: number,
): Promise<Run | null> {
  const [runs, dueAt] = [sql.table(table), sql.ref(due)];
  const taken = await sql<Run>`
    update ${runs} set attempts = attempts + 1, ${dueAt} = now() + make_interval(secs => ${leaseSeconds})
    where id = (select id from ${runs} where ${where} and ${dueAt} <= now() order by ${dueAt}, id limit 1 for update skip locked)
    returning ${columns}`.execute(db);
  return taken.rows[0] ?? null;
}

/** Whether a run is still ours: nobody has taken it since. */
export const isOurs = ({ id, attempts }: Claim) => sql<boolean>`id = ${id} and attempts = ${attempts}`;

/** In how many milliseconds the next one is due; null for none. */
async function nextDueIn(db: Kysely<Tables>, { table, due, where }: Waiting): Promise<number | null> {
  const found = await sql<{ ms: number | null }>`
    select (extract(epoch from min(${sql.ref(due)}) - now()) * 1000)::double precision as ms
    from ${sql.table(table)} where ${where} and ${sql.ref(due)} < 'infinity'`.execute(db);
  return found.rows[0]?.ms ?? null;
}

/** What is kept of a failure: for the database's text, and short enough for a line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500);
}

/** Milliseconds between attempts to record what became of a run. */
const rewrites = { first: 100, longest: 60_000 };

/**
 * What was done must be recorded, or it waits for the end of its lease and is done again: retried while the database is away, until `until`
 * or the process stops.
 */
export async function recordSurely<T>(
  record: () => Promise<T>,
  over: { until: number; stopping: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await record();
    } catch (error) {
      const pause = backoff(attempt, rewrites);
      if (!isDatabaseAway(error) || over.stopping.aborted || Date.now() + pause > over.until) throw error;
      await delay(pause, undefined, { signal: over.stopping }).catch(() => undefined);
    }
  }
}

type LaneOptions<Run> = {
  db: Kysely<Tables>;
  kinds: readonly string[];
  waiting: Waiting;
  leaseSeconds: number;
  /** Ends the run, or says when it is tried again. Must end soon after the signal: the process stops. */
  run(run: Run, stopping: AbortSignal): Promise<void>;
  /** At the start, and whenever the lane has slept. */
  prepare?(): Promise<void>;
  concurrency: number;
  /** A commit may have been missed. */
  longestSleepMs: number;
  /** An outage is logged once, not with every poll. */
  onFailedPoll(error: unknown): void;
};

const shortestSleepMs = 1_000;
/** How long a stopping process waits until it aborts what it is doing. */
const stopMs = 4_000;

/** Several at a time, each by one process; lanes do not wait for each other. */
export function createLane<Run extends Claim>(options: LaneOptions<Run>): Lane {
  const { db, kinds, waiting, leaseSeconds, run, prepare, concurrency, longestSleepMs, onFailedPoll } = options;
  const stopping = new AbortController();
  const workers = new Set<Promise<void>>();
  let isStarted = false;
  let isStopped = false;
  let isAway = false;
  let taken = 0;
  let wakes = 0;
  let timer: NodeJS.Timeout | null = null;

  /** One by one until none is due. While one runs, another worker looks for the next. */
  async function work(): Promise<void> {
    while (!isStopped) {
      const seen = wakes;
      const next = await takeRun<Run>(db, waiting, leaseSeconds);
      if (next) {
        taken++;
        grow();
        await run(next, stopping.signal);
      } else if (seen === wakes) break;
    }
    isAway = false;
  }

  function complain(error: unknown): void {
    if (!isDatabaseAway(error) || !isAway) onFailedPoll(error);
    isAway = isDatabaseAway(error);
  }

  function grow(): void {
    if (isStopped || workers.size >= concurrency) return;
    const worker = work()
      .catch(complain)
      .finally(() => {
        workers.delete(worker);
        void sleep();
      });
    workers.add(worker);
  }

  async function idle(): Promise<void> {
    while (workers.size > 0) await Promise.all(workers);
  }

  function takeDue(): void {
    wakes++;
    grow();
  }

  async function poll(): Promise<void> {
    await prepare?.().catch(complain);
    takeDue();
  }

  /** Until the next is due. Begun whenever a worker found none. */
  async function sleep(): Promise<void> {
    if (!isStarted || isStopped) return;
    const next = await nextDueIn(db, waiting).catch(() => null);
    if (isStopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(poll, Math.min(longestSleepMs, Math.max(shortestSleepMs, next ?? longestSleepMs))).unref();
  }

  return {
    start() {
      isStarted = true;
      void poll();
    },
    wake(kind) {
      if (isStarted && (kind === undefined || kinds.includes(kind))) takeDue();
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
      const limit = setTimeout(() => stopping.abort(new Error('The process stops.')), stopMs);
      await idle();
      clearTimeout(limit);
    },
  };
}

/** Wakes lanes at the commits of every process. Whoever begins to listen, or begins again, may have missed one. */
export function wakeAtCommits(database: Database, lanes: readonly Lane[]): ListenHandle {
  return database.listen(
    queueChannel,
    (kind) => {
      for (const lane of lanes) lane.wake(kind);
    },
    (isConnected) => {
      for (const lane of lanes) if (isConnected) lane.wake();
    },
  );
}
