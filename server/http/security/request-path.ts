// The address of a request, parsed once for everything that reads it: the router, the headers, the pages and the log.

/** Proxies may ask for 'http://host/path', and anybody may write a fragment: the router would see past both, and others would not. */
export function toPath(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
