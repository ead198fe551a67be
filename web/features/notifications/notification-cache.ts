// The list behind the bell, and what a pushed notice changes in it and in the bell's figure without a request.
import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '#contract/core/request.ts';
import { type Notification, notifications } from '#contract/notifications/endpoints.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { announceNotification, unreadNotificationsInput } from './unread-notifications.ts';

/** Behaviour §5.3. */
export const maxShown = 10;
/** The latest ten; read when the bell is opened. */
export const latestNotificationsInput = queryOptionsFor(notifications, { query: { limit: maxShown } });

type Notices = Page<Notification>;

/** A notice that was pushed whole: on top of the list, and one more unread (behaviour §5.4). */
export function withNotification(page: Notices, notice: Notification): Notices {
  if (page.rows.some(({ id }) => id === notice.id)) return page;
  return { ...page, rows: [notice, ...page.rows].slice(0, maxShown) };
}

/** One read, or all of them without an id. */
export function withRead(page: Notices, id?: number): Notices {
  const isRead = (row: Notification) => row.isRead || id === undefined || row.id === id;
  return { ...page, rows: page.rows.map((row) => ({ ...row, isRead: isRead(row) })) };
}

export function addNotification(client: QueryClient, notice: Notification): void {
  client.setQueryData(latestNotificationsInput.queryKey, (page) => page && withNotification(page, notice));
  countUnread(client, (unread) => unread + 1);
  announceNotification(notice);
}

/** Shown as read at once; the call that follows makes it true, or brings the truth back. */
export function markShownRead(client: QueryClient, id?: number): void {
  client.setQueryData(latestNotificationsInput.queryKey, (page) => page && withRead(page, id));
  countUnread(client, (unread) => (id === undefined ? 0 : Math.max(0, unread - 1)));
}

function countUnread(client: QueryClient, change: (unread: number) => number): void {
  // An answer under way may have been counted before this; it is fetched again.
  if (client.isFetching(unreadNotificationsInput) > 0) return void client.invalidateQueries(unreadNotificationsInput);
  client.setQueryData(unreadNotificationsInput.queryKey, (page) => page && { ...page, total: change(page.total ?? 0) });
}
