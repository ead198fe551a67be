// Background jobs: rows that one process takes, does and deletes; a failed one is retried.
import { type Kysely, sql } from 'kysely';
import type { Tables } from './db/schema.ts';
import { type Claim, createLane, isOurs, type Lane, queueChannel, reasonOf, recordSurely } from './jobs/queue.ts';
import { backoff } from './lib/pace.ts';

/**
 * What a kind of job does. It must be idempotent, because it may run twice: a process can die after the work, before that is recorded.
 * `every`: seconds after which it is due again; without it a job runs once.
 */
export type JobHandler = { run(payload: unknown, turn?: JobTurn): Promise<void>; every?: number };

/** For work that takes longer than a job may: `renew`, called before that time is over, begins it again. `stopping`: the process stops. */
export type JobTurn = { renew(): Promise<void>; stopping: AbortSignal };

/** `dedupeKey`: while a job with this key waits, no second one is added. `afterSeconds`: it waits so long. */
type NewJob = { kind: string; payload?: unknown; dedupeKey?: string; afterSeconds?: number };

type TakenJob = Claim & { kind: string; payload: unknown };
type Log = { error(facts: object, sentence: string): void };

const defaultPollSeconds = 15;
/** A process that took a job and did not finish by then counts as dead, and another one takes it. */
const leaseSeconds = 600;
/** After 10, 20, 40 … seconds. */
const retries = { first: 10, longest: 3_600 };
/** After that a job that runs once stays in the table with its last error, for a person to check. */
const maxAttempts = 12;

/** Adds a job; inside a transaction it exists, and idle processes are notified of it, from the commit on. */
export async function addJob(db: Kysely<Tables>, job: NewJob): Promise<void> {
  const { kind, payload = {}, dedupeKey = null, afterSeconds = 0 } = job;
  const added = sql`insert into jobs (kind, payload, dedupe_key, run_at)
    values (${kind}, ${JSON.stringify(payload)}::jsonb, ${dedupeKey}, now() + make_interval(secs => ${afterSeconds})) on conflict (dedupe_key) do nothing returning kind`;
  await sql`with added as (${added}) select pg_notify(${queueChannel}, kind) from added`.execute(db);
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
  if (sessionIds.length > 0) await sql`select pg_notify(${queueChannel}, ${kind})`.execute(db);
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

/** Has no effect when another process has taken the job since. */
async function finish(db: Kysely<Tables>, job: TakenJob, every: number | undefined): Promise<void> {
  if (every === undefined) await sql`delete from jobs where ${isOurs(job)}`.execute(db);
  else
    await sql`update jobs set attempts = 0, last_error = null, run_at = now() + make_interval(secs => ${every})
      where ${isOurs(job)}`.execute(db);
}

/** Has no effect when another process has taken the job since. */
async function renew(db: Kysely<Tables>, job: TakenJob): Promise<void> {
  await sql`update jobs set run_at = now() + make_interval(secs => ${leaseSeconds}) where ${isOurs(job)}`.execute(db);
}

async function postpone(db: Kysely<Tables>, job: TakenJob, { error, forGood }: { error: unknown; forGood: boolean }) {
  const next = forGood
    ? sql`'infinity'::timestamptz`
    : sql`now() + make_interval(secs => ${backoff(job.attempts, retries)})`;
  await sql`update jobs set run_at = ${next}, last_error = ${reasonOf(error)} where ${isOurs(job)}`.execute(db);
}

type RunnerOptions = { db: Kysely<Tables>; handlers: Record<string, JobHandler>; log: Log; pollSeconds?: number };

/** The lane of these kinds of jobs, one after the other. */
export function createJobRunner({ db, handlers, log, pollSeconds = defaultPollSeconds }: RunnerOptions): Lane {
  const kinds = Object.keys(handlers);
  const repeated = kinds.filter((kind) => handlers[kind]?.every !== undefined);
  const columns = sql`id, kind, payload, attempts`;
  const waiting = { table: 'jobs', due: 'run_at', where: sql`kind = any(${kinds}::text[])`, columns } as const;
  return createLane<TakenJob>({
    db,
    kinds,
    waiting,
    concurrency: 1,
    longestSleepMs: pollSeconds * 1000,
    async prepare() {
      for (const kind of repeated) await addJob(db, { kind, dedupeKey: `every ${kind}` });
    },
    leaseSeconds,
    async run(job, stopping) {
      const handler = handlers[job.kind] as JobHandler;
      const over = { until: Date.now() + leaseSeconds * 1000, stopping };
      const turn: JobTurn = {
        stopping,
        async renew() {
          await renew(db, job);
          over.until = Date.now() + leaseSeconds * 1000;
        },
      };
      try {
        await handler.run(job.payload, turn);
        await recordSurely(() => finish(db, job, handler.every), over);
      } catch (error) {
        log.error({ err: error, kind: job.kind, attempts: job.attempts }, 'a job failed');
        const forGood = handler.every === undefined && job.attempts >= maxAttempts;
        await recordSurely(() => postpone(db, job, { error, forGood }), over);
      }
    },
    onFailedPoll: (error) => log.error({ err: error }, 'could not poll for jobs'),
  });
}
