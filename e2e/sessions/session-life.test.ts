// The heart of the product: a session is submitted, approved by a person and seen by the client, by three people logged in at once.
import type { Page } from '@playwright/test';
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

/** How soon everybody sees what happened, without a reload (within a second; generous for a busy machine). */
const live = { timeout: 10_000 };

async function submitSession(page: Page, given: { project: string; site: string; notes: string }): Promise<void> {
  await page.goto('/sessions/new');
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await expect(page).toHaveURL(/\/sessions$/);
  await choose(dialog.getByLabel('Project'), given.project);
  await expect(dialog.getByLabel('Site')).toBeEnabled();
  await dialog.getByLabel('Site').selectOption({ label: given.site });
  const building = given.project === 'Ikoyi Heights' ? 'podium-tower' : 'residential-block';
  await dialog.getByLabel('Drone Photos').fill(`/media/folders/demo/${building}/stage-5/drone`);
  await dialog.getByLabel('Notes').fill(given.notes);
  await scan(page);
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await expect(page.getByText('Your session has been submitted for approval.').first()).toBeVisible();
  await expect(dialog).toBeHidden();
}

function pendingCount(admin: Page) {
  return admin.getByRole('link', { name: /Approvals/ }).first();
}

test('a session goes from the photographer through the admin to the client, live', async ({ as }) => {
  const admin = await as('admin', { path: '/approvals' });
  const client = await as('client');
  const crew = await as('photographer', { path: '/sessions' });
  const notes = 'Seventh-floor columns poured, journey one.';
  await expect(admin.getByRole('heading', { name: 'Pending Approvals' })).toBeVisible();
  await expect(client.getByRole('tab', { name: 'Project Overview' })).toBeVisible();
  const before = Number((await pendingCount(admin).innerText()).match(/\d+/)?.[0]);
  await client.getByRole('tab', { name: 'Progress Sessions' }).click();
  await expect(client.getByRole('article').first()).toBeVisible();

  await submitSession(crew, { project: 'Lekki Palm Residences', site: 'Block A', notes });
  await expect(crew.getByRole('article').filter({ hasText: notes })).toContainText('Pending');

  const card = admin.getByRole('article').filter({ hasText: notes });
  await expect(card).toBeVisible(live);
  await expect(pendingCount(admin)).toContainText(String(before + 1), live);
  await expect(client.getByText(notes)).toHaveCount(0);
  await scan(admin);

  await card.getByRole('button', { name: 'Approve Session' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Approve Session' });
  await scan(admin);
  await dialog.getByRole('button', { name: 'Approve Session' }).click();
  await expect(admin.getByText('The session has been approved and is now visible to clients.').first()).toBeVisible();
  await expect(card).toBeHidden(live);
  await expect(pendingCount(admin)).toContainText(String(before), live);

  await expect(client.getByText(notes)).toBeVisible(live);
  await expect(client.getByText(/(was|were) notified/)).toHaveCount(0);
  const own = crew.getByRole('article').filter({ hasText: notes });
  await expect(own).toContainText('Approved · Amaka Okafor and 4 others were notified', live);
  await own.getByRole('button', { name: 'Show all of the names' }).press('Enter');
  const notifiedText = 'Amaka Okafor, Yetunde Alabi, Emeka Ibe, Fatima Sani, and Tunde Bakare were notified';
  await expect(own).toContainText(notifiedText);
  await admin.goto(`/sessions/${await own.getAttribute('data-session')}`);
  const timeline = admin.getByRole('complementary', { name: 'About this session' });
  await timeline.getByRole('button', { name: 'Show all of the names' }).click();
  await expect(timeline).toContainText(`Approved by Ada Obi · ${notifiedText}`);
  await client.getByRole('button', { name: /Notifications/ }).click();
  await expect(client.getByRole('dialog').getByText('Lekki Palm Residences').first()).toBeVisible(live);
  await scan(client);
});

test('a rejected session comes back with its reason, and goes in again', async ({ as }) => {
  const admin = await as('admin', { path: '/approvals' });
  const crew = await as('photographer', { path: '/sessions' });
  const notes = 'Facade panels of the north side, journey two.';
  await submitSession(crew, { project: 'Ikoyi Heights', site: 'Tower', notes });

  const card = admin.getByRole('article').filter({ hasText: notes });
  await card.getByRole('button', { name: 'Reject Session' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Reject Session' });
  const confirm = dialog.getByRole('button', { name: 'Reject Session' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Rejection reason').fill('The photos are of another day.');
  await confirm.click();
  await expect(admin.getByText('The photographer has been notified of the rejection reason.').first()).toBeVisible();

  const own = crew.getByRole('article').filter({ hasText: notes });
  await expect(own).toContainText('The photos are of another day.', live);
  await scan(crew);
  await own.getByRole('button', { name: 'Resubmit' }).click();
  const again = crew.getByRole('dialog', { name: 'Resubmit session' });
  await again.getByLabel('Note to the reviewer').fill('They are of that day.');
  await again.getByRole('button', { name: 'Resubmit' }).click();
  await expect(crew.getByText('Your session has been resubmitted for admin review.').first()).toBeVisible();
  await expect(own).toContainText('Pending', live);
  await expect(card).toBeVisible(live);
});

test('on a phone a photographer submits a session and the client sees it released', async ({ as }) => {
  const crew = await as('photographer', { phone: true, path: '/sessions' });
  const notes = 'Stairs of the gatehouse cast, journey three.';
  await scan(crew);
  await submitSession(crew, { project: 'Lekki Palm Residences', site: 'Block A', notes });
  const admin = await as('admin', { phone: true, dark: true, path: '/approvals' });
  await admin.getByRole('article').filter({ hasText: notes }).getByRole('button', { name: 'Approve Session' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve Session' }).click();
  const client = await as('client', { phone: true });
  await client.getByRole('tab', { name: 'Progress Sessions' }).click();
  await expect(client.getByText(notes)).toBeVisible();
  await scan(client);
});

test('what is removed while it is open says so, with the way back and nothing that acts on it', async ({ as, api }) => {
  const kunle = await api('kunle');
  const [{ id: clientId }] = await (await kunle.get('/api/users?role=client')).json();
  const data = { project: { name: 'Soon torn down', clientId } };
  const { id: projectId } = await (await kunle.post('/api/projects', { data })).json();
  const made = await kunle.post('/api/sessions', { data: { projectId, captureDate: '2026-03-04' } });
  const { id } = await made.json();
  const main = (page: Page) => page.getByRole('main');
  const gone = (page: Page, what: string) => page.getByText(`This ${what} is no longer available`);

  const reviewing = await as('admin', { path: `/sessions/${id}` });
  await reviewing.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(reviewing.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeVisible();
  const project = await as('admin', { path: `/projects/${projectId}` });
  await expect(main(project).getByRole('button', { name: 'New Session' })).toBeVisible();
  const comparing = await as('admin', { path: `/projects/${projectId}/compare` });
  await expect(comparing.getByText('Nothing to compare yet')).toBeVisible();

  const account = { username: 'leaver', email: 'leaver@example.com', firstName: 'Lea', lastName: 'Ver' };
  const hired = { ...account, password: 'quarry lantern 58', role: 'photographer' };
  const { id: userId } = await (await kunle.post('/api/users', { data: hired })).json();
  await kunle.post(`/api/projects/${projectId}/members`, { data: { userId, role: 'viewer' } });
  const member = await as('admin', { path: `/projects/${projectId}?tab=members` });
  await member.getByLabel('Role of Lea Ver').selectOption('contributor');
  const users = await as('admin', { path: '/users?q=leaver' });
  await users.getByRole('button', { name: 'Edit Lea Ver' }).click();
  await users.getByRole('dialog').getByLabel('First Name').fill('Leah');
  expect((await kunle.delete(`/api/projects/${projectId}/members/${userId}`)).ok()).toBe(true);
  await member.getByRole('alertdialog').getByRole('button', { name: 'Change Role' }).click();
  await said(member, 'Member not found', 'No members yet');
  await expect(member.getByRole('alertdialog')).toHaveCount(0);
  expect((await kunle.delete(`/api/users/${userId}`)).ok()).toBe(true);
  await users.getByRole('dialog').getByRole('button', { name: 'Update User' }).click();
  await said(users, 'User not found', 'No users found');
  await project.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(project.getByRole('dialog', { name: 'Edit Project' })).toBeVisible();

  expect((await kunle.delete(`/api/sessions/${id}`)).ok()).toBe(true);
  await expect(gone(reviewing, 'session')).toBeVisible(live);
  await expect(reviewing.getByRole('dialog')).toHaveCount(0);
  await expect(main(reviewing).getByRole('button')).toHaveCount(0);
  await scan(reviewing);
  await reviewing.getByRole('link', { name: 'All sessions' }).click();
  await expect(reviewing).toHaveURL(/\/sessions$/);

  expect((await kunle.delete(`/api/projects/${projectId}`)).ok()).toBe(true);
  for (const page of [project, comparing]) {
    await expect(gone(page, 'project')).toBeVisible(live);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(main(page).getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'All projects' })).toBeVisible();
  }
});
