// The routes of notifications.
import * as endpoints from '#contract/notifications.ts';
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import { Notification, NotificationQuery } from '#contract/schemas/notifications.ts';

export const notifications = {
  list: route(endpoints.notifications, {
    query: NotificationQuery,
    reply: Notification,
    access: can.authenticated,
    summary: 'One’s own notices, newest first.',
  }),
  read: route(endpoints.readNotification, {
    params: ById,
    reply: Notification,
    access: can.authenticated,
    summary: 'Marks one as read.',
  }),
  readAll: route(endpoints.readAllNotifications, {
    reply: Ok,
    access: can.authenticated,
    summary: 'Marks all as read.',
  }),
};
