// What leaves the product by itself: the ways it takes, and the kinds of mail.
import { type NotificationType, notificationTypes } from './notification-preferences.ts';

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
