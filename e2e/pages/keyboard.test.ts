// The keyboard alone: a session is created, found in the queue and released, and a concern is raised, without any pointer.
import type { Locator, Page } from '@playwright/test';
import { askForAll, expect, said, test } from '#e2e/fixtures.ts';

/** Presses Tab until the focus is on the given element; fails where it cannot be reached by keyboard. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    const here = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      const label = at?.labels?.[0]?.innerText ?? at?.getAttribute('aria-label') ?? at?.innerText ?? '';
      return label.trim();
    });
    if (name.test(here)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} was not reached in ${most} steps`);
}

test('a session is created, released and questioned by keyboard alone', async ({ as }) => {
  const notes = 'Written without a pointer, journey of keys.';
  const crew = await as('photographer');
  // What listens to keys comes after what is seen.
  await crew.waitForLoadState('networkidle');
  await crew.keyboard.press('g');
  await crew.keyboard.press('s');
  await expect(crew).toHaveURL(/\/sessions$/);
  await expect(crew.getByRole('article').first()).toBeVisible();
  await tabTo(crew, /^New Session$/);
  await crew.keyboard.press('Enter');
  const create = crew.getByRole('dialog', { name: 'Create New Session' });
  await expect(create.getByLabel('Project')).toBeFocused();
  await crew.keyboard.type('Ikoyi');
  await expect(create.getByRole('option', { name: 'Ikoyi Heights' })).toBeVisible();
  await crew.keyboard.press('Escape');
  await expect(create.getByRole('option', { name: 'Ikoyi Heights' })).toHaveCount(0);
  await crew.keyboard.type('Ikoyi');
  await expect(create.getByRole('option', { name: 'Ikoyi Heights' })).toBeVisible();
  await crew.keyboard.press('Enter');
  await expect(create.getByLabel('Project')).toHaveValue('Ikoyi Heights');
  await expect(create.getByLabel('Site')).toBeEnabled();
  await tabTo(crew, /^Site$/);
  await crew.keyboard.type('Tower');
  await tabTo(crew, /^Notes/);
  await crew.keyboard.type(notes);
  await tabTo(crew, /^Create Session/);
  await crew.keyboard.press('Enter');
  await said(crew, 'Session created');
  await expect(create).toBeHidden();
  await expect(crew.getByRole('button', { name: 'New Session' })).toBeFocused();

  const admin = await as('admin', { path: '/approvals' });
  const card = admin.getByRole('article').filter({ hasText: notes });
  await expect(card).toBeVisible();
  for (let step = 0; step < 30; step += 1) {
    await admin.keyboard.press('j');
    if (await admin.evaluate((text) => document.activeElement?.textContent?.includes(text), notes)) break;
  }
  const after = admin.getByRole('article').filter({ hasNotText: notes }).first();
  await admin.keyboard.press('r');
  const reason = admin.getByRole('dialog', { name: 'Reject Session' }).getByRole('textbox');
  await expect(reason).toBeFocused();
  // In the very moment in which the dialog is gone and nothing holds the focus yet.
  await admin.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role="dialog"]')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await admin.keyboard.press('Escape');
  const approve = admin.getByRole('dialog', { name: 'Approve Session' });
  await expect(approve.getByRole('textbox')).toBeFocused();
  await expect(approve.getByRole('textbox')).toHaveValue('');
  await tabTo(admin, /^Approve Session/);
  await admin.keyboard.press('Enter');
  await said(admin, 'Session approved');
  await expect(card).toBeHidden();
  await expect(admin.locator('li:focus').filter({ has: after })).toBeVisible();

  const client = await as('bola', { path: '/dashboard?tab=sessions' });
  const seen = client.getByRole('article').filter({ hasText: notes });
  await expect(seen).toBeVisible();
  await tabTo(client, /^Raise Concern$/, 90);
  await client.keyboard.press('Enter');
  const raise = client.getByRole('dialog', { name: 'Raise a Concern' });
  await expect(raise.getByLabel('Priority Level')).toBeFocused();
  await client.keyboard.type('High');
  await client.keyboard.press('Tab');
  await client.keyboard.type('The scaffold has no toe boards.');
  await client.keyboard.press('Control+Enter');
  await said(client, 'Dispute Created');
  await expect(raise).toBeHidden();
});

test('a letter that is pressed before a dialog gave the focus back is about the same session', async ({ as }) => {
  const page = await as('admin', { path: '/approvals' });
  await page.waitForLoadState('networkidle');
  const name = (await page.getByRole('article').nth(1).getAttribute('aria-label')) ?? '';
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator('li:focus').getByRole('article', { name, exact: true })).toBeVisible();
  const dialogs = page.getByRole('dialog');
  await page.keyboard.press('r');
  await expect(dialogs.getByRole('textbox').first()).toBeFocused();
  // Pressed at the very moment at which the dialog is gone, as fast fingers on a slow machine do.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('[role="dialog"]')) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Escape');
  const approve = page.getByRole('dialog', { name: 'Approve Session' });
  await expect(approve).toBeVisible();
  const refused = page.waitForRequest((request) => request.url().endsWith('/approve'));
  await page.route('**/approve', (route) => route.abort());
  await approve.getByRole('button', { name: 'Approve Session' }).click();
  expect((await refused).url()).toContain(`/api/sessions/${name.replace('Session ', '')}/approve`);
});

