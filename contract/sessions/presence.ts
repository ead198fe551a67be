// Which admins have a session open for review now: a hint to each other, never a lock (behaviour §20.5).

import { del, get, put } from '#contract/core/endpoint.ts';
import type { presenceRoutes as routes } from './presence-routes.ts';

export type { Presence } from './presence-routes.ts';

/** So long somebody counts as looking after their browser last said so. */
export const leaseSeconds = 60;

export const presence = get<typeof routes.presence>('/api/sessions/:id/presence', {
  topics: ['presence'],
  row: 'session',
});

/** Repeated while somebody views it. Only coming and going are announced, so these name no topics. */
export const enterPresence = put<typeof routes.enterPresence>('/api/sessions/:id/presence', {
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

export const leavePresence = del<typeof routes.leavePresence>('/api/sessions/:id/presence', {
  topics: [],
  row: 'session',
  idempotencyKey: false,
});
