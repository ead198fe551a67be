// A photographer uploads files from the session form to the company's own storage, also over a connection that breaks.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Media } from '#contract/media/endpoints.ts';
import { choose, demoPassword, expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';
import { randomVideo } from '#server/test-support/files/sent-files.ts';

const green = { create: { width: 640, height: 480, channels: 3, background: 'seagreen' } } as const;

/** In London, far from all sites of the demo. */
const away = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' };

async function photo(name: string, taken: string, place: Record<string, string> = {}) {
  const exif = { IFD2: { DateTimeOriginal: taken }, IFD3: place };
  return { name, mimeType: 'image/jpeg', buffer: await sharp(green).jpeg().withExif(exif).toBuffer() };
}

/** Two parts long. */
function film(name: string) {
  return { name, mimeType: 'video/mp4', buffer: randomVideo(9_000_000) };
}

/** A project of this journey alone; its site is in Lagos. */
async function ownProject(as: (username: string) => Promise<Page>, name: string): Promise<void> {
  const admin = await as('admin');
  const [photographer, client] = await Promise.all(
    ['photographer', 'client'].map(async (username) => {
      const found = await (await admin.request.get(`/api/users?q=${username}&limit=50`)).json();
      return found.find((user: { username: string }) => user.username === username).id;
    }),
  );
  const site = { name: 'Block A', photographerId: photographer, latitude: 6.43, longitude: 3.47 };
  const data = { project: { name, clientId: client }, sites: [site] };
  expect((await admin.request.post('/api/projects', { data })).status()).toBe(201);
  await admin.context().close();
}

/** A phone's connection with one bar: limits the bytes sent per second. */
async function slowLine(page: Page, uploadThroughput: number) {
  const cdp = await page.context().newCDPSession(page);
  const line = { latency: 300, downloadThroughput: 200_000, uploadThroughput };
  const emulate = (offline: boolean) => cdp.send('Network.emulateNetworkConditions', { ...line, offline });
  await emulate(false);
  return { cut: () => emulate(true), mend: () => emulate(false) };
}

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').toLowerCase());

/** The colour in the middle of what is drawn. */
async function middleOf(part: Locator): Promise<string> {
  const { data, info } = await sharp(await part.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

async function openForm(page: Page, project: string) {
  await page.getByRole('button', { name: 'New Progress Session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), project);
  // The only one there is.
  await expect(dialog.getByLabel('Site').locator('option:checked')).toHaveText('Block A');
  return dialog;
}

test('a photographer uploads pictures on a phone: refused ones are named, the day is proposed, and an admin sees the others', async ({
  as,
  api,
}) => {
  const project = 'Uploaded from a phone';
  await ownProject(as, project);
  const page = await as('photographer', { phone: true });
  const dialog = await openForm(page, project);
  await dialog.getByRole('button', { name: 'Upload Drone Photos' }).click();
  const files = [
    await photo('DJI_0001.JPG', '2026:02:11 09:15:00', away),
    await photo('DJI_0002.JPG', '2026:02:11 09:16:00'),
    { name: 'DJI_0001.SRT', mimeType: 'text/plain', buffer: Buffer.from('1\n00:00:00,000 --> 00:00:00,033\n') },
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html>'.padEnd(300)) },
  ];
  const announced = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/uploads'));
  await dialog.locator('input[type="file"]:not([capture])').first().setInputFiles(files);
  await expect(dialog.getByText('2 of 2 uploaded')).toBeVisible();
  // The form still moves: it names what was refused.
  await expect
    .poll(() => middleOf(dialog.getByRole('progressbar')), 'the bar has the company’s colour')
    .toBe(await accentOf(page));
  await expect(dialog.getByText(/^page\.jpg: This is not a JPEG/)).toBeVisible();
  await expect(dialog.getByText(/^DJI_0001\.SRT: This is not a JPEG/)).toBeVisible();
  const names = (await announced).postDataJSON().files.map(({ name }: { name: string }) => name);
  expect(names, 'no byte of the others travels').toEqual(['DJI_0001.JPG', 'DJI_0002.JPG']);
  await expect(dialog.getByLabel('Drone Photos')).toHaveValue(/^\/media\/folders\/uploads\/[0-9a-f]{32}$/);
  // The camera's picture follows over a slow connection that breaks once.
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Use the camera' }).tap();
  const camera = await choosing;
  expect([camera.isMultiple(), await camera.element().getAttribute('capture')]).toEqual([false, 'environment']);
  const line = await slowLine(page, 40_000);
  const noise = { create: { ...green.create, noise: { type: 'gaussian', mean: 128, sigma: 60 } as const } };
  await camera.setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: await sharp(noise).jpeg().toBuffer() });
  await expect(dialog.getByText('2 of 3 uploaded')).toBeVisible();
  await expect(dialog.getByText(/^[1-9]\d? % · /)).toBeVisible();
  await fits(page);
  await line.cut();
  await line.mend();
  await expect(dialog.getByText('3 of 3 uploaded')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use as capture date' }).click();
  await expect(dialog.getByLabel('Capture Date')).toHaveValue('2026-02-11');
  await expect(dialog.getByText(/^These pictures were taken 5,?\d{3} km from this site/)).toBeVisible();
  await expect(dialog.getByText('Own storage folder, 3 photos')).toBeVisible();
  await expect(dialog.getByText('1 of 1 link checked')).toBeVisible();
  await scan(page);
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'Session created');
  const admin = await api('admin');
  const [newest] = await (await admin.get('/api/sessions?status=pending&limit=1')).json();
  const media = (await (await admin.get(`/api/sessions/${newest.id}/media/drone`)).json()) as Media;
  expect(media.items.map(({ name }) => name)).toEqual(['DJI_0001.JPG', 'DJI_0002.JPG', 'image.jpg']);
});

test('an upload that the device has no room for goes on after a broken connection and a reload, with the draft of the form, once the same file is chosen again', async ({
  as,
}) => {
  await ownProject(as, 'No room on the device');
  const page = await as('photographer');
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 1, usage: 1 });
  });
  await page.goto(page.url());
  // On a card, as it is: chosen again it was not changed meanwhile.
  const card = mkdtempSync(join(tmpdir(), 'topout-card-'));
  const sent = join(card, 'flight.mp4');
  writeFileSync(sent, film('flight.mp4').buffer);
  const offsets: string[] = [];
  let isBroken = true;
  await page.route('**/api/uploads/files/*', async (route) => {
    const offset = route.request().headers()['upload-offset'];
    if (offset === undefined) return route.fallback();
    if (isBroken && offset !== '0') return route.abort('connectionreset');
    offsets.push(offset);
    return route.fallback();
  });
  const dialog = await openForm(page, 'No room on the device');
  await dialog.getByRole('button', { name: 'Upload Videos' }).click();
  await expect(dialog.getByLabel('Only on Wi-Fi')).toHaveCount(0);
  await dialog.locator('input[type="file"]:not([capture])').first().setInputFiles([sent]);
  await expect(dialog.getByLabel('Videos')).toHaveValue(/uploads/);
  await expect(dialog.getByText('0 of 1 uploaded')).toBeVisible();
  await expect(dialog.getByText('This device has no room to keep flight.mp4.')).toBeVisible();
  await expect.poll(() => offsets.length).toBe(1);
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  // No earlier: on a slow machine the rest would arrive before the page unloads.
  isBroken = false;
  await page.getByRole('button', { name: 'New Progress Session' }).first().click();
  await expect(dialog.getByText('1 file of this upload did not arrive completely')).toBeVisible();
  await scan(page);
  await dialog.locator('input[type="file"]:not([capture])').first().setInputFiles([sent]);
  await expect(dialog.getByText('1 of 1 uploaded')).toBeVisible();
  expect(Number(offsets[1])).toBeGreaterThan(0);
  rmSync(card, { recursive: true });
});

