// Narrows concerns by status, priority and the visit that they are about, as their reader may see it.
import { type RawBuilder, sql } from 'kysely';
import type { Priority } from '#contract/disputes/endpoints.ts';
import type { DisputeStatus, Person } from '#contract/policy.ts';
import { decidedOn, type SessionFilters, toDay } from '#server/features/sessions/list/list.ts';
import { visibleSessions } from '#server/visibility.ts';
import { factsTold } from './queries.ts';

export type ConcernFilters = Pick<
  SessionFilters,
  'projectId' | 'siteId' | 'photographerId' | 'from' | 'to' | 'decidedFrom' | 'decidedTo'
> & {
  status?: DisputeStatus | undefined;
  priority?: Priority | undefined;
};

/** Condition on the rows that `listDisputes` and `countDisputes` choose from. */
export function meetsFilters(actor: Person, filters: ConcernFilters): RawBuilder<unknown> {
  const { status, priority, projectId, siteId, photographerId, from, to, decidedFrom, decidedTo } = filters;
  const told = factsTold(actor);
  const decided = decidedOn(actor, { decidedFrom, decidedTo });
  const wanted = [
    sql`true`,
    status !== undefined && sql`d.status = ${status}`,
    priority !== undefined && sql`d.priority = ${priority}`,
    projectId !== undefined && sql`s.project_id = ${projectId}`,
    siteId !== undefined && sql`${told.siteId} = ${siteId}`,
    photographerId !== undefined && sql`${told.photographerId} = ${photographerId}`,
    from !== undefined && sql`${told.captureDate} >= ${toDay(from)}::date`,
    to !== undefined && sql`${told.captureDate} <= ${toDay(to)}::date`,
    // People who left the project get no decision.
    ...(decided.length > 0 ? [...decided, visibleSessions(actor)] : []),
  ];
  return sql.join(
    wanted.filter((one) => one !== false),
    sql` and `,
  );
}
