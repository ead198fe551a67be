// Concerns as their readers see them: the session in the reader's face, the length of the conversation, and what they may do now.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Dispute, disputeMoves, disputeStatuses, type Priority } from '#contract/disputes.ts';
import { can, type DisputeFacts, type DisputeStatus, type MemberRole, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { type NameRow, nameColumns, toName } from '#server/features/people.ts';
import { notFound } from '#server/http/problem.ts';
import { sessionFace, visibleDisputes } from '#server/scope.ts';

type DisputeRow = NameRow<'client'> & {
  id: number;
  sessionId: number;
  reason: string;
  status: DisputeStatus;
  priority: Priority;
  createdAt: string;
  updatedAt: string;
  captureDate: string;
  photographerId: number;
  projectId: number;
  projectName: string;
  siteId: number | null;
  siteName: string | null;
  messageCount: number;
  isClient: boolean;
  member: MemberRole | null;
  removedAt: string | null;
};

function factsOf(row: DisputeRow): DisputeFacts {
  const standing = { client: row.isClient, member: row.member, site: false, session: false };
  // A concern is only ever raised on what was released.
  return { clientId: row.client_id, session: { photographerId: row.photographerId, released: true, standing } };
}

/** What this person may set a concern to now, in the order of its life. */
function movesOf(actor: Person, facts: DisputeFacts, status: DisputeStatus): DisputeStatus[] {
  const from = disputeMoves[actor.role];
  return disputeStatuses.filter((to) => from[to]?.includes(status) && can.setDisputeStatus(actor, facts, to));
}

export function toDispute(row: DisputeRow, actor: Person): Dispute {
  const facts = factsOf(row);
  const gone = row.removedAt !== null;
  return {
    id: row.id,
    sessionId: row.sessionId,
    clientId: row.client_id,
    reason: row.reason,
    status: row.status,
    priority: row.priority,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    client: toName(row, 'client'),
    session: {
      id: row.sessionId,
      captureDate: row.captureDate,
      photographerId: row.photographerId,
      project: { id: row.projectId, name: row.projectName },
      site: row.siteId === null || row.siteName === null ? null : { id: row.siteId, name: row.siteName },
    },
    messageCount: row.messageCount,
    moves: gone ? [] : movesOf(actor, facts, row.status),
    mayComment: !gone && can.commentDispute(actor, facts),
  };
}

/** Whole rows, newest first; `where` is a condition on `d` and its session `s`. `removed`: those on removed sessions too, for System History. */
export async function readDisputes(
  db: Kysely<Tables>,
  actor: Person,
  wanted: { where: RawBuilder<unknown>; limit: number; removed?: true },
): Promise<DisputeRow[]> {
  const sessions = sql.table(wanted.removed ? 'sessions' : sessionFace(actor));
  const scope = wanted.removed ? sql`true` : visibleDisputes(actor);
  const removedAt = wanted.removed ? sql`s.removed_at` : sql`null::timestamptz`;
  const found = await sql<DisputeRow>`
    select d.id, d.session_id as "sessionId", d.reason, d.status, d.priority,
      d.created_at as "createdAt", d.updated_at as "updatedAt", ${nameColumns('c', 'client')},
      s.capture_date as "captureDate", s.photographer_id as "photographerId", ${removedAt} as "removedAt",
      p.id as "projectId", p.name as "projectName", si.id as "siteId", si.name as "siteName",
      p.client_id = ${actor.id} as "isClient", pu.role as member,
      (select count(*) from dispute_messages m where m.dispute_id = d.id) as "messageCount"
    from disputes d
    join users c on c.id = d.client_id
    join ${sessions} s on s.id = d.session_id
    join projects p on p.id = s.project_id
    left join sites si on si.id = s.site_id
    left join project_users pu on pu.project_id = p.id and pu.user_id = ${actor.id}
    where ${scope} and ${wanted.where}
    order by d.created_at desc, d.id desc
    limit ${sql.lit(wanted.limit)}`.execute(db);
  return found.rows;
}

/** One concern with what decides about rights; 404 for somebody who may not read it. */
export async function readDispute(
  db: Kysely<Tables>,
  actor: Person,
  id: number,
): Promise<{ dispute: Dispute; facts: DisputeFacts }> {
  const [row] = await readDisputes(db, actor, { where: sql`d.id = ${id}`, limit: 1 });
  if (!row) throw notFound('Concern');
  return { dispute: toDispute(row, actor), facts: factsOf(row) };
}
