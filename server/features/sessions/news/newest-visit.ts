// The visit that a client sees first, and the one before it at the same site.
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { NewestVisit } from '#contract/sessions/news.ts';
import type { Tables } from '#server/db/schema.ts';
import { projectsWithSince } from './seen.ts';

type Found = { id: number; before: NewestVisit['before'] };

/** Project by project, each by its index, and merged: what is new comes first, then the latest date. */
export async function loadNewestVisit(db: Kysely<Tables>, actor: Person): Promise<Found | null> {
  const latest = sql`order by s.capture_date desc, s.id desc limit 1`;
  const found = await sql<Found>`
    with newest as (
      select v.* from ${projectsWithSince(actor)} p cross join lateral (
        (select s.id, s.project_id, s.site_id, s.capture_date, true as is_new from sessions_released s
          where s.project_id = p.id and s.reviewed_at > p.since ${latest})
        union all
        (select s.id, s.project_id, s.site_id, s.capture_date, false from sessions_released s
          where s.project_id = p.id ${latest})) v
      order by v.is_new desc, v.capture_date desc, v.id desc limit 1)
    select n.id, (
      select json_build_object('id', s.id, 'captureDate', s.capture_date) from sessions_released s
      where s.project_id = n.project_id and s.site_id is not distinct from n.site_id
        and (s.capture_date, s.id) < (n.capture_date, n.id) ${latest}) as before
    from newest n`.execute(db);
  return found.rows[0] ?? null;
}
