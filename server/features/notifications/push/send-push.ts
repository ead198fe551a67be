// Sends one push to one device: encrypted for it, signed with our key, through the guarded fetch.
import { type Kysely, sql } from 'kysely';
import webPush from 'web-push';
import type { Notification, PushPayload } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import type { Outgoing } from '#server/config/outgoing.ts';
import type { Tables } from '#server/db/schema.ts';
import { pushOfBundle } from '#server/features/notifications/bundle.ts';
import type { Delivery, DeliverySender } from '#server/features/notifications/deliveries/worker.ts';
import { type LeavingDependencies, loadLeaving } from '#server/features/notifications/leaving.ts';
import type { VapidKeys } from '#server/lib/secrets/vapid-keys.ts';
import { withoutDirectionControls } from '#server/lib/well-formed.ts';
import type { Poster } from '#server/media/net/post-outside.ts';
import { readDevice, removeDevice } from './devices.ts';

export type Device = { endpoint: string; p256dh: string; auth: string };
export type PushSender = ReturnType<typeof createPushSender>;

/** `gone`: the subscription has ended for good. `failed`: worth a retry. */
type PushResult = 'sent' | 'gone' | 'failed';

/** How long push hosts keep a notification; a device that is off for longer has the bell. */
const dayInSeconds = 86_400;

type SenderOptions = { keys: VapidKeys; outgoing: Outgoing; post: Poster['post']; contact: string };

/** `contact`: how a push host reaches the operator, an https or mailto address. */
export function createPushSender({ keys, outgoing, post, contact }: SenderOptions) {
  const vapidDetails = { subject: contact, ...keys };

  function requestOf({ endpoint, p256dh, auth }: Device, payload: PushPayload) {
    // Of several pushes about one notification that wait at the host only the last one arrives.
    const topic = payload.id === null ? {} : { topic: `notice-${payload.id}` };
    const options = { vapidDetails, TTL: dayInSeconds, ...topic };
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      options,
    );
    const { 'Content-Length': _, ...others } = headers as Record<string, string | number>;
    const texts = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
    return { headers: texts, body: new Uint8Array(body) };
  }

  return async function send(device: Device, payload: PushPayload): Promise<PushResult> {
    if (!isPushHost(device.endpoint, outgoing)) return 'gone';
    const { status } = await post(device.endpoint, requestOf(device, payload));
    if (status === 404 || status === 410) return 'gone';
    return status !== null && status >= 200 && status < 300 ? 'sent' : 'failed';
  };
}

// Allowed push hosts: those of the setting, by https; on this machine those that a test opened.
function isBelow(host: string, listed: string): boolean {
  return host === listed || host.endsWith(`.${listed}`);
}

export function isPushHost(endpoint: string, { pushHosts, testOrigins }: Outgoing): boolean {
  const url = new URL(endpoint);
  if (testOrigins.includes(url.origin)) return true;
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return isPlain && pushHosts.some((listed) => isBelow(url.hostname, listed));
}

// Sends what waits in the queue of push.
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
    if (!device || device.userId !== userId) return { dropped: 'The device no longer receives push messages.' };
    const message = await messageOf({ db, fileIds }, delivery);
    if (message === null) return { dropped: 'The notice has already been read.' };
    const result = await send(device, message);
    if (result === 'failed') throw new Error(`${new URL(device.endpoint).hostname} did not accept a push message.`);
    if (result === 'sent') return 'sent';
    await removeDevice(db, device);
    return { dropped: 'The push service no longer knows the device.' };
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
  if (type === 'demo_request') return 'Someone requested a demo tour.';
  const session = relatedSessionId === null ? [] : [`Session #${relatedSessionId}`];
  return [...session, ...(project === null ? [] : [withoutDirectionControls(project)])].join(' · ');
}

/** Null for a notice that is gone, or was read already. */
export async function pushOfNotice(deps: LeavingDependencies, id: number): Promise<PushPayload | null> {
  const [notice] = await loadLeaving(deps, [id]);
  if (!notice || notice.isRead) return null;
  const body = wordsFor(notice, await projectNameOf(deps.db, notice));
  return { id, kind: notice.type, title: notice.title, body, path: notificationPath(notice) ?? '/dashboard' };
}