test('single keys do nothing while a menu or a question is open', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  await page.waitForLoadState('networkidle');
  const pressAll = async () => {
    for (const key of ['?', '/', 'g', 'p', 'Control+k']) await page.keyboard.press(key);
  };
  const search = page.getByPlaceholder('Search projects, sites, or sessions...');
  await page
    .getByRole('button', { name: /^Delete / })
    .last()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await pressAll();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(search).not.toBeFocused();
  await expect(page).toHaveURL(/\/users$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  const [{ id }] = await (await page.request.get('/api/projects?q=Lekki Palm')).json();
  await page.goto(`/projects/${id}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await pressAll();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/projects/${id}$`));
});

test('search is reached with a slash, walked with arrows and left with Escape', async ({ as }) => {
  const page = await as('admin');
  const field = page.getByPlaceholder('Search projects, sites, or sessions...');
  await expect(field).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('lekki');
  await expect(page.getByText(/^Search Results \(\d+\)$/)).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(8);
  await expect(page.getByText(/^Showing first 8 of \d+ results$/)).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option').nth(1)).toContainText(/^Session #\d+/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await field.fill('zzzz nothing');
  await expect(page.getByText('No results found for "zzzz nothing"')).toBeVisible();
  await field.fill('LEKKI palm');
  await expect(page.getByRole('option').first()).toContainText('Lekki Palm Residences');
  await page.getByRole('banner').click({ position: { x: 700, y: 3 } });
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: /keyboard/i })).toBeVisible();
});

test('single letters can be switched off, and Ctrl with Enter sends a dialog', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  const letters = page.getByRole('checkbox', { name: 'Single-letter shortcuts' });
  await expect(letters).toBeChecked();
  await letters.uncheck();
  await page.goto('/approvals');
  await page.waitForLoadState('networkidle');
  for (const key of ['?', '/', 'j', 'a', 'g', 's']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expect(page).toHaveURL(/\/approvals$/);
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search projects, sites, or sessions...')).toBeFocused();

  await page.goto('/profile');
  await letters.check();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Bio').fill('Reads every session.');
  await page.keyboard.press('Control+Enter');
  await said(page, 'Profile updated');
  await expect(dialog).toHaveCount(0);
});

