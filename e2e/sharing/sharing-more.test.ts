// What else is shared: a report as a file, without script too; 360° pictures and maps to look around in; the very pictures of a comparison.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { doubleTap, pinch } from '#e2e/fingers.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';

type Listed = {
  id: number;
  captureDate: string;
  project: { id: number; name: string };
  droneImagesUrl: string | null;
  tour360Url: string | null;
  orthomosaicUrl: string | null;
};
const isOurs = (link: string | null) => link?.startsWith('/media/') ?? false;

async function visits(page: Page): Promise<Listed[]> {
  const answer = await page.request.get('/api/sessions?sort=captureDate&status=approved&limit=500');
  return ((await answer.json()) as Listed[]).filter(({ droneImagesUrl }) => isOurs(droneImagesUrl));
}

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share', exact: true });

async function makeLink(page: Page, button: string, recipient: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await shareDialog(page).getByLabel('Recipient').fill(recipient);
  await scan(page);
  await shareDialog(page).getByRole('button', { name: 'Make link' }).click();
  const address = shareDialog(page).getByLabel(`Link for ${recipient}`);
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/);
  return address.inputValue();
}

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
const stranger = async (browser: Browser, more: object = phone): Promise<Page> =>
  (await browser.newContext(more)).newPage();
/** Others want the machine too. */
const patient = { timeout: 120_000 };

/** Where a picture comes to lie, in parts of the box that its untouched layout takes. */
function place(image: Element) {
  const { left, top, width, height } = image.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = image as HTMLElement;
  const box = (image.parentElement as HTMLElement).getBoundingClientRect();
  const across = (box.width - offsetWidth) / 2;
  const down = (box.height - offsetHeight) / 2;
  return {
    left: (left - box.left - across) / offsetWidth,
    top: (top - box.top - down) / offsetHeight,
    width: width / offsetWidth,
    height: height / offsetHeight,
  };
}

async function saved(page: Page) {
  const download = page.waitForEvent('download', patient);
  await page.getByRole('link', { name: 'Report (PDF)' }).click();
  return readPdf(readFileSync(await (await download).path()));
}

test('a client shares the report of a visit, which a guest saves without script, and ends it', async ({
  as,
  browser,
}) => {
  const client = await as('client');
  const [visit] = await visits(client);
  await client.goto(`/sessions/${visit?.id}`);
  await client.getByRole('button', { name: 'Report (PDF)' }).click();
  await client.getByText('12 pictures').click();
  const address = await makeLink(client, 'Share report', 'The lender');
  const guest = await stranger(browser, { ...phone, javaScriptEnabled: false });
  await guest.goto(address);
  await expect(guest.getByText(/^Session report, /)).toBeVisible();
  expect((await saved(guest)).text).toContain('Page 1 of');
  await expect(guest.getByRole('heading', { name: 'The report is ready' })).toBeVisible();
  await shareDialog(client).getByRole('button', { name: 'End the link for The lender' }).click();
  await client.getByRole('button', { name: 'End link' }).click();
  await expect(shareDialog(client).getByRole('listitem').filter({ hasText: 'The lender' }).first()).toContainText(
    'Ended',
  );
  await guest.goto(`${address}/report`);
  await expect(guest.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await guest.context().close();
});

test('an admin shares the report of a period', async ({ as, browser }) => {
  const admin = await as('admin');
  const [visit, before] = await visits(admin);
  await admin.goto(`/projects/${visit?.project.id}`);
  await admin.getByRole('button', { name: 'Report (PDF)' }).click();
  // Of two visits: of all of them it takes ten times as long, and reads the same.
  await admin.getByLabel('From', { exact: true }).fill(before?.captureDate ?? '');
  const address = await makeLink(admin, 'Share report', 'The insurer');
  await expect(
    shareDialog(admin)
      .getByText(/^Report of .* to /)
      .first(),
  ).toBeVisible();
  const guest = await stranger(browser);
  await guest.goto(address);
  await expect(guest.getByText(/^Progress report, /)).toBeVisible();
  await scan(guest);
  expect((await saved(guest)).text).toContain('Progress report');
  await guest.context().close();
});

/** What is drawn says where it looks. */
const drawn = (page: Page) => page.locator('dialog canvas').getAttribute('data-drawn');

test('a guest looks around in a 360° picture, by keys and by hand', async ({ as, browser }) => {
  const client = await as('client');
  const visit = (await visits(client)).find(({ tour360Url }) => isOurs(tour360Url));
  await client.goto(`/sessions/${visit?.id}`);
  const address = await makeLink(client, 'Share', 'The engineer');
  const guest = await stranger(browser);
  const scripts: string[] = [];
  guest.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
  );
  await guest.goto(address);
  const picture = guest.locator('a[data-look="sphere"]').first();
  await picture.scrollIntoViewIfNeeded();
  expect(scripts.map((path) => path.split('/').at(-1))).toEqual(['script.js']);
  await picture.click();
  await expect(guest.locator('dialog canvas')).toHaveAttribute('data-drawn', /^-?\d+ -?\d+ \d+$/);
  await scan(guest);
  const first = await drawn(guest);
  await guest.keyboard.press('ArrowRight');
  await expect.poll(() => drawn(guest)).not.toBe(first);
  const turned = await drawn(guest);
  await guest.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => drawn(guest)).not.toBe(turned);
  const near = await drawn(guest);
  await guest.mouse.move(180, 300);
  await guest.mouse.down();
  await guest.mouse.move(60, 330, { steps: 4 });
  await guest.mouse.up();
  await expect.poll(() => drawn(guest)).not.toBe(near);
  await guest.getByRole('button', { name: 'Close' }).click();
  await expect(guest.locator('dialog canvas')).toHaveCount(0);
  await guest.context().close();
});

