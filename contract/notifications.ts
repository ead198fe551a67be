// What a person is told, in the bell and over the socket.
import * as z from 'zod/mini';
import { ById, Instant, Ok, paging } from './fields.ts';
import { can } from './policy.ts';
import { list, patch } from './route.ts';

export const notificationTypes = [
  'project_assigned',
  'project_created',
  'session_submitted',
  'session_approved',
  'session_rejected',
  'dispute_created',
  'dispute_updated',
  'dispute_resolved',
  'demo_request',
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
  createdAt: Instant,
});
export type Notification = z.infer<typeof Notification>;

/** `X-Total-Count` of `unread=true` is the figure of the badge. */
export const notifications = list('/api/notifications', {
  query: z.object({ ...paging, unread: z.optional(z.enum(['true'], 'unread may only be true')) }),
  reply: Notification,
  may: can.authenticated,
  topics: ['notifications'],
  says: 'What one was told, newest first.',
});

export const readNotification = patch('/api/notifications/:id/read', {
  params: ById,
  reply: Notification,
  may: can.authenticated,
  topics: ['notifications'],
  says: 'Marks one as read.',
});

export const readAllNotifications = patch('/api/notifications/read-all', {
  reply: Ok,
  may: can.authenticated,
  topics: ['notifications'],
  says: 'Marks all as read.',
});
