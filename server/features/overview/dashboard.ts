// The dashboards' figures (behaviour §10.3), from counters and short index ranges, and the global search.
import { type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { DashboardStats } from '#contract/overview/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import { sessionStatuses } from '#contract/sessions/endpoints.ts';
import { everybody, userIdsOf } from '#server/db/project-relations.ts';
import { todayMs } from '#server/features/planned-visits/queries.ts';
import { counterCondition, counterStatus } from '#server/features/sessions/counts.ts';
import type { Handlers, ReadContext } from '#server/http/calls/register-routes.ts';
import { sessionView, visibleProjectIds, visibleSessions } from '#server/visibility.ts';
import { needsMs, readNeeds } from './needs.ts';
import { listOwnProjects } from './own-projects.ts';
import { search, searchGroups } from './search.ts';

const weekAgo = sql`(now() - interval '168 hours')`;

type Sums = Pick<DashboardStats, 'activeProjects' | 'activeUsers'> & DashboardStats['sessions'];
/** `validFor`: milliseconds until the oldest session of the week is older than that; null when there is none. */
type Week = { weeklySessions: number; validFor: number | null };

/** Sessions in all and of each status, of rows of `session_counts`. */
function countSessions(actor: Person, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const each = sessionStatuses.map(
    (one) =>
      sql`coalesce(sum(c.sessions) filter (where ${counterStatus(actor)} = ${sql.lit(one)}), 0) as ${sql.id(one)}`,
  );
  return sql`(select coalesce(sum(c.sessions), 0) as total, ${sql.join(each)}
    from session_counts c where ${counterCondition(actor)} and ${condition})`;
}

function companySums(actor: Person): RawBuilder<Sums> {
  return sql<Sums>`
    select c.*,
      (select count(*) from projects where status = 'active' and removed_at is null) as "activeProjects",
      (select count(*) from users where closed_at is null) as "activeUsers"
    from ${countSessions(actor, sql`true`)} c`;
}

/** The ids as one array, which is looked up by index; of a subquery the planner assumes that it holds most of them. */
const isVisible = sql`= any((select ids from visible)::integer[])`;
const withVisibleIds = (actor: Person) =>
  sql`with visible as materialized (select array(select id from ${visibleProjectIds(actor)} seen) as ids)`;

/** Everybody else's are of the projects they see; their people are clients, members and crews. */
function ownSums(actor: Person): RawBuilder<Sums> {
  const released = sessionView(actor) === 'sessions_released';
  return sql<Sums>`
    ${withVisibleIds(actor)}
    select c.*,
      (select count(*) from projects where id ${isVisible} and status = 'active' and removed_at is null) as "activeProjects",
      (select count(*) from ${userIdsOf(sql`${isVisible}`, everybody)} people
        join users on users.id = people.id and users.closed_at is null) as "activeUsers"
    from ${countSessions(actor, released ? sql`c.project_id ${isVisible}` : sql`true`)} c`;
}

/** Admins share theirs. They change with a topic only, so they are added up once after each change. */
async function readSums({ actor, db, cached }: ReadContext): Promise<Sums> {
  const isAdmin = actor.role === 'admin';
  const key = `sums of ${isAdmin ? 'the company' : `${actor.role} ${actor.id}`}`;
  return cached(key, async () => {
    const found = await (isAdmin ? companySums(actor) : ownSums(actor)).execute(db);
    return found.rows[0] as Sums;
  });
}

/** The last 7 × 24 h, to the instant; a client's project by project, each by its index (compare `newestFirst` of the lists). */
async function readWeek({ actor, db }: ReadContext): Promise<Week> {
  const isRecent = sql`s.created_at > ${weekAgo}`;
  const figures = sql`count(*) as "weeklySessions",
    ceil(1000 * extract(epoch from min(s.created_at) - ${weekAgo})) as "validFor"`;
  const query =
    sessionView(actor) === 'sessions_present'
      ? sql<Week>`select ${figures} from sessions_present s where ${visibleSessions(actor)} and ${isRecent}`
      : sql<Week>`${withVisibleIds(actor)}
          select ${figures} from visible cross join unnest(visible.ids) as m (id) cross join lateral (
            select s.created_at from sessions_released s where s.project_id = m.id and ${isRecent}) s`;
  return (await query.execute(db)).rows[0] as Week;
}

/** `hasMap`: the operator names one. */
export const dashboard = ({ hasMap }: { hasMap: boolean }): Handlers<typeof api.dashboard> => ({
  /** A client's figures hold no pending or rejected ones: clients see neither. */
  async dashboardStats(ctx) {
    const [sums, { weeklySessions, validFor }] = await Promise.all([readSums(ctx), readWeek(ctx)]);
    if (validFor !== null) ctx.cacheFor(validFor);
    const { activeProjects, activeUsers, ...sessions } = sums;
    return { activeProjects, pendingApproval: sessions.pending, weeklySessions, activeUsers, sessions };
  },

  async needs({ actor, db, cacheFor }) {
    cacheFor(needsMs);
    return readNeeds(db, actor);
  },

  async ownProjects({ actor, db, cacheFor }) {
    cacheFor(todayMs);
    return { ...(await listOwnProjects(db, actor)), map: hasMap };
  },

  search: (ctx) => search(ctx, ctx.query),
  searchGroups: (ctx) => searchGroups(ctx, ctx.query),
});
