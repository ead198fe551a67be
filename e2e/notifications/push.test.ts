// Push in the browser: turned on in the profile, delivered by the debugging protocol, opened by a click; webhooks in the settings.
import type { CDPSession, Page } from '@playwright/test';
import { findWholeBrowser } from '#e2e/browser.ts';
import { expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const whole = findWholeBrowser();
test.use({ serviceWorkers: 'allow', ...(whole && { launchOptions: whole }) });
const notifies = () => test.info().skip(!whole, 'The browser from npm shows no notifications.');

type Shown = { title: string; body: string; tag: string };

/** Where no push service can be reached, the browser's part of a subscription is stubbed; worker and permission are real. */
async function playPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/journey',
      unsubscribe: async () => {
        localStorage.removeItem('journey-push');
        return true;
      },
      toJSON: () => ({
        endpoint: `https://fcm.googleapis.com/fcm/send/${localStorage.getItem('journey-push')}`,
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      }),
    } as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('journey-push') ? held : null);
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('journey-push', crypto.randomUUID());
      return held;
    };
  });
}

/** The session of the debugging protocol, and how a push is delivered through it. */
async function debugWorkers(page: Page): Promise<{ deliver(push: object): Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const each of registrations) if (!each.isDeleted) registrationId = each.registrationId;
  });
  await session.send('ServiceWorker.enable');
  return {
    async deliver(push) {
      await expect.poll(() => registrationId).not.toBe('');
      // The browser drops what comes for one that is still activating.
      const state = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
      await expect.poll(state).toBe('activated');
      const { origin } = new URL(page.url());
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(push) });
    },
  };
}

async function shownIn(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/** What the system does when somebody clicks on the only notice that is shown. */
async function clickShown(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; NotificationEvent: typeof Event };
    const [notification] = await scope.registration.getNotifications();
    self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification } as EventInit));
  });
}

const card = (page: Page) => page.getByRole('heading', { name: 'Push on this device' }).locator('..');

async function openProfile(page: Page, { permission = true } = {}): Promise<void> {
  await page.context().grantPermissions(permission ? ['notifications'] : []);
  await playPushService(page);
  await page.goto('/profile');
}

async function turnOn(page: Page): Promise<void> {
  await openProfile(page);
  await card(page).getByRole('button', { name: 'Turn on push' }).click();
  await said(page, 'Push is on for this device');
}

test('push is turned on in the profile, and off again, by the one worker that there is', async ({ as }) => {
  notifies();
  const page = await as('photographer', { path: '/profile' });
  await openProfile(page);
  await expect(card(page).getByText('Off on this device')).toBeVisible();
  await card(page).getByRole('button', { name: 'Turn on push' }).click();
  await expect(card(page).getByText('On on this device')).toBeVisible();
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [scope, active?.scriptURL]),
  );
  const { origin } = new URL(page.url());
  expect(scopes).toEqual([[`${origin}/`, `${origin}/service-worker.js`]]);
  await scan(page);
  await page.reload();
  await expect(card(page).getByText('On on this device')).toBeVisible();
  await card(page).getByRole('button', { name: 'Turn off push' }).click();
  await expect(card(page).getByText('Off on this device')).toBeVisible();
  expect(await page.evaluate(async () => (await (await fetch('/api/push')).json()).subscribed)).toBe(false);
});

test('a push is shown, and a notice of the socket with the same id does not stand beside it', async ({ as, api }) => {
  notifies();
  const page = await as('photographer', { path: '/profile' });
  await turnOn(page);
  const { deliver } = await debugWorkers(page);
  const admin = await api('kunle');
  const waiting: { id: number; photographer: { username: string } }[] = await (
    await admin.get('/api/sessions?status=pending&limit=100')
  ).json();
  const own = waiting.find(({ photographer }) => photographer.username === 'photographer');
  const review = { data: { rejectionReason: 'Too dark' } };
  expect((await admin.put(`/api/sessions/${own?.id}/reject`, review)).ok()).toBe(true);
  await expect.poll(() => shownIn(page)).toMatchObject([{ title: 'Session rejected' }]);
  const [bySocket] = await shownIn(page);
  const push = { kind: 'session_rejected', title: 'Session rejected', body: 'pushed', path: '/profile' };
  await deliver({ id: Number(bySocket?.tag), ...push });
  await expect.poll(() => shownIn(page)).toEqual([{ title: 'Session rejected', body: 'pushed', tag: bySocket?.tag }]);
  await deliver({ id: 999_999, ...push });
  await expect.poll(() => shownIn(page)).toHaveLength(2);
});

