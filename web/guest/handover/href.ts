// Addresses between the files of an archive.

/** Relative, from a page in this folder to a path in the archive. */
export function hrefOf(up: string, path: string): string {
  return up + path.split('/').map(encodeURIComponent).join('/');
}
