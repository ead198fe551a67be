// Notices of a person: the bell, push, and what is asked where neither a socket nor an event stream gets through.
import { del, get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { NotificationType } from './notification-preferences.ts';
import type { liveRoutes, notificationRoutes, pushRoutes } from './routes.ts';

export type { NotificationType } from './notification-preferences.ts';
export type { Notification } from './routes.ts';

const labels: Partial<Record<NotificationType, string>> = {
  project_assigned: 'Assignment',
  project_created: 'New Project',
  session_approved: 'Approved',
  session_rejected: 'Rejected',
};

/** The word of the type badge; types the specification does not name say 'Notification'. */
export function notificationLabel(type: NotificationType): string {
  return labels[type] ?? 'Notification';
}

/** `X-Total-Count` of `unread=true` is the figure of the badge. */
export const notifications = list<typeof notificationRoutes.notifications>('/api/notifications', {
  topics: ['notifications'],
});

export const readNotification = patch<typeof notificationRoutes.readNotification>('/api/notifications/:id/read', {
  topics: ['notifications'],
  idempotencyKey: false,
});

export const readAllNotifications = patch<typeof notificationRoutes.readAllNotifications>(
  '/api/notifications/read-all',
  {
    topics: ['notifications'],
    idempotencyKey: false,
  },
);

// Push: notices that reach a device while no page is open (behaviour §19.1).
export type { NewPushSubscription, PushPayload, PushState } from './routes.ts';

/** Where the browser finds the program that receives push; its scope is the whole product. */
export const serviceWorkerPath = '/service-worker.js';

export const pushState = get<typeof pushRoutes.pushState>('/api/push');

export const subscribePush = put<typeof pushRoutes.subscribePush>('/api/push/subscription', {
  topics: [],
  idempotencyKey: false,
});

export const unsubscribePush = del<typeof pushRoutes.unsubscribePush>('/api/push/subscription', {
  topics: [],
  idempotencyKey: false,
});

export const testPush = post<typeof pushRoutes.testPush>('/api/push/test', { topics: [], idempotencyKey: false });

// What a browser asks where neither a socket nor an event stream gets through (behaviour §5.4).

/** It names no topics: the answer is that of the moment. */
export const liveVersions = get<typeof liveRoutes.liveVersions>('/api/live/versions');
