// Paths as they are logged: what follows in those of links with a token opens them, and is left out.
import { linkPaths } from '#contract/link-paths.ts';

/** Whatever stands behind these is a secret. */
const secretPaths = [...Object.values(linkPaths), '/s', '/unsubscribe', '/mail-pictures'].map((path) => `${path}/`);

/** As the router reads it: '%73' is 's'. */
function decode(path: string): string {
  return path.replace(/%([2-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `/invite/…` for whatever invitation. */
export function redactPath(path: string): string {
  const plain = decode(path).toLowerCase().replace(/^\/+/, '/');
  const found = secretPaths.find((start) => plain.startsWith(start));
  return found ? `${found}…` : path;
}
