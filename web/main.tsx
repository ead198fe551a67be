// The start of the browser's part: the page that came is taken over as it stands, once its code is there.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { type PreloadedState, preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { preloadRoute, Root } from './app/startup/root.tsx';
import { forgetOnDevice } from './lib/api/login-redirect.ts';
import { tellTimeZone } from './lib/device/device-choices.ts';
import { noteHeldStyles } from './lib/device/device-cookies.ts';
import { HydratedContext } from './lib/device/hydrated.ts';
import { readLocalStorage } from './lib/device/local-storage.ts';
import { readSiteConfig } from './lib/device/site-config.ts';
import { applyTheme } from './lib/device/theme.ts';
import { giveInput } from './lib/page/give-input.ts';
import { queueTask } from './lib/page/task-queue.ts';
import { startScrollRestoration } from './lib/routing/scroll-restoration.ts';

const site = readSiteConfig();
// What has come is counted (behaviour §10.11); browsers remember 250 by themselves.
performance.setResourceTimingBufferSize(5000);
applyTheme(site.device.theme);
// Where a formatter of dates must be asked, its first answer takes longer than all of this: a task of its own.
queueTask(() => tellTimeZone(site.device.zone));
// Before the router listens: the page is opened in a later turn.
queueTask(startScrollRestoration);
noteHeldStyles();
const place = document.getElementById('root') as HTMLElement;
const answers = document.getElementById(preloadedStateElementId)?.textContent;
const brought = answers ? (JSON.parse(answers) as PreloadedState) : null;
// Of the page that came: somebody may have gone back before it is taken over.
const { pathname, search } = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);
/** Without a line, what the person who is logged in here saw last. */
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
  // In a transition React works in slices, so that the page answers in between.
  startTransition(() => void hydrateRoot(place, product));
}
// The server shows the login to nobody who is logged in: the one who was is not any more.
if (location.pathname === '/login' && !site.shell && readLocalStorage('person')) void forgetOnDevice();

/** Once: later pages are made here. */
function takenOver() {
  if (place.dataset.waiting === undefined) return;
  delete place.dataset.waiting;
  giveInput(place);
}
