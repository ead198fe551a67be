// The audit log in System History: what admins did is found again, narrowed, and read on a phone.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

const names = { firstName: 'Bisola', lastName: 'Cole' };
const account = { ...names, username: 'bisola', email: 'bisola@cole.example', password: 'crane-and-mortar' };

/** An account that was a client, is a photographer and then nobody. */
async function makeAndRemove({ request }: Page): Promise<void> {
  const made = await request.post('/api/users', { data: { ...account, role: 'client' } });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: number };
  expect((await request.patch(`/api/users/${id}/role`, { data: { role: 'photographer' } })).status()).toBe(200);
  expect((await request.delete(`/api/users/${id}`)).status()).toBe(200);
}

test('an admin finds in the audit log what was done, by whom, and what it was before', async ({ as }) => {
  const page = await as('admin', { path: '/admin/history' });
  await makeAndRemove(page);
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await expect(page).toHaveURL(/tab=audit/);
  const panel = page.getByRole('tabpanel');
  const entry = (act: string) => panel.getByRole('listitem').filter({ hasText: `${act} · Bisola Cole` });
  await expect(entry('Account created')).toContainText('UsernameAfter: bisola');
  await expect(entry('Role changed')).toContainText(/By Ada \S+ from 127\.0\.0\.1/);
  await expect(entry('Role changed')).toContainText('RoleBefore: clientAfter: photographer');
  await expect(panel.getByRole('listitem').first()).toContainText('Account removed · Bisola Cole');
  await scan(page);

  await panel.getByLabel('From').fill('2099-01-01');
  await expect(panel.getByText('No entry matches')).toBeVisible();
  await panel.getByRole('button', { name: 'Clear Filters' }).first().click();
  await panel.getByLabel('Action').selectOption({ label: 'Role changed' });
  await expect(page).toHaveURL(/act=roleChanged/);
  await expect(entry('Account created')).toHaveCount(0);
  await page.reload();
  await expect(panel.getByLabel('Action')).toHaveValue('roleChanged');
  await expect(entry('Role changed')).toBeVisible();
});

test('the audit log reads on a phone', async ({ as }) => {
  const page = await as('admin', { phone: true, dark: true, path: '/admin/history?tab=audit' });
  await makeAndRemove(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Account removed · Bisola Cole' }).first()).toBeVisible();
  await scan(page);
});
