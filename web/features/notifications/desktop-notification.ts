// Notices of the operating system, for people whose tab is in the background.
import { navigate } from 'wouter/use-browser-location';
import type { Notification as Notice } from '#contract/notifications.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/local-storage.ts';
import { notificationPath } from './notification-cache.ts';

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

/** Title, message and icon, tagged with the id so that two tabs show it once (behaviour §5.5). */
export function showDesktopNotification(notice: Notice): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(notice.title, {
      body: notice.message,
      icon: '/icons/icon-192.png',
      tag: String(notice.id),
    });
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
