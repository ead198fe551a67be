// Panoramas and maps of a session: turned, zoomed, measured, by keys as well; and what is shown when they cannot be loaded.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

type Session = { id: number; tour360Url: string | null; orthomosaicUrl: string | null };

/** A released session that has both a panorama and a map. */
async function visit(page: Page): Promise<number> {
  const sessions: Session[] = await (await page.request.get('/api/sessions')).json();
  const found = sessions.find(({ tour360Url, orthomosaicUrl }) => tour360Url?.startsWith('/media') && orthomosaicUrl);
  if (!found) throw new Error('The demo has no released visit with a panorama and a map');
  return found.id;
}

const panorama = (page: Page) => page.locator('[data-panorama=ready]');
const map = (page: Page) => page.locator('[data-map=ready]');

/** The drawn pixels, to compare with those drawn later. */
async function picture(page: Page, box: ReturnType<typeof panorama>): Promise<string> {
  await page.waitForLoadState('networkidle');
  return (await box.screenshot()).toString('base64');
}

test('a sphere is turned and zoomed by keys and by buttons', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(`/sessions/${await visit(page)}?tab=tour360`);
  await expect(panorama(page)).toBeVisible({ timeout: 60_000 });
  await scan(page);
  const ahead = await picture(page, panorama(page));
  await panorama(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => picture(page, panorama(page))).not.toBe(ahead);
  await page.keyboard.press('ArrowLeft');
  const back = await picture(page, panorama(page));
  await page.keyboard.press('+');
  await expect.poll(() => picture(page, panorama(page))).not.toBe(back);
  const near = await picture(page, panorama(page));
  await page.getByRole('button', { name: 'Turn right' }).click();
  await expect.poll(() => picture(page, panorama(page))).not.toBe(near);
});

test('a map is zoomed, and a length and an area are measured on it', async ({ as }) => {
  const page = await as('client');
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/file?')) ranges.push(request.headers().range ?? 'whole');
  });
  await page.goto(`/sessions/${await visit(page)}?tab=orthomosaic`);
  await expect(map(page)).toBeVisible({ timeout: 60_000 });
  const scale = page.locator('.ol-scale-line-inner');
  await expect(scale).toHaveText(/^\d+ m$/);
  expect(ranges.length).toBeGreaterThan(0);
  expect(ranges.every((range) => /^bytes=\d+-\d+$/.test(range))).toBe(true);
  const wide = await scale.textContent();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(scale).not.toHaveText(wide ?? '');

  await page.getByRole('button', { name: 'Measure length' }).click();
  await map(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: /^Length: \d+\.\d\d m$/ })).toBeVisible();
  await scan(page);
  await page.getByRole('button', { name: 'Clear measurement' }).click();
  await expect(page.getByText('Set point after point')).toBeVisible();

  await page.getByRole('button', { name: 'Measure area' }).click();
  const box = await map(page).boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  for (const [x, y] of [
    [0, 0],
    [90, 0],
    [90, 90],
  ] as const)
    await page.mouse.click(middle.x + x, middle.y + y);
  await page.mouse.dblclick(middle.x, middle.y + 90);
  await expect(page.getByRole('status').filter({ hasText: /^Area: [\d.,]+ m²$/ })).toBeVisible();
});

test('a page scrolls past a map until somebody works in it', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(`/sessions/${await visit(page)}?tab=orthomosaic`);
  await expect(map(page)).toBeVisible({ timeout: 60_000 });
  const scale = page.locator('.ol-scale-line-inner');
  const wide = (await scale.textContent()) ?? '';
  await map(page).hover();
  await page.mouse.wheel(0, 60);
  await expect(page.getByText('Click the map, or hold Ctrl, to zoom with the wheel')).toBeVisible();
  await expect(scale).toHaveText(wide);
  await map(page).click();
  for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -240);
  await expect(scale).not.toHaveText(wide);
});

test('what cannot be loaded says so and offers a way on', async ({ as }) => {
  const page = await as('client', { dark: true });
  const id = await visit(page);
  await page.route('**/media/tour360/**', (route) => route.abort());
  await page.goto(`/sessions/${id}?tab=tour360`);
  await expect(page.getByText('Image Preview Unavailable').first()).toBeVisible({ timeout: 30_000 });
  await scan(page);
  await page.unroute('**/media/tour360/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(panorama(page)).toBeVisible({ timeout: 60_000 });

  const headers = { 'content-range': 'bytes 0-4999/5000' };
  await page.route('**/media/orthomosaic/*/file*', (route) =>
    route.fulfill({ status: 206, headers, body: Buffer.alloc(5000, 7) }),
  );
  await page.goto(`/sessions/${id}?tab=orthomosaic`);
  const words = 'TIFF/GeoTIFF Orthomosaic — Requires specialized software';
  await expect(page.getByText(words)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: 'Download Original' })).toBeVisible();
  await scan(page);
});

test('on a phone sphere and map fit, and nothing scrolls sideways', async ({ as }) => {
  const page = await as('client', { phone: true });
  const id = await visit(page);
  await page.goto(`/sessions/${id}?tab=orthomosaic`);
  await expect(map(page)).toBeVisible({ timeout: 60_000 });
  await scan(page);
  await page.goto(`/sessions/${id}?tab=tour360`);
  await expect(panorama(page)).toBeVisible({ timeout: 60_000 });
  await scan(page);
});
