// Planned visits as their readers see them: whole rows for admins and crews, and the next one of each project for everybody.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NextVisit, PlannedVisit, VisitState } from '#contract/planned-visits/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import { fullName, personRef } from '#server/db/user-names.ts';
import { notFound } from '#server/lib/problem.ts';
import { isOpenVisit as isOpen, visiblePlannedVisits } from '#server/visibility.ts';

/** Rows `pv` with their project `p` and site `si`: a plan of a removed project or site is nobody's. */
const ofPlace = sql`join projects p on p.id = pv.project_id and p.removed_at is null left join sites si on si.id = pv.site_id`;
const isThere = sql`si.removed_at is null`;

/** Until 'due today' may be late. */
export const todayMs = 60_000;

/** Condition on such rows: its place is there, and this person may read it. */
const isRead = (actor: Person) => sql`${isThere} and ${visiblePlannedVisits(actor)}`;

type StateFacts = { day: string; isSkipped: boolean; isFulfilled: boolean };

/** Days are yyyy-mm-dd, so that their order is that of the text. */
export function stateOf({ day, isSkipped, isFulfilled }: StateFacts, today: string): VisitState {
  if (isSkipped) return 'skipped';
  if (isFulfilled) return 'fulfilled';
  if (day === today) return 'due';
  return day < today ? 'late' : 'planned';
}

type Row = Omit<PlannedVisit, 'state'> & { today: string };

type Which = { where: RawBuilder<unknown>; order?: RawBuilder<unknown>; limit?: number };

/** Rows `pv` of those that the actor may read. */
export async function listVisits(
  db: Kysely<Tables>,
  actor: Person,
  { where, order = sql`pv.id`, limit = 1 }: Which,
): Promise<PlannedVisit[]> {
  const found = await sql<Row>`
    select pv.id, pv.project_id as "projectId", p.name as "projectName",
      case when si.id is not null then json_build_object('id', si.id, 'name', si.name) end as site, pv.day,
      case when ph.id is not null then ${personRef('ph')} end as photographer, pv.note,
      case when pv.skipped_at is not null then json_build_object('reason', pv.skip_reason, 'byName', ${fullName('by')},
        'at', to_char(pv.skipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) end as skipped,
      case when s.id is not null then json_build_object('id', s.id, 'captureDate', s.capture_date) end as session,
      pv.version, ${companyDay()} as today
    from planned_visits pv ${ofPlace} left join users ph on ph.id = pv.photographer_id left join users by on by.id = pv.skipped_by
      left join sessions s on s.id = pv.session_id
    where ${where} and ${isRead(actor)}
    order by ${order} limit ${sql.lit(limit)}`.execute(db);
  return found.rows.map(({ today, ...row }) => ({
    ...row,
    state: stateOf({ day: row.day, isSkipped: row.skipped !== null, isFulfilled: row.session !== null }, today),
  }));
}

/** FROM and WHERE of the rows that the actor may read, to be counted. */
export function readableVisits(actor: Person, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`planned_visits pv ${ofPlace} where ${where} and ${isRead(actor)}`;
}

/** 404 for one that this person may not read. */
export async function loadVisit(db: Kysely<Tables>, actor: Person, id: number): Promise<PlannedVisit> {
  const [visit] = await listVisits(db, actor, { where: sql`pv.id = ${id}` });
  if (!visit) throw notFound('Planned visit');
  return visit;
}

/** By project the earliest that is open, also where it is late; none for those without. The caller has checked that its reader sees them. */
export async function loadNextVisits(
  db: Kysely<Tables>,
  projectIds: readonly number[],
): Promise<Map<number, NextVisit>> {
  const found = await sql<{ projectId: number; day: string; today: string }>`
    select distinct on (pv.project_id) pv.project_id as "projectId", pv.day, ${companyDay()} as today
    from planned_visits pv left join sites si on si.id = pv.site_id
    where pv.project_id = any(${[...projectIds]}::integer[]) and ${isOpen} and ${isThere}
    order by pv.project_id, pv.day, pv.id`.execute(db);
  return new Map(
    found.rows.map(({ projectId, day, today }) => {
      const state = stateOf({ day, isSkipped: false, isFulfilled: false }, today) as NextVisit['state'];
      return [projectId, { day, state }];
    }),
  );
}
