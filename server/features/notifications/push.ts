// Push: subscribing a device, ending that, and sending a notice to it (behaviour §19.1).
import { createECDH } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { PushPayload } from '#contract/notifications/endpoints.ts';
import type { Outgoing } from '#server/config/outgoing.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { conflict, invalid, unavailable } from '#server/lib/problem.ts';
import { addDevice, deviceOfLogin, removeDevice, removeDeviceOfLogin } from './push/devices.ts';
import type { PushSender } from './push/send-push.ts';
import { isPushHost } from './push/send-push.ts';

type Dependencies = {
  sidOf(request: FastifyRequest): string | null;
  publicKey: string;
  outgoing: Outgoing;
  send: PushSender;
};

function requirePushHost(endpoint: string, outgoing: Outgoing): void {
  if (isPushHost(endpoint, outgoing)) return;
  throw invalid('endpoint', `Push is not sent to ${new URL(endpoint).hostname}: this host is not allowed here`);
}

/** What could not be encrypted for is refused here, not at each sending. */
function requirePublicKey(p256dh: string): void {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(p256dh, 'base64url');
  } catch {
    throw invalid('keys.p256dh', 'This is not a push subscription of a browser');
  }
}

const testPayload: PushPayload = {
  id: null,
  kind: 'test',
  title: 'Push works',
  body: 'Notifications reach this device even when no page is open.',
  path: '/profile',
};

export function push({ sidOf, publicKey, outgoing, send }: Dependencies): Handlers<typeof api.push> {
  return {
    async pushState({ db, request }) {
      const device = await deviceOfLogin(db, sidOf(request));
      return { publicKey, subscribed: device !== null };
    },

    subscribePush({ body, request, write }) {
      requirePushHost(body.endpoint, outgoing);
      requirePublicKey(body.keys.p256dh);
      return write(async (context) => {
        await addDevice(context, sidOf(request), body);
        return ok;
      });
    },

    unsubscribePush({ request, write }) {
      return write(async (context) => {
        await removeDeviceOfLogin(context, sidOf(request));
        return ok;
      });
    },

    async testPush({ db, request }) {
      const device = await deviceOfLogin(db, sidOf(request));
      const result = device ? await send(device, testPayload) : 'gone';
      if (device && result === 'gone') await removeDevice(db, device);
      if (result === 'gone') throw conflict('Push is off on this device. Turn it on again', 'no_device');
      if (result === 'failed')
        throw unavailable('The push service of this browser cannot be reached. Please try again later.');
      return ok;
    },
  };
}
