// The schemas and routes of notifications.
import * as z from 'zod/mini';
import { ById, Instant, Ok, paging } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Anchor } from '#contract/disputes/anchor-schemas.ts';
import { can } from '#contract/policy.ts';
import { notificationTypes } from './notification-preferences.ts';

export const Notification = z.object({
  id: z.number(),
  userId: z.number(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  relatedProjectId: z.nullable(z.number()),
  relatedSessionId: z.nullable(z.number()),
  relatedDisputeId: z.nullable(z.number()),
  /** Where the concern is that it is about. */
  anchor: z.nullable(Anchor),
  createdAt: Instant,
});
export type Notification = z.infer<typeof Notification>;

export const NotificationQuery = z.object({
  ...paging,
  unread: z.optional(z.enum(['true'], 'unread may only be true')),
});

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