/** How many files the device keeps. */
function countKept(): Promise<number> {
  return new Promise((resolve) => {
    void indexedDB.databases().then((found) => {
      const name = found.find((one) => one.name?.startsWith('topout-files-'))?.name;
      if (!name) return resolve(0);
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('facts').objectStore('facts').count();
        counting.onsuccess = () => resolve(counting.result);
        opening.result.close();
      };
    });
  });
}

/** What phones say about their connection, and most desktops do not. */
function onLine(type: string): void {
  const line = Object.assign(new EventTarget(), { type: type });
  Object.defineProperty(navigator, 'connection', { value: line });
}

test('an upload waits for Wi-Fi where that was asked for, goes on by itself after a reload, and shows a whole folder in its groups', async ({
  as,
}) => {
  await ownProject(as, 'Only on Wi-Fi');
  const card = mkdtempSync(join(tmpdir(), 'topout-card-'));
  for (const folder of ['100MEDIA', '101MEDIA']) {
    mkdirSync(join(card, folder));
    const { buffer } = await photo('DJI_0001.JPG', '2026:02:11 09:15:00');
    writeFileSync(join(card, folder, 'DJI_0001.JPG'), buffer);
  }
  const page = await as('photographer');
  await page.addInitScript(onLine, 'cellular');
  await page.goto(page.url());
  const dialog = await openForm(page, 'Only on Wi-Fi');
  await dialog.getByRole('button', { name: 'Upload Drone Photos' }).click();
  await dialog.getByLabel('Only on Wi-Fi').check();
  await dialog.locator('input[webkitdirectory]').setInputFiles(card);
  await expect(dialog.getByText('0 of 2 uploaded · Waits for Wi-Fi')).toBeVisible();
  await scan(page);
  const link = await dialog.getByRole('textbox', { name: 'Drone Photos' }).inputValue();
  await expect.poll(() => page.evaluate(countKept)).toBe(2);
  page.on('dialog', (question) => void question.accept());
  // A server that restarts is asked again, and nothing is discarded meanwhile.
  const busy = { status: 503, json: { message: 'Starting', code: 'unavailable' } };
  await page.route(/\/api\/uploads\/[^/]+$/, (route) => route.fulfill(busy), { times: 1 });
  // As if somebody had opened too many tabs: once it is dropped this one stops reconnecting.
  let drop = async (): Promise<void> => undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    drop = () => socket.close({ code: 4429 });
  });
  await page.reload();
  const bar = page.getByRole('region', { name: 'Uploads' });
  await expect(bar.getByText('0 of 2 uploaded · Waits for Wi-Fi')).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => {
    const { connection } = navigator as unknown as { connection: EventTarget & { type: string } };
    connection.type = 'wifi';
    connection.dispatchEvent(new Event('change'));
  });
  await expect(bar.getByText('2 of 2 uploaded')).toBeVisible();
  const { files } = await (await page.request.get(`/api/uploads/${link.split('/').at(-1)}`)).json();
  expect(files.map(({ folder, name }: { folder: string; name: string }) => [folder, name]).sort()).toEqual([
    ['100MEDIA', 'DJI_0001.JPG'],
    ['101MEDIA', 'DJI_0001.JPG'],
  ]);
  await expect.poll(() => page.evaluate(countKept)).toBe(0);
  // The banner about the connection takes several lines on a phone, and stands below the bar.
  await page.setViewportSize({ width: 360, height: 740 });
  const strip = page.locator('[data-line-strip]');
  const edges = async () =>
    [(await bar.boundingBox()) ?? { y: 0, height: 0 }, (await strip.boundingBox()) ?? { y: 0 }] as const;
  // A response that was still on its way connects it again: then it is dropped once more.
  await expect(async () => {
    await drop();
    await expect(strip).toContainText('No live connection', { timeout: 2_000 });
    const [above, below] = await edges();
    expect(below.y - above.y - above.height).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  rmSync(card, { recursive: true });
});

