// The schemas and routes of what each person is notified of outside the product.
import * as z from 'zod/mini';
import { ById, isTimeZone, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { digestRhythms, notificationTypes } from './notification-preferences.ts';

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
