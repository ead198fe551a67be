// A picture is taken back from the client, whose open page loses it at once, and is shown again.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan, scanAt } from '#e2e/page-checks.ts';

type Visit = { id: number; droneImagesUrl: string | null; released: boolean; project: { name: string } };

async function visitOf(page: Page): Promise<number> {
  const all: Visit[] = await (await page.request.get('/api/sessions?status=approved&limit=200')).json();
  const found = all.find(({ droneImagesUrl, released }) => released && droneImagesUrl?.startsWith('/media/folders/'));
  if (!found) throw new Error('No released visit has photos');
  return found.id;
}

test('an admin takes a picture back on a phone: the client’s open page loses it at once, until it is shown again', async ({
  as,
}) => {
  const client = await as('client');
  const id = await visitOf(client);
  await client.goto(`/sessions/${id}`);
  const tiles = client.locator('button[data-photo]:not([data-photo="chosen"])');
  await expect(tiles.first()).toBeVisible();
  const shown = await tiles.count();
  const name = (await tiles.first().getAttribute('aria-label'))?.replace(/^Open (.*), 1 of .*$/, '$1') ?? '';

  const admin = await as('admin', { phone: true, path: `/sessions/${id}` });
  await admin.getByRole('button', { name: `View ${name} large` }).click();
  await admin.getByRole('button', { name: 'Take back…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Take back from clients' });
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog.getByText('A reason is required')).toBeVisible();
  await expect(dialog.getByText('Out of reach')).toBeVisible();
  await scan(admin);
  await fits(admin);
  await scanAt(admin, [768]);
  await dialog.getByLabel('Reason').fill('A number plate');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('Taken back · A number plate').first()).toBeVisible();
  await expect(tiles).toHaveCount(shown - 1);
  await expect(client.getByText(name, { exact: true })).toHaveCount(0);

  await admin.keyboard.press('Escape');
  const list = admin.getByRole('region', { name: 'Taken back' });
  await expect(list).toContainText(name);
  await scan(admin);
  await fits(admin);
  await list.getByRole('button', { name: `Show ${name} again` }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Show again' }).click();
  await expect(tiles).toHaveCount(shown);
  await expect(list).toHaveCount(0);
});