/** Uploaded and submitted by this person, without the form. */
async function submitted(page: Page, project: string, name: string): Promise<{ id: number; droneImagesUrl: string }> {
  const { buffer } = await photo(name, '2026:02:11 09:15:00');
  const [{ id: projectId }] = await (await page.request.get(`/api/projects?q=${encodeURIComponent(project)}`)).json();
  const [{ id: siteId }] = await (await page.request.get(`/api/projects/${projectId}/sites`)).json();
  const data = { projectId, files: [{ name, bytes: buffer.length }] };
  const upload = await (await page.request.post('/api/uploads', { data })).json();
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const part = await page.request.patch(`/api/uploads/files/${upload.files[0].id}`, { headers, data: buffer });
  expect(part.status()).toBe(204);
  const droneImagesUrl = `/media/folders/uploads/${upload.id}`;
  const session = { projectId, siteId, captureDate: '2026-02-11', droneImagesUrl };
  return (await page.request.post('/api/sessions', { data: session })).json();
}

const namesOf = async (api: APIRequestContext, id: number) =>
  ((await (await api.get(`/api/sessions/${id}/media/drone`)).json()) as Media).items.map(({ name }) => name);

test('an admin adds pictures to a released upload, dropped twice in a row: the link stays, clients lose nothing, and another link is replaced only by a yes', async ({
  as,
  api,
}) => {
  const project = 'Added to by an admin';
  await ownProject(as, project);
  const crew = await as('photographer');
  const session = await submitted(crew, project, 'DJI_0001.JPG');
  const page = await as('admin');
  expect((await page.request.put(`/api/sessions/${session.id}/approve`, { data: {} })).status()).toBe(200);
  await page.goto(`/sessions?q=${encodeURIComponent(project)}`);
  await page.getByRole('button', { name: 'Edit session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Session' });
  const field = dialog.getByRole('textbox', { name: 'Drone Photos' });
  await expect(field).toHaveValue(session.droneImagesUrl);
  const input = dialog.locator('input[type="file"]:not([capture])').first();
  await input.setInputFiles([await photo('DJI_0002.JPG', '2026:02:11 09:16:00')]);
  await input.setInputFiles([await photo('DJI_0003.JPG', '2026:02:11 09:17:00', away)]);
  await expect(dialog.getByText('2 of 2 uploaded')).toBeVisible();
  await expect(field).toHaveValue(session.droneImagesUrl);
  await dialog.getByRole('button', { name: 'Upload Videos' }).click();
  const videos = dialog.getByRole('textbox', { name: 'Videos' });
  await videos.fill('https://youtu.be/aqz-KE-bpKQ');
  await dialog
    .locator('input[type="file"]:not([capture])')
    .nth(2)
    .setInputFiles([film('flight.mp4')]);
  const question = page.getByRole('alertdialog', { name: 'Replace the link' });
  await expect(question).toBeVisible();
  await scan(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(videos).toHaveValue('https://youtu.be/aqz-KE-bpKQ');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await namesOf(page.request, session.id)).toEqual(['DJI_0001.JPG', 'DJI_0002.JPG', 'DJI_0003.JPG']);
  expect(await namesOf(await api('client'), session.id)).toEqual(['DJI_0001.JPG']);
});

