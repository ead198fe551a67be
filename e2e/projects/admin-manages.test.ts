// What an admin manages: projects with their sites and members, and accounts.
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

test('an admin makes a project with sites, changes it, looks at it and deletes it', async ({ as }) => {
  const page = await as('admin', { path: '/projects?new=true' });
  const create = page.getByRole('dialog', { name: 'Create New Project' });
  await expect(create).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(create.getByLabel('Status')).toHaveValue('active');
  await create.getByRole('button', { name: 'Create Project' }).click();
  await expect(create.getByText('Project name is required')).toBeVisible();
  await expect(create.getByText('Client is required')).toBeVisible();

  await create.getByLabel('Project Name').fill('Banana Island Villas');
  await choose(create.getByLabel('Client'), 'Amaka Okafor – Okafor Estates');
  await create.getByLabel('Multi-site project').check();
  await create.getByRole('button', { name: 'Create Project' }).click();
  await expect(create.getByText('Site name is required')).toBeVisible();
  await expect(create.getByText('Photographer is required')).toBeVisible();
  await create.getByLabel('Site Name').fill('Villa 1');
  await create.getByLabel('Photographer', { exact: true }).click();
  // By last name; other journeys add people of their own.
  const offered = ['Select a photographer', 'Tunde Bakare', 'Musa Danjuma', 'Ngozi Eze'];
  await expect(create.getByRole('listbox').getByRole('option')).toContainText(offered);
  await choose(create.getByLabel('Photographer', { exact: true }), 'Tunde Bakare');
  await create.getByLabel('Location').fill('Banana Island, Lagos');
  await create.getByLabel('Site Description').fill('Four bedrooms, a pool.');
  await create.getByRole('button', { name: 'Add Site' }).click();
  await create.getByLabel('Site Name').nth(1).fill('Villa 2');
  await choose(create.getByLabel('Photographer', { exact: true }).nth(1), 'Ngozi Eze');
  await scan(page);
  await create.getByRole('button', { name: 'Create Project' }).click();
  await said(page, 'Project created successfully');

  const card = page.getByRole('article', { name: 'Banana Island Villas' });
  await expect(card).toContainText(/Created [A-Z][a-z]+ \d+, \d{4}/);
  await expect(card).toContainText('2 Sites');
  await expect(card).toContainText('Team: 2');
  await expect(card).toContainText('Active');
  const described = page.getByRole('article', { name: 'Lekki Palm Residences' });
  await expect(described).toContainText('Two six-storey residential blocks');
  await card.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Banana Island Villas' });
  for (const words of [
    'Amaka Okafor',
    'Okafor Estates',
    '+234 802 555 0120',
    'Total Sites',
    'Assigned Sites',
    'Villa 2',
  ])
    await expect(details.getByText(words).first()).toBeVisible();
  await expect(details).toContainText('Banana Island, Lagos');
  await expect(details).toContainText('Four bedrooms, a pool.');
  await expect(details).toContainText(/StatusActiveCreated[A-Z][a-z]+ \d+, \d{4}Total Sites2/);
  await expect(details.locator('a[href^="mailto:"]')).toHaveText(/^\S+@\S+$/);
  await expect(details).toContainText(/Total Sites2Assigned Sites2/);
  await expect(details).toContainText('No description available');
  await scan(page);
  await details.getByRole('button', { name: 'Close' }).click();

  await card.getByRole('button', { name: 'Actions for Banana Island Villas' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Project' });
  await expect(edit.getByLabel('Site Name')).toHaveCount(2);
  // 60 units, above which the list of sites scrolls.
  await expect(edit.getByRole('list')).toHaveCSS('max-height', '240px');
  await edit.getByLabel('Multi-site project').click();
  const losing = page.getByRole('alertdialog', { name: 'Remove the sites?' });
  await expect(losing).toContainText('Villa 1, Villa 2');
  await losing.getByRole('button', { name: 'Cancel' }).click();
  await edit.getByLabel('Status').selectOption('on_hold');
  await scan(page);
  await edit.getByRole('button', { name: 'Update Project' }).click();
  await said(page, 'Project updated successfully');
  await expect(card).toContainText('On Hold');
  await expect(card).toContainText('2 Sites');

  await card.getByRole('button', { name: 'Actions for Banana Island Villas' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const remove = page.getByRole('alertdialog', { name: 'Delete Project' });
  await expect(remove).toContainText(
    'Are you sure you want to delete "Banana Island Villas"? This action cannot be undone and will also delete all associated sites and sessions.',
  );
  await remove.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Project deleted successfully');
  await expect(card).toBeHidden();
});

test('an admin adds somebody to a project, gives them another role and takes them out', async ({ as }) => {
  const page = await as('admin', { path: '/projects' });
  await page.getByRole('link', { name: 'Aso Garden Terraces' }).first().click();
  await expect(page.getByRole('heading', { name: 'Aso Garden Terraces' })).toBeVisible();
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await scan(page);
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Add Member' }).click();
  const add = page.getByRole('dialog', { name: 'Add Member' });
  await add.getByRole('button', { name: 'Add Member' }).click();
  await expect(add.getByText('Person is required')).toBeVisible();
  await expect(add.getByLabel('Role')).toHaveValue('viewer');
  await choose(add.getByLabel('Person'), 'Emeka Ibe – Client');
  await scan(page);
  await add.getByRole('button', { name: 'Add Member' }).click();
  await said(page, 'Member added');
  await page.getByLabel('Role of Emeka Ibe').selectOption('contributor');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change Role' }).click();
  await said(page, 'Member role updated');
  await page.getByRole('button', { name: 'Remove Emeka Ibe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Member removed');
  for (const tab of ['Sites', 'Concerns']) {
    await page.getByRole('tab', { name: tab }).click();
    await scan(page);
  }
});

test('an admin makes an account, changes it and deletes it, and cannot lock themselves out', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  await expect(page.getByRole('heading', { name: /^Users \(\d+\)$/ })).toBeVisible();
  await scan(page);
  await page.getByRole('button', { name: 'Create User' }).click();
  const create = page.getByRole('dialog', { name: 'Create User' });
  await create.getByLabel('Username').fill('ze');
  await create.getByLabel('Password', { exact: true }).fill('12345');
  await create.getByLabel('Email').fill('zainab');
  await create.getByRole('button', { name: 'Create User' }).click();
  for (const sentence of [
    'Username must be at least 3 characters',
    'Password must be at least 6 characters',
    'First name is required',
    'Last name is required',
    'Valid email is required',
  ])
    await expect(create.getByText(sentence)).toBeVisible();
  await scan(page);
  await expect(create.getByLabel('Company')).toHaveCount(0);
  await create.getByLabel('Role').selectOption('client');
  await expect(create.getByLabel('Company')).toBeVisible();
  await create.getByRole('button', { name: 'Show password' }).click();
  await expect(create.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await create.getByRole('button', { name: 'Hide password' }).click();
  await expect(create.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await create.getByLabel('First Name').fill('Zainab');
  await create.getByLabel('Last Name').fill('Yusuf');
  await create.getByLabel('Email').fill('zainab@example.com');
  await create.getByLabel('Password', { exact: true }).fill('a long secret');
  await create.getByLabel('Username').fill('Bola');
  await create.getByRole('button', { name: 'Create User' }).click();
  await said(page, 'Username Bola is already taken. Please choose a different username.');
  await create.getByLabel('Username').fill('zainab');
  await create.getByRole('button', { name: 'Create User' }).click();
  await said(page, 'User created successfully');

  await page.getByPlaceholder('Name, email or username').fill('zainab');
  const row = page.getByRole('listitem').filter({ hasText: '@zainab' });
  await expect(page.getByRole('heading', { name: 'Users (1)' })).toBeVisible();
  await row.getByRole('button', { name: 'Edit Zainab Yusuf' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit User Account' });
  await expect(edit.getByLabel(/^Password/)).toHaveValue('');
  await edit.getByLabel('Last Name').fill('Yusuf-Ade');
  await scan(page);
  await edit.getByRole('button', { name: 'Update User' }).click();
  await said(page, 'User updated successfully');
  const role = page.getByLabel('Role of Zainab Yusuf-Ade');
  const asks = page.getByRole('alertdialog', { name: 'Change Role' });
  const before = await role.inputValue();
  await role.selectOption('photographer');
  await expect(asks).toContainText('Zainab Yusuf-Ade will be Photographer instead of');
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(role).toHaveValue(before);
  await role.selectOption('photographer');
  await asks.getByRole('button', { name: 'Change Role' }).click();
  await said(page, 'User role updated');
  await page.getByRole('button', { name: 'Delete Zainab Yusuf-Ade' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText(
    'Are you sure you want to delete user Zainab Yusuf-Ade? This action cannot be undone.',
  );
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'User deleted successfully');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();

  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Administrators' });
  await expect(page).toHaveURL(/role=admin/);
  await expect(page.getByLabel('Role', { exact: true }).getByRole('option')).toHaveText([
    'All Roles',
    'Administrators',
    'Photographers',
    'Clients',
  ]);
  const own = page.getByRole('button', { name: 'You cannot delete your own account' });
  await expect(own).toBeDisabled();
  // A forced click goes to where the button was, and the filter still moves the rows.
  await own.press('Enter');
  await said(page, 'Cannot delete your own account', 'You cannot delete your own administrator account');
  await page.getByLabel('Role of Ada Obi').selectOption('client');
  await said(page, 'Cannot change your own role', 'You cannot remove admin privileges from your own account');
  await expect(page.getByLabel('Role of Ada Obi')).toHaveValue('admin');
});
