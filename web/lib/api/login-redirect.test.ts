// Leaving for the login page: said at once, done half a second later, once for several failures.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToast } from '#web/lib/page/toast.ts';
import { redirectToLogin } from './login-redirect.ts';

const went = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/projects', search: '?highlight=4', hash: '' });
  vi.stubGlobal('history', { replaceState: went });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a lost login is said at once and leads to the login page after 500 ms, with the way back', () => {
  redirectToLogin();
  redirectToLogin();
  expect(currentToast()?.title).toBe('Unauthorized - You are logged out. Logging in again...');
  vi.advanceTimersByTime(499);
  expect(went).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(went.mock.calls.map(([, , to]) => to)).toEqual(['/login?next=%2Fprojects%3Fhighlight%3D4']);
});
