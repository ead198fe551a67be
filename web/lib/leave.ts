// Going to the login page and coming back to where one was.
import { navigate } from 'wouter/use-browser-location';
import { toast } from './toast.ts';

/** Pages §9. */
const leaveDelay = 500;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** The login page's address that leads back to a path of ours, or to where the person is now. */
export function loginAddress(from = location.pathname + location.search + location.hash): string {
  return from === '/dashboard' ? '/login' : `/login?next=${encodeURIComponent(from)}`;
}

/** The server no longer knows the person: says so, then goes to the login page. Several failures at once say it once. */
export function leaveForLogin(): void {
  if (leaving !== undefined || location.pathname === '/login') return;
  toast({ title: 'Unauthorized - You are logged out. Logging in again...', variant: 'destructive' });
  leaving = setTimeout(() => {
    leaving = undefined;
    if (location.pathname !== '/login') navigate(loginAddress(), { replace: true });
  }, leaveDelay);
}

/** Where to go after the login: a path of this very host, else the dashboard; never a foreign address, never the login page. */
export function localPath(next: string | null, origin = location.origin): string {
  const home = '/dashboard';
  if (!next?.startsWith('/')) return home;
  try {
    const address = new URL(next, origin);
    // '/.//host' resolves to the path '//host', which the next reader would take for an address.
    const inside = address.origin === origin && !/^\/(\/|(login|api)(\/|$))/.test(address.pathname);
    return inside ? address.pathname + address.search + address.hash : home;
  } catch {
    return home;
  }
}
