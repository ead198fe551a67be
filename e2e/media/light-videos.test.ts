// Light copies of videos: who plays which, with a size beside it, and at which second the original goes on.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Page } from '@playwright/test';
import { enter, expect, test as inDemo } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { startProduct } from '#e2e/product.ts';

const demo = fileURLToPath(new URL('../../demo/media/', import.meta.url));
const small = join(demo, 'steel-warehouse/stage-4/videos/flight.mp4');
const still = join(demo, 'student-lodge/stage-5/drone/03.jpg');

/** The same pictures with so many bytes behind them that a copy is worthwhile. */
function heavyVideo(): Buffer {
  const rest = Buffer.alloc(3_000_000);
  rest.writeUInt32BE(rest.length, 0);
  rest.write('free', 4, 'latin1');
  return Buffer.concat([readFileSync(small), rest]);
}

/** In place of ffmpeg: what it makes here is known, and is there wherever the journey is walked. */
const program = `#!/bin/sh
for to; do :; done
to="\${to#file:}"
case "$to" in *.mp4) cp "${small}" "$to";; *) cp "${still}" "$to";; esac
`;

const test = inDemo.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'topout-light-journey-'));
      mkdirSync(join(folder, 'media/flights'), { recursive: true });
      writeFileSync(join(folder, 'media/flights/flight.mp4'), heavyVideo());
      writeFileSync(join(folder, 'ffmpeg'), program);
      chmodSync(join(folder, 'ffmpeg'), 0o755);
      const product = await startProduct({
        MEDIA_ROOT: join(folder, 'media'),
        PATH: `${folder}:${process.env.PATH}`,
      });
      await use(product);
      await product.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** A released visit of the demo client's with the video. */
async function release(admin: APIRequestContext, client: APIRequestContext) {
  const [{ projectId, siteId }] = await (await client.get('/api/sessions?q=Lekki Palm&limit=1')).json();
  const roots = [{ provider: 'local', root: 'flights' }];
  expect((await admin.put(`/api/projects/${projectId}/media-roots`, { data: { roots } })).ok()).toBe(true);
  const data = { projectId, siteId, captureDate: '2026-03-04', videoUrl: '/media/folders/flights' };
  const made = await admin.post('/api/sessions', { data });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  expect((await admin.put(`/api/sessions/${id}/approve`, { data: {} })).status()).toBe(200);
  const media = async () => (await (await client.get(`/api/sessions/${id}/media/videos`)).json()).items?.[0]?.light;
  await expect.poll(media, { timeout: 60_000 }).toBeDefined();
  return { id: Number(id), projectId: Number(projectId) };
}

const film = (page: Page) => page.locator('video');
const source = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentSrc);
const second = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);

async function play(page: Page, id: number): Promise<void> {
  await page.goto(`/sessions/${id}`);
  const button = page.getByRole('button', { name: /^Play flight\.mp4 · 268 kB$/ });
  await expect(button).toBeVisible();
  await expect(button.locator('img')).toHaveAttribute('src', /&poster$/);
  await button.click();
  await expect.poll(() => second(page), { timeout: 30_000 }).toBeGreaterThan(0.2);
  expect(await source(page)).toMatch(/&light$/);
}

test('a client plays the light copy, the crew switches to the original and back at the same second, and a guest plays the copy too', async ({
  as,
  browser,
  product,
}) => {
  const { id, projectId } = await release(await enter(product, 'admin'), await enter(product, 'client'));
  const client = await as('client', { phone: true });
  await play(client, id);
  await expect(client.getByText('Light · 268 kB', { exact: true })).toBeVisible();
  await expect(client.getByRole('button', { name: /^Original/ })).toHaveCount(0);
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await scan(client);

  const admin = await as('admin');
  await play(admin, id);
  await film(admin).evaluate(async (video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 3;
    await new Promise((sought) => video.addEventListener('seeked', sought, { once: true }));
  });
  await admin.getByRole('button', { name: 'Original · 3.3 MB' }).press('Enter');
  await expect.poll(() => source(admin)).not.toMatch(/light/);
  await expect.poll(() => second(admin)).toBeCloseTo(3, 1);
  expect(await film(admin).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  await expect(admin.getByText('Original · 3.3 MB', { exact: true })).toBeVisible();
  await scan(admin);
  await admin.getByRole('button', { name: 'Light · 268 kB' }).click();
  await expect.poll(() => source(admin)).toMatch(/&light$/);
  await expect.poll(() => second(admin)).toBeCloseTo(3, 1);

  const shared = await client.request.post(`/api/projects/${projectId}/share-links`, {
    data: { scope: 'session', sessionId: id, recipient: 'The bank' },
    headers: { origin: product.url },
  });
  expect(shared.status(), await shared.text()).toBe(201);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const guest = await context.newPage();
  await guest.goto(product.url + (await shared.json()).path);
  await expect(guest.locator('video')).toHaveAttribute('src', /\/light$/);
  await expect(guest.locator('video')).toHaveAttribute('poster', /\/videos\/[^/]+\/s800$/);
  await expect(guest.getByText('Light · 268 kB', { exact: true })).toBeVisible();
  await context.close();
});

test('where a project has videos alone, its client and its guests are met by a picture of one', async ({
  as,
  browser,
  product,
}) => {
  const admin = await enter(product, 'admin');
  const client = await as('client', { phone: true, path: '/profile' });
  const { id: clientId } = await (await client.request.get('/api/user')).json();
  const place = await admin.post('/api/projects', { data: { project: { name: 'Creek Bridge', clientId } } });
  expect(place.status(), await place.text()).toBe(201);
  const { id: projectId } = await place.json();
  const roots = [{ provider: 'local', root: 'flights' }];
  expect((await admin.put(`/api/projects/${projectId}/media-roots`, { data: { roots } })).ok()).toBe(true);
  const captureDate = new Date().toISOString().slice(0, 10);
  const data = { projectId, siteId: null, captureDate, videoUrl: '/media/folders/flights' };
  const made = await admin.post('/api/sessions', { data });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  expect((await admin.put(`/api/sessions/${id}/approve`, { data: {} })).ok()).toBe(true);
  const cover = async () => (await (await client.request.get('/api/news/newest-visit')).json()).videoCover;
  await expect.poll(cover, { timeout: 60_000 }).not.toBeNull();

  await client.goto('/dashboard');
  const newest = client.getByRole('region', { name: 'Newest visit' });
  const picture = newest.getByRole('img', { name: /^Video: Creek Bridge, / });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  await scan(client);
  await newest.getByRole('link', { name: 'Creek Bridge' }).click();
  await expect(client).toHaveURL(new RegExp(`/sessions/${id}\\?tab=videos$`));
  await expect(client.getByRole('button', { name: /^Play flight\.mp4/ })).toBeVisible();

  const shared = await client.request.post(`/api/projects/${projectId}/share-links`, {
    data: { scope: 'project', recipient: 'Aunt Ada' },
    headers: { origin: product.url },
  });
  expect(shared.status(), await shared.text()).toBe(201);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const guest = await context.newPage();
  await guest.goto(product.url + (await shared.json()).path);
  const opened = guest.locator('.opening').getByRole('img', { name: /^From a video of the site, / });
  await expect.poll(() => opened.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  await scan(guest);
  await context.close();
});
