// Notices: who is notified of what (behaviour §5.1); of stages in stage-notices.ts, and nowhere else.
import { type RawBuilder, sql } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import { disputeStatusLabels } from '#contract/disputes/endpoints.ts';
import type { NotificationType } from '#contract/notifications/endpoints.ts';
import type { Channel } from '#contract/notifications/notification-preferences.ts';
import type { DisputeStatus, MemberRole } from '#contract/policy.ts';
import { clientSide, userIdsOf } from '#server/db/project-relations.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { queueNotices, type WrittenNotice } from './outside.ts';

type NotificationText = {
  projectId?: number;
  sessionId?: number;
  disputeId?: number;
  stageId?: number;
  by: number | null;
  type: NotificationType;
  title: string;
  message: string | RawBuilder<string>;
};

/** The client of a session's project; null where the notice is about none. */
function clientOf(sessionId: number | undefined): RawBuilder<unknown> {
  if (sessionId === undefined) return sql`null`;
  return sql`(select p.client_id from sessions s join projects p on p.id = s.project_id where s.id = ${sessionId}::integer)`;
}

/**
 * Inserts rows for the open accounts among `readers` (a subquery of ids) except the one who acted, in one statement, and pushes them.
 * Answers the names of those people, the session's client first, then other clients.
 */
export async function send(
  context: WriteContext,
  text: NotificationText,
  readers: RawBuilder<unknown>,
): Promise<string[]> {
  const { tx, events } = context;
  const made = await sql<WrittenNotice & { name: string }>`
    with made as (insert into notifications
      (user_id, type, title, message, related_project_id, related_session_id, related_dispute_id, related_stage_id)
    select u.id, ${text.type}::text, ${text.title}::text, ${text.message}::text,
      ${text.projectId ?? null}::integer, ${text.sessionId ?? null}::integer, ${text.disputeId ?? null}::integer,
      ${text.stageId ?? null}::integer
    from users u
    where u.closed_at is null and u.id is distinct from ${text.by}::integer and u.id in (${readers})
    returning id, user_id, message)
    select made.id, u.id as "userId", ${text.type}::text as type, ${text.title}::text as title, made.message,
      ${text.projectId ?? null}::integer as "projectId", ${text.sessionId ?? null}::integer as "sessionId", ${fullName('u')} as name from made join users u on u.id = made.user_id
    order by u.id is distinct from ${clientOf(text.sessionId)}, u.role <> 'client', u.last_name, u.first_name, u.id`.execute(
    tx,
  );
  for (const { id, userId } of made.rows) events.notify(id, userId);
  await queueNotices(context, made.rows);
  return made.rows.map(({ name }) => name);
}

/** Notifies these people, each once, but never `by`: nobody is notified of their own act (behaviour §5.2). The title holds at most 255 characters. */
export async function notify(
  context: WriteContext,
  { to, ...text }: NotificationText & { to: readonly number[] },
): Promise<void> {
  await send(context, text, sql`select unnest(${[...to]}::integer[])`);
}

export const admins = sql`select id from users where role = 'admin' and closed_at is null`;

/** A name in the middle of a sentence; `id` is null for the product itself. */
export function nameOf(id: number | null): RawBuilder<string> {
  return sql<string>`(select ${fullName('u')} from users u where u.id = ${id}::integer)`;
}

export function projectName(id: number): RawBuilder<string> {
  return sql<string>`(select name from projects where id = ${id}::integer)`;
}

function projectOf(sessionId: number): RawBuilder<string> {
  return sql<string>`(select p.name from sessions s join projects p on p.id = s.project_id where s.id = ${sessionId}::integer)`;
}

/** A photographer who changed to another role no longer sees the session, and is no longer notified. */
function photographerOf(sessionId: number): RawBuilder<unknown> {
  return sql`select s.photographer_id from sessions s join users pu on pu.id = s.photographer_id
    where s.id = ${sessionId}::integer and pu.role in ('photographer', 'admin')`;
}

