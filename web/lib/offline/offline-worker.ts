// Registers the service worker, lets it cache what opens pages offline, and adopts a new version at the next page change.
import { serviceWorkerPath } from '#contract/notifications/endpoints.ts';
import { savesData } from '#web/lib/device/data-saver.ts';

const hour = 60 * 60 * 1000;

/**
 * Returns a function that stops it. Without service workers, pages work only online. `mayReload`: nothing runs in this page that a reload
 * would stop.
 */
export function keepOffline(mayReload: () => boolean): () => void {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return () => undefined;
  const stopWatching = takeNewVersions(serviceWorker, mayReload);
  let registration: ServiceWorkerRegistration | undefined;
  async function register(worker: ServiceWorkerContainer) {
    registration = await worker.register(serviceWorkerPath);
    keepFiles((await worker.ready).active);
  }
  register(serviceWorker).catch(() => undefined);
  const update = () => void registration?.update?.().catch(() => undefined);
  const hourly = setInterval(update, hour);
  addEventListener('online', update);
  return () => {
    stopWatching();
    clearInterval(hourly);
    removeEventListener('online', update);
  };
}

/** Half a megabyte per version; where the device saves data, only what its pages have fetched anyway. */
function keepFiles(worker: ServiceWorker | null): void {
  worker?.postMessage(savesData() ? 'keep what is here' : 'keep');
}

/** Never reloads a page in use: only when the person goes to another page, that one comes from the server. */
function takeNewVersions(serviceWorker: ServiceWorkerContainer, mayReload: () => boolean): () => void {
  let isControlled = serviceWorker.controller !== null;
  let isNewer = false;
  let { pathname } = location;
  const onChange = () => {
    keepFiles(serviceWorker.controller);
    isNewer = isControlled;
    isControlled = true;
  };
  const onPage = () => {
    const isOther = location.pathname !== pathname;
    pathname = location.pathname;
    if (isNewer && isOther && navigator.onLine && mayReload()) location.reload();
  };
  serviceWorker.addEventListener('controllerchange', onChange);
  addEventListener('pushState', onPage);
  return () => {
    serviceWorker.removeEventListener('controllerchange', onChange);
    removeEventListener('pushState', onPage);
  };
}
