// Paths of requests: as everything reads them, and as they are logged, without those of links with a token and those that nobody knows.
import { linkPaths } from '#contract/accounts/auth.ts';
import { matchPage } from '#contract/pages/pages.ts';

/** Whatever stands behind these is a secret. */
const secretPaths = [...Object.values(linkPaths), '/s', '/unsubscribe', '/mail-pictures'].map((path) => `${path}/`);
/** Of pages for everybody, which no table lists. */
const openPages = new Set(['/', '/login', '/forgot-password']);

/** As the router reads it: '%73' is 's'. */
function decode(path: string): string {
  return path.replace(/%([2-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * `/invite/…` for whatever invitation. `route`: the one that it met, undefined for none. Without one it is logged only as the address
 * of a page: else it may be a link in some form that we did not think of, as '//host/../s/TOKEN'.
 */
export function redactPath(path: string, route: string | undefined): string {
  const plain = decode(path).toLowerCase().replace(/^\/+/, '/');
  const found = secretPaths.find((start) => plain.startsWith(start));
  if (found) return `${found}…`;
  const isKnown = route !== undefined || openPages.has(path) || matchPage(path) !== undefined;
  return isKnown ? path : '/…';
}

// The address of a request, parsed once for everything that reads it: the router, the headers, the pages and the log.

/** Proxies may ask for 'http://host/path', and anybody may write a fragment: the router would see past both, and others would not. */
export function toPath(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
