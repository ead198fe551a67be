// What the server's renderer and the browser's hydration both start a page from; equal starts give equal pages.
import type { OpenedLink } from '#contract/accounts/auth-routes.ts';
import type { PreloadedState } from '#contract/core/preloaded-state.ts';
import type { DeviceChoices } from './device-choices.ts';

/** What a page knows before its first call; it stands in the page as JSON. */
export type SiteConfig = {
  /** `logo`: its address, where the company has one. */
  brand: { name: string; email: string; linkedin: string; instagram: string; logo?: string | undefined };
  /** The demo company, whose logins may be shown. */
  demo: boolean;
  /** There is a live sample to view (behaviour §16.6). */
  sample?: boolean | undefined;
  /** Why a login that was posted without script was refused; such a page is sent in answer. */
  loginFailure?: string | undefined;
  /** Mail can be sent: without it whoever forgot a password asks an administrator. */
  canMail?: boolean | undefined;
  /** On the page of a one-time link: what it is good for. */
  link?: OpenedLink | undefined;
  /** The page that a device keeps for when there is no line (behaviour §27.1): it is everybody's, and knows nothing of the device. */
  shell?: boolean | undefined;
  /** Pictures and videos may be uploaded here. */
  uploads?: boolean | undefined;
  /** Of the product, on pages for people who are logged in. */
  version?: string | undefined;
  device: DeviceChoices;
};

/** The id of the element with it. */
export const siteConfigElementId = 'site-config';

export type PageRender = {
  path: string;
  /** With its question mark, or ''. */
  search: string;
  site: SiteConfig;
  preloaded: PreloadedState | null;
};

export type RenderedPage = {
  /** The content of #root. */
  body: string;
  /** The whole title, in HTML. */
  title: string;
  /** The links to what the page shows first, in HTML. */
  links: string;
  /** The keys of what the page asked for and was not given (JSON of the query library's keys). */
  missing: string[];
};
