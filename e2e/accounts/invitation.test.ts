// Invitations and forgotten passwords: links to copy, a phone that opens them, and a product that sends no mail.
import type { Page } from '@playwright/test';
import { expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

const password = 'crane-and-mortar';

async function openUser(page: Page, name: string) {
  await page.goto(`/users?q=${encodeURIComponent(name)}`);
  return page.getByRole('listitem').filter({ hasText: name });
}

test('an admin invites somebody, who chooses a password on a phone and is in', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await expect(dialog.getByLabel('Password')).toHaveCount(0);
  await expect(dialog.getByText('Email is not set up here')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite User' }).click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await dialog.getByLabel('First Name').fill('Zainab');
  await dialog.getByLabel('Last Name').fill('Lawal');
  await dialog.getByLabel('Username').fill('zainab');
  await dialog.getByLabel('Email').fill('zainab@lawal.example');
  await scan(page);
  await dialog.getByRole('button', { name: 'Invite User' }).click();
  await said(page, 'User invited');
  const shown = page.getByRole('dialog', { name: 'Invitation Link' });
  const link = await shown.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invite\/[\w-]{43}$/);
  await expect(shown).toContainText('Works once');
  await scan(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(await openUser(page, 'Zainab Lawal')).toContainText('Invited');

  const phone = await as(null, { phone: true, path: new URL(link).pathname });
  await expect(phone).toHaveTitle(/^Choose a password/);
  await expect(phone.getByText('Zainab Lawal, choose a password')).toBeVisible();
  await expect(phone.getByLabel('Username')).toHaveValue('zainab');
  await phone.getByLabel('New password', { exact: true }).fill('123');
  await phone.getByRole('button', { name: 'Set Password' }).click();
  await expect(phone.getByText('Password must be at least 6 characters')).toBeVisible();
  await phone.getByLabel('New password', { exact: true }).fill('password');
  await phone.getByRole('button', { name: 'Set Password' }).click();
  await expect(phone.getByText('one of the most used')).toBeVisible();
  await scan(phone);
  await phone.getByLabel('New password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Set Password' }).click();
  await expect(phone).toHaveURL(/\/dashboard$/);
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();

  const again = await as(null, { phone: true, dark: true, path: new URL(link).pathname });
  await expect(again.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await expect(again.getByText('Zainab')).toHaveCount(0);
  await scan(again);
  await expect(await openUser(page, 'Zainab Lawal')).not.toContainText('Invited');
});

test('without mail whoever forgot a password asks an admin, whose link sets a new one once', async ({ as }) => {
  const page = await as('admin');
  const names = { firstName: 'Sade', lastName: 'Balogun', email: 'sade@balogun.example' };
  const account = { ...names, username: 'sade', role: 'client', password };
  expect((await page.request.post('/api/users', { data: account })).status()).toBe(201);

  const login = await as(null, { phone: true, path: '/login' });
  await login.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(login.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible();
  await expect(login.getByText('Ask an administrator for a link')).toBeVisible();
  await expect(login.getByRole('textbox')).toHaveCount(0);
  await scan(login);

  const row = await openUser(page, 'Sade Balogun');
  await row.getByRole('button', { name: /^Password reset link for Sade Balogun/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Link' }).click();
  const shown = page.getByRole('dialog', { name: 'Password Reset Link' });
  const link = new URL(await shown.getByLabel('Link', { exact: true }).inputValue()).pathname;
  await shown.getByRole('button', { name: 'Done' }).click();

  await login.goto(link);
  await login.getByLabel('New password', { exact: true }).fill('mortar-and-crane');
  await login.getByRole('button', { name: 'Set Password' }).click();
  await expect(login.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  await scan(login);
  await login.getByRole('link', { name: 'Sign In' }).click();
  await login.getByLabel('Username').fill('sade');
  await login.getByLabel('Password').fill('mortar-and-crane');
  await login.getByRole('button', { name: 'Sign In' }).click();
  await expect(login).toHaveURL(/\/dashboard/);
  await login.goto(link);
  await expect(login.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await expect(login.getByRole('link', { name: 'Ask for a New Link' })).toBeVisible();
});
