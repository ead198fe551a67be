// Registers the service worker, lets it keep what opens pages without a line, and takes a new version over at the next change of page.
import { serviceWorkerPath } from '#contract/notifications/push.ts';
import { savesData } from '#web/lib/device/data-saver.ts';

const hour = 60 * 60 * 1000;

/** Answers how to stop. A browser without workers has pages with a line only. `mayReload`: nothing runs in this page that a reload would stop. */
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

/** Half a megabyte for each version: where the device saves data only what its pages have fetched anyway. */
function keepFiles(worker: ServiceWorker | null): void {
  worker?.postMessage(savesData() ? 'keep what is here' : 'keep');
}

/** Nothing is loaded anew under somebody's hands: only where they go to another page, that page comes from the server. */
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
