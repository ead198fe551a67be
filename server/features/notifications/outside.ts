// Notices that leave the product: queued with the notice, for those who want its kind by that way (behaviour §18.3).
import { type RawBuilder, sql } from 'kysely';
import type { NotificationType } from '#contract/notifications/endpoints.ts';
import {
  isAcrossProjects,
  isGathered,
  isOnByDefault,
  type NoticeChannel,
  noticeChannels,
} from '#contract/notifications/notification-preferences.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { type MailContent, type MailPayload, type NewDelivery, queueDeliveries } from './deliveries.ts';
import { devicesOf } from './push/devices.ts';

/** A row of `notifications` that was just written. */
export type WrittenNotice = {
  id: number;
  userId: number;
  type: NotificationType;
  title: string;
  message: string;
  projectId: number | null;
  sessionId: number | null;
};

type Wanted = { userId: number; projectId: number | null; project: string | null };

/** Those among the readers who want it by this way, with the name of the project that it is about. */
async function findWanting(
  { tx }: WriteContext,
  notices: readonly WrittenNotice[],
  channel: NoticeChannel,
): Promise<Map<number, Wanted>> {
  const [first] = notices;
  if (!first) return new Map();
  const projectId: RawBuilder<number | null> = sql`coalesce(${first.projectId}::integer,
    (select project_id from sessions where id = ${first.sessionId}::integer))`;
  const hasAddress = channel === 'mail' ? sql`and u.email is not null` : sql``;
  const found = await sql<Wanted>`
    select u.id as "userId", ${projectId} as "projectId", (select name from projects where id = ${projectId}) as project
    from users u left join notification_choices c on c.user_id = u.id and c.kind = ${first.type} and c.channel = ${channel}
    where u.id = any(${notices.map(({ userId }) => userId)}::integer[]) ${hasAddress}
      and coalesce(c.enabled, ${isOnByDefault(first.type, channel)})
      and not exists (select 1 from muted_projects m where m.user_id = u.id and m.project_id = ${projectId})`.execute(
    tx,
  );
  return new Map(found.rows.map((row) => [row.userId, row]));
}

/** Its link is chosen when it is sent (leaving.ts). */
function contentOf({ title, message }: WrittenNotice, project: string | null): MailContent {
  const subject = project === null ? title : `${title}: ${project}`;
  return { subject, heading: title, paragraphs: [message] };
}

/** A receiver's notices about one project share a pace, whatever their kind. */
function paceOf(receiver: string, { type }: WrittenNotice, { projectId }: Wanted): string {
  return `${receiver} project ${isAcrossProjects(type) ? 'any' : projectId}`;
}

/** Gathered ones share a pace by their kind, and wait for each other (deliveries/pace.ts). */
function timingOf({ outbox }: WriteContext, notice: WrittenNotice, wanted: Wanted) {
  const { userId, type } = notice;
  if (!isGathered(type)) return { pace: paceOf(`person ${userId}`, notice, wanted) };
  const { gatherMinutes } = outbox;
  const notBefore = gatherMinutes === 0 ? null : new Date(Date.now() + gatherMinutes * 60_000);
  return { pace: `person ${userId} ${type}`, notBefore };
}

function toMail(context: WriteContext, notice: WrittenNotice, wanted: Wanted): NewDelivery {
  const { id, userId, type } = notice;
  const payload: MailPayload = { to: null, letter: contentOf(notice, wanted.project) };
  const timing = timingOf(context, notice, wanted);
  return {
    channel: 'mail',
    kind: type,
    recipient: userId,
    payload,
    key: `notice ${id}`,
    notificationId: id,
    ...timing,
  };
}

/** One for each device, so that one out of reach is tried again alone. What it says is read when it is sent (push.ts). */
function toPushes(notice: WrittenNotice, wanted: Wanted, deviceIds: readonly number[]): NewDelivery[] {
  const { id, userId, type } = notice;
  return deviceIds.map((deviceId) => ({
    channel: 'push',
    kind: type,
    recipient: userId,
    payload: { deviceId },
    key: `notice ${id} device ${deviceId}`,
    notificationId: id,
    pace: paceOf(`device ${deviceId}`, notice, wanted),
  }));
}

async function deliveriesBy(
  context: WriteContext,
  notices: readonly WrittenNotice[],
  channel: NoticeChannel,
): Promise<NewDelivery[]> {
  const wanting = await findWanting(context, notices, channel);
  const devices = channel === 'push' ? await devicesOf(context, [...wanting.keys()]) : null;
  return notices.flatMap((notice) => {
    const wanted = wanting.get(notice.userId);
    if (!wanted) return [];
    return devices ? toPushes(notice, wanted, devices.get(notice.userId) ?? []) : [toMail(context, notice, wanted)];
  });
}

/** Of one event: all notices have one type and one project. Their order is that of the readers. */
export async function queueNotices(context: WriteContext, notices: readonly WrittenNotice[]): Promise<void> {
  for (const channel of noticeChannels) {
    if (!context.outbox.ready.has(channel)) continue;
    await queueDeliveries(context, await deliveriesBy(context, notices, channel));
  }
}
