// Notices of a person: the bell and the socket.
import type { notificationRoutes as routes } from '#contract/routes/notifications.ts';
import { list, patch } from './endpoint.ts';

export type { Notification } from '#contract/schemas/notifications.ts';

export const notificationTypes = [
  'project_assigned',
  'project_created',
  'session_submitted',
  'session_approved',
  'session_rejected',
  'dispute_created',
  'dispute_updated',
  'dispute_resolved',
  'dispute_due',
  'demo_request',
  'delivery_failed',
  'share_ended',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

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
});

export const readAllNotifications = patch<typeof routes.readAllNotifications>('/api/notifications/read-all', {
  topics: ['notifications'],
});
