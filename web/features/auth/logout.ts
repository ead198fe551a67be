// Leaving: the login ends on the server, and the person is at the login page whatever came of it.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { logout as logoutCall } from '#contract/auth.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { call } from '#web/lib/http-client.ts';
import { beforeLogout } from '#web/lib/login-redirect.ts';
import { toast, toastFailure } from '#web/lib/toast.ts';

/** A login that ended already is left all the same. What was fetched goes with the application (web/app/application.tsx). */
export function useLogout(): { logout: () => void; pending: boolean } {
  const [pending, setPending] = useState(false);
  async function leave() {
    setPending(true);
    await beforeLogout.run();
    try {
      await call(logoutCall, {});
      toast({ title: 'Logged out successfully' });
    } catch (error) {
      toastFailure('Logout failed', messageOf(error));
    }
    setPending(false);
    navigate('/login');
  }
  return { logout: () => void leave(), pending };
}
