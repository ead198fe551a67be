// Background jobs: a table that processes poll and are notified about; one process takes a job, and a failed one is retried.
import { type Kysely, sql } from 'kysely';
import { isDatabaseAway } from './db/open.ts';
import type { Tables } from './db/schema.ts';

/**
 * What a kind of job does. It must be idempotent, because it may run twice: a process can die after the work, before that is recorded.
 * `every`: seconds after which it is due again; without it a job runs once.
 */
export type JobHandler = { run(payload: unknown): Promise<void>; every?: number };

/** `dedupeKey`: while a job with this key waits, no second one is added. */
export type NewJob = { kind: string; payload?: unknown; dedupeKey?: string };

/** Its payloads are kinds of jobs. */
export const jobChannel = 'topout_jobs';

/** Does what is due, between `start` and `stop`; `runDue` returns how many jobs it ran. */
export type Lane = { start(): void; stop(): Promise<void>; runDue(): Promise<number> };

/** `wake`: a job of this kind was added, so that a lane for it polls at once. */
export type Jobs = Lane & { wake(kind: string): void };

type TakenJob = { id: number; kind: string; payload: unknown; attempts: number };
type Log = { error(facts: object, sentence: string): void };

const defaultPollSeconds = 15;
/** A process that took a job and did not finish by then counts as dead, and another one takes it. */
const leaseSeconds = 600;
const maxBackoffSeconds = 3_600;
/** After that a job that runs once stays in the table with its last error, for a person to check. */
const maxAttempts = 12;

/** Adds a job; inside a transaction it exists, and idle processes are notified of it, from the commit on. */
export async function addJob(db: Kysely<Tables>, job: NewJob): Promise<void> {
  const { kind, payload = {}, dedupeKey = null } = job;
  const added = sql`insert into jobs (kind, payload, dedupe_key)
    values (${kind}, ${JSON.stringify(payload)}::jsonb, ${dedupeKey}) on conflict (dedupe_key) do nothing returning kind`;
  await sql`with added as (${added}) select pg_notify(${jobChannel}, kind) from added`.execute(db);
}

/** The last pending job of these kinds for a session, 0 for none; permanently failed ones do not count. */
export async function waitingJob(
  db: Kysely<Tables>,
  { kinds, sessionId }: { kinds: readonly string[]; sessionId: number },
): Promise<number> {
  const found = await sql<{ last: number | null }>`select max(id) as last from jobs
    where kind = any(${[...kinds]}::text[]) and payload ->> 'sessionId' = ${String(sessionId)} and run_at < 'infinity'`.execute(
    db,
  );
  return found.rows[0]?.last ?? 0;
}

/** Adds several at once, of whole sessions, in the order given, and notifies idle processes. */
export async function addSessionJobs(db: Kysely<Tables>, kind: string, sessionIds: readonly number[]): Promise<void> {
  await sql`insert into jobs (kind, payload)
    select ${kind}, json_build_object('sessionId', t.id) from unnest(${sessionIds}::integer[]) with ordinality as t (id, nth)
    order by t.nth`.execute(db);
  if (sessionIds.length > 0) await sql`select pg_notify(${jobChannel}, ${kind})`.execute(db);
}

/** Deletes jobs whose work is done with this commit, including the running one: nobody sees the result and a pending job at once. */
export async function settleJobs(
  db: Kysely<Tables>,
  { kind, sessionId, upTo }: { kind: string; sessionId: number; upTo: number },
): Promise<void> {
  await sql`delete from jobs where kind = ${kind} and payload ->> 'sessionId' = ${String(sessionId)} and id <= ${upTo}`.execute(
    db,
  );
}

/** Takes the job that has been due the longest and marks it as ours; rows locked by another process are skipped. */
async function take(db: Kysely<Tables>, kinds: string[]): Promise<TakenJob | null> {
  const taken = await sql<TakenJob>`
    update jobs set attempts = attempts + 1, run_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from jobs where run_at <= now() and kind = any(${kinds}::text[])
      order by run_at, id limit 1 for update skip locked)
    returning id, kind, payload, attempts`.execute(db);
  return taken.rows[0] ?? null;
}

/** Has no effect when another process has taken the job since. */
async function finish(db: Kysely<Tables>, job: TakenJob, every: number | undefined): Promise<void> {
  const own = sql`id = ${job.id} and attempts = ${job.attempts}`;
  if (every === undefined) await sql`delete from jobs where ${own}`.execute(db);
  else {
    await sql`
      update jobs set attempts = 0, last_error = null, run_at = now() + make_interval(secs => ${every}) where ${own}`.execute(
      db,
    );
  }
}

async function postpone(
  db: Kysely<Tables>,
  job: TakenJob,
  failure: { error: unknown; forGood: boolean },
): Promise<void> {
  const backoff = Math.min(maxBackoffSeconds, 5 * 2 ** job.attempts);
  const next = failure.forGood ? sql`'infinity'::timestamptz` : sql`now() + make_interval(secs => ${backoff})`;
  const reason = failure.error instanceof Error ? failure.error.message : String(failure.error);
  await sql`
    update jobs set run_at = ${next}, last_error = ${reason.replaceAll('\u0000', '').slice(0, 2000)}
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db);
}

type RunnerOptions = { db: Kysely<Tables>; handlers: Record<string, JobHandler>; log: Log; pollSeconds?: number };

/** Polls for due jobs between `start` and `stop`, which waits for the running one. Jobs of another runner do not block these. */
export function createJobRunner(options: RunnerOptions): Jobs {
  const { db, handlers, log, pollSeconds = defaultPollSeconds } = options;
  const kinds = Object.keys(handlers);
  let stopped = false;
  let isAway = false;
  let isPolling = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();

  async function runOne(job: TakenJob): Promise<void> {
    const handler = handlers[job.kind] as JobHandler;
    try {
      await handler.run(job.payload);
      await finish(db, job, handler.every);
    } catch (error) {
      log.error({ err: error, kind: job.kind, attempts: job.attempts }, 'a job failed');
      await postpone(db, job, { error, forGood: handler.every === undefined && job.attempts >= maxAttempts });
    }
  }

  async function runDue(): Promise<number> {
    let done = 0;
    while (!stopped) {
      const job = await take(db, kinds);
      if (!job) break;
      await runOne(job);
      done++;
    }
    return done;
  }

  /** An outage is logged once, not with every poll. */
  function logFailedPoll(error: unknown): void {
    const isNews = !isDatabaseAway(error) || !isAway;
    isAway = isDatabaseAway(error);
    if (isNews) log.error({ err: error }, 'could not poll for jobs');
  }

  async function poll(): Promise<void> {
    isPolling = true;
    isWoken = false;
    try {
      for (const [kind, { every }] of Object.entries(handlers))
        if (every !== undefined) await addJob(db, { kind, dedupeKey: `every ${kind}` });
      await runDue();
      isAway = false;
    } catch (error) {
      logFailedPoll(error);
    }
    isPolling = false;
    if (!stopped) timer = setTimeout(start, isWoken ? 0 : pollSeconds * 1000).unref();
  }

  function start(): void {
    running = poll();
  }

  return {
    start,
    runDue,
    wake(kind) {
      if (!kinds.includes(kind)) return;
      // The current run may have begun before the job was added.
      isWoken = true;
      if (isPolling || stopped || !timer) return;
      clearTimeout(timer);
      start();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
