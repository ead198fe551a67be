// Every page without barriers, light and dark: full, empty, and while the server fails.
import type { Page } from '@playwright/test';
import { askForAll, choose, expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** What lists answer when there is nothing. */
async function emptied(page: Page): Promise<void> {
  await askForAll(page);
  const lists = /\/api\/(projects|sessions|users|disputes|notifications|demo-requests|history\/\w+)(\?|$)/;
  await page.route(lists, (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0', 'Content-Type': 'application/json' } }),
  );
}

async function failing(page: Page, how: 'broken' | 'away'): Promise<void> {
  await askForAll(page);
  await page.route(/\/api\/(?!user(\?|$))/, (route) =>
    how === 'away'
      ? route.abort()
      : route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.', code: 'internal' } }),
  );
}

test('projects, sessions, the profile and the page of no address have no barriers', async ({ as }) => {
  const page = await as('admin', { path: '/projects' });
  // Dashboard, approvals, users and history are scanned in the journeys through them.
  for (const path of ['/projects', '/sessions', '/profile']) {
    await go(page, path);
    await scan(page);
  }
  await page.goto('/no-such-page');
  await expect(page.getByText('404 Page Not Found').last()).toBeVisible();
  await scan(page);
});

test('at 768 px the dialog of a new project fits, without barriers', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/projects?new=true');
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await fits(page);
  await scan(page);
});

const empties = [
  ['admin', '/dashboard', ['All caught up!', 'No projects found']],
  ['admin', '/projects', ['No projects found', 'Get started by creating your first project.', 'Create Project']],
  ['admin', '/sessions', ['No sessions found.', 'Create your first session to get started.']],
  ['admin', '/approvals', ['All caught up!', 'There are no pending sessions waiting for approval.']],
  ['admin', '/users', ['No users found', 'Create First User']],
  ['client', '/concerns', ['Clients raise concerns on the page of the session.']],
  ['admin', '/admin-history', ['No sessions found']],
  ['admin', '/admin-history?tab=disputes', ['No disputes found - all sessions are running smoothly!']],
  ['photographer', '/dashboard', ['No sessions yet', 'Create First Session', 'No recent activity']],
  ['photographer', '/projects', ['No projects found', 'No projects have been assigned to you yet.']],
  ['client', '/dashboard', ['No Projects Yet', "Your construction projects will appear here once they're created."]],
  ['client', '/dashboard?tab=sessions', ['No Sessions Available', 'No approved sessions found.']],
] as const;

test('a page with nothing on it says so and shows the way on', async ({ as }) => {
  const pages = new Map<string, Page>();
  for (const [username, path, sentences] of empties) {
    const page = pages.get(username) ?? (await as(username, { path: '/profile' }));
    if (!pages.has(username)) {
      pages.set(username, page);
      await emptied(page);
    }
    await go(page, path);
    for (const sentence of sentences) await expect(page.getByText(sentence).first()).toBeVisible();
    await scan(page);
  }
  const page = pages.get('admin') as Page;
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await scan(page);
});

test('a page whose server fails says so, and works again after a retry', async ({ as }) => {
  const admin = await as('admin', { path: '/profile' });
  await failing(admin, 'broken');
  for (const path of [
    '/dashboard',
    '/projects',
    '/sessions',
    '/approvals',
    '/approvals/1',
    '/approvals/figures',
    '/search?q=lekki',
    '/users',
    '/concerns',
    '/settings',
    '/admin-history',
    '/projects/1',
  ]) {
    await go(admin, path);
    await expect(admin.getByText('Something went wrong on our side.').first()).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  }
  await scan(admin);
  const client = await as('client', { path: '/profile' });
  await failing(client, 'away');
  await go(client, '/dashboard');
  await expect(client.getByText(/There is no connection to the server/).first()).toBeVisible();
  await scan(client);
  await client.unroute(/\/api\/(?!user(\?|$))/);
  await client.getByRole('button', { name: 'Retry' }).last().click();
  await expect(client.getByRole('article', { name: 'Lekki Palm Residences' })).toBeVisible();
});

test('what is on its way is shown in its final shape', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await askForAll(page);
  await page.route(/\/api\/(projects|sessions|dashboard|history)/, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/projects');
  await expect(page.locator('main .animate-skeleton').first()).toBeAttached();
  await page.goto('/dashboard');
  for (const card of ['Total Sessions', 'Pending Review', 'Approved', 'Needs Revision'])
    await expect(page.getByRole('link', { name: `${card} ...` })).toBeVisible();
  await scan(page);
  open();
  await expect(page.getByRole('link', { name: /^Total Sessions ?\d+$/ })).toBeVisible();
});

test('a refused action says the server’s sentence and keeps what was typed', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions/new' });
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), 'Ikoyi Heights');
  await dialog.getByLabel('Site').selectOption({ label: 'Tower' });
  await dialog.getByLabel('Notes').fill('Not lost.');
  await page.route('**/api/sessions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'The database is not available at the moment.', code: 'away' } })
      : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'Error', 'The database is not available at the moment.');
  await expect(dialog.getByLabel('Notes')).toHaveValue('Not lost.');
  await scan(page);
  await page.unroute('**/api/sessions');
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await expect(page.getByText('Your session has been submitted for approval.').first()).toBeVisible();
});

test('a login that ended elsewhere says so and comes back to where one was', async ({ as }) => {
  const page = await as('admin', { path: '/projects' });
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.route('**/api/projects', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { message: 'Unauthorized. Please log in.', code: 'unauthorized' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'New Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Project Name').fill('Never made');
  await choose(dialog.getByLabel('Client'));
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(page.getByText('Unauthorized - You are logged out. Logging in again...').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fprojects$/);
});
