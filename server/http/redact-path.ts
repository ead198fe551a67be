// Paths as they are logged: what follows in those of one-time links opens them, and is left out.
import { linkPaths } from '#contract/link-paths.ts';

/** Whatever stands behind these is a secret. */
const secretPaths = Object.values(linkPaths).map((path) => `${path}/`);

/** `/invite/…` for whatever invitation. */
export function redactPath(path: string): string {
  const found = secretPaths.find((start) => path.toLowerCase().startsWith(start));
  return found ? `${found}…` : path;
}
