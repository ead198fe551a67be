// Finds concerns by what was written in them and by their number, and narrows them by status, priority and their visit, as their reader may see it.
import { type RawBuilder, sql } from 'kysely';
import type { Priority } from '#contract/disputes/endpoints.ts';
import type { DisputeStatus, Person } from '#contract/policy.ts';
import { decidedOn, type SessionFilters, toDay } from '#server/features/sessions/list/list.ts';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';
import { visibleSessions } from '#server/visibility.ts';
import { visibleSessionFacts } from './queries.ts';

const biggest = 2_147_483_647;

/** '7', '#7', 'concern 7'; 0, which no concern has, for anything else. */
export function concernNumber(text: string): number {
  const number = Number(/^(?:concern)?\s*(?:#\s*)?([1-9]\d{0,9})$/i.exec(text.trim())?.[1] ?? 0);
  return number <= biggest ? number : 0;
}

/** What its raiser wrote, or somebody who answered; each way by an index of its own. */
function isWritten(word: string): RawBuilder<unknown> {
  const pattern = toLikePattern(word);
  return sql`d.id in (select id from disputes where search_fold(reason) like ${pattern}
    union all select dispute_id from dispute_messages where search_fold(message) like ${pattern} and message_type = 'comment')`;
}

/** Condition on a dispute `d`: it has the number, or every word was written in it. */
export function matchesText(text: string): RawBuilder<unknown> {
  const words = sql.join([sql`true`, ...toSearchWords(text).map(isWritten)], sql` and `);
  return sql`(d.id = ${concernNumber(text)}::integer or (${words}))`;
}

export type ConcernFilters = Pick<
  SessionFilters,
  'projectId' | 'siteId' | 'photographerId' | 'from' | 'to' | 'decidedFrom' | 'decidedTo'
> & {
  status?: DisputeStatus | undefined;
  priority?: Priority | undefined;
  sessionId?: number | undefined;
};

/** Condition on the rows that `listDisputes` and `countDisputes` choose from. */
export function meetsFilters(actor: Person, filters: ConcernFilters): RawBuilder<unknown> {
  const { status, priority, sessionId, projectId, siteId, photographerId, from, to, decidedFrom, decidedTo } = filters;
  const facts = visibleSessionFacts(actor);
  const decided = decidedOn(actor, { decidedFrom, decidedTo });
  const wanted = [
    sql`true`,
    status !== undefined && sql`d.status = ${status}`,
    priority !== undefined && sql`d.priority = ${priority}`,
    sessionId !== undefined && sql`d.session_id = ${sessionId}`,
    projectId !== undefined && sql`s.project_id = ${projectId}`,
    siteId !== undefined && sql`${facts.siteId} = ${siteId}`,
    photographerId !== undefined && sql`${facts.photographerId} = ${photographerId}`,
    from !== undefined && sql`${facts.captureDate} >= ${toDay(from)}::date`,
    to !== undefined && sql`${facts.captureDate} <= ${toDay(to)}::date`,
    // People who left the project get no decision.
    ...(decided.length > 0 ? [...decided, visibleSessions(actor)] : []),
  ];
  return sql.join(
    wanted.filter((one) => one !== false),
    sql` and `,
  );
}

/** Both: what was searched for, where anything was, and the filters. */
export function isWanted(actor: Person, { q = '', ...filters }: ConcernFilters & { q?: string | undefined }) {
  const meets = meetsFilters(actor, filters);
  return q.trim() === '' ? meets : sql`${matchesText(q)} and ${meets}`;
}
