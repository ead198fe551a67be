// What surrounds every page: sidebar, top bar, bell, tooltips and toasts.
import type { Locator, Page } from '@playwright/test';
import { askForAll, expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

test('the sidebar shows who is here, folds, and stays folded', async ({ as }) => {
  const page = await as('admin');
  const side = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(side.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Projects',
    'Sessions',
    'Profile',
    /^Approvals/,
    'Users',
    'History',
    'Concerns',
  ]);
  await expect(side.getByRole('link', { name: /^Approvals \d+ pending approvals$/ })).toBeVisible();
  await expect(side).toContainText('Topout');
  await expect(side.locator('svg').first()).toBeVisible();
  await expect(side.getByText('AO', { exact: true })).toBeVisible();
  await expect(side).toContainText('Ada Obi');
  await expect(side).toContainText('Admin');
  await expect(side.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  await expect(side.getByRole('button', { name: 'Log out' })).toBeVisible();
  const banner = page.getByRole('banner');
  await expect(banner.getByPlaceholder('Search projects, sites, or sessions...')).toBeVisible();
  await expect(banner.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await expect(banner).toContainText('Admin');
  const width = () => side.evaluate((element) => element.getBoundingClientRect().width);
  expect(await width()).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(64);
  await page.reload();
  await expect(side).toBeVisible();
  expect(await width()).toBe(64);
  await scan(page);
});

test('the bell counts to 9+, shows the latest ten, and a notice leads to what it is about', async ({ as, api }) => {
  const page = await as('admin');
  // Nobody was asked yet for permission to show notices.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  await page.reload();
  const kunle = await api('kunle');
  const [client] = await (await kunle.get('/api/users?role=client')).json();
  for (const name of ['Told of first', 'Told of last'])
    await kunle.post('/api/projects', { data: { project: { name, clientId: client.id } } });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/^Notifications, \d+ unread$/);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  await expect(panel.getByText('Showing latest 10 notifications')).toBeVisible();
  const first = panel.getByRole('listitem').first();
  await expect(first).toContainText(/Notification|Assignment|New Project|Approved|Rejected/);
  await expect(first).toContainText(/ago/);
  await expect(first).toContainText('New Project');
  await expect(first).toContainText('Told of last');
  await expect(panel.getByText(/Desktop notifications tell you/)).toBeVisible();
  await scan(page);
  await panel.getByRole('button', { name: 'Not now' }).click();
  await expect(panel.getByText(/Desktop notifications tell you/)).toHaveCount(0);
  const unread = panel.getByRole('listitem').filter({ hasText: 'Unread' });
  await unread.first().getByRole('button').click();
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await bell.click();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await said(page, 'Success', 'All notifications marked as read');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(unread).toHaveCount(0);

  await askForAll(page);
  await page.route('**/api/notifications?*unread*', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '12', 'Content-Type': 'application/json' } }),
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Notifications, 12 unread' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('9+')).toBeVisible();
});

test('a tooltip waits 700 ms, and the next one close after it does not', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  const edit = page.getByRole('button', { name: /^Edit / });
  await expect(edit.nth(1)).toBeVisible();
  const tip = page.locator('[popover]').filter({ hasText: /^Edit / });
  /** Until the page has received it: a busy one receives it late, and time is counted from then. */
  const pointAt = async (button: Locator) => {
    await button.hover();
    await expect.poll(() => button.evaluate((element) => element.matches(':hover'))).toBe(true);
  };
  // The code for tooltips comes once the page has been drawn, which cannot be waited for while the clock is stopped.
  await pointAt(edit.nth(0));
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  // The clock is stopped except for what runFor lets pass.
  const noon = new Date('2026-11-20T12:00:00Z');
  await page.clock.install({ time: noon });
  await page.clock.pauseAt(new Date(noon.getTime() + 60_000));
  await pointAt(edit.nth(0));
  await page.clock.runFor(650);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(150);
  await expect(tip).toHaveCount(0);
  await pointAt(edit.nth(1));
  await page.clock.runFor(20);
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1000);
  await pointAt(edit.nth(0));
  await page.clock.runFor(400);
  await expect(tip).toHaveCount(0);
});

