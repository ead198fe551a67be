// Somebody with a code from the session's page and files of a ZIP finds out what was released, on a phone, and nothing is uploaded.
import { Buffer } from 'node:buffer';
import type { Page, Request } from '@playwright/test';
import type { Session } from '#contract/sessions/endpoints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

/** The newest released one with drone pictures. */
async function newestRelease(page: Page): Promise<number> {
  const found = (await (await page.request.get('/api/sessions?limit=100')).json()) as Session[];
  const dated = found.filter(({ released, droneImagesUrl }) => released && droneImagesUrl);
  return dated.sort((a, b) => (a.captureDate < b.captureDate ? 1 : -1))[0]?.id ?? 0;
}

/** What the page asks for from now on. */
function listen(page: Page): Request[] {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  return asked;
}
const pathsOf = (asked: readonly Request[]) => asked.map((request) => new URL(request.url()).pathname);

const file = (name: string, text: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(text) });

test('a client follows the code of a release, and their ZIP is checked on the phone without a byte of it leaving', async ({
  as,
  browser,
  product,
}) => {
  const client = await as('client', { phone: true });
  const id = await newestRelease(client);
  await client.goto(`/sessions/${id}`);
  const card = client
    .getByRole('region', { name: 'Evidence' })
    .or(client.locator('section', { hasText: 'Evidence' }).last());
  // The release of the demo is sealed in the background: the page says so when it is.
  const link = client.getByRole('link', { name: /^Check code / });
  await expect(link).toBeVisible({ timeout: 90_000 });
  await expect(card).toContainText('As the pictures themselves say');
  await scan(client);
  await fits(client);
  const code = (await link.innerText()).replace('Check code ', '');
  const zip = await client.request.get(`/api/sessions/${id}/pictures.zip?size=s1600`);
  const pictures = { name: 'pictures.zip', mimeType: 'application/zip', buffer: await zip.body() };

  const stranger = await (
    await browser.newContext({ viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true })
  ).newPage();
  await stranger.goto(`${product.url}/verify/${code}`);
  await expect(stranger.getByText('this is consistent with what was sealed')).toBeVisible();
  const asked = listen(stranger);
  await stranger.getByLabel('Files or a ZIP').setInputFiles([pictures, file('mine.jpg', 'a picture of mine')]);
  const checked = stranger.getByText(/^Checked: /);
  await expect(checked).toHaveText(/^Checked: 2 not in this release, \d+ released\.$/, { timeout: 30_000 });
  // Theirs, and the list of pictures that is made for each ZIP.
  await expect(stranger.getByText('mine.jpg: Not in this release')).toBeVisible();
  expect(pathsOf(asked).filter((path) => path !== '/verify/hasher.js')).toEqual([`/api/verify/${code}/seal`]);
  await stranger.getByText(/^\d+ released$/).click();
  await expect(stranger.getByText('In this release: the copy for clients').first()).toBeVisible();
  await scan(stranger);
  await fits(stranger);

  asked.length = 0;
  await stranger.getByRole('button', { name: 'Search all releases for the others' }).click();
  await expect(checked).toHaveText(/^Checked: 2 not known here, \d+ released\.$/);
  await expect(stranger.getByText('mine.jpg: Not known here')).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Look for the others' })).toHaveCount(0);
  const bodies = asked.map((request) => request.postData() ?? '');
  expect(pathsOf(asked)).toEqual(['/api/verify/hashes']);
  expect(bodies[0]).toMatch(/^\{"hashes":\["[0-9a-f]{64}","[0-9a-f]{64}"\]\}$/);
});

test('without a code only hashes are sent, a line that breaks is tried again, and without script codes are checked', async ({
  as,
  browser,
  product,
}) => {
  const client = await as('client');
  const id = await newestRelease(client);
  await client.goto(`/sessions/${id}`);
  await expect(client.getByRole('link', { name: /^Check code / })).toBeVisible({ timeout: 90_000 });
  const zip = await client.request.get(`/api/sessions/${id}/pictures.zip?size=full`);
  const context = await browser.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${product.url}/verify`);
  await context.route('**/api/verify/hashes', (route) => route.abort());
  await page
    .getByLabel('Files or a ZIP')
    .setInputFiles([{ name: 'pictures.zip', mimeType: 'application/zip', buffer: await zip.body() }]);
  await expect(page.getByText('The connection was lost.')).toBeVisible({ timeout: 30_000 });
  await context.unroute('**/api/verify/hashes');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Checked: .*\d+ released\.$/)).toBeVisible();
  await expect(page.getByText(/: Released on \w+ \d+, 20\d\d$/).first()).toBeAttached();
  await scan(page);

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(`${product.url}/verify`);
  await expect(plain.locator('main noscript')).toBeVisible();
  await expect(plain.getByLabel('Files or a ZIP')).toBeHidden();
});
