// Two people edit or review the same thing: the one who saves second sees both versions, and nothing typed is lost.
import type { Page } from '@playwright/test';
import { expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

type Meanwhile = { page: Page; dialog: string; save: string; field: string; mine: string; theirs: string };

/** The dialog is open with `mine` typed, and somebody else saved `theirs`. */
async function showsBoth({ page, dialog: name, save, field, mine, theirs }: Meanwhile): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: save }).click();
  await expect(dialog.getByText('Somebody else changed this meanwhile.')).toBeVisible();
  await expect(dialog.getByText(`Theirs: ${theirs}`)).toBeVisible();
  await expect(dialog.getByText(`Yours: ${mine}`)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: field })).toHaveValue(mine);
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: save }).click();
  await expect(dialog).toHaveCount(0);
}

test('an account, a profile and a project that somebody else saved first show both versions and lose nothing typed', async ({
  as,
  api,
}) => {
  const other = await api('kunle');
  const page = await as('admin', { path: '/profile' });

  const account = { username: 'twofold', firstName: 'Tobi', lastName: 'Fold', email: 'twofold@example.com' };
  const hired = { ...account, password: 'quarry lantern 61', role: 'photographer', company: null };
  const user = await (await other.post('/api/users', { data: hired })).json();
  await page.goto('/users?q=twofold');
  await page.getByRole('button', { name: 'Edit Tobi Fold' }).click();
  const editUser = page.getByRole('dialog', { name: 'Edit User Account' });
  await editUser.getByLabel('Last Name').fill('Mine');
  const saved = { ...account, role: 'photographer', lastName: 'Theirs', firstName: 'Tobias', version: user.version };
  expect((await other.put(`/api/users/${user.id}`, { data: saved })).ok()).toBe(true);
  const ofUser = {
    dialog: 'Edit User Account',
    save: 'Update User',
    field: 'Last Name',
    mine: 'Mine',
    theirs: 'Theirs',
  };
  await showsBoth({ page, ...ofUser });
  const [now] = await (await other.get('/api/users?q=twofold')).json();
  expect(now, 'what only they changed is kept').toMatchObject({ firstName: 'Tobias', lastName: 'Mine' });

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const mine = 'Written by me.';
  await page.getByRole('dialog').getByLabel('Bio').fill(mine);
  const me = await (await page.request.get('/api/user')).json();
  const { firstName, lastName, email, company, phone } = me;
  const profile = { firstName, lastName, email, company, phone, bio: 'Written by Kunle.', version: me.version };
  expect((await other.put(`/api/users/${me.id}/profile`, { data: profile })).ok()).toBe(true);
  const ofProfile = { dialog: 'My Profile', save: 'Update Profile', field: 'Bio', mine, theirs: 'Written by Kunle.' };
  await showsBoth({ page, ...ofProfile });

  const [{ clientId }] = await (await page.request.get('/api/projects?q=Lekki Palm')).json();
  const project = { name: 'Twice at once', clientId };
  const { id, version } = await (await other.post('/api/projects', { data: { project } })).json();
  await page.goto(`/projects/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog', { name: 'Edit Project' }).getByLabel('Project Name').fill('Twice, mine');
  const renamed = { project: { name: 'Twice, theirs', description: 'Theirs alone.' }, version };
  expect((await other.patch(`/api/projects/${id}`, { data: renamed })).ok()).toBe(true);
  await showsBoth({
    page,
    dialog: 'Edit Project',
    save: 'Update Project',
    field: 'Project Name',
    mine: 'Twice, mine',
    theirs: 'Twice, theirs',
  });
  expect(await (await other.get(`/api/projects/${id}`)).json()).toMatchObject({
    name: 'Twice, mine',
    description: 'Theirs alone.',
  });
});

test('a role that somebody else changed meanwhile is not overwritten, and the row says how it stands', async ({
  as,
  api,
}) => {
  const other = await api('kunle');
  const account = { username: 'rolling', firstName: 'Rolake', lastName: 'Ling', email: 'rolling@example.com' };
  const hired = { ...account, password: 'quarry lantern 62', role: 'photographer', company: null };
  const { id: userId } = await (await other.post('/api/users', { data: hired })).json();
  const [{ clientId }] = await (await other.get('/api/projects?q=Lekki Palm')).json();
  const project = { name: 'Roles at once', clientId };
  const { id } = await (await other.post('/api/projects', { data: { project } })).json();
  const member = await other.post(`/api/projects/${id}/members`, { data: { userId, role: 'viewer' } });
  expect(member.ok()).toBe(true);

  const page = await as('admin', { path: `/projects/${id}?tab=members` });
  const role = page.getByLabel('Role of Rolake Ling');
  await role.selectOption('contributor');
  const asks = page.getByRole('alertdialog');
  await expect(asks).toBeVisible();
  const changed = await other.patch(`/api/projects/${id}/members/${userId}`, { data: { role: 'admin' } });
  expect(changed.ok()).toBe(true);
  await asks.getByRole('button', { name: 'Change Role' }).click();
  await expect(asks).toHaveCount(0);
  await expect(role).toHaveValue('admin');
});

test('a review of content that was changed meanwhile is refused, keeps the words, and then decides about the present content', async ({
  as,
}) => {
  const crew = await as('photographer', { path: '/profile' });
  const [known] = await (await crew.request.get('/api/sessions?limit=1')).json();
  const place = { projectId: known.projectId, siteId: known.siteId };
  const first = { ...place, captureDate: '2026-04-09', notes: 'As it was handed in.' };
  const { id } = await (await crew.request.post('/api/sessions', { data: first })).json();
  const page = await as('admin', { path: '/approvals' });
  const card = page.getByRole('article', { name: `Session ${id}` });
  await card.getByRole('button', { name: 'Approve Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve Session' });
  await dialog.getByRole('textbox').fill('Looked at the first version.');
  const edited = await crew.request.patch(`/api/sessions/${id}`, { data: { notes: 'Put right since.' } });
  expect(edited.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Approve Session' }).click();
  await said(page, 'Failed to approve session');
  expect((await (await page.request.get(`/api/sessions/${id}`)).json()).status).toBe('pending');
  await expect(dialog.getByRole('textbox')).toHaveValue('Looked at the first version.');
  await dialog.getByRole('button', { name: 'Approve Session' }).click();
  await said(page, 'Session approved');
  await expect(card).toHaveCount(0);
  expect(await (await page.request.get(`/api/sessions/${id}`)).json()).toMatchObject({
    status: 'approved',
    notes: 'Put right since.',
    reviewNotes: 'Looked at the first version.',
  });
});
