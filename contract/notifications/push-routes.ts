// The schemas and routes of push.
import * as z from 'zod/mini';
import { Ok } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { parseUrl } from '#contract/links/parse-url.ts';
import { can } from '#contract/policy.ts';
import type { NotificationType } from './endpoints.ts';

const rule = 'This is no subscription of a browser';

function base64url(bytes: number) {
  const length = Math.ceil((bytes * 4) / 3);
  return z.string(rule).check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), rule));
}

/** As browsers describe it. */
export const NewPushSubscription = z.object({
  endpoint: z.string(rule).check(
    z.maxLength(2_000, 'The address of the subscription is too long'),
    z.refine((value) => parseUrl(value) !== null, rule),
  ),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }, rule),
});
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

/** `subscribed`: whether push goes to the device that asks. */
export const PushState = z.object({ publicKey: z.string(), subscribed: z.boolean() });
export type PushState = z.infer<typeof PushState>;

/** What a push carries, encrypted for the device: ids, kind, and words without the name of another person. */
export type PushPayload = {
  /** Of the notice; null of a test. */
  id: number | null;
  kind: NotificationType | 'test';
  title: string;
  body: string;
  path: string;
};

export const pushRoutes = {
  pushState: {
    reply: PushState,
    access: can.authenticated,
    summary: 'The key that browsers subscribe with, and whether this device receives push.',
  },
  subscribePush: {
    body: NewPushSubscription,
    reply: Ok,
    access: can.authenticated,
    summary: 'Sends one’s notices to this device too, until its login ends.',
  },
  unsubscribePush: {
    reply: Ok,
    access: can.authenticated,
    summary: 'Sends no more to this device.',
  },
  testPush: {
    reply: Ok,
    access: can.authenticated,
    summary: 'Sends a push to this device at once.',
  },
} satisfies RouteDefinitions;
