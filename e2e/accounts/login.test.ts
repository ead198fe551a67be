// Logging in and out: the way back to the page that was requested, wrong passwords, the end of a login.
import { demoPassword, expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

test('a login comes back to where one was heading', async ({ as }) => {
  const page = await as(null, { path: '/sessions?status=rejected' });
  await expect(page).toHaveURL(/\/login/);
  await scan(page);
  await page.getByLabel('Username').fill('Photographer');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/sessions\?status=rejected/);
  await expect(page.getByText('Welcome back!').first()).toBeVisible();
});

test('wrong words are refused in one sentence, missing ones before they are sent', async ({ as }) => {
  const page = await as(null, { path: '/login', dark: true });
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please fill in all fields').first()).toBeVisible();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid username or password').first()).toBeVisible();
  await scan(page);
});

test('a login is never led to another site', async ({ as }) => {
  for (const bait of ['//evil.example/x', 'https://evil.example', '/\\evil.example']) {
    const page = await as(null, { path: `/login?next=${encodeURIComponent(bait)}&to=${encodeURIComponent(bait)}` });
    await page.getByLabel('Username').fill('client');
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard/);
  }
});

test('a logout ends the login in every tab', async ({ as }) => {
  const page = await as('client');
  const second = await page.context().newPage();
  await second.goto('/projects');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(second).toHaveURL(/\/login/);
});

test('a tab that was still loading when another logged out goes to the login as well', async ({ as }) => {
  const page = await as('client');
  const second = await page.context().newPage();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await second.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await second.goto('/projects', { waitUntil: 'commit' });
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(second).toHaveURL(/\/login/);
});

test('whoever is logged in goes on from the login page and from the landing page’s buttons', async ({ as }) => {
  const page = await as('client', { path: '/login' });
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/login?next=%2Fprojects');
  await expect(page).toHaveURL(/\/projects$/);
  for (const name of ['Client Login', 'Log In to Your Dashboard']) {
    await page.goto('/');
    await page.getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('an old link to /api/login leads to the login page', async ({ as }) => {
  const page = await as(null, { path: '/api/login' });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('before the device is prepared for offline use, a logout while offline asks about unsent changes, and leaves', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions' });
  const { id } = await (await page.request.get('/api/user')).json();
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(' '),
    );
  // A one-click decision that was never sent, as an earlier version kept it: the outbox takes it over.
  await page.evaluate((name) => {
    const decision = { sessionId: 1, recordId: 1, move: 'approve', words: 'Decided in the lift', until: 0 };
    localStorage.setItem(name, JSON.stringify([decision]));
  }, `topout-decisions-${id}`);
  await page.reload();
  const kept = () => page.evaluate(() => Object.keys(localStorage).join(' '));
  await expect.poll(kept).not.toContain('topout-decisions');
  await expect.poll(fetched).toMatch(/confirm-dialog.*login-page|login-page.*confirm-dialog/);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page.getByText(/^1 thing on this device was not sent/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard and log out' }).click();
  await expect(page.getByText('Logged out on this device').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const databases = await page.evaluate(() => indexedDB.databases());
  expect(databases.map(({ name }) => name).join(' ')).not.toContain('topout-outbox');
});
