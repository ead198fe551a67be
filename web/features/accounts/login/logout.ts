// Logging out: the login ends on the server, and the person is at the login page whatever happens.
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

/** This device gets no more pushes for this person; the server forgot it with the login. */
async function clearPush(): Promise<void> {
  const loaded = await import('#web/lib/device/push-device.ts').catch(() => undefined);
  await loaded?.clearDevice().catch(() => undefined);
}

/** Logging out does not wait for a hanging connection: after this it counts as offline. */
const patienceMs = 5000;

/** Returns the server's refusal; undefined if the login has ended, or ends with the next request that gets through. */
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

/** Works even if the login has already ended. Fetched data goes with the application (web/app/startup/application.tsx). */
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
    // Navigates first: what is still on screen would keep requesting, and get 'not logged in'.
    navigate('/login');
    await forgetOnDevice();
  }
  return { logout: () => void leave(), pending };
}
