// Work that outlives a request: a table of jobs that every process looks into, each job taken by one of them and tried again when it fails.
import { type Kysely, sql } from 'kysely';
import type { Tables } from './db/schema.ts';

/**
 * What a kind of job does. It may be run twice (a process can die between the deed and its note of it), so it must not mind.
 * `every`: seconds after which it is due again; without it a job is done once.
 */
export type JobHandler = { run(payload: unknown): Promise<void>; every?: number };

/** `dedupeKey`: while a job with this key waits, no second one is made. */
export type NewJob = { kind: string; payload?: unknown; dedupeKey?: string };

export type Jobs = { start(): void; stop(): Promise<void>; runDue(): Promise<number> };

type Taken = { id: number; kind: string; payload: unknown; attempts: number };
type Log = { error(facts: object, sentence: string): void };

const lookSeconds = 15;
/** Whoever took a job and did not finish by then is thought dead, and somebody else takes it. */
const leaseSeconds = 600;
const longestPauseSeconds = 3_600;
/** Then a job that is done once is left lying with its last error, for a human to look at. */
const mostAttempts = 12;

/** Puts a job into the table; inside a transaction it comes with the commit. */
export async function addJob(db: Kysely<Tables>, job: NewJob): Promise<void> {
  await sql`
    insert into jobs (kind, payload, dedupe_key)
    values (${job.kind}, ${JSON.stringify(job.payload ?? {})}::jsonb, ${job.dedupeKey ?? null})
    on conflict (dedupe_key) do nothing`.execute(db);
}

/** Takes the job that has been due the longest and marks it as ours; rows that another process is just taking are skipped. */
async function take(db: Kysely<Tables>, kinds: string[]): Promise<Taken | null> {
  const taken = await sql<Taken>`
    update jobs set attempts = attempts + 1, run_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from jobs where run_at <= now() and kind = any(${kinds}::text[])
      order by run_at, id limit 1 for update skip locked)
    returning id, kind, payload, attempts`.execute(db);
  return taken.rows[0] ?? null;
}

/** Counts only as long as nobody else has taken it since. */
async function finish(db: Kysely<Tables>, job: Taken, every: number | undefined): Promise<void> {
  const own = sql`id = ${job.id} and attempts = ${job.attempts}`;
  if (every === undefined) await sql`delete from jobs where ${own}`.execute(db);
  else {
    await sql`
      update jobs set attempts = 0, last_error = null, run_at = now() + make_interval(secs => ${every}) where ${own}`.execute(
      db,
    );
  }
}

async function postpone(db: Kysely<Tables>, job: Taken, failed: { error: unknown; forGood: boolean }): Promise<void> {
  const pause = Math.min(longestPauseSeconds, 5 * 2 ** job.attempts);
  const next = failed.forGood ? sql`'infinity'::timestamptz` : sql`now() + make_interval(secs => ${pause})`;
  const reason = failed.error instanceof Error ? failed.error.message : String(failed.error);
  await sql`
    update jobs set run_at = ${next}, last_error = ${reason.replaceAll('\u0000', '').slice(0, 2000)}
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db);
}

/** Looks for due jobs from `start` to `stop`, which waits for the one at hand. Nothing is looked for before. */
export function createJobRunner(given: { db: Kysely<Tables>; handlers: Record<string, JobHandler>; log: Log }): Jobs {
  const { db, handlers, log } = given;
  const kinds = Object.keys(handlers);
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<unknown> = Promise.resolve();

  async function runOne(job: Taken): Promise<void> {
    const handler = handlers[job.kind] as JobHandler;
    try {
      await handler.run(job.payload);
      await finish(db, job, handler.every);
    } catch (error) {
      log.error({ err: error, kind: job.kind, attempts: job.attempts }, 'a job failed');
      await postpone(db, job, { error, forGood: handler.every === undefined && job.attempts >= mostAttempts });
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

  async function look(): Promise<void> {
    try {
      for (const [kind, { every }] of Object.entries(handlers))
        if (every !== undefined) await addJob(db, { kind, dedupeKey: `every ${kind}` });
      await runDue();
    } catch (error) {
      log.error({ err: error }, 'could not look for jobs');
    }
    if (!stopped) timer = setTimeout(begin, lookSeconds * 1000).unref();
  }

  function begin(): void {
    working = look();
  }

  return {
    start: begin,
    runDue,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await working;
    },
  };
}
