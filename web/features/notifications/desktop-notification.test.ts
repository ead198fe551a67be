// Notices of the operating system: only with permission, with title, message and icon, each once.
import { afterEach, expect, it, vi } from 'vitest';
import type { Notification as Notice } from '#contract/notifications.ts';
import { showDesktopNotification } from './desktop-notification.ts';

const notice = { id: 12, title: 'Session approved', message: 'Session #4 has been approved.' } as Notice;

function browser(permission: string) {
  const shown = vi.fn();
  class Shown {
    static permission = permission;
    constructor(...words: unknown[]) {
      shown(...words);
    }
  }
  vi.stubGlobal('window', { Notification: Shown });
  vi.stubGlobal('Notification', Shown);
  return shown;
}
afterEach(() => vi.unstubAllGlobals());

it('with permission a notice shows title, message and icon, tagged with its id', () => {
  const shown = browser('granted');
  showDesktopNotification(notice);
  expect(shown.mock.calls).toEqual([
    ['Session approved', { body: 'Session #4 has been approved.', icon: '/icons/icon-192.png', tag: '12' }],
  ]);
});

it('without permission nothing is shown and nothing asked', () => {
  for (const permission of ['default', 'denied']) {
    const shown = browser(permission);
    showDesktopNotification(notice);
    expect(shown).not.toHaveBeenCalled();
  }
});

it('where push is on its worker shows the notice under the same tag, so that a push of that notice replaces it', async () => {
  const fromPage = browser('granted');
  const showNotification = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ showNotification }) } });
  showDesktopNotification({
    ...notice,
    type: 'session_approved',
    relatedProjectId: null,
    relatedSessionId: 4,
    anchor: null,
  });
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
  const shown = { body: 'Session #4 has been approved.', icon: '/icons/icon-192.png', tag: '12' };
  expect(showNotification).toHaveBeenCalledWith('Session approved', { ...shown, data: { path: '/sessions/4' } });
  expect(fromPage).not.toHaveBeenCalled();
});

it('a browser without a worker shows it from the page', async () => {
  const fromPage = browser('granted');
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => undefined } });
  showDesktopNotification({
    ...notice,
    type: 'session_approved',
    relatedProjectId: null,
    relatedSessionId: 4,
    anchor: null,
  });
  await vi.waitFor(() => expect(fromPage).toHaveBeenCalledOnce());
});