/** A notification only leads to the whole text. */
export function shortened(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 299)}…`;
}

const submissions = {
  new: { title: 'Session submitted', did: ' submitted session #' },
  resubmitted: { title: 'Session resubmitted', did: ' resubmitted session #' },
  revised: { title: 'Session changed', did: ' changed the released session #' },
} as const;

/** Submitted, resubmitted, or sent back to review by an edit: the admins. */
export async function notifySubmitted(
  context: WriteContext,
  { by, sessionId, how }: { by: number; sessionId: number; how: keyof typeof submissions },
): Promise<void> {
  const { title, did } = submissions[how];
  const message = sql<string>`${nameOf(by)} || ${`${did}${sessionId} of `} || ${projectOf(sessionId)} || '. It is waiting for review.'`;
  await send(context, { by, type: 'session_submitted', title, message, sessionId }, admins);
}

/** Approved: its photographer, the project's client, and those of its members who may see it (photographers see only their own sessions); answers their names. */
export async function notifyApproved(
  context: WriteContext,
  { by, sessionId, projectId }: { by: number; sessionId: number; projectId: number },
): Promise<string[]> {
  const message = sql<string>`${`Session #${sessionId} of `} || ${projectName(projectId)} || ' has been approved.'`;
  const readers = sql`${photographerOf(sessionId)} union all
    select au.id from users au where au.role in ('client', 'admin') and au.id in ${userIdsOf(sql`= ${projectId}::integer`, clientSide)}`;
  return send(context, { by, type: 'session_approved', title: 'Session approved', message, sessionId }, readers);
}

/** Rejected: its photographer, with the reason; answers the name. */
export async function notifyRejected(
  context: WriteContext,
  { by, sessionId, reason }: { by: number; sessionId: number; reason: string },
): Promise<string[]> {
  const message = sql<string>`${`Session #${sessionId} of `} || ${projectOf(sessionId)} || ${` was sent back: ${shortened(reason)}`}`;
  return send(
    context,
    { by, type: 'session_rejected', title: 'Session rejected', message, sessionId },
    photographerOf(sessionId),
  );
}

/** Project created: its client, the other admins. */
export async function notifyProjectCreated(
  context: WriteContext,
  { by, projectId }: { by: number; projectId: number },
): Promise<void> {
  const message = sql<string>`${nameOf(by)} || ' created the project ' || ${projectName(projectId)} || '.'`;
  const readers = sql`${admins} union all select client_id from projects where id = ${projectId}::integer`;
  await send(context, { by, type: 'project_created', title: 'New project', message, projectId }, readers);
}

type Assignment = { sites: readonly string[] } | { member: MemberRole } | 'client';

function assignmentText(as: Assignment): [title: string, before: string, after: string] {
  if (as === 'client') return ['Added to a project', 'You are now the client of ', '.'];
  if ('member' in as)
    return ['Added to a project', 'You were added to ', ` as ${as.member === 'admin' ? 'an' : 'a'} ${as.member}.`];
  return ['Site assigned', `You were assigned to ${shortened(as.sites.join(', '))} of `, '.'];
}

/** Assigned sites, made a member or the client: those people, once for all sites together. */
export async function notifyAssigned(
  context: WriteContext,
  { by, to, projectId, as }: { by: number; to: readonly number[]; projectId: number; as: Assignment },
): Promise<void> {
  const [title, before, after] = assignmentText(as);
  const message = sql<string>`${before} || ${projectName(projectId)} || ${after}`;
  await notify(context, { to, by, type: 'project_assigned', title, message, projectId });
}

type DisputeIds = { by: number; disputeId: number; sessionId: number };

/** Dispute raised: the session's photographer, the admins. */
export async function notifyDisputeRaised(
  context: WriteContext,
  { by, disputeId, sessionId, reason }: DisputeIds & { reason: string },
): Promise<void> {
  const after = `: ${shortened(reason)}`;
  const message = sql<string>`${nameOf(by)} || ${` raised a concern about session #${sessionId} of `} || ${projectOf(sessionId)} || ${after}`;
  const readers = sql`${photographerOf(sessionId)} union all ${admins}`;
  await send(context, { by, type: 'dispute_created', title: 'Concern raised', message, sessionId, disputeId }, readers);
}

function raiserOf(disputeId: number): RawBuilder<unknown> {
  return sql`select d.client_id from disputes d join users du on du.id = d.client_id
    where d.id = ${disputeId}::integer and du.role = 'client'`;
}

/** People who commented, if they still belong to the project; photographer and admins are added separately. */
function writersIn({ disputeId, sessionId }: DisputeIds): RawBuilder<unknown> {
  const here = sql`= (select project_id from sessions where id = ${sessionId}::integer)`;
  return sql`select m.user_id from dispute_messages m join users mu on mu.id = m.user_id and mu.role = 'client'
    where m.dispute_id = ${disputeId}::integer and m.user_id in ${userIdsOf(here, clientSide)}`;
}

type DisputeChange = { comment: string } | { status: DisputeStatus } | { movedTo: string };

function changeText(change: Pick<DisputeIds, 'sessionId'> & DisputeChange): [title: string, did: string] {
  const about = `about session #${change.sessionId}`;
  if ('comment' in change) return ['New comment', ` wrote ${about}: ${shortened(change.comment)}`];
  if ('movedTo' in change) return ['Concern moved', ` moved the concern ${about} to ${shortened(change.movedTo)}.`];
  return ['Concern updated', ` changed the status of the concern ${about} to ${disputeStatusLabels[change.status]}.`];
}

