// Notifications of the operating system, for people whose tab is in the background.
import { navigate } from 'wouter/use-browser-location';
import type { Notification as Notice } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';

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

type Words = { title: string; body: string; tag: string; path: string | null };

/** Tagged with the id so that two tabs show it once (behaviour §5.5). */
function wordsOf(notice: Notice): Words {
  return { title: notice.title, body: notice.message, tag: String(notice.id), path: notificationPath(notice) };
}

/** Returns a function that closes it. */
function showFromPage({ title, path, ...options }: Words): () => void {
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
async function show(words: Words): Promise<() => void> {
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