async function logIn(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

test('pictures chosen and submitted offline survive with their session an ended login and another person’s, and arrive once when online, though the page was closed meanwhile', async ({
  as,
  api,
}) => {
  const project = 'Chosen without a line';
  await ownProject(as, project);
  const page = await as('photographer', { phone: true });
  const dialog = await openForm(page, project);
  await dialog.getByRole('button', { name: 'Upload Drone Photos' }).click();
  await expect(dialog.getByText(/kept on this device until it is sent.*there is room for \d/)).toBeVisible();
  await page.context().setOffline(true);
  const taken = ['DJI_0001.JPG', 'DJI_0002.JPG'].map((name) => photo(name, '2026:02:11 09:15:00'));
  await dialog
    .locator('input[type="file"]:not([capture])')
    .first()
    .setInputFiles(await Promise.all(taken));
  await expect(dialog.getByText('0 of 2 uploaded · No connection. The upload continues by itself')).toBeVisible();
  await expect(dialog.getByLabel('Drone Photos')).toHaveValue(/^\/media\/folders\/uploads\/[0-9a-f]{32}$/);
  await fits(page);
  await expect.poll(() => page.evaluate(countKept)).toBe(2);
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'Not sent yet');
  const context = page.context();
  await context.clearCookies({ name: /topout_login/ });
  await context.setOffline(false);
  await logIn(page, 'client');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(countKept), 'for their own person').toBe(2);
  await expect(page.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0);
  await page.close();
  await context.clearCookies({ name: /topout_login/ });
  const next = await context.newPage();
  await next.goto('/dashboard');
  const crew = await api('photographer');
  expect(await (await crew.get(`/api/sessions?q=${encodeURIComponent(project)}&limit=1`)).json()).toEqual([]);
  await logIn(next, 'photographer');
  const found = async () => {
    const [session] = await (await crew.get(`/api/sessions?q=${encodeURIComponent(project)}&limit=1`)).json();
    return session ? [session.travelling, await namesOf(crew, session.id)] : null;
  };
  await expect.poll(found, { timeout: 60_000 }).toEqual([null, ['DJI_0001.JPG', 'DJI_0002.JPG']]);
  await expect.poll(() => next.evaluate(countKept)).toBe(0);
});
