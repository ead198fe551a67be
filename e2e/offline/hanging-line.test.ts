// A connection that accepts every byte and never responds: the cache is shown, writes wait and arrive once, and nothing hangs.
import type { Route } from '@playwright/test';
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { lineTo } from '#e2e/hanging-line.ts';
import { fits, scan, workerIsReady } from '#e2e/page-checks.ts';
import { pictureMs } from '#web/lib/device/timeouts.ts';

test.use({ serviceWorkers: 'allow' });

test('on a hanging connection pages open from the cache, and a submitted visit leaves its form and arrives once when the connection is back', async ({
  as,
  product,
  stewards: { crew },
}) => {
  const line = await lineTo(product.url);
  const page = await as('photographer', { path: 'about:blank', phone: true });
  await page.goto(`${line.url}/concerns`);
  await page.goto(`${line.url}/sessions`);
  const strip = page.locator('[data-line-strip]');
  const rows = page.getByRole('article');
  await expect(rows.first()).toBeVisible();
  await workerIsReady(page);

  // Reloaded, and in a new tab.
  line.hang();
  await page.reload();
  await expect(rows.first()).toBeVisible();
  await expect(strip).toContainText(/Reconnecting… · as of \d\d:\d\d/);
  const other = await page.context().newPage();
  await other.goto(`${line.url}/sessions`);
  await expect(other.getByRole('article').first()).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'New Session' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(create.getByLabel('Project'), 'Ikoyi Heights');
  await create.getByLabel('Site').selectOption({ label: 'Tower' });
  await create.getByLabel('Notes').fill('Handed in on one bar.');
  await create.getByRole('button', { name: 'Create Session' }).click();
  await said(page, "It is kept on this device and sent when you're online again.");
  await expect(create).toBeHidden();
  await expect(page.getByRole('button', { name: 'Not sent yet (1)' })).toBeVisible();
  await fits(page);
  await scan(page);

  line.resume();
  await expect(page.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0, { timeout: 60_000 });
  await expect(strip).not.toContainText('as of', { timeout: 60_000 });
  await expect(page.getByText('Handed in on one bar.').first()).toBeVisible();
  const found = await (await crew.get('/api/sessions?q=Handed in on one bar')).json();
  expect(found).toHaveLength(1);
  await line.stop();
});

test('where the connection begins to hang under an open page, the next one shows what is kept, then what the server says', async ({
  as,
  product,
}) => {
  const line = await lineTo(product.url);
  const page = await as('photographer', { path: 'about:blank' });
  await page.goto(`${line.url}/sessions`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await workerIsReady(page);
  await page.goto(`${line.url}/concerns`);
  await expect(page.getByRole('heading', { name: 'Concerns', level: 1 })).toBeVisible();
  await expect(page.locator('[data-line-strip]')).toBeAttached();
  line.hang();
  await page.getByRole('link', { name: 'Sessions' }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
  const strip = page.locator('[data-line-strip]');
  await expect(strip).toContainText(/(Waiting for an answer|Reconnecting)… · as of \d\d:\d\d/);
  line.resume();
  await expect(strip).not.toContainText('as of');
  await expect(page.getByRole('article').first()).toBeVisible();
  await line.stop();
});

test('of two pictures that are compared the one on which nothing comes says so in its own half, and is shown when it comes after all', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  const projects: { id: number; name: string }[] = await (await page.request.get('/api/projects')).json();
  const id = projects.find(({ name }) => name === 'Lekki Palm Residences')?.id;
  const visits: { id: number }[] = await (
    await page.request.get(`/api/sessions?projectId=${id}&sort=captureDate&limit=500`)
  ).json();
  const [newer] = visits;
  const held: Route[] = [];
  let hangs = true;
  await page.route(`**/api/sessions/${newer?.id}/media/**/s*`, (route) =>
    hangs ? void held.push(route) : route.fallback(),
  );
  await page.clock.install();
  await page.goto(`/projects/${id}/compare?mode=swipe&compare=${visits.at(-1)?.id},${newer?.id}`, {
    waitUntil: 'domcontentloaded',
  });
  const place = page.getByRole('main');
  await expect(place.getByText('Loading', { exact: true }).first()).toBeAttached();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.clock.runFor(pictureMs);
  const note = place.getByText('Session 2: Slow connection');
  await expect(note).toBeVisible();
  await expect(place.getByText('Session 1: Slow connection')).toHaveCount(0);
  const [half, whole] = [await note.boundingBox(), await place.boundingBox()];
  expect(half?.x).toBeGreaterThan((whole?.x ?? 0) + (whole?.width ?? 0) / 2);
  hangs = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(place.getByText(/Slow connection/)).toHaveCount(0);
});

test('a picture on which nothing comes says so after a while, and is shown when it comes after all', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  const held: Route[] = [];
  let hangs = true;
  await page.route('**/*', (route) =>
    hangs && route.request().resourceType() === 'image' ? void held.push(route) : route.fallback(),
  );
  await page.clock.install();
  await page.goto('/projects', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const words = page.getByText('Slow connection');
  await expect(words).toHaveCount(0);
  await page.clock.runFor(pictureMs);
  await expect(words.first()).toBeVisible();
  hangs = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(words).toHaveCount(0);
});
