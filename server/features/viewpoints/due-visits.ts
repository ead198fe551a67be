// Which visits' pictures were never looked at, or not for the viewpoints that their place has now; they are asked about a few at a time.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { linkColumn } from '#server/features/media/session-link.ts';
import { addSessionJobs } from '#server/jobs.ts';
import type { ViewpointPlace } from './lock-viewpoint.ts';
import { placing } from './placements.ts';
import { pictureKinds } from './visit-pictures.ts';

/** No more than so many wait at a time: a visit that was just submitted stands behind them. */
const maxWaiting = 10;
/** Nor than so many with those that are tried again later: while a host is away the others do not run into it as well. */
const maxTriedAgain = 50;

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
 * Places with viewpoints come first, then all others, so that photos from before say when and with what they were taken. Of each the newest
 * first: it is then the neighbour in time of one that is filled. A visit whose job failed for good is left to whoever looks at the job.
 */
export async function askDueVisits(db: Kysely<Tables>): Promise<void> {
  const links = sql.join(
    pictureKinds.map((kind) => sql.ref(`s.${linkColumn(kind)}`)),
    sql`, `,
  );
  const due = await sql<{ id: number }>`
    with asked as (select (payload ->> 'sessionId')::integer as id, run_at from jobs where kind = any(${Object.values(placing)}::text[])),
      room as (select least(${sql.lit(maxWaiting)} - count(*) filter (where run_at <= now()), ${sql.lit(maxTriedAgain)} - count(*)) as free
        from asked where run_at < 'infinity'),
      places as (select project_id, site_id, max(id) as newest from viewpoints where retired_at is null group by 1, 2)
    select s.id from sessions_present s
      left join places p on s.project_id = p.project_id and s.site_id is not distinct from p.site_id
      left join picture_searches d on d.session_id = s.id
    where coalesce(d.viewpoint_id, -1) < coalesce(p.newest, 0) and (p.newest is not null or coalesce(${links}) is not null)
      and not exists (select 1 from asked a where a.id = s.id)
    order by p.newest is null, s.capture_date desc, s.id desc
    limit (select greatest(0, free) from room)`.execute(db);
  const ids = due.rows.map(({ id }) => id);
  await addSessionJobs(db, placing.byHeader, ids);
}
