// The company's settings: edited on a phone, kept while they are typed, and never overwritten unseen.
import { expect, said, scan, test } from './fixtures.ts';

test('an admin adds a holiday on a phone: typed words survive a reload, and what another admin saved is shown beside them', async ({
  as,
}) => {
  const page = await as('admin', { path: '/settings', phone: true });
  const section = page.getByRole('region', { name: 'Working days and answers' });
  await expect(section).toContainText('Monday to Friday');
  const edit = page.getByRole('button', { name: 'Edit working days and answers' });
  const dialog = page.getByRole('dialog', { name: 'Edit working days and answers' });
  await edit.click();
  await dialog.getByLabel('Add a holiday').fill('2098-12-25');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByLabel('Add a holiday')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Remove December 25, 2098' })).toBeVisible();
  await scan(page, '[role="dialog"]');

  await page.reload();
  await edit.click();
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove December 25, 2098' })).toBeVisible();
  for (const answer of ['0', '']) {
    await dialog.getByLabel('Low priority').fill(answer);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('An answer may take from 1 to 90 working days')).toBeVisible();
  }
  await dialog.getByLabel('Low priority').fill('7');

  const present = await (await page.request.get('/api/settings')).json();
  const theirs = { ...present, holidays: ['2097-01-01'] };
  expect((await page.request.put('/api/settings', { data: theirs })).ok()).toBe(true);
  // Typed, not added: it is sent all the same.
  await dialog.getByLabel('Add a holiday').fill('2098-12-26');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else changed this meanwhile. Nothing of yours is lost.')).toBeVisible();
  await expect(dialog.getByText('January 1, 2097')).toBeVisible();
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Settings changed');
  await expect(dialog).toBeHidden();
  await expect(section).toContainText('December 25, 2098 · December 26, 2098');
  await scan(page);

  await page.goto('/admin/history?tab=audit');
  const entry = page.getByRole('listitem').filter({ hasText: 'Settings changed' }).first();
  await expect(entry).toContainText('2098-12-26');
  await entry.getByRole('link', { name: 'Working days and answers' }).click();
  await expect(section).toBeVisible();
  const saved = await (await page.request.get('/api/settings')).json();
  await page.request.put('/api/settings', { data: { ...saved, holidays: present.holidays } });
  await expect(section).toContainText('None');
});

test('by keyboard a day is made a working day, and escaping changes nothing', async ({ as }) => {
  const page = await as('admin', { path: '/settings' });
  const edit = page.getByRole('button', { name: 'Edit working days and answers' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit working days and answers' });
  await dialog.getByLabel('Saturday').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Saturday')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(page.getByRole('region', { name: 'Working days and answers' })).toContainText('Monday to Friday');
  await edit.click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByLabel('Saturday')).not.toBeChecked();
});
