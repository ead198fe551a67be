// Where a login may lead: browser and server send people to the same places and nowhere else.

/** A path of this very product, else the dashboard; never a foreign address, never the login page, never a call. */
export function safeRedirect(next: string | null | undefined): string {
  const home = '/dashboard';
  if (!next?.startsWith('/')) return home;
  try {
    // What begins with a slash cannot change the host; a path of '//host' would, for the next who reads it.
    const { pathname, search, hash } = new URL(`http://here.invalid${next}`);
    return /^\/(\/|(login|api)(\/|$))/.test(pathname) ? home : pathname + search + hash;
  } catch {
    return home;
  }
}

/** The login page's address that leads back to this path of ours. */
export function loginPath(from: string): string {
  return from === '/dashboard' ? '/login' : `/login?next=${encodeURIComponent(from)}`;
}
