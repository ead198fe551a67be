// Notices of the operating system: only with permission, with title, message and icon, each once.
import { afterEach, expect, it, vi } from 'vitest';
import type { Notification as Notice } from '#contract/notifications/endpoints.ts';
import { desktopNotices } from './desktop-notification.ts';

const notice = { id: 12, title: 'Session approved', message: 'Session #4 has been approved.' } as Notice;

const closed = vi.fn();

function browser(permission: string) {
  const shown = vi.fn();
  class Shown {
    static permission = permission;
    constructor(...words: unknown[]) {
      shown(...words);
    }
    close = closed;
  }
  closed.mockClear();
  vi.stubGlobal('window', { Notification: Shown });
  vi.stubGlobal('Notification', Shown);
  return shown;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('with permission a notice shows title, message and icon, tagged with its id', async () => {
  const shown = browser('granted');
  desktopNotices()(notice);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(shown.mock.calls).toEqual([
    ['Session approved', { body: 'Session #4 has been approved.', icon: '/icons/icon-192.png', tag: '12' }],
  ]);
});

it('without permission nothing is shown and nothing asked', async () => {
  for (const permission of ['default', 'denied']) {
    const shown = browser(permission);
    desktopNotices()(notice);
    await Promise.resolve();
    expect(shown).not.toHaveBeenCalled();
  }
});

it('where push is on its worker shows the notice under the same tag, so that a push of that notice replaces it', async () => {
  const fromPage = browser('granted');
  const showNotification = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ showNotification }) } });
  desktopNotices()({
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
  desktopNotices()({
    ...notice,
    type: 'session_approved',
    relatedProjectId: null,
    relatedSessionId: 4,
    anchor: null,
  });
  await vi.waitFor(() => expect(fromPage).toHaveBeenCalledOnce());
});

it('of sixty at once five stand by themselves and one counts the others; a minute later the next one does again', async () => {
  vi.useFakeTimers();
  const shown = browser('granted');
  const notify = desktopNotices();
  for (let id = 1; id <= 60; id++) notify({ ...notice, id });
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(60));
  const titles = () => shown.mock.calls.map(([title, { tag }]) => `${title} ${tag}`);
  expect(titles().slice(4, 7)).toEqual(['Session approved 5', 'Session approved 6', '2 more notifications 7']);
  expect(titles().at(-1)).toBe('55 more notifications 60');
  expect(shown.mock.calls.length - closed.mock.calls.length, 'what stands on the desktop').toBe(6);
  vi.advanceTimersByTime(60_000);
  notify({ ...notice, id: 61 });
  await vi.waitFor(() => expect(titles().at(-1)).toBe('Session approved 61'));
});

it('the worker takes the count before away too', async () => {
  browser('granted');
  const displayed = new Map<string, string>();
  const registration = {
    showNotification: async (title: string, { tag }: { tag: string }) => void displayed.set(tag, title),
    getNotifications: async ({ tag }: { tag: string }) => [{ close: () => displayed.delete(tag) }],
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  const notify = desktopNotices();
  for (let id = 1; id <= 60; id++) notify({ ...notice, id });
  await vi.waitFor(() => expect([...displayed].at(-1)).toEqual(['60', '55 more notifications']));
  await vi.waitFor(() => expect([...displayed.keys()]).toEqual(['1', '2', '3', '4', '5', '60']));
});
