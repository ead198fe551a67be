// Notices of the operating system, for people whose tab is in the background.
import { navigate } from 'wouter/use-browser-location';
import { notificationPath } from '#contract/notification-path.ts';
import type { Notification as Notice } from '#contract/notifications.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/local-storage.ts';

const declined = 'desktop-notices';

/** Permission may be requested: the browser has no answer yet, and the person did not wave the question away. */
export function canAskPermission(): boolean {
  return 'Notification' in window && Notification.permission === 'default' && readLocalStorage(declined) !== 'no';
}

export function declinePermission(): void {
  writeLocalStorage(declined, 'no');
}

/** Only after a click that followed an explanation: most people and browsers refuse a question on arrival. */
export async function requestPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Tagged with the id so that two tabs show it once (behaviour §5.5). */
function optionsOf({ id, message }: Notice) {
  return { body: message, icon: '/icons/icon-192.png', tag: String(id) };
}

function showFromPage(notice: Notice): void {
  try {
    const shown = new Notification(notice.title, optionsOf(notice));
    shown.onclick = () => {
      const path = notificationPath(notice);
      window.focus();
      if (path) navigate(path);
      shown.close();
    };
  } catch {
    // Android's Chrome shows them only through a service worker; the bell says it all the same.
  }
}

/** Where push is on its worker shows it: only then does a push of the same id take its place instead of standing beside it. */
export function showDesktopNotification(notice: Notice): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const worker = (globalThis.navigator as Partial<Navigator> | undefined)?.serviceWorker;
  if (!worker) return showFromPage(notice);
  const data = { path: notificationPath(notice) ?? '/dashboard' };
  void worker
    .getRegistration()
    .then(
      (registration) =>
        registration?.showNotification(notice.title, { ...optionsOf(notice), data }) ?? showFromPage(notice),
    )
    .catch(() => showFromPage(notice));
}
