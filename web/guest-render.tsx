// Renders the pages for people without a login to plain markup: they work without script, and load no framework (decision 091).
import { renderToStaticMarkup } from 'react-dom/server';
import type { GuestPage, GuestRender, UnsubscribePage } from '#contract/sharing/guest-pages.ts';
import type { HandoverPage } from '#contract/sharing/handover-pages.ts';
import { text as film } from './guest/client/film.ts?script';
import { text as handover } from './guest/client/handover.ts?script';
import { text as map } from './guest/client/map.ts?script';
import { text as script } from './guest/client/script.ts?script';
import { text as show } from './guest/client/show.ts?script';
import { text as sphere } from './guest/client/sphere.ts?script';
import { text as hasher } from './guest/client/verify/hasher.ts?script';
import { text as verify } from './guest/client/verify/page.ts?script';
import handoverStyle from './guest/handover/handover.css?inline';
import { HandedPage } from './guest/handover/page.tsx';
import pageStyle from './guest/page.css?inline';
import { Page } from './guest/page.tsx';
import picturesStyle from './guest/pictures.css?inline';
import { Unsubscribe } from './guest/unsubscribe.tsx';
import dividedStyle from './media/shown/divided.css?inline';

export const guestScripts: GuestRender['guestScripts'] = { script, sphere, map, show, film, verify, hasher };

export const renderGuestPage = (page: GuestPage): string =>
  `<!doctype html>${renderToStaticMarkup(<Page page={page} />)}`;

export const renderUnsubscribePage = (page: UnsubscribePage): string =>
  `<!doctype html>${renderToStaticMarkup(<Unsubscribe page={page} />)}`;

export const renderHandoverPage = (page: HandoverPage): string =>
  `<!doctype html>${renderToStaticMarkup(<HandedPage page={page} />)}`;

/** In a scope of its own: what a page loads without modules shares one. */
export const handoverFiles: GuestRender['handoverFiles'] = {
  style: pageStyle + picturesStyle + dividedStyle + handoverStyle,
  script: `(() => {${handover}})();\n`,
};
