// Notices of a person: the bell and the socket.

import { list, patch } from '#contract/core/endpoint.ts';
import type { NotificationType } from './notification-preferences.ts';
import type { notificationRoutes as routes } from './routes.ts';

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
export const notifications = list<typeof routes.notifications>('/api/notifications', { topics: ['notifications'] });

export const readNotification = patch<typeof routes.readNotification>('/api/notifications/:id/read', {
  topics: ['notifications'],
  idempotencyKey: false,
});

export const readAllNotifications = patch<typeof routes.readAllNotifications>('/api/notifications/read-all', {
  topics: ['notifications'],
  idempotencyKey: false,
});