test('a click on a push leads on in the tab that is open, without reloading it', async ({ as }) => {
  notifies();
  const page = await as('photographer', { path: '/profile' });
  await turnOn(page);
  const { deliver } = await debugWorkers(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await deliver({ id: 7, kind: 'session_approved', title: 'Session approved', body: '', path: '/sessions' });
  await expect.poll(() => shownIn(page)).toHaveLength(1);
  await clickShown(page);
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await shownIn(page)).toEqual([]);
});

test('after the logout nothing of the former person is shown, and the device is nobody’s', async ({ as }) => {
  notifies();
  const page = await as('photographer', { path: '/profile' });
  await turnOn(page);
  const { deliver } = await debugWorkers(page);
  await deliver({ id: 8, kind: 'session_approved', title: 'Session approved', body: '', path: '/sessions' });
  await expect.poll(() => shownIn(page)).toHaveLength(1);
  await page.goto('/dashboard');
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => shownIn(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('journey-push'))).toBeNull();
});

test('a refused permission, a browser without push and an iPhone each get an explanation', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.reload();
  await expect(card(page).getByText('Your browser blocks notifications from this site.')).toBeVisible();
  await fits(page);
  const other = await as('photographer', { path: '/profile', phone: true });
  await other.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await other.reload();
  await expect(card(other).getByText('This browser does not support push.')).toBeVisible();
  await other.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' }));
  await other.reload();
  await expect(card(other).getByText('Add to Home Screen')).toBeVisible();
  await scan(other);
});

test('on a phone an admin makes a webhook, keeps its secret, tries, pauses and removes it', async ({ as }) => {
  const page = await as('admin', { path: '/settings', phone: true });
  await expect(page.getByText('No webhooks')).toBeVisible();
  await scan(page);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Address').fill('http://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Site diary');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('The address must begin with https://')).toBeVisible();
  await dialog.getByLabel('Address').fill('https://example.org/topout');
  await dialog.getByLabel('Session rejected').uncheck();
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  const secret = page.getByRole('dialog', { name: 'Secret of Site diary' });
  await expect(secret.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await scan(page, '[role="dialog"]');
  await secret.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'https://example.org/topout' });
  for (const words of ['Nothing sent yet', 'Session released', 'Concern raised', 'Concern resolved'])
    await expect(row.getByText(words)).toBeVisible();
  await expect(row.getByText('Session rejected')).toHaveCount(0);
  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Site diary' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Pause');
  await expect(row.getByText('Paused')).toBeVisible();
  await act('Resume');
  await expect(row.getByText('Nothing sent yet')).toBeVisible();
  await act('Send a test');
  await said(page, 'Failed to send a test');
  await act('Change secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change secret' }).click();
  await expect(secret.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await secret.getByRole('button', { name: 'I have stored it' }).click();
  await expect(row.getByText('The previous secret also signs until')).toBeVisible();
  await scan(page);
  await row.getByRole('button', { name: 'End it now' }).click();
  await expect(row.getByText('The previous secret also signs until')).toHaveCount(0);
  await act('Log');
  await expect(page.getByRole('dialog', { name: 'Log of Site diary' }).getByText('Nothing sent yet')).toBeVisible();
  await scan(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await act('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await edit.getByLabel('Name').fill('Diary');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Diary' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Diary' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No webhooks')).toBeVisible();
});

test('on a phone the settings are reached from the profile, and nobody but admins sees them', async ({ as }) => {
  const page = await as('admin', { path: '/profile', phone: true });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await fits(page);
  const other = await as('photographer', { path: '/settings' });
  await expect(other.getByText('Only administrators can access the settings')).toBeVisible();
  await other.goto('/profile');
  await expect(other.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});
