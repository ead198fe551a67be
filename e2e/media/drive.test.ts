// Photos in Google Drive: a link is pasted and recognised, its photos are shown through our own address, and failures of Drive are handled.
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test as base, choose, expect, said } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { type Product, startProduct } from '#e2e/product.ts';
import { createFakeDrive, type FakeDrive, type FakeDriveItem } from '#server/test-support/servers/fake-drive.ts';

const folderType = 'application/vnd.google-apps.folder';
const flight = '1FlightOverLekkiPalm2026';
const small = '1SmallFlightOverLekki2026';
const hidden = '1HiddenFlightOfNobody2026';
const linkTo = (id: string) => `https://drive.google.com/drive/folders/${id}?usp=sharing`;
const photos = 60;

/** Named by a drone, and sorted as Drive does: by letters, not by numbers. */
function photosIn(folder: string, count: number): FakeDriveItem[] {
  const bytes = fs.readFileSync(
    path.resolve(import.meta.dirname, '../../demo/media/residential-block/stage-1/drone/01.jpg'),
  );
  const names = Array.from({ length: count }, (_, nth) => `DJI_${nth + 1}.jpg`).sort();
  return names.map((name) => ({
    id: `${folder}_${name.replace('.jpg', '')}`,
    name,
    mimeType: 'image/jpeg',
    parents: [folder],
    bytes,
    imageMediaMetadata: { width: 1600, height: 1067 },
  }));
}

const world: FakeDriveItem[] = [
  { id: flight, name: 'Flight of May', mimeType: folderType, shared: 'link' },
  ...photosIn(flight, photos),
  { id: small, name: 'Flight of July', mimeType: folderType, shared: 'link' },
  ...photosIn(small, 3),
  { id: hidden, name: 'Flight of June', mimeType: folderType, shared: 'nobody' },
];

/** The product with a key for a fake Google Drive. */
const test = base.extend<object, { drive: FakeDrive; product: Product }>({
  drive: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const drive = await createFakeDrive({ files: world, pageSize: 25 });
      await use(drive);
      await drive.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ drive }, use) => {
      const product = await startProduct({ GOOGLE_DRIVE_API_BASE: drive.base, GOOGLE_DRIVE_API_KEY: drive.key });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const lightbox = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.locator('[aria-roledescription]').and(page.getByRole('region')) });
const chosen = (page: Page) => page.locator('[data-photo="chosen"] img').first();
const tiles = (page: Page) => page.getByRole('button', { name: /^Open .+ of \d+$/ });
const seen = (photo: Locator) =>
  expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

/** A released session of the demo's client with these photos; its id. */
async function release(admin: Page, folder: string): Promise<number> {
  const { request } = admin;
  const projects = (await (await request.get('/api/projects')).json()) as { id: number; name: string }[];
  const project = projects.find(({ name }) => name === 'Lekki Palm Residences');
  const [site] = (await (await request.get(`/api/projects/${project?.id}/sites`)).json()) as { id: number }[];
  const captureDate = new Date().toISOString().slice(0, 10);
  const data = { projectId: project?.id, siteId: site?.id, captureDate, droneImagesUrl: linkTo(folder) };
  const made = await request.post('/api/sessions', { data });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: number };
  expect((await request.put(`/api/sessions/${id}/approve`, { data: {} })).ok()).toBe(true);
  return id;
}

