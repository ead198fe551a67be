// The photographer's whole day: figures and tips, a visit submitted, a released one corrected, a rejection worked through.
import type { Page } from '@playwright/test';
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { columnsOf, scan } from '#e2e/page-checks.ts';

const created = 'Your session has been submitted for approval.';

/** The id of somebody, as an admin's list of accounts names it. */
async function idOf(admin: Page, username: string): Promise<number> {
  const rows = await (await admin.request.get(`/api/users?q=${username}`)).json();
  return rows.find((row: { username: string }) => row.username === username).id;
}

/** The newest of the photographer's sessions, with photos, sent back. */
async function makeRejected(crew: Page, admin: Page): Promise<void> {
  const approved: { droneImagesUrl: string | null }[] = await (
    await crew.request.get('/api/sessions?status=approved')
  ).json();
  const like = approved.find(({ droneImagesUrl }) => droneImagesUrl?.startsWith('/media/'));
  const { projectId, siteId, droneImagesUrl } = like as unknown as Record<string, unknown>;
  const data = { projectId, siteId, droneImagesUrl, captureDate: '2026-02-10', notes: 'Too dark.' };
  const { id } = await (await crew.request.post('/api/sessions', { data })).json();
  const rejection = { data: { rejectionReason: 'Please take it by day.' } };
  expect((await admin.request.put(`/api/sessions/${id}/reject`, rejection)).ok()).toBe(true);
}

