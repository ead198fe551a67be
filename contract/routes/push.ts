// The routes of push; each is about the device that asks.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { Ok } from '#contract/schemas/fields.ts';
import { NewPushSubscription, PushState } from '#contract/schemas/push.ts';

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
