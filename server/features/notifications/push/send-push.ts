// Sends one push to one device: encrypted for it, signed with our key, through the guarded fetch.

import webPush from 'web-push';
import type { PushPayload } from '#contract/notifications/push.ts';
import type { Outgoing } from '#server/config/outgoing.ts';
import type { VapidKeys } from '#server/lib/secrets/vapid-keys.ts';
import type { Poster } from '#server/media/net/post-outside.ts';

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
