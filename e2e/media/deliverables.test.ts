// What was made for the client: an admin releases a visit whose package, raw files and report lie in the product's own storage, and people open them.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const stage = '/media/folders/demo/residential-block/stage-5';
const links = {
  droneImagesUrl: `${stage}/drone`,
  indoorImagesUrl: `${stage}/indoor`,
  videoUrl: `${stage}/videos`,
  tour360Url: `${stage}/tour360`,
  orthomosaicUrl: `${stage}/orthomosaic`,
  deliverablePackageUrl: stage,
  rawFilesUrl: `${stage}/drone`,
  reportUrl: `${stage.replace('folders', 'files')}/orthomosaic/map.tif`,
};

type Submitted = { id: number };
type Listed = { projectId: number; siteId: number };

async function submit(crew: Page): Promise<number> {
  const likes = (await (await crew.request.get('/api/sessions?status=approved&q=Lekki Palm')).json()) as Listed[];
  const { projectId, siteId } = likes[0] ?? {};
  const data = { projectId, siteId, captureDate: '2026-02-10', notes: 'With all that was made of it.', ...links };
  return ((await (await crew.request.post('/api/sessions', { data })).json()) as Submitted).id;
}

async function saved(page: Page, link: Locator): Promise<{ bytes: Buffer; name: string }> {
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await link.click();
  const file = await download;
  return { bytes: readFileSync(await file.path()), name: file.suggestedFilename() };
}

test('a client saves files of the package and the report of a released visit on a phone, and the photographer the raw files by keyboard', async ({
  as,
}) => {
  const crew = await as('photographer');
  const id = await submit(crew);
  const admin = await as('admin', { path: `/approvals/${id}` });
  await admin.getByRole('button', { name: 'Deliverable package' }).click();
  await expect(admin.getByRole('dialog', { name: 'Deliverable package' }).getByRole('link').first()).toBeVisible();
  await admin.keyboard.press('Escape');
  expect((await admin.request.put(`/api/sessions/${id}/approve`, { data: {} })).status()).toBe(200);

  const client = await as('client', { phone: true, path: `/sessions/${id}` });
  const about = client.getByRole('complementary', { name: 'About this session' });
  await about.getByRole('button', { name: 'Deliverable package' }).click();
  const files = client.getByRole('dialog', { name: 'Deliverable package' });
  await expect(files.getByText(/^\d+ files · more than [\d.]+ [kM]B$/)).toBeVisible();
  await expect(files.getByRole('heading', { name: 'drone' })).toBeVisible();
  await scan(client);
  await fits(client);
  const picture = await saved(client, files.getByRole('link', { name: '01.jpg JPEG' }).first());
  expect(picture.name).toBe('01.jpg');
  const { format, exif } = await sharp(picture.bytes).metadata();
  expect([format, exif]).toEqual(['jpeg', undefined]);
  await files.getByRole('button', { name: 'Close' }).first().click();
  const report = await saved(client, about.getByRole('link', { name: /^Report map\.tif · [\d.]+ [kM]B$/ }));
  expect([report.name, report.bytes.subarray(0, 2).toString()]).toEqual(['map.tif', 'II']);
  await about.getByRole('button', { name: 'Raw files' }).click();
  const kept = client.getByRole('dialog', { name: 'Raw files' });
  await expect(kept.getByText(/^\d+ files are only for the photographer and the admins\.$/)).toBeVisible();
  await expect(kept.getByRole('link')).toHaveCount(0);
  await scan(client);

  await crew.goto(`/sessions/${id}`);
  const raw = crew.getByRole('button', { name: 'Raw files' });
  await raw.press('Enter');
  const originals = crew.getByRole('dialog', { name: 'Raw files' });
  await expect(originals.getByText(/^\d+ files · [\d.]+ [kM]B$/)).toBeVisible();
  const first = originals.getByRole('link').first();
  await first.focus();
  const download = crew.waitForEvent('download');
  await first.press('Enter');
  expect((await download).suggestedFilename()).toBe('01.jpg');
  await crew.keyboard.press('Escape');
  await expect(raw).toBeFocused();
  expect((await crew.request.delete(`/api/sessions/${id}`)).status()).toBe(200);
});
