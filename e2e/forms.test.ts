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
