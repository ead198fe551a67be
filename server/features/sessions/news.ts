// What is new to a client since they were here, and what moves that moment: a released visit on their screen (behaviour §24).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Person } from '#contract/policy.ts';
import type { NewestVisit } from '#contract/sessions/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { loadNews, projectsWithSince, recordLook } from './news/seen.ts';
import { loadSession } from './session-row.ts';

/** Not cached: a stay ends with time alone, and a view, which touches no topic, may begin one. */
const uncached = 0;

export const news: Handlers<typeof api.news> = {
  async news({ actor, db, cacheFor }) {
    cacheFor(uncached);
    return { projects: await loadNews(db, actor) };
  },

  async newestVisit({ actor, db, cacheFor }) {
    cacheFor(uncached);
    const found = await loadNewestVisit(db, actor);
    return { session: found && (await loadSession(db, actor, found.id)), before: found?.before ?? null };
  },

  markSeen: ({ actor, params, write }) =>
    write(async (context) => {
      const session = await loadSession(context.tx, actor, params.id);
      if (!session) throw notFound('Session');
      await recordLook(context, actor, session.projectId);
      return ok;
    }),
};

// The visit that a client sees first, and the one before it at the same site.
type Found = { id: number; before: NewestVisit['before'] };

/** Project by project, each by its index, and merged: what is new comes first, then the latest date. */
async function loadNewestVisit(db: Kysely<Tables>, actor: Person): Promise<Found | null> {
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
