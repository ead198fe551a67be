// Which viewpoints a visit covers, where people look before they decide: the form, the session, and the dialogs of a review.
import type { Page } from '@playwright/test';
import { choose, expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

type Visit = {
  id: number;
  projectId: number;
  siteId: number;
  droneImagesUrl: string | null;
  indoorImagesUrl: string | null;
};
const projectName = 'Lekki Palm Residences';

/** The newest released visit of Block A that has photos and no tour among what is asked for. */
async function visitOf(page: Page): Promise<Visit> {
  const all = await (await page.request.get('/api/sessions?sort=captureDate&limit=500')).json();
  const found = all.find(
    (each: Visit & { project: { name: string }; site: { name: string } | null }) =>
      each.project.name === projectName && each.site?.name === 'Block A' && each.droneImagesUrl?.startsWith('/media/'),
  );
  if (!found) throw new Error('No visit has photos');
  return found;
}

const missing = /\d of \d viewpoints · missing: /;

test('the form says which viewpoints its checked links cover, warns of missing ones, and lets one submit', async ({
  as,
}) => {
  const page = await as('photographer');
  const { droneImagesUrl } = await visitOf(page);
  await page.getByRole('button', { name: 'New Progress Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), projectName);
  await dialog.getByLabel('Site').selectOption({ label: 'Block A' });
  // One photo of the folder, which covers all that are seen from the air.
  await dialog.getByLabel('Drone Photos').fill(`${droneImagesUrl?.replace('/folders/', '/files/')}/01.jpg`);
  await expect(dialog.getByText(missing)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('Matched by file name.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create Session' })).toBeEnabled();
  await scan(page);
  await page.setViewportSize({ width: 360, height: 760 });
  await dialog.getByText(missing).scrollIntoViewIfNeeded();
  await fits(page);
});

test('a visit says on its page and in the dialogs of its review which viewpoints it misses', async ({ as }) => {
  const crew = await as('photographer', { phone: true });
  const { projectId, siteId, droneImagesUrl } = await visitOf(crew);
  const data = { projectId, siteId, droneImagesUrl, captureDate: '2026-02-10', notes: 'Journey of coverage.' };
  const sent = await crew.request.post('/api/sessions', { data });
  expect(sent.status()).toBe(201);
  const { id } = await sent.json();
  await crew.goto(`/sessions/${id}`);
  const box = crew.getByRole('region', { name: 'Viewpoints' });
  await expect(box).toContainText(missing, { timeout: 60_000 });
  await fits(crew);
  await scan(crew);

  const admin = await as('admin', { path: '/approvals' });
  const card = admin.getByRole('article', { name: `Session ${id}`, exact: true });
  await card.getByRole('button', { name: 'Approve Session' }).click();
  const decision = admin.getByRole('dialog', { name: 'Approve Session' });
  await expect(decision.getByText(missing)).toBeVisible();
  await scan(admin);
  await decision.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Reject Session' }).click();
  await expect(admin.getByRole('dialog', { name: 'Reject Session' }).getByText(missing)).toBeVisible();

  await admin.goto('/sessions?status=pending');
  const row = admin.locator(`[data-session="${id}"]`);
  await row.getByRole('button', { name: 'Review' }).click();
  const review = admin.getByRole('dialog', { name: `Review Session #${id}` });
  await expect(review.getByText(missing)).toBeVisible();
  await admin.setViewportSize({ width: 360, height: 760 });
  await fits(admin);
  await scan(admin);
});