test('a guest sees a map as a picture, and moves in it by tiles', async ({ as, browser }) => {
  const client = await as('client');
  const visit = (await visits(client)).find(({ orthomosaicUrl }) => isOurs(orthomosaicUrl));
  await client.goto(`/sessions/${visit?.id}`);
  const address = await makeLink(client, 'Share', 'The surveyor');
  const guest = await stranger(browser);
  await guest.goto(address);
  const map = guest.locator('a[data-look="map"]').first();
  await map.scrollIntoViewIfNeeded();
  await expect(map.getByRole('img')).toHaveJSProperty('naturalWidth', 400);
  await map.click();
  await expect(guest.locator('dialog canvas')).toHaveAttribute('data-drawn', /^\d+$/, patient);
  for (let nth = 0; nth < 12; nth++) await guest.keyboard.press('+');
  await expect(guest.locator('dialog canvas')).toHaveAttribute('data-drawn', '0', patient);
  await scan(guest);
  await guest.context().close();
});

test('a comparison is shared with the very pictures and the view that are shown', async ({ as, browser }) => {
  const client = await as('client');
  const [visit] = await visits(client);
  await client.goto(`/projects/${visit?.project.id}/compare?mode=swipe&at=20`);
  await expect(client.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  const asked = client.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/share-links'),
  );
  const address = await makeLink(client, 'Share', 'The owner');
  const { view } = (await asked).postDataJSON();
  expect(view).toMatchObject({ mode: 'swipe', at: 20 });
  const guest = await stranger(browser);
  await guest.goto(address);
  await expect(guest.locator('.pair')).toHaveCount(1);
  await expect(guest.locator('.pair')).toHaveCSS('--at', '20%');
  await scan(guest);
  await guest.context().close();
});

