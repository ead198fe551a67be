// Leaving: the login ends on the server, and the person is at the login page whatever came of it.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { logout as logoutCall } from '#contract/accounts/auth.ts';
import { ApiError, messageOf } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { call } from '#web/lib/api/http-client.ts';
import { beforeLogout, forgetOnDevice } from '#web/lib/api/login-redirect.ts';
import { markLeaving } from '#web/lib/device/device-cookies.ts';
import { decisionsOf, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import { forgetDrafts } from '#web/lib/forms/drafts.ts';
import { toast, toastFailure } from '#web/lib/page/toast.ts';

/** The device receives nothing more of this person; the server has forgotten it with the login. */
async function clearPush(): Promise<void> {
  const loaded = await import('#web/lib/device/push-device.ts').catch(() => undefined);
  await loaded?.clearDevice().catch(() => undefined);
}

/** Whoever leaves does not wait for a line that hangs: after this it counts as none. */
const patienceMs = 5000;

/** Answers a refusal of the server; undefined where the login has ended, or ends with the next request that gets through. */
async function endLogin(): Promise<ApiError | undefined> {
  try {
    await call(logoutCall, {}, { signal: AbortSignal.timeout(patienceMs) });
    toast({ title: 'Logged out successfully' });
    return undefined;
  } catch (error) {
    markLeaving();
    if (error instanceof ApiError && error.status > 0 && error.status < 500) return error;
    toast({ title: 'Logged out on this device', description: 'The server will know as soon as it answers again.' });
    return undefined;
  }
}

/** A login that ended already is left all the same. What was fetched goes with the application (web/app/startup/application.tsx). */
export function useLogout(): { logout: () => void; pending: boolean } {
  const { person } = useCurrentUser();
  const [pending, setPending] = useState(false);
  function forget() {
    void clearPush();
    writeLocalStorage(decisionsOf(person.id), null);
    void forgetDrafts(person.id);
  }
  async function leave() {
    setPending(true);
    if (!(await beforeLogout.mayLeave())) return setPending(false);
    const refusal = await endLogin();
    if (refusal) toastFailure('Logout failed', messageOf(refusal));
    forget();
    setPending(false);
    // First: what is still shown would ask on, and be told that nobody is logged in.
    navigate('/login');
    await forgetOnDevice();
  }
  return { logout: () => void leave(), pending };
}
