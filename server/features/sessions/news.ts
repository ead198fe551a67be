// What is new to a client since they were here, and what moves that moment: a released visit on their screen (behaviour §24).
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { LinkHosts } from '#contract/links/link.ts';
import type { Person } from '#contract/policy.ts';
import { type NewestVisit, type News, type Session, stayMinutes } from '#contract/sessions/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { firstPoster } from '#server/features/media/image-routes.ts';
import type { LightReader } from '#server/features/media/light-videos.ts';
import { hasSpan } from '#server/features/viewpoints/widest-span.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { visibleProjectIds } from '#server/visibility.ts';
import { coverUrl, loadSession } from './session-row.ts';

// Since when releases are new to somebody: one row of `seen_projects` per project, written by views.

/** Of a row `sp`: while its stay lasts, when that began; after it, when it ended. */
const since = sql`case when sp.seen_at < now() - make_interval(mins => ${sql.lit(stayMinutes)}) then sp.seen_at else sp.since end`;

/**
 * The projects that somebody sees, each with the moment since when its releases are new; as `id` and `since`. A project without a row
 * counts from their latest stay on any project; null before their first view.
 */
export function projectsWithSince(actor: Person): RawBuilder<unknown> {
  const last = sql`(select max(${since}) from seen_projects sp where sp.user_id = ${actor.id})`;
  return sql`(select visible.id, coalesce(${since}, ${last}) as since from ${visibleProjectIds(actor)} visible
    left join seen_projects sp on sp.user_id = ${actor.id} and sp.project_id = visible.id)`;
}

export async function loadNews(db: Kysely<Tables>, actor: Person): Promise<News['projects']> {
  const found = await sql<News['projects'][number]>`
    select p.id as "projectId", p.since,
      (select count(*) from sessions_released s where s.project_id = p.id and s.reviewed_at > p.since) as visits
    from ${projectsWithSince(actor)} p where p.since is not null order by p.id`.execute(db);
  return found.rows;
}

/**
 * Called when a visit of this project is on their screen. The first view at all adds every project they see, so that nothing older is new;
 * later ones add projects that are new to them. In id order, so that two tabs do not deadlock. A view whose transaction began before one
 * that it finds written is no earlier than that one.
 */
export async function recordView({ tx }: WriteContext, actor: Person, projectId: number): Promise<void> {
  await sql`
    insert into seen_projects as sp (user_id, project_id, since, seen_at)
    select ${actor.id}, p.id, coalesce(p.since, now()), case when p.id = ${projectId} then greatest(p.since, now()) else coalesce(p.since, now()) end
    from ${projectsWithSince(actor)} p
    where p.id = ${projectId} or not exists (
      select 1 from seen_projects known where known.user_id = ${actor.id} and known.project_id = p.id)
    order by p.id
    on conflict (user_id, project_id) do update set since = ${since}, seen_at = greatest(sp.seen_at, excluded.seen_at)
    where sp.project_id = ${projectId}`.execute(tx);
}

type Dependencies = { source: MediaSource; hosts: LinkHosts; light: LightReader };
type Reader = Dependencies & { db: Kysely<Tables>; actor: Person };

/** The storage of videos may be slow: the page does not wait for it. */
const slowMs = 500;

/** Null where it has a picture from above, or none of its videos has a picture. */
async function videoCoverOf(reader: Reader, session: Session): Promise<string | null> {
  if (session.coverUrl !== null || session.videoUrl === null) return null;
  const asked = firstPoster(reader, session.id).catch(() => null);
  const found = await Promise.race([asked, delay(slowMs, null, { ref: false })]);
  return found && coverUrl(session);
}

/** Not cached: a stay ends with time alone, and a view, which touches no topic, may begin one. */
const uncached = 0;

export const news = (deps: Dependencies): Handlers<typeof api.news> => ({
  async news({ actor, db, cacheFor }) {
    cacheFor(uncached);
    return { projects: await loadNews(db, actor) };
  },

  async newestVisit({ actor, db, cacheFor }) {
    cacheFor(uncached);
    const found = await loadNewestVisit(db, actor);
    const session = found && (await loadSession(db, actor, found.id));
    const before = found?.before ?? null;
    if (!session) return { session, videoCover: null, hasThenAndNow: false, before };
    const [videoCover, hasThenAndNow] = await Promise.all([
      videoCoverOf({ ...deps, db, actor }, session),
      hasSpan(db, actor, session.projectId),
    ]);
    return { session, videoCover, hasThenAndNow, before };
  },

  markSeen: ({ actor, params, write }) =>
    write(async (context) => {
      const session = await loadSession(context.tx, actor, params.id);
      if (!session) throw notFound('Session');
      await recordView(context, actor, session.projectId);
      return ok;
    }),
});

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
