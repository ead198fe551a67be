// Notices that leave the product: queued with the notice, for those who want its kind by that way (behaviour §18.3).
import { type RawBuilder, sql } from 'kysely';
import { isOnByDefault, type NoticeChannel, noticeChannels } from '#contract/notification-preferences.ts';
import type { NotificationType } from '#contract/notifications.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { type Letter, type NewDelivery, queueDeliveries } from '#server/features/deliveries.ts';

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

type Wanted = { userId: number; project: string | null };

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
    select u.id as "userId", (select name from projects where id = ${projectId}) as project
    from users u left join notification_choices c on c.user_id = u.id and c.kind = ${first.type} and c.channel = ${channel}
    where u.id = any(${notices.map(({ userId }) => userId)}::integer[]) ${hasAddress}
      and coalesce(c.enabled, ${isOnByDefault(first.type, channel)})
      and not exists (select 1 from muted_projects m where m.user_id = u.id and m.project_id = ${projectId})`.execute(
    tx,
  );
  return new Map(found.rows.map((row) => [row.userId, row]));
}

/** The page that shows what a notice is about, and the words of the way there. */
function actionOf({ type, projectId, sessionId }: WrittenNotice): NonNullable<Letter['action']> {
  if (projectId !== null) return { label: 'Open project', path: `/projects/${projectId}` };
  if (sessionId !== null) return { label: 'Open session', path: `/sessions/${sessionId}` };
  if (type === 'demo_request') return { label: 'Open requests', path: '/admin-history?tab=requests' };
  return { label: 'Open dashboard', path: '/dashboard' };
}

function letterOf(notice: WrittenNotice, project: string | null): Letter {
  const { title, message } = notice;
  const subject = project === null ? title : `${title}: ${project}`;
  return { subject, heading: title, paragraphs: [message], action: actionOf(notice) };
}

/** What a push says: little, because it is shown on a locked screen. */
type PushPayload = { title: string; message: string; path: string };

function toDelivery(notice: WrittenNotice, { project }: Wanted, channel: NoticeChannel): NewDelivery {
  const { id, userId, type, title, message } = notice;
  const push: PushPayload = { title, message, path: actionOf(notice).path };
  const payload = channel === 'mail' ? { to: null, letter: letterOf(notice, project) } : push;
  return { channel, kind: type, recipient: userId, payload, key: `notice ${id}`, notificationId: id };
}

/** Of one event: all notices have one type and one project. Their order is that of the readers. */
export async function queueNotices(context: WriteContext, notices: readonly WrittenNotice[]): Promise<void> {
  for (const channel of noticeChannels) {
    if (!context.outbox.ready.has(channel)) continue;
    const wanting = await findWanting(context, notices, channel);
    const deliveries = notices.flatMap((notice) => {
      const wanted = wanting.get(notice.userId);
      return wanted ? [toDelivery(notice, wanted, channel)] : [];
    });
    await queueDeliveries(context, deliveries);
  }
}
