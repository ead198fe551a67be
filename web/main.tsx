// The start of the browser's part: the first page's code is fetched before anything is drawn.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type PreloadedState, preloadedStateElementId } from '#contract/preloaded-state.ts';
import { preloadRoute, publicPages } from './app/bootstrap.ts';
import { Root } from './app/root.tsx';
import { startScrollRestoration } from './lib/scroll-restoration.ts';
import { applyTheme } from './lib/theme.ts';

applyTheme();
startScrollRestoration();
const place = document.getElementById('root');
if (!place) throw new Error('The page has no element #root');
const answers = document.getElementById(preloadedStateElementId)?.textContent;
const preloaded = answers ? (JSON.parse(answers) as PreloadedState) : null;
const product = (
  <StrictMode>
    <Root preloaded={preloaded} />
  </StrictMode>
);
const ready = preloadRoute(location.pathname, preloaded);
// The landing and the login page come rendered (prerender.tsx) and are taken over as they stand; of any other came the shape.
if (location.pathname in publicPages && place.firstElementChild) hydrateRoot(place, product);
else void ready.then(() => createRoot(place).render(product));