test('a guest moves a comparison: the slider follows a drag, a double tap and two fingers zoom, and a drag then moves both', async ({
  as,
  browser,
}) => {
  const client = await as('client');
  const [visit] = await visits(client);
  await client.goto(`/projects/${visit?.project.id}/compare?mode=swipe`);
  await expect(client.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  const guest = await stranger(browser);
  await guest.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset.moved = String(moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await guest.goto(await makeLink(client, 'Share', 'The owner'));
  const pair = guest.locator('.pair').first();
  await expect(pair).toHaveAttribute('data-zoom', '1.00');
  const frame = pair.locator('.photo').first();
  await frame.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = { x: x + width / 2, y: y + height / 2 };
  await guest.mouse.move(middle.x, middle.y);
  await guest.mouse.down();
  await guest.mouse.move(x + width / 4, middle.y, { steps: 5 });
  await guest.mouse.up();
  await expect(guest.getByRole('slider').first()).toHaveValue(/^2[45]$/);
  await doubleTap(guest, middle);
  await expect(pair).toHaveAttribute('data-zoom', '2.50');
  const layer = pair.locator('.layer').last();
  const before = await layer.getAttribute('style');
  await guest.mouse.move(middle.x + 40, middle.y);
  await guest.mouse.down();
  await guest.mouse.move(middle.x - 20, middle.y, { steps: 5 });
  await guest.mouse.up();
  expect(await layer.getAttribute('style')).not.toBe(before);
  expect(await pair.locator('.layer').first().getAttribute('style')).toBe(await layer.getAttribute('style'));
  await pinch(guest, middle, { from: 40, to: 80 });
  await expect(pair).not.toHaveAttribute('data-zoom', '2.50');
  await pair.locator('a').last().focus();
  await guest.keyboard.press('0');
  await expect(pair).toHaveAttribute('data-zoom', '1.00');
  await expect(guest.getByRole('dialog')).toHaveCount(0);
  expect(Number(await guest.evaluate(() => document.documentElement.dataset.moved ?? 0))).toBeLessThan(0.01);
  await scan(guest);
  await guest.context().close();
});

test('Back closes an open picture and keeps the visit, a reload opens it again, and fingers zoom it', async ({
  as,
  browser,
}) => {
  const client = await as('client');
  const [visit] = await visits(client);
  await client.goto(`/sessions/${visit?.id}`);
  const guest = await stranger(browser);
  await guest.goto(await makeLink(client, 'Share', 'The owner'));
  const visited = guest.url();
  const open = guest.getByRole('dialog', { name: 'Picture' });
  await guest.locator('a[data-photo]').first().click();
  await expect(open.getByText(/, 1 of \d+$/)).toBeVisible();
  const stage = open.locator('section').first();
  const { width, height } = guest.viewportSize() ?? { width: 0, height: 0 };
  const middle = { x: width / 2, y: height / 2 };
  await doubleTap(guest, middle);
  await expect(stage).toHaveAttribute('data-zoom', '2.50');
  await doubleTap(guest, middle);
  await expect(stage).toHaveAttribute('data-zoom', '1.00');
  await pinch(guest, middle, { from: 60, to: 180 });
  await expect(stage).not.toHaveAttribute('data-zoom', '1.00');
  await open.getByRole('button', { name: 'Next' }).click();
  await expect(open.getByText(/, 2 of \d+$/)).toBeVisible();
  await guest.reload();
  await expect(open.getByText(/, 2 of \d+$/)).toBeVisible();
  await guest.goBack();
  await expect(open).toHaveCount(0);
  expect(guest.url()).toBe(visited);
  await expect(guest.getByText(/^Visit of /)).toBeVisible();
  await guest.locator('a[data-photo]').first().click();
  await expect(open).toBeVisible();
  await guest.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await expect.poll(() => guest.evaluate(() => history.state)).toBeNull();
  expect(guest.url()).toBe(visited);
  await guest.context().close();
});

test('a guest sees a comparison aligned as its sharer does', async ({ as, browser }) => {
  const client = await as('client');
  const [visit] = await visits(client);
  await client.goto(`/projects/${visit?.project.id}/compare?mode=swipe`);
  await expect(client.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  const drawn = await client.locator('img[style*="matrix3d"]').evaluate(place);
  const aligned = await makeLink(client, 'Share', 'The owner');
  const guest = await stranger(browser, { viewport: { width: 1280, height: 800 } });
  await guest.goto(aligned);
  const older = guest.locator('.pair img').first();
  await expect(older).toHaveCSS('transform', /^matrix3d/);
  const shown = await older.evaluate(place);
  // The same share of its frame, whatever size that has.
  for (const [side, value] of Object.entries(drawn)) expect(shown[side as keyof typeof shown]).toBeCloseTo(value, 1);
  await scan(guest);
  await guest.context().close();
});
