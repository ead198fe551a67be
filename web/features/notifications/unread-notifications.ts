// What the bell itself shows: how many are unread, and for those who hear the page what arrived last.
import { useSyncExternalStore } from 'react';
import { type Notification, notifications } from '#contract/notifications/endpoints.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { createListeners } from '#web/lib/device/listeners.ts';

/** Only its count matters: the figure of the badge. */
export const unreadNotificationsInput = queryOptionsFor(notifications, { query: { unread: 'true', limit: 1 } });

let newest: Notification | undefined;
const listeners = createListeners();

export function announceNotification(notice: Notification): void {
  newest = notice;
  listeners.notify();
}

/** What arrived last while this page was open. */
export function useNewestNotification(): Notification | undefined {
  return useSyncExternalStore(
    listeners.add,
    () => newest,
    () => undefined,
  );
}
