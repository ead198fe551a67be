// Push: notices that reach a device while no page is open (behaviour §19.1).

import { del, get, post, put } from '#contract/core/endpoint.ts';
import type { pushRoutes as routes } from './push-routes.ts';

export type { NewPushSubscription, PushPayload, PushState } from './push-routes.ts';

/** Where the browser finds the program that receives push; its scope is the whole product. */
export const serviceWorkerPath = '/service-worker.js';

export const pushState = get<typeof routes.pushState>('/api/push');

export const subscribePush = put<typeof routes.subscribePush>('/api/push/subscription', {
  topics: [],
  idempotencyKey: false,
});

export const unsubscribePush = del<typeof routes.unsubscribePush>('/api/push/subscription', {
  topics: [],
  idempotencyKey: false,
});

export const testPush = post<typeof routes.testPush>('/api/push/test', { topics: [], idempotencyKey: false });
