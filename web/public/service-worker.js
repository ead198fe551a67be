// The service worker: it opens the app offline, shows pushes, and opens what they are about on a click.
// It caches what is the same for everybody, the neutral page and its files: no responses, and nothing that was rendered for a person.

/** Filled in by the build (scripts/build/worker-files.mjs): the name of this version, the files of its pages, and the timeouts. */
const build = { version: '', files: [], silentMs: 0, deadMs: 0 };
const shell = '/offline';
const files = new Set(build.files);
const cachePrefix = 'topout-files-';
const cacheName = cachePrefix + build.version;
/** Not a page of the application: calls, media, pages shared with guests, one-time links. */
const noPage = /^\/(api|media|assets|ws|health|metrics|s|sample|invite|reset|unsubscribe)(\/|$)|\.\w{2,5}$/;

/** Newest first. */
async function cachesOfVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  return [cacheName, ...names.reverse()];
}

/** A file has the same content under the same name in every version. */
async function findFile(path) {
  return caches.match(path, { ignoreVary: true });
}

/** Files that this device has fetched anyway are in the browser's own cache: from there they cost nothing. */
const fromBrowser = { credentials: 'omit', cache: 'only-if-cached', mode: 'same-origin' };

/** A file that the server does not return now is fetched when the next page asks. */
async function keepFile(cache, path, isSaving) {
  const earlier = await findFile(path);
  if (earlier) return cache.put(path, earlier);
  const response = isSaving
    ? await fetch(path, fromBrowser).catch(() => undefined)
    : await fetch(path, { credentials: 'omit' });
  if (response?.ok) await cache.put(path, response);
}

/** Caches the neutral page once all the files that it names are here: it may be of another version than this one by now. */
async function keepShell(cache) {
  const response = await fetch(shell, { credentials: 'omit', cache: 'no-store' });
  const text = await response.clone().text();
  const named = [...text.matchAll(/[\w.-]+-[\w-]{8}\.(?:js|css)/g)].map(([name]) => `/assets/${name}`);
  const found = await Promise.all(named.map((path) => cache.match(path)));
  if (response.ok && named.length > 0 && found.every(Boolean)) await cache.put(shell, response);
}

/**
 * Fetches what is missing; the page comes last, so that it is never there without its files. A device that saves data fetches only that
 * page.
 */
async function keepAll(isSaving) {
  if (!build.version) return;
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of build.files) if (!kept.has(path)) await keepFile(cache, path, isSaving);
  if (!kept.has(shell)) await keepShell(cache);
}

let keeping;

/** Every tab asks for it, often at once. */
function keepOnce(isSaving) {
  keeping ??= keepAll(isSaving)
    .catch(() => undefined)
    .finally(() => {
      keeping = undefined;
    });
  return keeping;
}

async function keptShell() {
  for (const name of await cachesOfVersions()) {
    const found = await (await caches.open(name)).match(shell, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** True after this time, unless `work` ends before: false, or true if it failed. */
function isSilent(work, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, true);
    work
      .then(
        () => resolve(false),
        () => resolve(true),
      )
      .finally(() => clearTimeout(timer));
  });
}

/** False once it has ended; true if nothing more comes for some seconds, or it breaks off. */
async function stops(body) {
  const reader = body.getReader();
  for (;;) {
    const part = reader.read();
    if (await isSilent(part, build.silentMs)) {
      reader.cancel().catch(() => undefined);
      return true;
    }
    if ((await part).done) return false;
  }
}

/**
 * Returns the server's page if it arrives whole: half of one shows nothing and cannot be taken back. If the network fails, or is silent for
 * some seconds, the cached page comes instead, which fetches its own data; a page that arrives later is dropped.
 */
async function openAddress(event) {
  const answer = fetchPage(event);
  const isLate = await isSilent(answer, build.silentMs);
  const kept = await keptShell();
  if (!kept) return answer;
  if (!isLate) {
    const page = await answer;
    const { body } = page.clone();
    if (!body || !(await stops(body))) return page;
  }
  answer.then((late) => late.body?.cancel()).catch(() => undefined);
  return kept;
}

async function fetchPage(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

/** A file of this version is cached for offline use. A request without a response fails, so that the page can say so. */
async function openFile(event) {
  const { pathname } = new URL(event.request.url);
  const found = await findFile(pathname);
  if (found) return found;
  const dead = new AbortController();
  const timer = setTimeout(() => dead.abort(), build.deadMs);
  const response = await fetch(event.request, { signal: dead.signal }).finally(() => clearTimeout(timer));
  if (response.ok && files.has(pathname)) event.waitUntil(keepCopy(pathname, response.clone()));
  return response;
}

async function keepCopy(pathname, response) {
  await (await caches.open(cacheName)).put(pathname, response).catch(() => undefined);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (!build.version || request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!noPage.test(pathname)) event.respondWith(openAddress(event));
  } else if (pathname.startsWith('/assets/') && !request.headers.has('range')) event.respondWith(openFile(event));
});

/** What a push carries is described in contract/notifications/push-routes.ts. */
function readPush(event) {
  try {
    return event.data.json();
  } catch {
    // A push must be shown, whatever it contains.
    return { id: null, title: 'Something is new', body: '', path: '/dashboard' };
  }
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = readPush(event);
  // The page shows a notice under the same tag (web/features/notifications/desktop-notification.ts): the second one silently replaces the
  // first.
  const tag = id === null ? 'test' : String(id);
  const options = { body, tag, icon: '/icons/icon-192.png', data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

const answerMs = 1000;

/** Whether one of our tabs opens the path without a reload; one that shows the login, or hangs, does not answer. */
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

/** Tabs of the previous version continue with its files; older versions are deleted. */
async function takeOver() {
  const [, , ...old] = await cachesOfVersions();
  await Promise.all(old.map((name) => caches.delete(name)));
  await preloadPages();
  await self.clients.claim();
}

/**
 * Requests the page while the worker starts, only in Chromium, which alone has `userAgentData`: there the worker learns of a preload that
 * fails. In Firefox it ends the navigation before the worker has answered, and other browsers are untested.
 */
async function preloadPages() {
  const { navigationPreload } = self.registration;
  if (self.navigator.userAgentData) await navigationPreload?.enable();
  else await navigationPreload?.disable();
}

// A new version activates at once: typed text lives in the pages, which it does not reload. Its files are fetched when a page asks,
// because the page knows whether this device saves data; until then those of the previous version are there.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => {
  if (event.data === 'keep' || event.data === 'keep what is here') event.waitUntil(keepOnce(event.data !== 'keep'));
});
