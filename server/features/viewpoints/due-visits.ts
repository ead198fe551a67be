// Which visits' pictures have not been looked at for the viewpoints that their place has now; they are asked about a few at a time.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addSessionJobs } from '#server/jobs.ts';
import type { ViewpointPlace } from './lock-viewpoint.ts';
import { placing } from './placements.ts';

/** No more than so many wait at a time: a visit that was just submitted stands behind them. */
const maxWaiting = 10;

/**
 * Notes that the pictures of a visit are looked at for all viewpoints of its place. Call it before these are read: what is made in between
 * is newer then, and the visit stays due.
 */
export async function noteSearch(tx: Transaction<Tables>, visit: ViewpointPlace & { id: number }): Promise<void> {
  const { id, projectId, siteId } = visit;
  await sql`insert into picture_searches (session_id, viewpoint_id)
    select ${id}, coalesce(max(v.id), 0) from viewpoints v
    where v.project_id = ${projectId} and v.site_id is not distinct from ${siteId}::integer
    on conflict (session_id) do update set viewpoint_id = excluded.viewpoint_id`.execute(tx);
}

/** All visits of a place are due again. */
export async function forgetSearches(tx: Transaction<Tables>, { projectId, siteId }: ViewpointPlace): Promise<void> {
  await sql`delete from picture_searches p using sessions s
    where s.id = p.session_id and s.project_id = ${projectId} and s.site_id is not distinct from ${siteId}::integer`.execute(
    tx,
  );
}

/**
 * The newest first: each is then the neighbour in time of one that is filled. A visit whose job failed for good is left to whoever looks
 * at the job.
 */
export async function askDueVisits(db: Kysely<Tables>): Promise<void> {
  const due = await sql<{ id: number }>`
    with asked as (select (payload ->> 'sessionId')::integer as id, run_at from jobs where kind = any(${Object.values(placing)}::text[])),
      places as (select project_id, site_id, max(id) as newest from viewpoints where retired_at is null group by 1, 2)
    select s.id from places p join sessions_present s on s.project_id = p.project_id and s.site_id is not distinct from p.site_id
      left join picture_searches d on d.session_id = s.id
    where coalesce(d.viewpoint_id, 0) < p.newest and not exists (select 1 from asked a where a.id = s.id)
    order by s.capture_date desc, s.id desc
    limit greatest(0, ${sql.lit(maxWaiting)} - (select count(*) from asked where run_at <= now()))`.execute(db);
  const ids = due.rows.map(({ id }) => id);
  await addSessionJobs(db, placing.byHeader, ids);
}
