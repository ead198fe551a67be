// What needs somebody now, counted in one statement over what they see (behaviour §10.12).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Needs } from '#contract/overview/endpoints.ts';
import { can, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import { readableVisits } from '#server/features/planned-visits/queries.ts';
import { travellingColumn } from '#server/features/uploads/rows.ts';
import { sessionView, visibleDisputes, visibleProjects, visibleSessions } from '#server/visibility.ts';

/** Some of it comes and goes with time alone. */
export const needsMs = 60_000;

const none = sql`json_build_object('count', 0, 'first', null)`;

/** Rows of the sessions that the actor sees, under the alias s. */
const ofSessions = (actor: Person) => sql`${sql.table(sessionView(actor))} s where ${visibleSessions(actor)}`;

/** Nothing of any file that is still awaited has come for a day; of one of which nothing ever came since it was announced. */
const isStuck = sql`(select max(greatest(f.begun_at, f.changed_at)) < now() - interval '1 day'
  from uploads u join upload_files f on f.upload_id = u.id and f.state = 'travelling' where u.session_id = s.id)`;

const isToSee = sql`st.claimed_id is not null and st.seen_id is null and st.confirmed_id is null and st.dropped_at is null
  and si.removed_at is null`;

function ifSo(holds: boolean, counted: RawBuilder<unknown>, otherwise: RawBuilder<unknown> = sql`0`) {
  return holds ? counted : otherwise;
}

export async function readNeeds(db: Kysely<Tables>, actor: Person): Promise<Needs> {
  const reviews = can.reviewSessions(actor);
  const visitsOf = (day: RawBuilder<unknown>) =>
    ifSo(!reviews, sql`(select count(*) from ${readableVisits(actor, day)})`);
  const found = await sql<Needs>`select
    ${ifSo(reviews, sql`(select count(*) from ${ofSessions(actor)} and s.status = 'pending' and ${travellingColumn('s')} is null)`)} as review,
    (select count(*) from disputes d where ${visibleDisputes(actor)} and d.status = 'open' and d.answered_at is null and d.due_at <= now()) as overdue,
    ${ifSo(
      reviews,
      sql`(select json_build_object('count', count(*), 'first', (array_agg(st.id order by st.claimed_id))[1])
        from stages st join stage_lists sl on sl.id = st.list_id join projects p on p.id = sl.project_id left join sites si on si.id = sl.site_id
        where ${isToSee} and ${visibleProjects(actor)})`,
      none,
    )} as claims,
    (select json_build_object('count', count(*), 'first', min(s.id)) from ${ofSessions(actor)} and s.status = 'pending' and ${isStuck}) as stuck,
    ${ifSo(!reviews, sql`(select count(*) from ${ofSessions(actor)} and s.status = 'rejected')`)} as rejected,
    json_build_object('late', ${visitsOf(sql`pv.day < ${companyDay()}`)}, 'today', ${visitsOf(sql`pv.day = ${companyDay()}`)}) as visits`.execute(
    db,
  );
  return found.rows[0] as Needs;
}
