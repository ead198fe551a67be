// The forms in the middle of their work: what they check, what they say while they send, what changed elsewhere meanwhile.
import type { Page } from '@playwright/test';
import { askForAll, expect, said, scan, test } from './fixtures.ts';

/** Holds back what is sent to a path until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') await gate;
    await route.continue().catch(() => undefined);
  });
  return open;
}

test('a session is edited in the same form that made it', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions?status=pending' });
  await page.getByRole('article').first().getByRole('button', { name: 'Edit session' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  const [project, site] = [edit.getByLabel('Project'), edit.getByLabel('Site')];
  await expect(project).not.toHaveValue('');
  for (const label of [
    'Drone Photos',
    'Indoor Photos',
    'Videos',
    '360° Virtual Tour Link',
    'Orthomosaic/Map View',
    'Notes',
  ])
    await expect(edit.getByLabel(label)).toBeVisible();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeHidden();

  await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-05', notes: 'To be moved, journey of forms.' },
  });
  const card = page.getByRole('article').filter({ hasText: 'To be moved' });
  await card.getByRole('button', { name: 'Edit session' }).click();
  await expect(site).not.toHaveValue('');
  await project.selectOption({ label: 'Marina Offices Refurbishment' });
  await expect(site).toHaveValue('');
  await edit.getByLabel('Capture Date').fill('');
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await expect(edit.getByText('Site is required')).toBeVisible();
  await expect(edit.getByText('Date is required')).toBeVisible();
  await project.selectOption({ label: 'Select a project' });
  await expect(edit.getByText('Project is required')).toBeVisible();
  await expect(site).toBeDisabled();
  await project.selectOption({ label: 'Marina Offices Refurbishment' });
  await site.selectOption({ label: 'Annex' });
  await edit.getByLabel('Capture Date').fill('2026-04-05');
  await edit.getByRole('button', { name: 'Update Session' }).click();
  const moving = page.getByRole('alertdialog', { name: 'Move to another project' });
  await expect(moving).toBeVisible();
  await scan(page);
  const open = await hold(page, '**/api/sessions/*');
  await moving.getByRole('button', { name: 'Move session' }).click();
  await expect(edit.getByText('Updating...')).toBeVisible();
  open();
  await said(page, 'Session updated');
  await expect(card).toContainText('Annex');
});

async function firstPlace(page: Page): Promise<{ projectId: number; siteId: number }> {
  const projects: { id: number; name: string }[] = await (await page.request.get('/api/projects')).json();
  const projectId = projects.find(({ name }) => name === 'Lekki Palm Residences')?.id ?? 0;
  const [site] = await (await page.request.get(`/api/projects/${projectId}/sites`)).json();
  return { projectId, siteId: site.id };
}

test('forms say that they are sending', async ({ as }) => {
  const page = await as(null, { path: '/login' });
  await expect(page.getByRole('heading', { name: 'Topout' })).toBeVisible();
  await expect(page.getByText('Your building sites, seen as they rise.')).toBeVisible();
  await expect(page.locator('main svg').first()).toBeVisible();
  const open = await hold(page, '**/api/login');
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill('topout-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Signing in...')).toBeVisible();
  open();
  await said(page, 'Login successful', 'Welcome back!');

  await page.getByRole('tab', { name: 'Progress Sessions' }).click();
  await page.getByRole('button', { name: 'Raise Concern' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await dialog.getByLabel('Describe Your Concern').fill('Sent slowly.');
  const release = await hold(page, '**/api/disputes');
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await expect(dialog.getByText('Submitting...')).toBeVisible();
  release();
  await said(page, 'Dispute Created');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await said(page, 'Logged out successfully');
});

test('a session rejected from its preview says so there, with the reason', async ({ as }) => {
  const page = await as('admin');
  await page.getByRole('region', { name: 'Pending Approvals' }).getByRole('button', { name: 'Review' }).first().click();
  const preview = page.getByRole('dialog', { name: 'Session Media Preview' });
  await preview.getByRole('button', { name: 'Reject' }).click();
  const reject = page.getByRole('dialog', { name: 'Reject Session' });
  await reject.getByLabel('Rejection Reason').fill('Taken on another day.');
  await reject.getByRole('button', { name: 'Reject Session' }).click();
  await expect(preview.getByText('Session Rejected: Taken on another day.')).toBeVisible();
  await scan(page);
});

test('a review that somebody else decided meanwhile shows what was decided', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  const made = await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-06', notes: 'The only one of its kind.' },
  });
  const { id } = await made.json();
  // Alone in the list: once it is decided nothing is left there.
  await page.goto('/sessions?status=pending&q=only+one+of+its+kind');
  await page.getByRole('article').first().getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: /^Review Session/ });
  const other = await as('kunle', { path: '/profile' });
  const decision = { rejectionReason: 'The wrong site.', reviewNotes: 'Look at the fence.' };
  expect((await other.request.put(`/api/sessions/${id}/reject`, { data: decision })).ok()).toBe(true);
  await expect(review.getByText('Review History')).toBeVisible();
  await expect(review).toContainText('Rejection reason: The wrong site.');
  await expect(review).toContainText('Review notes: Look at the fence.');
  await expect(review).toContainText(/Reviewed on [A-Z][a-z]+ \d+, \d{4} at \d\d:\d\d/);
  await expect(review.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
  await scan(page);
});

