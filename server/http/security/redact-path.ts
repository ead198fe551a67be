// Paths as they are logged: those of links with a token, and whatever no route and no page knows, are left out.
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
