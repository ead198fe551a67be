// What is said when an action fails: the specified words, or the server's own sentence where it gave one.
import type { Page } from '@playwright/test';
import { choose, expect, pastUndo, said, test } from '#e2e/fixtures.ts';

/** From now on every write is answered 500, with the sentence or with nothing at all. */
async function failWrites(page: Page, sentence?: string): Promise<void> {
  await page.unroute('**/api/**');
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return route.fulfill(
      sentence ? { status: 500, json: { message: sentence, code: 'internal' } } : { status: 500, body: '' },
    );
  });
}

test('what an admin’s failed actions say about sessions', async ({ as }) => {
  const page = await as('admin', { path: '/approvals' });
  // Of a session that another journey left, links may be unchecked.
  const question = page.getByRole('alertdialog').filter({ hasText: 'Approve all the same?' });
  await page.addLocatorHandler(question, () => question.getByRole('button', { name: 'Approve' }).click());
  await failWrites(page, 'The roof fell in.');
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'Approve Session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve Session' }).click();
  await said(page, 'Failed to approve session', 'The roof fell in.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Reject Session' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Blurred');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject Session' }).click();
  await said(page, 'Failed to reject session');

  await page.goto('/sessions?status=pending');
  await page.getByRole('article').first().getByRole('button', { name: 'Review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await said(page, 'Error', 'The roof fell in.');

  await page.clock.install();
  await page.goto('/dashboard');
  const row = page.getByRole('region', { name: 'Pending Approvals' }).getByRole('article').first();
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(row.getByRole('button', { name: 'Undo' })).toBeVisible();
  await pastUndo(page);
  await said(page, 'Error', 'The roof fell in.');
  await expect(row).toContainText('Approve: Not sent');
  await failWrites(page, 'The crane is stuck.');
  await row.getByRole('button', { name: 'Discard' }).click();
  const fromMenu = async (name: string) => {
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await fromMenu('Complete');
  await pastUndo(page);
  await said(page, 'The crane is stuck.');
  await failWrites(page);
  await row.getByRole('button', { name: 'Send' }).click();
  await said(page, 'Failed to update session');
  await row.getByRole('button', { name: 'Discard' }).click();
  await fromMenu('Delete session');
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  await remove.click();
  await said(page, 'Failed to delete session');
  await failWrites(page, 'The gate is shut.');
  await remove.click();
  await said(page, 'The gate is shut.');
});

test('what an admin’s failed actions say about projects and accounts', async ({ as }) => {
  const page = await as('admin', { path: '/projects?new=true' });
  await failWrites(page);
  const create = page.getByRole('dialog', { name: 'Create New Project' });
  await create.getByLabel('Project Name').fill('Never');
  await choose(create.getByLabel('Client'));
  await create.getByRole('button', { name: 'Create Project' }).click();
  await said(page, 'Failed to create project');
  await failWrites(page, 'The paint is wet.');
  await create.getByRole('button', { name: 'Create Project' }).click();
  await said(page, 'The paint is wet.');
  await failWrites(page);
  await create.getByRole('button', { name: 'Cancel' }).click();
  const menu = page.getByRole('button', { name: /^Actions for/ }).first();
  await page.route('**/api/projects/*/sites*', (route) => route.fulfill({ status: 500, body: '' }));
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Project' });
  await expect(edit.getByLabel('Multi-site project')).not.toBeChecked();
  await expect(edit.getByText('They stay as they are')).toBeVisible();
  await edit.getByRole('button', { name: 'Update Project' }).click();
  await said(page, 'Failed to update project');
  await failWrites(page, 'The cement is wet.');
  await edit.getByRole('button', { name: 'Update Project' }).click();
  await said(page, 'The cement is wet.');
  await failWrites(page);
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  await remove.click();
  await said(page, 'Failed to delete project');
  await failWrites(page, 'The plaster is wet.');
  await remove.click();
  await said(page, 'The plaster is wet.');

  await page.goto('/users?q=chidi');
  await failWrites(page, 'Not today.');
  await page.getByLabel('Role of Chidi Nwosu').selectOption('photographer');
  await page.getByRole('button', { name: 'Change Role' }).click();
  await said(page, 'Failed to update user role', 'Not today.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Chidi Nwosu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update User' }).click();
  await said(page, 'Failed to update user', 'Not today.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Chidi Nwosu' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Failed to delete user', 'Not today.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create User' }).click();
  const account = page.getByRole('dialog', { name: 'Create User' });
  for (const [label, value] of [
    ['First Name', 'A'],
    ['Last Name', 'B'],
    ['Username', 'abc'],
    ['Email', 'a@b.example'],
  ] as const)
    await account.getByLabel(label).fill(value);
  await account.getByLabel('Password', { exact: true }).fill('123456');
  await account.getByRole('button', { name: 'Create User' }).click();
  await said(page, 'Failed to create user', 'Not today.');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Profile' }).click();
  await said(page, 'Failed to update profile', 'Not today.');
});

test('what a photographer’s failed actions say', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions' });
  await failWrites(page);
  await page.getByLabel('Status').selectOption('rejected');
  await page.getByRole('article').first().getByRole('button', { name: 'Resubmit' }).click();
  const again = page.getByRole('dialog', { name: 'Resubmit session' });
  await again.getByLabel('Note to the reviewer').fill('Nothing was to be mended.');
  const resubmit = again.getByRole('button', { name: 'Resubmit' });
  await resubmit.click();
  await said(page, 'Failed to resubmit session');
  await failWrites(page, 'The office is closed.');
  await resubmit.click();
  await said(page, 'The office is closed.');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await failWrites(page, 'The ink is dry.');
  await page.getByRole('article').first().getByRole('button', { name: 'Edit session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Session' }).click();
  await said(page, 'Error', 'The ink is dry.');
  await page.goto('/sessions/new');
  await page.route('**/api/projects/*/sites*', (route) => route.fulfill({ status: 500, body: '' }));
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), 'Ikoyi Heights');
  await expect(dialog.getByText('Failed to fetch sites')).toBeVisible();
});

test('what a client’s failed actions say, in the bell and at leaving too', async ({ as }) => {
  const page = await as('client', { path: '/dashboard?tab=sessions' });
  await failWrites(page);
  await page.getByRole('button', { name: 'Raise Concern' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await dialog.getByLabel('Describe Your Concern').fill('Cracks.');
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await said(page, 'Failed to Create Dispute', 'Failed to create dispute');
  await failWrites(page, 'The box is full.');
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await said(page, 'Failed to Create Dispute', 'The box is full.');
  await expect(dialog.getByLabel('Describe Your Concern')).toHaveValue('Cracks.');
  const admin = await as('kunle');
  await failWrites(admin);
  await admin.getByRole('region', { name: 'Open Concerns' }).getByRole('button').first().click();
  await admin.getByRole('button', { name: 'Mark as Resolved' }).first().click();
  await said(admin, 'Failed to resolve dispute. Please try again.');

  await page.goto('/dashboard');
  await failWrites(page, 'The line is busy.');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const notices = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await notices.filter({ hasText: 'Unread' }).first().getByRole('button').click();
  await said(page, 'Error', 'The line is busy.');
  await page.route('**/api/logout', (route) => route.fulfill({ status: 429, json: { message: 'Too many at once.' } }));
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await said(page, 'Logout failed', 'Too many at once.');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill('whatever');
  await failWrites(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await said(page, 'Login failed', 'Invalid username or password');
});
