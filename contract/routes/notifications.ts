// The routes of notifications.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import { Notification, NotificationQuery } from '#contract/schemas/notifications.ts';

export const notificationRoutes = {
  notifications: {
    query: NotificationQuery,
    reply: Notification,
    access: can.authenticated,
    summary: 'One’s own notices, newest first.',
  },
  readNotification: {
    params: ById,
    reply: Notification,
    access: can.authenticated,
    summary: 'Marks one as read.',
  },
  readAllNotifications: {
    reply: Ok,
    access: can.authenticated,
    summary: 'Marks all as read.',
  },
} satisfies RouteDefinitions;
