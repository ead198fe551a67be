// What a notice changes on an open page: the list behind the bell, its figure, and a notification of the system for a tab in the background.
import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { Page } from '#contract/core/request.ts';
import { type Notification as Notice, notifications } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import { announceNotification, unreadNotificationsInput } from './unread-notifications.ts';

// The list behind the bell, and what a pushed notice changes in it and in the bell's figure without a request.

/** Behaviour §5.3. */
export const maxShown = 10;
/** The latest ten; read when the bell is opened. */
export const latestNotificationsInput = queryOptionsFor(notifications, { query: { limit: maxShown } });

type Notices = Page<Notice>;

/** A notice that was pushed whole: on top of the list, and one more unread (behaviour §5.4). */
export function withNotification(page: Notices, notice: Notice): Notices {
  if (page.rows.some(({ id }) => id === notice.id)) return page;
  return { ...page, rows: [notice, ...page.rows].slice(0, maxShown) };
}

/** One read, or all of them without an id. */
export function withRead(page: Notices, id?: number): Notices {
  const isRead = (row: Notice) => row.isRead || id === undefined || row.id === id;
  return { ...page, rows: page.rows.map((row) => ({ ...row, isRead: isRead(row) })) };
}

export function addNotification(client: QueryClient, notice: Notice): void {
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

const declined = 'desktop-notices';
const icon = '/icons/icon-192.png';

/** True if permission may be requested: the browser has no answer yet, and the person has not declined. */
export function canAskPermission(): boolean {
  return 'Notification' in window && Notification.permission === 'default' && readLocalStorage(declined) !== 'no';
}

export function declinePermission(): void {
  writeLocalStorage(declined, 'no');
}

/** Only after a click that followed an explanation: most people and browsers refuse a request on arrival. */
export async function requestPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** So many are shown one by one, like emails and pushes (behaviour §18.6); more are summarised in one. */
const most = 5;
const windowMs = 60_000;

type NotificationText = { title: string; body: string; tag: string; path: string | null };

/** Tagged with the id so that two tabs show it once (behaviour §5.5). */
function wordsOf(notice: Notice): NotificationText {
  return { title: notice.title, body: notice.message, tag: String(notice.id), path: notificationPath(notice) };
}

/** Returns a function that closes it. */
function showFromPage({ title, path, ...options }: NotificationText): () => void {
  try {
    const shown = new Notification(title, { ...options, icon });
    shown.onclick = () => {
      window.focus();
      if (path) navigate(path);
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Android's Chrome shows them only through a service worker; the bell shows them anyway.
    return () => undefined;
  }
}

/** Where push is on, the worker shows it: only then does a push with the same id replace it instead of adding a second one. */
async function show(words: NotificationText): Promise<() => void> {
  const worker = (globalThis.navigator as Partial<Navigator> | undefined)?.serviceWorker;
  const registration = await worker?.getRegistration().catch(() => undefined);
  if (!registration) return showFromPage(words);
  const { title, path, ...options } = words;
  const data = { path: path ?? '/dashboard' };
  try {
    await registration.showNotification(title, { ...options, icon, data });
  } catch {
    return showFromPage(words);
  }
  return () =>
    void registration.getNotifications({ tag: words.tag }).then((found) => {
      for (const each of found) each.close();
    });
}

/** For as long as somebody is logged in: five a minute, then one that counts the rest, with the id of the newest, as for pushes. */
export function desktopNotices(): (notice: Notice) => void {
  let shownAt: number[] = [];
  let above = 0;
  let last: Promise<() => void> = Promise.resolve(() => undefined);
  return (notice) => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const words = wordsOf(notice);
    const now = Date.now();
    shownAt = shownAt.filter((at) => now - at < windowMs);
    above = shownAt.length < most ? 0 : above + 1;
    if (above === 0) shownAt.push(now);
    const title = `${above} more notifications`;
    const replaces = above > 1;
    last = last.then(async (close) => {
      const closeNew = await show(replaces ? { ...words, title, path: '/dashboard' } : words);
      if (replaces) close();
      return closeNew;
    });
  };
}

// A click on a push leads on in a tab that is open already (web/public/service-worker.js).

/** While somebody is logged in; answers how to stop. The answer over the port tells the worker that a tab has taken it. */
export function listenForOpened(): () => void {
  const worker = (navigator as Partial<Navigator>).serviceWorker;
  const onMessage = ({ data, ports }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open !== 'string') return;
    ports[0]?.postMessage(true);
    navigate(data.open);
  };
  worker?.addEventListener('message', onMessage);
  return () => worker?.removeEventListener('message', onMessage);
}
