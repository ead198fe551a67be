// The schemas and routes of notices: the bell, push, preferences and the live channel.
import * as z from 'zod/mini';
import { type Topic, topics } from '#contract/core/endpoint.ts';
import { ById, Instant, isTimeZone, Ok, paging, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { Anchor } from '#contract/disputes/anchor-schemas.ts';
import { parseUrl } from '#contract/links/parse-url.ts';
import { can } from '#contract/policy.ts';
import type { NotificationType } from './endpoints.ts';
import { digestRhythms, notificationTypes } from './notification-preferences.ts';

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
  /** Left out by what devices keep from before there were stages. */
  relatedStageId: z.optional(z.nullable(z.number())),
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

export const NotificationChoice = z.object({
  kind: z.enum(notificationTypes, 'This kind of notice is not known'),
  mail: z.boolean('mail must be true or false'),
  push: z.boolean('push must be true or false'),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;

export const MutedProject = z.object({ id: z.number(), name: z.string() });
export type MutedProject = z.infer<typeof MutedProject>;

export const Digest = z.enum(digestRhythms, 'A digest comes daily, weekly or never');
const clock = z
  .string('A time must be hh:mm')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time must be hh:mm, from 00:00 to 23:59'));

export const NotificationPreferences = z.object({
  /** Whether this installation sends mail, and the mail server's reply if it refused this person's address. */
  mailReady: z.boolean(),
  mailRefused: z.nullable(z.string()),
  email: z.nullable(z.string()),
  choices: z.array(NotificationChoice),
  digest: Digest,
  quietFrom: z.nullable(z.string()),
  quietUntil: z.nullable(z.string()),
  /** Null: the company's, which is `companyTimeZone`. */
  timeZone: z.nullable(z.string()),
  companyTimeZone: z.string(),
  mutedProjects: z.array(MutedProject),
  version: z.number(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const NotificationPreferencesEdit = z
  .object({
    choices: z
      .array(NotificationChoice)
      .check(z.maxLength(notificationTypes.length, 'There are fewer kinds of notices')),
    digest: Digest,
    quietFrom: z.nullable(clock),
    quietUntil: z.nullable(clock),
    timeZone: z.nullable(
      z.string('This time zone is not known').check(z.refine(isTimeZone, 'This time zone is not known')),
    ),
    version,
  })
  .check(
    z.refine((edit) => (edit.quietFrom === null) === (edit.quietUntil === null), {
      message: 'Quiet hours need a beginning and an end',
      path: ['quietUntil'],
    }),
    z.refine((edit) => edit.quietFrom === null || edit.quietFrom !== edit.quietUntil, {
      message: 'Quiet hours must end at another time than they begin',
      path: ['quietUntil'],
    }),
  );

export const Mute = z.object({ muted: z.boolean('muted must be true or false') });

export const notificationPreferenceRoutes = {
  notificationPreferences: {
    reply: NotificationPreferences,
    access: can.authenticated,
    summary: 'Which notices reach one by mail and push, when, and for which projects they are off.',
  },
  editNotificationPreferences: {
    body: NotificationPreferencesEdit,
    reply: NotificationPreferences,
    access: can.authenticated,
    summary: 'Chooses for oneself; kinds that are left out stay as they are.',
  },
  muteProject: {
    params: ById,
    body: Mute,
    reply: Mute,
    access: can.authenticated,
    summary: 'Keeps mail and push of one project away from oneself, or lets them come again.',
  },
} satisfies RouteDefinitions;

const rule = 'This is not a push subscription of a browser';

function base64url(bytes: number) {
  const length = Math.ceil((bytes * 4) / 3);
  return z.string(rule).check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), rule));
}

/** As browsers describe it. */
export const NewPushSubscription = z.object({
  endpoint: z.string(rule).check(
    z.maxLength(2_000, 'The address of the subscription is too long'),
    z.refine((value) => parseUrl(value) !== null, rule),
  ),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }, rule),
});
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

/** `subscribed`: whether push goes to the device that asks. */
export const PushState = z.object({ publicKey: z.string(), subscribed: z.boolean() });
export type PushState = z.infer<typeof PushState>;

/** What a push carries, encrypted for the device: ids, kind, and words without the name of another person. */
export type PushPayload = {
  /** Of the notice; null of a test. */
  id: number | null;
  kind: NotificationType | 'test';
  title: string;
  body: string;
  path: string;
};

export const pushRoutes = {
  pushState: {
    reply: PushState,
    access: can.authenticated,
    summary: 'The key that browsers subscribe with, and whether this device receives push.',
  },
  subscribePush: {
    body: NewPushSubscription,
    reply: Ok,
    access: can.authenticated,
    summary: 'Sends one’s notices to this device too, until its login ends.',
  },
  unsubscribePush: {
    reply: Ok,
    access: can.authenticated,
    summary: 'Sends no more to this device.',
  },
  testPush: {
    reply: Ok,
    access: can.authenticated,
    summary: 'Sends a push to this device at once.',
  },
} satisfies RouteDefinitions;

const word = z.string();
const Versions = z.object(Object.fromEntries(topics.map((topic) => [topic, word])) as Record<Topic, typeof word>);

/** `userId`: who asks. `versions`: for each topic a word that is another after every change to it; null where the server does not hear of changes just now. */
export const LiveVersions = z.object({ userId: z.number(), versions: z.nullable(Versions) });

export const liveRoutes = {
  liveVersions: {
    access: can.authenticated,
    reply: LiveVersions,
    summary: 'A word for each topic that is another after every change, for browsers that no live channel reaches.',
  },
} satisfies RouteDefinitions;
