// The kinds of notices, which of them reach whom outside the product, and by which channel, when, and by default.
import { get, put } from '#contract/core/endpoint.ts';
import type { Role } from '#contract/policy.ts';
import type { notificationPreferenceRoutes } from './routes.ts';

export type {
  MutedProject,
  NotificationChoice,
  NotificationPreferences,
} from './routes.ts';

/** The ways that a person chooses from, beside the product itself, where every notice appears. */
export const noticeChannels = ['mail', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const digestRhythms = ['weekly', 'daily', 'never'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

export const digestRhythmLabels: Record<DigestRhythm, string> = {
  weekly: 'Every Monday at 07:00',
  daily: 'Every day at 07:00',
  never: 'Never',
};

type Kind = {
  label: string;
  /** What stands behind their number where several of them are one mail or one push. */
  several: string;
  for: readonly Role[];
  mail: boolean;
  push: boolean;
  /** About projects as such, one each: they go together, whichever project. */
  acrossProjects?: true;
  /** By mail they wait for each other a while, and one reader gets those of that while as one, whichever project. */
  gathered?: true;
};

/** A new kind is a row here. By default mail brings what needs its reader or is waited for. Push costs a glance: it brings more. */
const kindTable = {
  session_approved: {
    label: 'A session was released',
    several: 'sessions were approved',
    for: ['client', 'photographer', 'admin'],
    mail: true,
    push: true,
    gathered: true,
  },
  session_rejected: {
    label: 'A session was sent back',
    several: 'sessions were sent back',
    for: ['photographer', 'admin'],
    mail: true,
    push: true,
  },
  session_submitted: {
    label: 'A session waits for review',
    several: 'sessions wait for review',
    for: ['admin'],
    mail: false,
    push: true,
  },
  dispute_created: {
    label: 'A concern was raised',
    several: 'concerns were raised',
    for: ['photographer', 'admin'],
    mail: true,
    push: true,
  },
  dispute_updated: {
    label: 'A concern was answered or changed',
    several: 'answers and changes to concerns',
    for: ['client', 'photographer', 'admin'],
    mail: true,
    push: true,
  },
  dispute_resolved: {
    label: 'A concern was resolved',
    several: 'concerns were resolved',
    for: ['client', 'photographer', 'admin'],
    mail: true,
    push: true,
  },
  dispute_due: {
    label: 'An answer to a concern is due',
    several: 'answers are due',
    for: ['photographer', 'admin'],
    mail: true,
    push: true,
  },
  stage_waits: {
    label: 'A stage is waiting for your mark',
    several: 'stages wait for your mark',
    for: ['client', 'admin'],
    mail: true,
    push: true,
  },
  stage_returned: {
    label: 'A stage was refused, or a mark taken back',
    several: 'stages were refused or asked for again',
    for: ['client', 'photographer', 'admin'],
    mail: true,
    push: true,
  },
  released_file_changed: {
    label: 'A released file changed or is gone at its source',
    several: 'visits with released files that changed or are gone',
    for: ['admin'],
    mail: true,
    push: false,
  },
  share_ended: {
    label: 'A link of yours was ended after wrong PINs',
    several: 'links were ended by wrong PINs',
    for: ['client', 'admin'],
    mail: true,
    push: true,
  },
  project_assigned: {
    label: 'You were added to a project',
    several: 'new assignments',
    for: ['client', 'photographer', 'admin'],
    mail: false,
    push: true,
    acrossProjects: true,
  },
  project_created: {
    label: 'A project was created',
    several: 'projects were created',
    for: ['client', 'admin'],
    mail: false,
    push: false,
    acrossProjects: true,
  },
  demo_request: {
    label: 'Somebody asked for a demo',
    several: 'people asked for a demo',
    for: ['admin'],
    mail: false,
    push: true,
  },
  delivery_failed: {
    label: 'A message could not be delivered',
    several: 'messages could not be delivered',
    for: ['admin'],
    mail: false,
    push: false,
  },
} as const satisfies Record<string, Kind>;

export type NotificationType = keyof typeof kindTable;
export const notificationTypes = Object.keys(kindTable) as [NotificationType, ...NotificationType[]];

const kinds: Record<NotificationType, Kind> = kindTable;

export function noticeKindsOf(role: Role): NotificationType[] {
  return Object.entries(kinds).flatMap(([kind, about]) => (about.for.includes(role) ? [kind as NotificationType] : []));
}

export const noticeKindLabel = (kind: NotificationType): string => kinds[kind].label;

/** '3 sessions were approved'. */
export const severalNotices = (kind: NotificationType, count: number): string => `${count} ${kinds[kind].several}`;

/** `kind`: of any delivery. */
export const isGathered = (kind: string): boolean =>
  notificationTypes.some((type) => type === kind && kinds[type].gathered);

export const isAcrossProjects = (kind: NotificationType): boolean => kinds[kind].acrossProjects ?? false;

/** What holds for whoever has not chosen. */
export function isOnByDefault(kind: NotificationType, channel: NoticeChannel): boolean {
  return kinds[kind][channel];
}

export const notificationPreferences = get<typeof notificationPreferenceRoutes.notificationPreferences>(
  '/api/notification-preferences',
  {
    topics: ['preferences', 'users', 'projects', 'settings'],
  },
);

export const editNotificationPreferences = put<typeof notificationPreferenceRoutes.editNotificationPreferences>(
  '/api/notification-preferences',
  { topics: ['preferences'], idempotencyKey: true },
);

/** Whether mail and push of one project stay away from the person who asks. */
export const muteProject = put<typeof notificationPreferenceRoutes.muteProject>('/api/projects/:id/mute', {
  topics: ['preferences'],
  row: 'project',
  idempotencyKey: false,
});

// What leaves the product by itself: the ways it takes, and the kinds of mail.

/** The ways out of the product; each has a queue of its own. */
export const channels = ['mail', 'push', 'webhook'] as const;
export type Channel = (typeof channels)[number];

/** Mail that somebody waits for, or that keeps an account safe: it has no switch and no unsubscribe. */
type AccountMailKind = 'invitation' | 'password_reset' | 'new_login' | 'account';

/** What a person may turn off. */
export type OptionalMailKind = NotificationType | 'digest';
export type MailKind = OptionalMailKind | AccountMailKind;

/** Whether mail of this kind comes with a way to turn it off. */
export function isOptionalMail(kind: string): kind is OptionalMailKind {
  return kind === 'digest' || (notificationTypes as readonly string[]).includes(kind);
}