test('a photographer finds own figures, newest sessions, tips and what needs revision', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  await makeRejected(page, await as('admin', { path: '/profile' }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Photographer Dashboard' })).toBeVisible();
  await expect(page.getByText('Capture and submit construction progress sessions')).toBeVisible();
  for (const card of ['Total Sessions', 'Pending Review', 'Approved', 'Needs Revision'])
    await expect(page.getByRole('link', { name: new RegExp(`^${card} ?\\d+$`) })).toBeVisible();
  const recent = page.getByRole('region', { name: 'My Recent Sessions' });
  await expect(recent.getByRole('article')).toHaveCount(5);
  await expect(recent.getByRole('link', { name: /View all/ })).toHaveAttribute('href', '/sessions');
  const rejected = recent
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Resubmit' }) })
    .first();
  await expect(rejected).toContainText('Rejected: ');
  for (const name of ['View', 'Edit']) await expect(rejected.getByRole('button', { name, exact: true })).toBeVisible();
  await rejected.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rejected.getByRole('button', { name: 'More actions' })).toBeFocused();
  const required = page.getByRole('region', { name: 'Action Required' });
  await expect(required).toContainText(/You have \d session\(s\) that need revision/);
  await expect(required.getByRole('listitem').getByRole('link').first()).toHaveText(/^[A-Z][a-z]+ \d+, \d{4} · .+/);
  await expect(required.getByRole('link', { name: 'Review Feedback' })).toHaveAttribute('href', /^\/sessions/);
  const quick = page.getByRole('region', { name: 'Quick Actions' });
  await expect(quick.getByRole('link', { name: 'View My Sessions' })).toHaveAttribute('href', '/sessions');
  await expect(quick.getByRole('link', { name: 'Active Projects' })).toHaveAttribute('href', '/projects');
  const projects = page.getByRole('region', { name: 'Recent Projects' });
  await expect(projects.getByRole('listitem')).toHaveCount(2);
  await expect(projects.getByRole('listitem').first()).toContainText(/^[A-Z].+(Active|Completed|On Hold)/);
  await expect(projects.getByRole('listitem').first()).toContainText(/\d+ sessions?/);
  await expect(projects.getByRole('listitem').first()).toContainText(/Last session [A-Z][a-z]+ \d+, \d{4}/);
  await expect(page.getByRole('region', { name: 'Workflow Tips' }).getByRole('listitem')).toHaveText([
    'Upload media to external platforms first',
    'Include detailed session notes',
    'Submit for admin review',
    'Address feedback quickly',
  ]);
  await scan(page);
  await recent.getByRole('button', { name: 'View', exact: true }).first().click();
  const preview = page.getByRole('dialog', { name: 'Session Media Preview' });
  await expect(preview.getByRole('tab')).toHaveCount(5);
  await expect(preview.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
});

test('the site of a new session follows its project: several, exactly one, none', async ({ as }) => {
  const admin = await as('admin', { path: '/users' });
  const clientId = await idOf(admin, 'client');
  const photographerId = await idOf(admin, 'photographer');
  const make = (name: string, sites: object[]) =>
    admin.request
      .post('/api/projects', { data: { project: { name, clientId }, sites } })
      .then((answer) => answer.json());
  await make('Journey with one site', [{ name: 'The only one', photographerId }]);
  const without = await make('Journey without sites', []);
  const member = { userId: photographerId, role: 'contributor' };
  expect((await admin.request.post(`/api/projects/${without.id}/members`, { data: member })).status()).toBe(201);

  const page = await as('photographer');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const sitesAsked = () => asked.filter((url) => /\/projects\/\d+\/sites/.test(url)).length;
  await page.getByRole('button', { name: 'New Progress Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  const [project, site] = [dialog.getByLabel('Project'), dialog.getByLabel('Site')];
  const submit = dialog.getByRole('button', { name: 'Create Session' });
  // It starts where the last visit was.
  await expect(site).not.toHaveValue('');
  await choose(project, 'Select a project');
  await expect(site).toBeDisabled();
  await submit.click();
  await said(page, 'Missing required fields', 'Please fill in all required fields.');
  await expect(dialog.getByText('Project is required')).toBeVisible();
  await scan(page);

  await choose(project, 'Lekki Palm Residences');
  await expect(site).toBeEnabled();
  expect(sitesAsked()).toBeLessThanOrEqual(2);
  await site.selectOption('');
  await submit.click();
  await expect(dialog.getByText('Site is required')).toBeVisible();
  await choose(project, 'Journey with one site');
  await expect(site).toBeDisabled();
  await expect(site.locator('option:checked')).toHaveText('The only one');
  await choose(project, 'Journey without sites');
  await expect(dialog.getByText('No sites available - session will be project-level')).toBeVisible();

  for (const label of ['Drone Photos', 'Indoor Photos', 'Videos', '360° Virtual Tour Link', 'Orthomosaic/Map View'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('type', 'url');
  await dialog.getByLabel('Videos').fill('javascript:alert(1)');
  await dialog.getByLabel('Capture Date').fill('');
  await submit.click();
  await expect(dialog.getByText('Date is required')).toBeVisible();
  await expect(dialog.getByLabel('Videos')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Videos').fill('https://youtu.be/ysz5S6PUM-U');
  await expect(dialog.getByText('YouTube video')).toBeVisible();
  await dialog.getByLabel('Capture Date').fill('2026-01-05');
  await submit.click();
  await said(page, 'Session created', created);
  await expect(page.getByRole('region', { name: 'My Recent Sessions' })).toContainText('Journey without sites');
});

test('an edited released session waits for review while its client keeps the released version', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions?status=approved' });
  const client = await as('client', { path: '/dashboard?tab=sessions' });
  const admin = await as('kunle', { path: '/approvals' });
  const mine = page.getByRole('article').filter({ hasText: 'Lekki Palm Residences' }).first();
  const id = await mine.getAttribute('data-session');
  const own = page.locator(`[data-session="${id}"]`);
  const seen = client.locator(`[data-session="${id}"]`);
  const notes = 'Corrected: the east side is in now, journey of revisions.';
  await expect(seen).toBeVisible();

  await own.getByRole('button', { name: 'Edit session' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await expect(edit).toContainText('When you save, it goes back to an admin for review');
  await expect(edit.getByLabel('Project')).toBeDisabled();
  await edit.getByLabel('Notes').fill(notes);
  await scan(page);
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await said(page, 'Session updated', 'Your session has been updated successfully.');
  await page.getByLabel('Status').selectOption({ label: 'Pending' });
  await expect(own).toContainText('Pending');
  await client.reload();
  await expect(seen).toBeVisible();
  await expect(seen).not.toContainText(notes);

  const card = admin.getByRole('article', { name: `Session ${id}` });
  await expect(card).toContainText('Edited after release');
  await card.getByRole('button', { name: 'Reject Session' }).click();
  const reject = admin.getByRole('dialog', { name: 'Reject Session' });
  await expect(reject).toContainText('The session will be sent back to the photographer.');
  await reject.getByLabel('Rejection reason').fill('Please name the photos of the east side.');
  await reject.getByRole('button', { name: 'Reject Session' }).click();
  await said(admin, 'Session rejected', 'The photographer has been notified of the rejection reason.');

  await page.getByLabel('Status').selectOption({ label: 'Rejected' });
  await expect(own).toContainText('Please name the photos of the east side.');
  await own.getByRole('button', { name: 'Resubmit' }).click();
  const confirm = page.getByRole('dialog', { name: 'Resubmit session' });
  await expect(confirm).toContainText(
    'Are you sure you want to resubmit this session? It will be sent back to admin for review.',
  );
  await confirm.getByLabel('Note to the reviewer').fill('They are named now.');
  await confirm.getByRole('button', { name: 'Resubmit' }).click();
  await said(page, 'Session resubmitted', 'Your session has been resubmitted for admin review.');
  await expect(seen).not.toContainText(notes);

  await card.getByRole('button', { name: 'Approve Session' }).click();
  const approve = admin.getByRole('dialog', { name: 'Approve Session' });
  await expect(approve).toContainText('The session will be approved and made visible to clients.');
  await expect(approve.getByRole('button', { name: 'Approve Session' })).toBeEnabled();
  await approve.getByRole('button', { name: 'Approve Session' }).click();
  await said(admin, 'Session approved', 'The session has been approved and is now visible to clients.');
  await expect(seen).toContainText(notes);
});

test('letters stay in the search while it finds, and Enter searches at once', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions' });
  const field = page.getByPlaceholder('Search sessions, projects, sites');
  const asked: string[] = [];
  await page.route(/\/api\/sessions\?.*\bq=/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await field.pressSequentially('block', { delay: 400 });
  await expect(field).toHaveValue('block');
  await expect(page).toHaveURL(/\?q=block$/);
  await expect(page.getByRole('button', { name: 'Remove filter “block”' })).toBeVisible();
  expect(asked).toContain('bl');

  await field.fill('lekki');
  await field.press('Enter');
  expect(new URL(page.url()).searchParams.get('q')).toBe('lekki');
  await page.getByRole('button', { name: 'Remove filter “lekki”' }).click();
  await expect(field).toHaveValue('');
  await expect(page.getByText(/^Showing \d+ sessions$/)).toBeVisible();
  // What a link says is shown, also where it leads to the same page.
  await page.goto('/sessions?q=marina');
  await expect(field).toHaveValue('marina');
});

test('a photographer filters, sorts and finds sessions, and a link restores the view', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions' });
  const cards = page.getByRole('article');
  await expect(page.getByText(/^Showing \d+ sessions$/)).toBeVisible();
  await expect(page.getByLabel('Sort').getByRole('option')).toHaveText([
    'Sort by Submission Date',
    'Sort by Session Date',
  ]);
  await expect(page.getByLabel('Sort')).toHaveValue('createdAt');
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText([
    'All',
    'Pending',
    'Approved',
    'Rejected',
    'Completed',
  ]);
  await expect(page.getByRole('button', { name: 'New Session' })).toBeVisible();
  await expect(cards.first()).toContainText('@photographer');
  await expect(cards.first().getByRole('list', { name: 'Media' })).toBeVisible();
  await expect(cards.first().getByRole('link', { name: 'View Media' })).toBeVisible();

  await page.getByLabel('Status').selectOption({ label: 'Approved' });
  await page.getByRole('button', { name: /More Filters/ }).click();
  await expect(page.getByLabel('Site', { exact: true })).toBeDisabled();
  await choose(page.getByLabel('Project', { exact: true }), 'Marina Offices Refurbishment');
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Annex' });
  await expect(page.getByText('No sessions found.')).toBeVisible();
  await expect(page.getByText('No sessions match your filters.')).toBeVisible();
  await expect(page.getByText('Showing 0 sessions with 3 filters applied')).toBeVisible();
  await scan(page);
  await choose(page.getByLabel('Project', { exact: true }), 'Lekki Palm Residences');
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('');
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Block A' });
  await expect(page.getByLabel('Date Range').getByRole('option')).toHaveText([
    'All Time',
    'Today',
    'This Week',
    'This Month',
    'Last Month',
    'Last 7 Days',
    'Last 30 Days',
    'Last 90 Days',
    'Custom Range',
  ]);
  await page.getByLabel('Date Range').selectOption({ label: 'Custom Range' });
  await page.getByLabel('Start Date').fill('2020-01-01');
  await expect(page.getByText(/with 3 filters applied/)).toBeVisible();
  await page.getByLabel('End Date').fill('2019-12-31');
  await expect(page.getByText('The end date is before the start date')).toBeVisible();
  await page.getByLabel('End Date').fill('2099-12-31');
  await expect(page.getByText(/with 4 filters applied/)).toBeVisible();
  await expect(page.getByRole('button', { name: /More Filters.*4 active/ })).toBeVisible();
  await expect(cards.filter({ hasText: 'Block A' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Approved' }).click();
  await expect(page.getByText(/with 3 filters applied/)).toBeVisible();
  await page.getByPlaceholder('Search sessions, projects, sites').fill('no such words');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByText(/^Showing \d+ sessions$/)).toBeVisible();

  await page.getByPlaceholder('Search sessions, projects, sites').fill('BLOCK a');
  await page.getByLabel('Sort').selectOption({ label: 'Sort by Session Date' });
  await expect(page).toHaveURL(/sort=captureDate/);
  await expect(page).toHaveURL(/q=BLOCK/);
  await page.reload();
  await expect(page.getByPlaceholder('Search sessions, projects, sites')).toHaveValue('BLOCK a');
  await expect(page.getByLabel('Sort')).toHaveValue('captureDate');
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByText(/^Showing \d+ sessions$/)).toBeVisible();
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(page.getByRole('radio', { name: 'Grid' })).toHaveCount(0);
  await expect.poll(() => columnsOf(cards)).toBe(1);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.getByRole('radio', { name: 'Grid' })).toHaveCount(1);
  await expect.poll(() => columnsOf(cards)).toBe(2);
});