/** Comment, status change or move: the others in that dispute (behaviour §5.1: raiser, photographer, writers, admins). */
export async function notifyDisputeUpdated(context: WriteContext, change: DisputeIds & DisputeChange): Promise<void> {
  const { by, disputeId, sessionId } = change;
  const [title, did] = changeText(change);
  const message = sql<string>`${nameOf(by)} || ${did}`;
  const readers = sql`${raiserOf(disputeId)} union all ${photographerOf(sessionId)} union all ${admins} union all ${writersIn(change)}`;
  await send(context, { by, type: 'dispute_updated', title, message, sessionId, disputeId }, readers);
}

/** Resolved: the client who raised it, and the photographer or the admins, whichever did not resolve it. */
export async function notifyDisputeResolved(
  context: WriteContext,
  { by, disputeId, sessionId }: DisputeIds,
): Promise<void> {
  const message = sql<string>`${nameOf(by)} || ${` resolved the concern about session #${sessionId} of `} || ${projectOf(sessionId)} || '.'`;
  const byPhotographer = sql`exists (${photographerOf(sessionId)} and s.photographer_id = ${by}::integer)`;
  const readers = sql`${raiserOf(disputeId)} union all ${photographerOf(sessionId)} union all (${admins} and ${byPhotographer})`;
  await send(
    context,
    { by, type: 'dispute_resolved', title: 'Concern resolved', message, sessionId, disputeId },
    readers,
  );
}

/** Half of the time to answer has passed, or all of it: the session's photographer, the admins. */
export async function notifyAnswerDue(
  context: WriteContext,
  { disputeId, sessionId, dueOn, isOver }: Omit<DisputeIds, 'by'> & { dueOn: string; isOver: boolean },
): Promise<void> {
  const day = formatDate(dueOn);
  const [title, rest] = isOver
    ? ['Answer overdue', ` has no answer yet. It was due by the end of ${day}.`]
    : ['Answer due', ` has no answer yet, and half of the time has passed. It is due by the end of ${day}.`];
  const message = sql<string>`${`The concern about session #${sessionId} of `} || ${projectOf(sessionId)} || ${rest}`;
  const readers = sql`${photographerOf(sessionId)} union all ${admins}`;
  await send(context, { by: null, type: 'dispute_due', title, message, sessionId, disputeId }, readers);
}

/** A demo request from the landing page: the admins. */
export async function notifyDemoRequest(
  context: WriteContext,
  request: { name: string; company: string },
): Promise<void> {
  const message = `${request.name} of ${request.company} requested a demo tour.`;
  await send(context, { by: null, type: 'demo_request', title: 'Demo request', message }, admins);
}

/** A message was given up after three days: the admins, at most once a day, because the others of that day fail for the same reason. */
export async function notifyDeliveryFailed(
  context: WriteContext,
  { channel, userId, reason }: { channel: Channel; userId: number | null; reason: string },
): Promise<void> {
  const recent = await sql`select 1 from notifications
    where type = 'delivery_failed' and created_at > now() - interval '1 day' limit 1`.execute(context.tx);
  if (recent.rows.length > 0) return;
  context.events.touch('notifications');
  const whom = userId === null ? sql<string>`'someone without an account'` : nameOf(userId);
  const way = { mail: 'An email to ', push: 'A push message to ', webhook: 'A webhook call for ' }[channel];
  const message = sql<string>`${way} || ${whom} || ${` could not be delivered after three days of retries: ${shortened(reason)}`}`;
  await send(context, { by: null, type: 'delivery_failed', title: 'Delivery failed', message }, admins);
}
/** Released files that are no longer what was sealed, `files` with what happened to each: the admins. */
export async function notifyReleasedFilesChanged(
  context: WriteContext,
  { sessionId, files }: { sessionId: number; files: readonly string[] },
): Promise<void> {
  const what = files.length === 1 ? 'A released file' : `${files.length} released files`;
  const named = `${files.slice(0, 3).join(', ')}${files.length > 3 ? ' …' : ''}`;
  const state = files.length === 1 ? 'no longer matches its seal' : 'no longer match their seals';
  const message = sql<string>`${`${what} of session #${sessionId} of `} || ${projectOf(sessionId)} || ${` ${state}: ${shortened(named)}`}`;
  const title = 'Released files changed';
  await send(context, { by: null, type: 'released_file_changed', title, message, sessionId }, admins);
}
