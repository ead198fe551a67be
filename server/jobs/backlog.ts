// How much waits in the queue, for who watches over the installation.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** `lateSeconds`: for how long the one that is due the longest has been waiting. `failed`: given up, of deliveries those of the last day. */
export type Backlog = { queue: 'jobs' | 'deliveries'; waiting: number; lateSeconds: number; failed: number };

export async function measureBacklog(db: Kysely<Tables>): Promise<Backlog[]> {
  const found = await sql<Backlog>`
    select 'jobs' as queue, count(*) filter (where run_at < 'infinity') as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::double precision as "lateSeconds",
      count(*) filter (where run_at = 'infinity') as failed
    from jobs
    union all
    select 'deliveries', count(*) filter (where state = 'waiting'),
      coalesce(extract(epoch from now() - min(due_at) filter (where state = 'waiting' and due_at <= now())), 0)::double precision,
      count(*) filter (where state = 'dead')
    from deliveries where state = 'waiting' or state = 'dead' and ended_at > now() - interval '1 day'`.execute(db);
  return found.rows;
}