test('toasts come one at a time, are reached with F8, go to the right and leave after five seconds', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  const own = page.getByRole('button', { name: 'You cannot delete your own account' });
  const toasts = page.locator('li[data-swipe-direction]');
  // It is marked as disabled, and says why when it is pressed anyway.
  await own.click({ force: true });
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveAttribute('data-swipe-direction', 'right');
  await page.getByLabel('Role of Ada Obi').selectOption('client');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText('Cannot change your own role');
  const swipe = async (by: number) => {
    const { x, y } = (await toasts.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 60, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 60 + by / 2, y + 20);
    await page.mouse.move(x + 60 + by, y + 20);
    await page.mouse.up();
  };
  await swipe(45);
  await expect(toasts).toHaveAttribute('data-swipe', 'cancel');
  await page.keyboard.press('F8');
  await expect(page.locator('ol:has(li[data-swipe-direction])')).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  const began = Date.now();
  await own.click({ force: true });
  await expect(toasts).toContainText('Cannot delete your own account');
  // Away from the toast, and over no bar.
  await page.mouse.move(640, 20);
  await expect(toasts).toHaveCount(0);
  expect(Date.now() - began).toBeGreaterThan(4_500);
  await own.click({ force: true });
  await expect(toasts).toHaveCount(1);
  await swipe(70);
  // Sooner than it would go by itself.
  await expect(toasts).toHaveCount(0, { timeout: 4_000 });
});

test('the appearance is the device’s until somebody chooses, and stays chosen', async ({ as }) => {
  const page = await as('client', { dark: true });
  const isDark = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const appearance = page.getByRole('group', { name: 'Appearance' });
  await expect(appearance.getByRole('radio', { name: 'System' })).toBeChecked();
  const before = await page.evaluate(() => getComputedStyle(document.body).color);
  await appearance.getByRole('radio', { name: 'Light' }).check({ force: true });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).not.toBe(before);
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/light/);
  expect(await isDark()).toContain('light');
});

test('a role that nobody knows gets the photographer’s dashboard', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  const person = await (await page.request.get('/api/user')).json();
  await askForAll(page);
  await page.route('**/api/user', (route) => route.fulfill({ json: { ...person, role: 'inspector' } }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Photographer Dashboard' })).toBeVisible();
});

test('a toast leaves Escape to the dialog, covers no button, and is reached from within a dialog', async ({ as }) => {
  const page = await as('admin', { path: '/users?q=chidi' });
  const toasts = page.locator('li[data-swipe-direction]');
  await page.getByRole('button', { name: 'Edit Chidi Nwosu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User Account' });
  await page.route('**/api/users/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { message: 'Not today.' } })
      : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Update User' }).click();
  await expect(toasts).toContainText('Not today.');
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(toasts.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Update User' }).click();
  await expect(toasts).toContainText('Not today.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toasts).toContainText('Not today.');
  // On a phone the dialog is as large as the screen, and begins below the toast that stands already.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Edit Chidi Nwosu' }).click();
  await dialog.getByRole('button', { name: 'Update User' }).click();
  await expect(toasts).toContainText('Not today.');
  await expect.poll(() => covered(page)).toEqual([]);
});

/** What can be pressed, or names what can, below the toast. */
function covered(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const box = document.querySelector('li[data-swipe-direction]')?.getBoundingClientRect() as DOMRect;
    return [...document.querySelectorAll(':is([role="dialog"], main) :is(a, button, input, select, textarea, label)')]
      .filter((one) => !one.closest('[aria-hidden="true"]') && one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((one) => one.textContent);
  });
}

const failedLogins = {
  '1440 × 900': { width: 1440, height: 900 },
  '360 × 740': { width: 360, height: 740 },
  '740 × 360': { width: 740, height: 360 },
  // With a phone's keyboard there is no free place: what is at the top makes room.
  '740 × 200': { width: 740, height: 200 },
};
for (const [name, size] of Object.entries(failedLogins))
  test(`a failed login's toast covers nothing to press at ${name}`, async ({ as }) => {
    const page = await as(null, { path: '/login' });
    await page.setViewportSize(size);
    await page.getByLabel('Username').fill('nobody');
    await page.getByLabel('Password').fill('not this one');
    await page.keyboard.press('Enter');
    const toast = page.locator('li[data-swipe-direction]');
    await expect(toast).toBeInViewport({ ratio: 1 });
    expect(await covered(page)).toEqual([]);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('#root')).toHaveCSS('padding-top', '0px');
  });
