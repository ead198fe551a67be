// The dashboards' figures (decisions §6), in one statement of counters and short index ranges, and the global search.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Person } from '#contract/policy.ts';
import { sessionStatuses } from '#contract/sessions.ts';
import { everybody, userIdsOf } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { sessionView, visibleProjectIds, visibleSessions } from '#server/visibility.ts';
import { search } from './dashboard/search.ts';
import { counterCondition, counterStatus } from './sessions/counts.ts';

const weekAgo = sql`(now() - interval '168 hours')`;
/** Until an instant of creation is older than a week, in milliseconds. */
const freshFor = (at: RawBuilder<unknown>) => sql`ceil(1000 * extract(epoch from ${at} - ${weekAgo}))`;

type Row = {
  activeProjects: number;
  activeUsers: number;
  weeklySessions: number;
  /** Until the oldest session of the week is older than that; null: there is none. */
  fresh: number | null;
  total: number;
  pending: number;
  approved: number;
  rejected: number;
  completed: number;
};

/** The sum of an amount, in all and for each status. */
function sums(amount: RawBuilder<unknown>, status: RawBuilder<unknown>): RawBuilder<unknown> {
  const each = sessionStatuses.map(
    (one) => sql`coalesce(sum(${amount}) filter (where ${status} = ${sql.lit(one)}), 0) as ${sql.id(one)}`,
  );
  return sql`coalesce(sum(${amount}), 0) as total, ${sql.join(each)}`;
}

/**
 * An admin's are of the whole company and cost the same however large it is: `totals` (migration 005) knows all but the day on which
 * the week began, which is counted to the instant.
 */
function ofCompany(): RawBuilder<Row> {
  const utc = sql`${weekAgo} at time zone 'UTC'`;
  const recent = sql`from sessions_present s where s.created_at > ${weekAgo}`;
  return sql<Row>`
    select t.*, o.*, w.days + (select count(*) ${recent}
        and s.created_at < (date_trunc('day', ${utc}) + interval '1 day') at time zone 'UTC') as "weeklySessions",
      (select ${freshFor(sql`s.created_at`)} ${recent} order by s.created_at limit 1) as fresh
    from (select ${sums(sql.ref('amount'), sql.ref('part'))} from totals where what = 'sessions') t
    cross join (select coalesce(sum(amount) filter (where what = 'projects' and part = 'active'), 0) as "activeProjects",
        coalesce(sum(amount) filter (where what = 'users'), 0) as "activeUsers"
      from totals where what in ('projects', 'users')) o
    cross join (select coalesce(sum(amount), 0) as days from totals
      where what = 'days' and part > to_char(${utc}, 'YYYY-MM-DD')) w`;
}

/** Creation instants of the last 7 × 24 h; a client's project by project, each by its index (compare `newest` of the lists). */
function thisWeek(actor: Person): RawBuilder<unknown> {
  const recent = sql`s.created_at > ${weekAgo}`;
  if (sessionView(actor) === 'sessions_present') {
    return sql`select s.created_at from sessions_present s where ${visibleSessions(actor)} and ${recent}`;
  }
  return sql`select k.created_at from mine cross join unnest(mine.ids) as m (id) cross join lateral (
    select s.created_at from sessions_released s where s.project_id = m.id and ${recent}) k`;
}

/** The ids as one array, which is looked up by index; of a subquery the planner takes it that it holds most of them. */
const mine = sql`any((select ids from mine)::integer[])`;

/** Everybody else's are of the projects they see; their people are clients, members and crews. */
function ofOwn(actor: Person): RawBuilder<Row> {
  const clients = sql`${counterCondition(actor)} and c.project_id = ${mine}`;
  const counted = sessionView(actor) === 'sessions_released' ? clients : counterCondition(actor);
  return sql<Row>`
    with mine as materialized (select array(select id from ${visibleProjectIds(actor)} seen) as ids)
    select c.*, w.*,
      (select count(*) from projects where id = ${mine} and status = 'active' and removed_at is null) as "activeProjects",
      (select count(*) from ${userIdsOf(sql`= ${mine}`, everybody)} them
        join users on users.id = them.id and users.closed_at is null) as "activeUsers"
    from (select ${sums(sql.ref('c.sessions'), counterStatus(actor))} from session_counts c where ${counted}) c
    cross join (select count(*) as "weeklySessions", ${freshFor(sql`min(created_at)`)} as fresh
      from (${thisWeek(actor)}) recent) w`;
}

async function readFigures(db: Kysely<Tables>, actor: Person): Promise<Row> {
  const found = await (actor.role === 'admin' ? ofCompany() : ofOwn(actor)).execute(db);
  return found.rows[0] as Row;
}

export const dashboard: Handlers<typeof api.dashboard> = {
  /** A client's figures hold no pending or rejected ones: clients see neither. */
  async figures({ actor, db, cacheFor }) {
    const { activeProjects, activeUsers, weeklySessions, ...row } = await readFigures(db, actor);
    if (row.fresh !== null) cacheFor(row.fresh);
    const { total, pending, approved, rejected, completed } = row;
    const sessions = { total, pending, approved, rejected, completed };
    return { activeProjects, pendingApproval: pending, weeklySessions, activeUsers, sessions };
  },

  search: (ask) => search(ask, ask.query.q),
};