test('when the last row goes the focus is on the heading above it', async ({ as }) => {
  const page = await as('kunle', { path: '/profile' });
  const [waiting] = await (await page.request.get('/api/sessions?status=pending&limit=1')).json();
  let rows = [waiting];
  await askForAll(page);
  await page.route('**/api/sessions?*', (route) =>
    route.fulfill({ json: rows, headers: { 'X-Total-Count': String(rows.length) } }),
  );
  await page.route('**/api/sessions/*/reject', (route) => {
    rows = [];
    return route.fulfill({ json: { ...waiting, status: 'rejected' } });
  });
  await page.goto('/approvals');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('textbox').fill('Of another day.');
  await page.keyboard.press('Control+Enter');
  await said(page, 'Session rejected', 'All caught up!');
  await expect(page.getByRole('heading', { name: 'Pending Approvals' })).toBeFocused();

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const readAll = page.getByRole('button', { name: 'Mark all read' });
  await readAll.focus();
  await page.keyboard.press('Enter');
  await expect(readAll).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused();
});

test('the focus is seen over any picture, and what is chosen in forced colours', async ({ as }) => {
  const page = await as('admin', { path: '/dashboard' });
  const lines = (element: Locator, pseudo?: string) =>
    element.evaluate((part, of) => {
      const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(part, of);
      return `${outlineStyle === 'none' ? '' : outlineColor} ${boxShadow}`;
    }, pseudo);
  const ofTwoColours = /(255, 255, 255).*(0, 0, 0)|(0, 0, 0).*(255, 255, 255)/;
  const all = await (await page.request.get('/api/sessions?status=completed&limit=100')).json();
  const { id, projectId } = all.find(({ droneImagesUrl }: { droneImagesUrl: string | null }) => droneImagesUrl);
  await page.goto(`/sessions/${id}`);
  const tile = page.getByRole('button', { name: /^Open .*, 1 of/ });
  await tile.focus();
  await page.keyboard.press('Shift');
  expect(await lines(tile, '::before')).toMatch(ofTwoColours);
  await page.keyboard.press('Enter');
  for (const name of ['Next photo', 'Zoom in']) {
    const button = page.getByRole('button', { name });
    await button.focus();
    expect(await lines(button)).toMatch(ofTwoColours);
  }
  const filmed = all.find(({ videoUrl }: { videoUrl: string | null }) => videoUrl?.startsWith('/media'));
  await page.goto(`/sessions/${filmed.id}?tab=videos`);
  await page.getByRole('button', { name: /^Play / }).focus();
  await page.keyboard.press('Enter');
  await page.locator('video').focus();
  expect(await lines(page.locator('.picture-frame:has(video)'), '::before')).toMatch(ofTwoColours);
  await page.goto(`/projects/${projectId}/compare?mode=swipe`);
  const divider = page.getByRole('slider', { name: 'Divider' });
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  expect(await lines(divider.locator('.__rcs-handle-button'))).toMatch(ofTwoColours);

  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (element: Locator) => element.evaluate((part) => getComputedStyle(part).backgroundColor);
  const mode = page.locator('label:has(input[type="radio"])');
  expect(await ground(mode.and(page.locator(':has(:checked)')).first())).not.toBe(
    await ground(mode.and(page.locator(':not(:has(:checked))')).first()),
  );
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: /^Open .*, 1 of/ }).click();
  for (const name of ['Next photo', 'Zoom in'])
    expect(await ground(page.getByRole('button', { name }))).not.toContain('rgba(');
  await page.goto('/projects');
  const nav = page.getByRole('navigation', { name: 'Main' });
  expect(await ground(nav.locator('[aria-current]'))).not.toBe(await ground(nav.getByRole('link').first()));
  const create = page.getByRole('button', { name: 'New Project' });
  expect(await ground(create)).toBe(await ground(nav.locator('[aria-current]')));
  await page.goto('/admin-history');
  const tabs = page.getByRole('tab');
  await expect(tabs.nth(1)).toBeVisible();
  expect(await ground(tabs.nth(0))).not.toBe(await ground(tabs.nth(1)));
});
