// The service worker: it shows what is pushed, and opens what it is about when somebody clicks on it. It fetches and keeps nothing.

/** What a push carries is described in contract/schemas/push.ts. */
function readPush(event) {
  try {
    return event.data.json();
  } catch {
    // A push must be shown, whatever came.
    return { id: null, title: 'Something is new', body: '', path: '/dashboard' };
  }
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = readPush(event);
  // The page shows a notice under the same tag (web/features/notifications/desktop-notification.ts): whichever comes second replaces the first in silence.
  const tag = id === null ? 'test' : String(id);
  const options = { body, tag, icon: '/icons/icon-192.png', data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

const answerMs = 1000;

/** Whether a tab of ours takes somebody there without loading anew; one that shows the login, or hangs, does not answer. */
function handOver(client, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, answerMs, false);
    client.postMessage({ open: path }, [port2]);
  });
}

async function openPage(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs.filter(({ frameType }) => frameType !== 'nested')) {
    if (await handOver(tab, path)) return tab.focus();
  }
  return self.clients.openWindow(path);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path = '/dashboard' } = event.notification.data ?? {};
  event.waitUntil(openPage(path));
});

// A new version takes over at once: there is nothing that a page could lose by it.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
