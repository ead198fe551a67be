// Disputes as their readers see them: with the reader's view of the session, the number of messages, and what they may do now.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import { type Dispute, type disputeSorts, disputeStatuses, disputeTransitions } from '#contract/disputes/endpoints.ts';
import type { DisputeMessage } from '#contract/disputes/routes.ts';
import { can, type DisputeFacts, type DisputeStatus, type MemberRole, type Person } from '#contract/policy.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { personRef } from '#server/db/user-names.ts';
import { type Cursor, cursorByCreation, type Page, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import { notFound } from '#server/lib/problem.ts';
import { sessionView, visibleDisputes } from '#server/visibility.ts';
import { anchorOfDispute, anchorsOfMessage } from './anchors.ts';

type DisputeRow = Omit<Dispute, 'session' | 'moves' | 'mayComment' | 'mayMove'> & {
  captureDate: string;
  photographerId: number;
  projectId: number;
  projectName: string;
  siteId: number | null;
  siteName: string | null;
  isClient: boolean;
  member: MemberRole | null;
  removedAt: string | null;
};

function factsOf(row: DisputeRow): DisputeFacts {
  const relation = { client: row.isClient, member: row.member, site: false, session: false };
  // A dispute is only ever raised on a released session.
  return { clientId: row.clientId, session: { photographerId: row.photographerId, released: true, relation } };
}

/** The statuses that this person may set now, in lifecycle order. */
function movesOf(actor: Person, facts: DisputeFacts, status: DisputeStatus): DisputeStatus[] {
  const from = disputeTransitions[actor.role];
  return disputeStatuses.filter((to) => from[to]?.includes(status) && can.setDisputeStatus(actor, facts, to));
}

/** `removedAt` is for System History; fields that the reply does not name are not sent. */
export function toDispute(row: DisputeRow, actor: Person): Dispute & { removedAt: string | null } {
  const facts = factsOf(row);
  const { sessionId, captureDate, photographerId, siteId, siteName } = row;
  const isRemoved = row.removedAt !== null;
  return {
    ...row,
    session: {
      id: sessionId,
      captureDate,
      photographerId,
      project: { id: row.projectId, name: row.projectName },
      site: siteId === null || siteName === null ? null : { id: siteId, name: siteName },
    },
    moves: isRemoved ? [] : movesOf(actor, facts, row.status),
    mayComment: !isRemoved && can.commentDispute(actor, facts),
    mayMove: !isRemoved && can.moveDispute(actor, facts, { open: row.status === 'open' }),
  };
}

/** The session of a concern as this person may see it. */
export function visibleSessionFacts(actor: Person) {
  const presentOrPast = (now: RawBuilder<unknown>, past: RawBuilder<unknown>) =>
    actor.role === 'client' ? sql`case when past.id is null then ${now} else ${past} end` : now;
  return {
    captureDate: presentOrPast(sql`s.capture_date`, sql`past.capture_date`),
    photographerId: presentOrPast(sql`s.photographer_id`, sql`past.photographer_id`),
    projectName: presentOrPast(sql`p.name`, sql`past.project_name`),
    siteId: presentOrPast(sql`si.id`, sql`past.site_id`),
    siteName: presentOrPast(sql`si.name`, sql`past.site_name`),
  };
}

/**
 * Somebody who left the project still reads their own dispute, but of its session only what was released when they raised it; for all
 * others the row is empty. If nothing was (a release in the same moment) it is the first release after.
 */
function releasedWhenRaised(actor: Person): RawBuilder<unknown> {
  return sql`left join lateral (
      select r.* from session_records a join session_records r on r.id = a.released_record_id
      where a.session_id = d.session_id
      order by a.at > d.created_at, abs(extract(epoch from a.at - d.created_at)) limit 1
    ) past on p.client_id <> ${actor.id} and pu.role is null`;
}

const isAwaited = sql`d.status = 'open' and d.answered_at is null`;

/** Its first answer is awaited, by a known deadline. */
const isDue = sql`${isAwaited} and d.due_at is not null`;

type Which = { where: RawBuilder<unknown>; removed?: true };

/** FROM and WHERE of concerns `d` with all that is known of them. */
function concernsOf(actor: Person, { where, removed }: Which): RawBuilder<unknown> {
  const sessions = sql.table(removed ? 'sessions' : sessionView(actor));
  return sql`disputes d
    join users c on c.id = d.client_id
    join ${sessions} s on s.id = d.session_id
    join projects p on p.id = s.project_id
    left join sites si on si.id = s.site_id
    left join project_users pu on pu.project_id = p.id and pu.user_id = ${actor.id}
    ${actor.role === 'client' ? releasedWhenRaised(actor) : sql``}
    where ${removed ? sql`true` : visibleDisputes(actor)} and ${where}`;
}

/** The number of matches, for conditions on what this person may see of the sessions. */
export function countDisputes(db: Kysely<Tables>, actor: Person, where: RawBuilder<unknown>): Promise<number> {
  return countRows(db, concernsOf(actor, { where }));
}

/**
 * Whole rows, newest first unless `order` says otherwise; `where` is a condition on `d` and its session `s`. `removed`: those on removed
 * sessions too, for System History.
 */
export async function listDisputes(
  db: Kysely<Tables>,
  actor: Person,
  query: Which & { limit: number; order?: RawBuilder<unknown> },
): Promise<DisputeRow[]> {
  const facts = visibleSessionFacts(actor);
  const removedAt = query.removed ? sql`s.removed_at` : sql`null::timestamptz`;
  const found = await sql<DisputeRow>`
    select d.id, d.session_id as "sessionId", d.client_id as "clientId", d.reason, d.status, d.priority,
      d.created_at as "createdAt", d.updated_at as "updatedAt",
      case when ${isAwaited} then d.due_at end as "dueAt", case when ${isAwaited} then d.due_on end as "dueOn",
      d.answered_at as "answeredAt", d.resolved_at as "resolvedAt", ${anchorOfDispute(actor)}, ${personRef('c')} as client,
      ${facts.captureDate} as "captureDate", ${facts.photographerId} as "photographerId",
      ${facts.projectName} as "projectName", ${facts.siteId} as "siteId", ${facts.siteName} as "siteName",
      ${removedAt} as "removedAt", p.id as "projectId",
      p.client_id = ${actor.id} as "isClient", pu.role as member,
      (select count(*) from dispute_messages m where m.dispute_id = d.id) as "messageCount"
    from ${concernsOf(actor, query)}
    order by ${query.order ?? sql`d.created_at desc, d.id desc`}
    limit ${sql.lit(query.limit)}`.execute(db);
  return found.rows;
}

/** One dispute with what its rights depend on; 404 for somebody who may not read it. */
export async function loadDispute(
  db: Kysely<Tables>,
  actor: Person,
  id: number,
): Promise<{ dispute: Dispute; facts: DisputeFacts }> {
  const [row] = await listDisputes(db, actor, { where: sql`d.id = ${id}`, limit: 1 });
  if (!row) throw notFound('Concern');
  return { dispute: toDispute(row, actor), facts: factsOf(row) };
}

type Sort = (typeof disputeSorts)[number];
type ListRequest = {
  actor: Person;
  db: Kysely<Tables>;
  query: { limit: number; cursor?: string | undefined; sort?: Sort };
};

/** Which rows come after a cursor's, in what order, and what marks the end of a page. */
const sorts = {
  createdAt: {
    only: sql``,
    after: ({ at, id }: Cursor) => sql`and (d.created_at, d.id) < (${at}::timestamptz, ${id}::integer)`,
    order: sql`d.created_at desc, d.id desc`,
    mark: cursorByCreation,
  },
  dueAt: {
    only: sql`and ${isDue}`,
    after: ({ at, id }: Cursor) => sql`and (d.due_at, d.id) > (${at}::timestamptz, ${id}::integer)`,
    order: sql`d.due_at, d.id`,
    mark: ({ dueAt, id }: Dispute): Cursor => ({ by: 'dueAt', at: dueAt ?? '', id }),
  },
};

/** With the total on the first page; `wanted` is a condition on `d` and its session `s`. */
export async function pageOfDisputes(
  { actor, db, query }: ListRequest,
  wanted: RawBuilder<unknown>,
): Promise<Page<Dispute>> {
  const { sort = 'createdAt' } = query;
  const { only, after, order, mark } = sorts[sort];
  const condition = sql`${wanted} ${only}`;
  const cursor = parseCursor(query.cursor, sort, 'instant');
  const where = cursor ? sql`${condition} ${after(cursor)}` : condition;
  const rows = await listDisputes(db, actor, { where, order, limit: query.limit + 1 });
  const shown = rows.map((row) => toDispute(row, actor));
  const page = paginate(shown, query.limit, mark);
  if (cursor) return page;
  const all = sql`disputes d join sessions s on s.id = d.session_id where ${visibleDisputes(actor)} and ${condition}`;
  return { ...page, total: await countRows(db, all) };
}

// The conversation of a dispute: people's comments, and the changes of its status.
type Message = z.infer<typeof DisputeMessage>;

/** Oldest first; `where` is a condition on `m`. */
export async function listMessages(
  db: Kysely<Tables>,
  actor: Person,
  query: { where: RawBuilder<unknown>; limit: number },
): Promise<Message[]> {
  const found = await sql<Message>`
    select m.id, m.dispute_id as "disputeId", m.user_id as "userId", m.message, m.message_type as "messageType",
      m.created_at as "createdAt", ${personRef('u')} as user, ${anchorsOfMessage(actor)}
    from dispute_messages m join users u on u.id = m.user_id
    where ${query.where} order by m.created_at, m.id limit ${sql.lit(query.limit)}`.execute(db);
  return found.rows;
}

/** Adds a message and answers its id; the caller holds the lock of the dispute, so that ids follow the order of time. */
export async function addMessage(
  tx: Transaction<Tables>,
  message: Pick<Message, 'disputeId' | 'userId' | 'message' | 'messageType'>,
): Promise<number> {
  const row = await tx
    .insertInto('dispute_messages')
    .values({
      dispute_id: message.disputeId,
      user_id: message.userId,
      message: message.message,
      message_type: message.messageType,
      created_at: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
