// The start of the browser's part: the page that came is taken over as it stands, once its code is there.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type PreloadedState, preloadedStateElementId } from '#contract/preloaded-state.ts';
import { preloadRoute } from './app/bootstrap.ts';
import { Root } from './app/root.tsx';
import { tellTimeZone } from './lib/device-choices.ts';
import { keepInput } from './lib/keep-input.ts';
import { startScrollRestoration } from './lib/scroll-restoration.ts';
import { readSiteConfig } from './lib/site-config.ts';
import { applyTheme } from './lib/theme.ts';

const site = readSiteConfig();
applyTheme(site.device.theme);
tellTimeZone(site.device.zone);
startScrollRestoration();
const place = document.getElementById('root');
if (!place) throw new Error('The page has no element #root');
const answers = document.getElementById(preloadedStateElementId)?.textContent;
const preloaded = answers ? (JSON.parse(answers) as PreloadedState) : null;
void preloadRoute(location.pathname, preloaded).then(() => {
  // A page that could not be rendered in time came without content.
  if (!place.firstElementChild) {
    createRoot(place).render(productWith());
    return;
  }
  const giveBack = keepInput(place);
  place.removeAttribute('data-waiting');
  // In a transition React works in slices, so that the page answers in between.
  // Not within its own work, where React cannot take over the part that an event happens in.
  startTransition(
    () =>
      void hydrateRoot(
        place,
        productWith(() => void setTimeout(giveBack)),
      ),
  );
});

function productWith(onTakenOver?: () => void) {
  return (
    <StrictMode>
      <Root site={site} preloaded={preloaded} onTakenOver={onTakenOver} />
    </StrictMode>
  );
}
