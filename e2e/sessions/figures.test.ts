// The figures of the review: over how many days, as plot and table, and as a file for spreadsheets.
import { expect, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

test('an admin reads the figures of a year as plot, table and CSV', async ({ as }) => {
  const page = await as('admin', { path: '/approvals', phone: true });
  await page.getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { name: 'Review Figures' })).toBeVisible();
  await page.getByText('365 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=365/);
  const turnaround = page.getByRole('region', { name: 'Turnaround by month' });
  await expect(turnaround.locator('canvas')).toBeVisible();
  await expect.poll(() => turnaround.getByRole('row').count()).toBeGreaterThan(12);
  await expect(page.getByRole('region', { name: 'Photographers' }).getByRole('rowheader').first()).toBeVisible();
  await scan(page);
  await page.setViewportSize({ width: 768, height: 1024 });
  await scan(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Review figures \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);

  const desk = await as('admin', { path: '/approvals/figures?days=365' });
  await expect(desk.getByRole('region', { name: 'Turnaround by month' }).locator('canvas')).toBeVisible();
  await scanAt(desk, [1440]);

  const client = await as('client', { path: '/approvals/figures' });
  await expect(client.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
