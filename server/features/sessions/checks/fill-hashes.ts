// The job that gives pictures from before there were hashes theirs, newest visits first and a few at a time (behaviour §32.6).
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import type { JobHandler } from '#server/jobs.ts';
import { askForCheck, checkingJob } from './analyze-visit.ts';
import { forgetRemoved } from './picture-hashes.ts';

const everySeconds = 60;
/** Analyses that wait at once: one that somebody submits meanwhile waits for no more than these. */
const maxWaiting = 3;
const maxRemoved = 1_000;

/** One that failed for good has its job still, and is not asked for again. */
async function readUnhashed(db: Kysely<Tables>): Promise<number[]> {
  const found = await sql<{ id: number }>`
    with waiting as (select payload ->> 'sessionId' as session, run_at from jobs where kind = ${checkingJob})
    select s.id from sessions_present s left join visit_checks c on c.session_id = s.id
    where c.hashed is not true and not exists (select 1 from waiting w where w.session = s.id::text)
    order by s.id desc
    limit greatest(0, ${sql.lit(maxWaiting)} - (select count(*) from waiting where run_at < 'infinity'))`.execute(db);
  return found.rows.map(({ id }) => id);
}

type Dependencies = { db: Kysely<Tables>; write: RunTransaction };

export function hashFillJobs({ db, write }: Dependencies): Record<'fillHashes', JobHandler> {
  async function run(): Promise<void> {
    for (const id of await readUnhashed(db)) await askForCheck(db, id);
    await write({ topics: [] }, ({ tx }) => forgetRemoved(tx, maxRemoved));
  }
  return { fillHashes: { every: everySeconds, run } };
}