test('a pasted Drive folder shows its first photos, a private one what to do', async ({ as }) => {
  const page = await as('photographer');
  await page.getByRole('button', { name: 'New Progress Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), 'Lekki Palm Residences');
  await dialog.getByLabel('Site').selectOption({ index: 1 });
  const link = dialog.getByLabel('Drone Photos');
  await link.fill(linkTo(hidden));
  await expect(dialog.getByText(/^Google Drive folder/)).toBeVisible();
  await expect(dialog.getByText(/missing or not shared\. Share it as “Anyone with the link”/)).toBeVisible();
  await scan(page);

  await link.fill(linkTo(flight));
  await expect(dialog.getByText(`Google Drive folder, ${photos} photos`)).toBeVisible();
  const preview = dialog.locator('img[src^="/api/links/picture/"]');
  await expect(preview).toHaveCount(4);
  for (const picture of await preview.all()) await seen(picture);
  await scan(page);
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'Session created');
});

test('a client sees the photos in their order and large, for few bytes, all through our own address', async ({
  as,
  product,
}) => {
  const id = await release(await as('admin'), flight);
  // Nothing of the product is in the browser's cache yet.
  const page = await as('client', { path: 'about:blank' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { first, whole } = await weigh(page, () => page.goto(`/sessions/${id}`));
  const description = `first photo after ${weightText(first)}, all at rest after ${weightText(whole)}`;
  test.info().annotations.push({ type: 'over the wire', description });
  expect(whole.bytes, 'bytes of the page before a photo is opened').toBeLessThanOrEqual(410_000);
  for (const nth of [1, 2, 10, 11])
    await expect(tiles(page).nth(nth - 1)).toHaveAccessibleName(`Open DJI_${nth}.jpg, ${nth} of ${photos}`);
  await scan(page);
  await tiles(page).nth(1).click();
  await expect(lightbox(page).getByText(new RegExp(`^2 of ${photos}( · |$)`))).toBeVisible();
  await expect(lightbox(page).getByRole('heading', { name: 'DJI_2.jpg' })).toBeVisible();
  await seen(lightbox(page).locator('.yarl__slide_current .yarl__slide_image'));
  await scan(page);
  expect(asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== product.url)).toEqual([]);

  // On a phone that saves data the first screen costs less.
  const saving = await as('client', { phone: true, path: 'about:blank' });
  await saving.context().addCookies([{ name: 'topout_data', value: 'saved', url: product.url }]);
  const saved = await weigh(saving, () => saving.goto(`/sessions/${id}`));
  const weights = `first photo after ${weightText(saved.first)}, all at rest after ${weightText(saved.whole)}`;
  test.info().annotations.push({ type: 'over the wire, saving data', description: weights });
  expect(saved.whole.bytes, 'bytes of the first screen where data are saved').toBeLessThanOrEqual(310_000);
  // What is further down comes as one gets there, and what nobody gets to does not.
  const pictures = tiles(saving).locator('img');
  await expect(pictures.last()).not.toHaveAttribute('src');
  await tiles(saving).last().scrollIntoViewIfNeeded();
  await seen(pictures.last());
});

type Weight = { requests: number; bytes: number };
const weightText = ({ requests, bytes }: Weight) => `${requests} requests and ${Math.round(bytes / 1000)} kB`;

/**
 * The main stylesheet and the typeface, which the starter fetches some seconds later: on a busy machine the network is not idle before. And
 * the login page for an offline logout, which the service worker, blocked here, fetches anyway.
 */
const isForTheNextPage = (url: string) =>
  /\/(index-[\w-]+\.css|inter-[\w-]+\.woff2|(login-page|lone-form|entrance|push-device)-[\w-]+\.js)$/.test(url);

/** Bytes over the network until the first photo was shown, and until the network was idle. */
async function weigh(page: Page, open: () => Promise<unknown>): Promise<{ first: Weight; whole: Weight }> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const sum: Weight = { requests: 0, bytes: 0 };
  const counted = new Set<string>();
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!isForTheNextPage(request.url)) counted.add(requestId);
    sum.requests = counted.size;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) sum.bytes += encodedDataLength;
  });
  await open();
  await page.waitForFunction(() => {
    const photo = document.querySelector<HTMLImageElement>('[data-photo="chosen"] img');
    return photo?.complete && photo.naturalWidth > 0;
  });
  const first = { ...sum };
  await page.waitForLoadState('networkidle');
  return { first, whole: { ...sum } };
}

test('while Drive answers nothing more today, the photos of before are still shown', async ({ as, drive }) => {
  const id = await release(await as('admin'), small);
  const client = await as('client', { path: `/sessions/${id}` });
  await expect(tiles(client)).toHaveCount(3);
  drive.refuse({ status: 403, reason: 'dailyLimitExceeded', times: 1000, url: '/drive/v3/' });
  await client.reload();
  await expect(tiles(client)).toHaveCount(3);
  await seen(chosen(client));
  await tiles(client).nth(2).click();
  await seen(lightbox(client).locator('.yarl__slide_current .yarl__slide_image'));

  const crew = await as('photographer');
  await crew.getByRole('button', { name: 'New Progress Session' }).click();
  const dialog = crew.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), 'Lekki Palm Residences');
  await dialog.getByLabel('Drone Photos').fill(linkTo('1AnotherFlightOverLekki'));
  await expect(dialog.getByText(/has reached a daily limit: try again tomorrow/)).toBeVisible();
});

base('without a key Drive shows the folder itself, and admins read what to set', async ({ as }) => {
  const page = await as('admin');
  const id = await release(page, flight);
  await page.route('https://drive.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Drive</title><p>The folder.</p>' }),
  );
  await page.goto(`/sessions/${id}`);
  const frame = `https://drive.google.com/embeddedfolderview?id=${flight}#grid`;
  await expect(page.locator('iframe')).toHaveAttribute('src', frame);
  await expect(page.getByText(/^Google Drive is not set up here: an admin sets GOOGLE_DRIVE_API_KEY/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open in new tab/ })).toHaveAttribute('href', linkTo(flight));
  await scan(page);
  // The demo that other journeys share stays as it was.
  expect((await page.request.delete(`/api/sessions/${id}`)).ok()).toBe(true);
});
