// A photographer without a drive: files go to the company's own storage from the form of a session, also over a line that breaks.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Media } from '#contract/media.ts';
import { choose, expect, said, scan, test } from './fixtures.ts';

const green = { create: { width: 640, height: 480, channels: 3, background: 'seagreen' } } as const;

async function photo(name: string, taken: string) {
  const exif = { IFD2: { DateTimeOriginal: taken } };
  return { name, mimeType: 'image/jpeg', buffer: await sharp(green).jpeg().withExif(exif).toBuffer() };
}

/** Two parts long. */
function film(name: string) {
  const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([head, randomBytes(9_000_000)]) };
}

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New Progress Session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), 'Lekki Palm Residences');
  await dialog.getByLabel('Site').selectOption({ index: 1 });
  return dialog;
}

test('a photographer uploads pictures on a phone: refused ones are named, the day is proposed, and an admin sees the others', async ({
  as,
}) => {
  const page = await as('photographer', { phone: true });
  const dialog = await openForm(page);
  await dialog.getByRole('button', { name: 'Upload Drone Photos' }).click();
  const files = [
    await photo('DJI_0001.JPG', '2026:02:11 09:15:00'),
    await photo('DJI_0002.JPG', '2026:02:11 09:16:00'),
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html>'.padEnd(300)) },
  ];
  await dialog.locator('input[type="file"]:not([capture])').first().setInputFiles(files);
  await expect(dialog.getByText('2 of 2 uploaded')).toBeVisible();
  await expect(dialog.getByText(/^page\.jpg: This is no JPEG/)).toBeVisible();
  await expect(dialog.getByLabel('Drone Photos')).toHaveValue(/^\/media\/folders\/uploads\/[0-9a-f]{32}$/);
  await dialog.getByRole('button', { name: 'Use as capture date' }).click();
  await expect(dialog.getByLabel('Capture Date')).toHaveValue('2026-02-11');
  await expect(dialog.getByText('Own storage folder, 2 photos')).toBeVisible();
  await scan(page);
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'Session created');
  const admin = await as('admin', { path: '/approvals' });
  const [newest] = await (await admin.request.get('/api/sessions?status=pending&limit=1')).json();
  const media = (await (await admin.request.get(`/api/sessions/${newest.id}/media/drone`)).json()) as Media;
  expect(media.items.map(({ name }) => name)).toEqual(['DJI_0001.JPG', 'DJI_0002.JPG']);
});

test('an upload goes on after a broken line and a reload, with the draft of the form, once the same file is chosen again', async ({
  as,
}) => {
  const page = await as('photographer');
  const sent = film('flight.mp4');
  const offsets: string[] = [];
  let isBroken = true;
  await page.route('**/api/uploads/files/*', async (route) => {
    const offset = route.request().headers()['upload-offset'];
    if (offset === undefined) return route.fallback();
    if (isBroken && offset !== '0') return route.abort('connectionreset');
    offsets.push(offset);
    return route.fallback();
  });
  const dialog = await openForm(page);
  await dialog.getByRole('button', { name: 'Upload Videos' }).click();
  await dialog.locator('input[type="file"]:not([capture])').first().setInputFiles([sent]);
  await expect(dialog.getByLabel('Videos')).toHaveValue(/uploads/);
  await expect(dialog.getByText('0 of 1 uploaded')).toBeVisible();
  await expect.poll(() => offsets.length).toBe(1);
  isBroken = false;
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'New Progress Session' }).first().click();
  await expect(dialog.getByText('1 file of this upload did not come whole')).toBeVisible();
  await scan(page);
  await dialog.locator('input[type="file"]:not([capture])').first().setInputFiles([sent]);
  await expect(dialog.getByText('1 of 1 uploaded')).toBeVisible();
  expect(Number(offsets[1])).toBeGreaterThan(0);
});
