// Leaving: the login ends on the server, and the person is at the login page whatever came of it.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { logout as logoutCall } from '#contract/auth.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { call } from '#web/lib/http-client.ts';
import { draftsOf, storedNames, writeLocalStorage } from '#web/lib/local-storage.ts';
import { beforeLogout } from '#web/lib/login-redirect.ts';
import { toast, toastFailure } from '#web/lib/toast.ts';

/** The device receives nothing more of this person; the server has forgotten it with the login. */
async function clearPush(): Promise<void> {
  const loaded = await import('#web/lib/push-device.ts').catch(() => undefined);
  await loaded?.clearDevice().catch(() => undefined);
}

/** A login that ended already is left all the same. What was fetched goes with the application (web/app/application.tsx). */
export function useLogout(): { logout: () => void; pending: boolean } {
  const { person } = useCurrentUser();
  const [pending, setPending] = useState(false);
  async function leave() {
    setPending(true);
    await beforeLogout.run();
    try {
      await call(logoutCall, {});
      void clearPush();
      for (const name of storedNames(draftsOf(person.id))) writeLocalStorage(name, null);
      toast({ title: 'Logged out successfully' });
    } catch (error) {
      toastFailure('Logout failed', messageOf(error));
    }
    setPending(false);
    navigate('/login');
  }
  return { logout: () => void leave(), pending };
}
