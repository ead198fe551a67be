// The dashboards' figures (decisions §6), in one statement of counters and short index ranges, and the global search.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Feature } from '#server/http/mount.ts';
import { sessionFace, visibleProjectIds, visibleProjects, visibleSessions } from '#server/scope.ts';
import { search } from './dashboard/search.ts';
import { countedFor, countedStatus } from './sessions/counts.ts';

/** Creation instants of the last 7 × 24 h; a client's project by project, each by its index (compare `newest` of the lists). */
function thisWeek(actor: Person): RawBuilder<unknown> {
  const recent = sql`s.created_at > now() - interval '168 hours'`;
  if (sessionFace(actor) === 'sessions_present') {
    return sql`select s.created_at from sessions_present s where ${visibleSessions(actor)} and ${recent}`;
  }
  return sql`select k.created_at from ${visibleProjectIds(actor)} mine cross join lateral (
    select s.created_at from sessions_released s where s.project_id = mine.id and ${recent}) k`;
}

/** Open accounts; for those who manage none, the people of the projects they see: clients, members, crews. */
function activeUsers(actor: Person): RawBuilder<unknown> {
  if (actor.role === 'admin') return sql`select count(*) from users where closed_at is null`;
  return sql`with mine as materialized ${visibleProjectIds(actor)}
    select count(*) from (
      select client_id as id from projects where id in (select id from mine)
      union select user_id from project_users where project_id in (select id from mine)
      union select photographer_id from sites where project_id in (select id from mine) and removed_at is null
      union select photographer_id from session_counts where project_id in (select id from mine) and sessions > 0
    ) them join users on users.id = them.id and users.closed_at is null`;
}

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

async function readFigures(db: Kysely<Tables>, actor: Person): Promise<Row> {
  const status = countedStatus(actor);
  const found = await sql<Row>`
    select c.*, w.*,
      (select count(*) from projects p where p.status = 'active' and ${visibleProjects(actor)}) as "activeProjects",
      (${activeUsers(actor)}) as "activeUsers"
    from (select coalesce(sum(c.sessions), 0) as total,
        coalesce(sum(c.sessions) filter (where ${status} = 'pending'), 0) as pending,
        coalesce(sum(c.sessions) filter (where ${status} = 'approved'), 0) as approved,
        coalesce(sum(c.sessions) filter (where ${status} = 'rejected'), 0) as rejected,
        coalesce(sum(c.sessions) filter (where ${status} = 'completed'), 0) as completed
      from session_counts c where ${countedFor(actor)}) c
    cross join (select count(*) as "weeklySessions",
        ceil(1000 * extract(epoch from min(created_at) + interval '168 hours' - now())) as fresh
      from (${thisWeek(actor)}) recent) w`.execute(db);
  return found.rows[0] as Row;
}

export const dashboard: Feature<typeof api.dashboard> = {
  /** A client's figures hold no pending or rejected ones: clients see neither. */
  async figures({ actor, db, fresh }) {
    const { activeProjects, activeUsers, weeklySessions, ...row } = await readFigures(db, actor);
    if (row.fresh !== null) fresh(row.fresh);
    const { total, pending, approved, rejected, completed } = row;
    const sessions = { total, pending, approved, rejected, completed };
    return { activeProjects, pendingApproval: pending, weeklySessions, activeUsers, sessions };
  },

  search: ({ actor, db, query }) => search(db, actor, query.q),
};
