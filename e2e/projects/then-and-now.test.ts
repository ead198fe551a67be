// Then and now below a client's newest visit: one viewpoint, its first and its newest picture under a divider.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

const call = '**/api/projects/*/then-and-now';
const sectionOf = (page: Page) => page.getByRole('region', { name: 'Then and now' });
const sliderOf = (page: Page) =>
  sectionOf(page).getByRole('slider', { name: 'How much of the older picture is shown' });
const dividerOf = (page: Page) =>
  sectionOf(page)
    .locator('.pair')
    .evaluate((pair: HTMLElement) => Number.parseFloat(pair.style.getPropertyValue('--at')));

/** Both of its pictures came. */
async function expectPictures(page: Page): Promise<void> {
  const pictures = sectionOf(page).getByRole('img');
  await expect(pictures).toHaveCount(2);
  const widths = () => pictures.evaluateAll((found) => found.map((one) => (one as HTMLImageElement).naturalWidth > 0));
  await expect.poll(widths, { timeout: 20_000 }).toEqual([true, true]);
}

/** Below the top of the page's content. */
const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top + scrollY);

test('below the newest visit a client on a phone moves between then and now, once it comes into view', async ({
  as,
}) => {
  const page = await as('client', { phone: true, path: '/profile' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/then-and-now')) asked.push(request.url());
  });
  await page.goto('/dashboard');
  const next = page.getByRole('article', { name: 'Lekki Palm Residences' });
  await expect(next).toBeVisible();
  const before = await topOf(next);
  // Everything that the page fetches by itself is there.
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await sectionOf(page).scrollIntoViewIfNeeded();
  await expectPictures(page);
  expect(asked).toHaveLength(1);
  expect(await topOf(next)).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(sectionOf(page).locator('figcaption')).toHaveText([/^\w{3} \d+, \d{4}$/, /^\w{3} \d+, \d{4}$/]);
  await scan(page);

  await sliderOf(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => dividerOf(page)).toBe(49);
  await page.keyboard.press('End');
  await expect.poll(() => dividerOf(page)).toBe(100);
  const pair = sectionOf(page).locator('.pair');
  const { x = 0, y = 0, width = 0, height = 0 } = (await pair.boundingBox()) ?? {};
  await page.touchscreen.tap(x + width / 4, y + height / 2);
  await expect.poll(() => dividerOf(page)).toBeCloseTo(25, 0);

  const there = page.url();
  await sectionOf(page).getByRole('link', { name: 'Visit after visit' }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/viewpoints\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(there);
  await sectionOf(page).scrollIntoViewIfNeeded();
  await expectPictures(page);
});

test('then and now is dragged with a mouse, comes small where data are saved, and has no barriers on wider screens', async ({
  as,
}) => {
  const page = await as('client', { path: '/dashboard' });
  const saver = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Save data' });
  await saver.click();
  await page.reload();
  await sectionOf(page).scrollIntoViewIfNeeded();
  await expectPictures(page);
  const sizes = () =>
    sectionOf(page)
      .getByRole('img')
      .evaluateAll((found) => found.map((one) => /\/(s\d+)\?/.exec((one as HTMLImageElement).currentSrc)?.[1]));
  expect(await sizes()).toEqual(['s400', 's400']);
  await saver.click();
  await expect.poll(sizes, { timeout: 20_000 }).not.toContain('s400');
  const { x = 0, y = 0, width = 0, height = 0 } = (await sectionOf(page).locator('.pair').boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => dividerOf(page)).toBeCloseTo(80, 0);
  await expect(sliderOf(page)).toBeFocused();
  await scanAt(page, [768, 1440]);
});

test('a lost connection is said in the place of then and now, and a picture that is taken back leaves it at once', async ({
  as,
  stewards: { admin },
}) => {
  const page = await as('client', { path: '/profile' });
  await page.route(call, (route) => route.abort());
  await page.goto('/dashboard');
  await sectionOf(page).scrollIntoViewIfNeeded();
  const retry = sectionOf(page).getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible({ timeout: 30_000 });
  await page.unroute(call);
  await retry.click();
  await expectPictures(page);

  const newer = sectionOf(page).getByRole('img').last();
  const words = (await newer.getAttribute('alt')) ?? '';
  const link = await sectionOf(page).getByRole('link', { name: 'Visit after visit' }).getAttribute('href');
  const id = /\d+$/.exec(link ?? '')?.[0];
  const { newest: picture } = await (await page.request.get(`/api/viewpoints/${id}`)).json();
  const { sessionId, item } = picture;
  const file = encodeURIComponent(item.id);
  const taken = await admin.put(`/api/sessions/${sessionId}/media/drone/${file}/taken-back`, {
    data: { reason: 'A face' },
  });
  expect(taken.ok(), await taken.text()).toBe(true);
  try {
    // Another viewpoint, or an older picture of this one, takes its place.
    await expect(newer).not.toHaveAttribute('alt', words);
    await expectPictures(page);
  } finally {
    await admin.delete(`/api/sessions/${sessionId}/taken-back/${file}`);
  }
  await expect(newer).toHaveAttribute('alt', words);
});
