// Going to the login page and coming back to where one was.
import { navigate } from 'wouter/use-browser-location';
import { loginPath } from '#contract/core/safe-redirect.ts';
import { toastFailure } from '#web/lib/page/toast.ts';

/** Behaviour §9.2. */
const leaveDelay = 500;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** `send`: what has to be sent while the person is still logged in. `mayLeave` does that, and answers whether they leave, with what was not sent. */
export const beforeLogout: { send: () => Promise<void>; mayLeave: () => Promise<boolean> } = {
  send: async () => undefined,
  mayLeave: () => beforeLogout.send().then(() => true),
};

const forgetters: (() => Promise<void>)[] = [];

/** Whoever keeps something of what a person saw says here how it is forgotten. */
export function whenForgetting(forget: () => Promise<void>): void {
  forgetters.push(forget);
}

/** This device keeps nothing of what the person saw. */
export async function forgetOnDevice(): Promise<void> {
  await Promise.allSettled(forgetters.map((forget) => forget()));
}

/** The login page's address that leads back to where the person is now. */
export function loginUrl(): string {
  return loginPath(location.pathname + location.search + location.hash);
}

/** The server no longer knows the person: says so, then goes to the login page. Several failures at once say it once. */
export function redirectToLogin(): void {
  if (leaving !== undefined || location.pathname === '/login') return;
  void forgetOnDevice();
  toastFailure('Unauthorized - You are logged out. Logging in again...');
  leaving = setTimeout(() => {
    leaving = undefined;
    if (location.pathname !== '/login') navigate(loginUrl(), { replace: true });
  }, leaveDelay);
}
