// A client takes a whole project along as one archive, and reads it from a folder of their own, without a server.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { Project } from '#contract/projects/endpoints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';

const projectName = 'Lekki Palm Residences';

async function projectOf(page: Page): Promise<number> {
  const all = (await (await page.request.get('/api/projects?limit=100')).json()) as Project[];
  return all.find(({ name }) => name === projectName)?.id ?? 0;
}

async function download(client: Page): Promise<Buffer> {
  await client.goto(`/projects/${await projectOf(client)}`);
  await client.getByRole('button', { name: 'Project archive' }).click();
  const dialog = client.getByRole('dialog', { name: 'Project archive' });
  await dialog.getByRole('button', { name: 'Prepare archive' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await client.keyboard.press('Escape');
  await client.getByRole('button', { name: 'Project archive' }).click();
  await expect(dialog.getByText(/^\d+ files of \d+ visits, /)).toBeVisible({ timeout: 240_000 });
  await scan(client);
  const saved = client.waitForEvent('download');
  await dialog.getByRole('link', { name: /^Download · / }).click();
  return readFileSync(await (await saved).path());
}

/** The folder in which index.html lies. */
function unpack(zip: Buffer, to: string): string {
  for (const [name, bytes] of readZip(zip)) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), bytes);
  }
  const [first = ''] = readZip(zip).keys();
  return join(to, dirname(first));
}

async function openPage(browser: Browser, file: string, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 760 }, javaScriptEnabled });
  const page = await context.newPage();
  page.on('request', (request) => expect(request.url()).toMatch(/^(file|data):/));
  await page.goto(pathToFileURL(file).href);
  return page;
}

/** All pictures on the page that can be seen are there. */
async function picturesLoad(page: Page): Promise<void> {
  const broken = () =>
    page.evaluate(async () => {
      const images = [...document.images].filter((image) => image.checkVisibility());
      for (const image of images) image.loading = 'eager';
      await Promise.allSettled(images.map((image) => image.decode()));
      return images.length === 0 ? 'none is there yet' : images.filter((image) => image.naturalWidth === 0).length;
    });
  await expect.poll(broken).toBe(0);
}

test('a client takes the whole project along, and opens it from a folder without a server', async ({ as, browser }) => {
  test.setTimeout(480_000);
  const folder = mkdtempSync(join(tmpdir(), 'topout-handover-'));
  try {
    const root = unpack(await download(await as('client', { phone: true })), folder);
    const index = join(root, 'index.html');

    const plain = await openPage(browser, index, false);
    await expect(plain.getByRole('heading', { name: projectName })).toBeVisible();
    await plain.getByRole('listitem').getByRole('link').first().click();
    await expect(plain.getByRole('heading', { name: /^Visit of / })).toBeVisible();

    const page = await openPage(browser, index);
    await scan(page);
    await page.getByRole('listitem').getByRole('link').first().click();
    await picturesLoad(page);
    await scan(page);

    await page.getByRole('link', { name: 'Viewpoints' }).click();
    await picturesLoad(page);
    const ruler = page.getByRole('slider', { name: /^Visit of / }).first();
    const before = await ruler.getAttribute('aria-valuetext');
    await ruler.focus();
    // Neighbours may be of one day.
    await page.keyboard.press('Home');
    await expect(ruler).not.toHaveAttribute('aria-valuetext', before ?? '');
    await scan(page);

    await page.getByRole('link', { name: 'Compare' }).click();
    await picturesLoad(page);
    const divider = page.getByRole('slider');
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(divider).toHaveValue('51');
    await page.getByLabel('Right: visit').selectOption({ index: 1 });
    await picturesLoad(page);
    await scan(page);
    for (const name of ['Concerns', 'Stages']) {
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await scan(page);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
