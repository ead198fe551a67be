// What is new to a client since they were here: the newest visit, the marks, and the comparison with the visit before.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

/** The newest visit of the overview was on the screen, and the server knows. */
async function look(page: Page, path = '/dashboard'): Promise<void> {
  const markedSeen = page.waitForResponse((answer) => /\/api\/sessions\/\d+\/seen$/.test(answer.url()));
  await page.goto(path);
  // On a phone the projects of a client stand above it.
  if (path === '/dashboard') await page.getByRole('region', { name: 'Newest visit' }).scrollIntoViewIfNeeded();
  expect((await markedSeen).ok()).toBe(true);
}

test('a client finds the newest visit large, what is new marked, and its comparison, on a phone', async ({
  as,
  stewards: { admin, crew },
}) => {
  const page = await as('client', { phone: true, path: '/profile' });
  await look(page);
  const newest = page.getByRole('region', { name: 'Newest visit' });
  const [like] = await (await crew.get('/api/sessions?status=approved&q=Lekki Palm&limit=1')).json();
  const { projectId, siteId, droneImagesUrl } = like;
  const captureDate = new Date().toISOString().slice(0, 10);
  const data = { projectId, siteId, droneImagesUrl, captureDate };
  const { id } = await (await crew.post('/api/sessions', { data })).json();
  expect((await admin.put(`/api/sessions/${id}/approve`, { data: {} })).ok()).toBe(true);

  try {
    await expect(newest).toContainText(/\d+ new since [A-Z][a-z]+ \d+, \d{4}/);
    await expect(newest.getByRole('link', { name: 'View Visit' })).toHaveAttribute('href', `/sessions/${id}`);
    await expect(newest.getByText(/^Last visit today$/)).toBeVisible();
    await expect(newest.getByText(/\d+ of \d+ stages confirmed$/)).toBeVisible();
    await expect(newest.getByRole('link', { name: 'Lekki Palm Residences' })).toHaveAttribute(
      'href',
      `/sessions/${id}`,
    );
    await page.reload();
    await expect(newest).toContainText(/\d+ new since/);
    await expect(page.getByRole('article', { name: 'Lekki Palm Residences' })).toContainText(/\d+ new since/);
    await scan(page);
    const desk = await as('client', { path: '/dashboard' });
    await expect(desk.getByRole('region', { name: 'Newest visit' })).toContainText(/\d+ new since/);
    await scanAt(desk, [1440]);

    const markedSeen = page.waitForRequest(new RegExp(`/api/sessions/${id}/seen$`));
    await newest.getByRole('link', { name: 'Compare with the visit before' }).click();
    await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/compare\\?compare=\\d+,${id}`));
    await expect(page.getByRole('heading', { name: 'Visual Comparison' })).toBeVisible();
    await markedSeen;
    const [viewpoint] = await (await page.request.get(`/api/projects/${projectId}/viewpoints?limit=1`)).json();
    await look(page, `/projects/${projectId}/viewpoints/${viewpoint.id}`);
    // A phone on its side is lower than the media of a visit are high.
    await page.setViewportSize({ width: 740, height: 360 });
    await look(page, `/sessions/${id}`);
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto('/dashboard');
    await scan(page);
    await page.goto(`/projects/${projectId}`);
    await expect(page.getByRole('link', { name: / New: / }).first()).toBeVisible();
  } finally {
    await admin.delete(`/api/sessions/${id}`);
  }
});
