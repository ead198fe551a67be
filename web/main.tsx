// Browser entry: hydrates the page that the server rendered once its code is there.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { type PreloadedState, preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { preloadRoute, Root } from './app/startup/root.tsx';
import { forgetOnDevice, whenForgetting } from './lib/api/login-redirect.ts';
import { applyTheme, sendTimeZone } from './lib/device/device-choices.ts';
import { noteHeldStyles } from './lib/device/device-cookies.ts';
import { HydratedContext } from './lib/device/hydrated.ts';
import { readLocalStorage } from './lib/device/local-storage.ts';
import { readSiteConfig } from './lib/device/site-config.ts';
import { replayInput } from './lib/page/give-input.ts';
import { queueTask } from './lib/page/lazy-component.tsx';
import { startScrollRestoration } from './lib/routing/scroll-restoration.ts';

const site = readSiteConfig();
// Downloaded files are counted (behaviour §10.11); browsers remember 250 by default.
performance.setResourceTimingBufferSize(5000);
applyTheme(site.device.theme);
// A date formatter's first result can take longer than all of this, so it gets its own task.
queueTask(() => sendTimeZone(site.device.zone));
// Before the router listens: the page is opened in a later turn.
queueTask(startScrollRestoration);
noteHeldStyles();
const place = document.getElementById('root') as HTMLElement;
const answers = document.getElementById(preloadedStateElementId)?.textContent;
const brought = answers ? (JSON.parse(answers) as PreloadedState) : null;
// The address of the page that was loaded: somebody may have gone back before it is hydrated.
const { pathname, search } = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);
whenForgetting(() => import('./lib/api/offline-cache.ts').then(({ clearOfflineCache }) => clearOfflineCache()));
/** Offline: the cached responses of the person who is logged in here. */
const seen = site.shell
  ? import('./lib/api/offline-cache.ts').then(({ readCachedPage }) => readCachedPage())
  : Promise.resolve(brought);
const start = seen.catch(() => null);
void preloadRoute(pathname, start).then(() => queueTask(open));

async function open() {
  const preloaded = await start;
  const product = (
    <StrictMode>
      <Router ssrPath={pathname} ssrSearch={search}>
        <HydratedContext value={takenOver}>
          <Root site={site} preloaded={preloaded} />
        </HydratedContext>
      </Router>
    </StrictMode>
  );
  // A page that could not be rendered in time came without content.
  if (!place.firstElementChild) {
    createRoot(place).render(product);
    return;
  }
  place.dataset.waiting = 'takeover';
  // In a transition React works in slices, so that the page responds in between.
  startTransition(() => void hydrateRoot(place, product));
}
// The server shows the login page only to people who are not logged in: the previous login has ended.
if (location.pathname === '/login' && !site.shell && readLocalStorage('person')) void forgetOnDevice();

/** Runs once: later pages are rendered in the browser. */
function takenOver() {
  if (place.dataset.waiting === undefined) return;
  delete place.dataset.waiting;
  replayInput(place);
}
