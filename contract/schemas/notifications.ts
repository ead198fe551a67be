// The schemas of notifications.
import * as z from 'zod/mini';
import { notificationTypes } from '#contract/notification-preferences.ts';
import { Anchor } from './anchors.ts';
import { Instant, paging } from './fields.ts';

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
