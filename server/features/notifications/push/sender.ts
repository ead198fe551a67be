// Sends what waits in the queue of push.
import { type Kysely, sql } from 'kysely';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import type { PushPayload } from '#contract/notifications/push.ts';
import type { Tables } from '#server/db/schema.ts';
import { pushOfBundle } from '#server/features/notifications/bundle.ts';
import type { Delivery, DeliverySender } from '#server/features/notifications/deliveries/worker.ts';
import { type LeavingDependencies, loadLeaving } from '#server/features/notifications/leaving.ts';
import { withoutTurns } from '#server/lib/well-formed.ts';
import { readDevice, removeDevice } from './devices.ts';
import type { PushSender } from './send-push.ts';

function messageOf(deps: LeavingDependencies, delivery: Delivery): Promise<PushPayload | null> | null {
  if (delivery.isBundle) return pushOfBundle(deps, delivery);
  return delivery.notificationId === null ? null : pushOfNotice(deps, delivery.notificationId);
}

/** A device that is gone, or another person's by now, and a notice that was read already are sent nothing. */
export function createPushDeliverySender({
  db,
  fileIds,
  send,
}: LeavingDependencies & { send: PushSender }): DeliverySender {
  return async (delivery) => {
    const { payload, userId } = delivery;
    const device = await readDevice(db, (payload as { deviceId: number }).deviceId);
    if (!device || device.userId !== userId) return { dropped: 'The device receives no push any more.' };
    const message = await messageOf({ db, fileIds }, delivery);
    if (message === null) return { dropped: 'The notice was read before.' };
    const result = await send(device, message);
    if (result === 'failed') throw new Error(`${new URL(device.endpoint).hostname} did not take a push.`);
    if (result === 'sent') return 'sent';
    await removeDevice(db, device);
    return { dropped: 'The push service knows the device no more.' };
  };
}

// What a push says: the notice's title, and which session or project it is about; never the name or words of another person.
async function projectNameOf(db: Kysely<Tables>, notice: Notification): Promise<string | null> {
  const { relatedProjectId, relatedSessionId } = notice;
  const found = await sql<{ name: string }>`select p.name from projects p where p.id = coalesce(
    ${relatedProjectId}::integer, (select project_id from sessions where id = ${relatedSessionId}::integer))`.execute(
    db,
  );
  return found.rows[0]?.name ?? null;
}

function wordsFor({ type, relatedSessionId }: Notification, project: string | null): string {
  if (type === 'demo_request') return 'Somebody asked for a demo tour.';
  const session = relatedSessionId === null ? [] : [`Session #${relatedSessionId}`];
  return [...session, ...(project === null ? [] : [withoutTurns(project)])].join(' · ');
}

/** Null for a notice that is gone, or was read already. */
export async function pushOfNotice(deps: LeavingDependencies, id: number): Promise<PushPayload | null> {
  const [notice] = await loadLeaving(deps, [id]);
  if (!notice || notice.isRead) return null;
  const body = wordsFor(notice, await projectNameOf(deps.db, notice));
  return { id, kind: notice.type, title: notice.title, body, path: notificationPath(notice) ?? '/dashboard' };
}
