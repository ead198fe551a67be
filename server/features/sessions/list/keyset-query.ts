// The first sessions that meet some conditions, in an order that an index gives, whoever asks and however many there are.
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { joinNames, type SessionRow } from '#server/features/sessions/session-row.ts';
import { sessionView, visibleProjectIds, visibleSessions } from '#server/visibility.ts';

/** A condition on a row of a view under the alias s. */
export type Condition = RawBuilder<unknown>;

export const sortColumns = {
  createdAt: { column: sql.ref('s.created_at'), kind: 'instant', type: sql`timestamptz`, direction: sql`desc` },
  captureDate: { column: sql.ref('s.capture_date'), kind: 'day', type: sql`date`, direction: sql`desc` },
  submittedAt: { column: sql.ref('s.submitted_at'), kind: 'instant', type: sql`timestamptz`, direction: sql`asc` },
} as const;
export type Sort = (typeof sortColumns)[keyof typeof sortColumns];

export type PageWindow = { conditions: Condition[]; sort: Sort; limit: number };

export function allOf(conditions: Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** `order by … limit` in the direction of the sort, the id breaks ties; the limit is written out, as a parameter it would spoil the plan. */
export function orderAndLimit({ sort, limit }: { sort: Sort; limit: number }): Condition {
  return sql`order by ${sort.column} ${sort.direction}, s.id ${sort.direction} limit ${sql.lit(limit)}`;
}

/**
 * Rows of the view of this person. A client's come project by project, each in the order of its index, and are merged: a prepared plan for one
 * client would else walk everybody's sessions for another.
 */
export function newestFirst(actor: Person, window: PageWindow): RawBuilder<unknown> {
  const { conditions, sort, limit } = window;
  if (sessionView(actor) === 'sessions_present') {
    return sql`select s.* from sessions_present s where ${allOf([visibleSessions(actor), ...conditions])} ${orderAndLimit(window)}`;
  }
  return sql`select s.* from (
      select k.id from ${visibleProjectIds(actor)} visible cross join lateral (
        select s.id, ${sort.column} as at from sessions_released s
        where ${allOf([sql`s.project_id = visible.id`, ...conditions])} ${orderAndLimit(window)}) k
      order by k.at ${sort.direction}, k.id ${sort.direction} limit ${sql.lit(limit)}) k
    join sessions_released s on s.id = k.id`;
}

/** Those rows with the names beside them; joins keep no order, so it is given again. */
export function withNames(rows: RawBuilder<unknown>, window: Omit<PageWindow, 'conditions'>): RawBuilder<SessionRow> {
  return sql<SessionRow>`${joinNames(rows)} ${orderAndLimit(window)}`;
}