test('a project that was deleted meanwhile is not saved', async ({ as }) => {
  const page = await as('admin', { path: '/projects' });
  const [client] = await (await page.request.get('/api/users?role=client')).json();
  const made = await page.request.post('/api/projects', {
    data: { project: { name: 'Soon gone', clientId: client.id } },
  });
  const { id } = await made.json();
  await page.getByRole('button', { name: 'Actions for Soon gone' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Project' });
  await expect(edit.getByLabel('Project Name')).toHaveValue('Soon gone');
  const other = await as('kunle', { path: '/profile' });
  const gone = page.waitForResponse(
    (answer) => answer.url().endsWith(`/api/projects/${id}`) && answer.status() === 404,
  );
  expect((await other.request.delete(`/api/projects/${id}`)).ok()).toBe(true);
  await gone;
  await edit.getByRole('button', { name: 'Update Project' }).click();
  await said(page, 'No project selected for editing');
});

test('lists that load keep the places of what comes', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  await askForAll(page);
  await page.route(/\/api\/(projects|sessions|history)/, () => undefined);
  const places = page.locator('main .animate-skeleton');
  await page.goto('/projects');
  await expect(places.and(page.locator('.aspect-video'))).toHaveCount(6);
  await page.goto('/approvals');
  await expect(places).toHaveCount(3);
  await page.goto('/admin-history');
  await expect(places).toHaveCount(5);
  await page.goto('/admin-history?tab=disputes');
  await expect(places).toHaveCount(3);
});

test('an edit that somebody else was faster with shows both versions and loses nothing typed', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  const made = await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-07', notes: 'Two pens, one page.' },
  });
  const { id } = await made.json();
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await edit.getByRole('textbox', { name: /^Notes/ }).fill('Written by the photographer.');
  await edit.getByLabel('Videos').fill('https://youtu.be/aqz-KE-bpKQ');
  const admin = await as('admin', { path: '/profile' });
  const theirs = { notes: 'Written by the admin.', phase: 'roofing' };
  expect((await admin.request.patch(`/api/sessions/${id}`, { data: theirs })).ok()).toBe(true);
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await expect(edit.getByText('Somebody else changed this meanwhile.')).toBeVisible();
  await expect(edit.getByText('Theirs: Written by the admin.')).toBeVisible();
  await expect(edit.getByText('Yours: Written by the photographer.')).toBeVisible();
  await expect(edit.getByText('Theirs: Roofing')).toBeVisible();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Written by the photographer.');
  await expect(edit.getByRole('textbox', { name: /^Videos/ })).toHaveValue('https://youtu.be/aqz-KE-bpKQ');
  await expect(edit.getByRole('combobox', { name: /^Phase/ })).toHaveValue('roofing');
  await scan(page);
  await edit.getByRole('button', { name: 'Use theirs: Notes' }).click();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Written by the admin.');
  await edit.getByRole('button', { name: 'Use yours: Notes' }).click();
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await said(page, 'Session updated');
  expect(await (await page.request.get(`/api/sessions/${id}`)).json()).toMatchObject({
    notes: 'Written by the photographer.',
    phase: 'roofing',
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
  });
});

test('what was typed comes back after Escape, a reload and somebody else’s edit, until it is thrown away', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/profile' });
  const made = await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-08', notes: 'As it was.' },
  });
  const { id } = await made.json();
  await page.goto(`/sessions/${id}`);
  const open = () => page.getByRole('button', { name: /^Edit/ }).first().click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await open();
  await edit.getByRole('textbox', { name: /^Notes/ }).fill('Half a sent');
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await page.reload();
  await open();
  await expect(edit.getByText('Draft restored')).toBeVisible();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Half a sent');
  await edit.getByRole('button', { name: 'Cancel' }).click();

  const admin = await as('admin', { path: '/profile' });
  expect((await admin.request.patch(`/api/sessions/${id}`, { data: { notes: 'Changed.' } })).ok()).toBe(true);
  await expect(page.getByText('Changed.', { exact: true }).first()).toBeVisible();
  await open();
  await expect(edit.getByText('Theirs: Changed.')).toBeVisible();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Half a sent');
  await edit.getByRole('button', { name: 'Discard' }).click();
  await expect(edit.getByText('Draft restored')).toBeHidden();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Changed.');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Changed.');
  await expect(edit.getByText('Draft restored')).toBeHidden();

  // A capture date that lies ahead is asked about before anything is sent.
  const ahead = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  await edit.getByLabel('Capture Date').fill(ahead);
  await edit.getByRole('button', { name: 'Update Session' }).click();
  const question = page.getByRole('alertdialog', { name: 'Capture date in the future' });
  await expect(question).toContainText(/is in [345] days/);
  await question.getByRole('button', { name: 'Yes, use this date' }).click();
  await said(page, 'Session updated');
});

test('drafts belong to one person, hold no password, and go with the logout', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  await page.getByRole('button', { name: 'Create User' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create User' });
  await create.getByLabel('First Name').fill('Half');
  await create.getByLabel(/^Password/).fill('a secret of mine');
  await page.keyboard.press('Escape');
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await stored()).toContain('Half');
  expect(await stored()).not.toContain('a secret of mine');
  await page.getByRole('button', { name: 'Create User' }).first().click();
  await expect(create.getByText('Draft restored')).toBeVisible();
  await expect(create.getByLabel('First Name')).toHaveValue('Half');
  await expect(create.getByLabel(/^Password/)).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await said(page, 'Logged out successfully');
  expect(await stored()).not.toContain('Half');
});
