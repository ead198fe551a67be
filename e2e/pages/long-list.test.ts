// A list of thousands: only what is near the view is there, and nothing else is different.
import type { Page, Route } from '@playwright/test';
import { askForAll, expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

const many = 5_000;
/** Narrow enough for one row in each line. */
const narrow = { width: 800, height: 600 };

/** The newest session, five thousand times over, in pages as the server cuts them. */
async function multiplied(page: Page): Promise<void> {
  const [pattern] = await (await page.request.get('/api/sessions?limit=1')).json();
  const answer = (route: Route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(many, from + Number(query.get('limit')));
    const rows = Array.from({ length: to - from }, (_, nth) => {
      const id = many - from - nth;
      // Cards differ in height, as notes do.
      return { ...pattern, id, notes: 'Slab poured, curing under wet sacks until Friday. '.repeat(id % 4) };
    });
    const link: Record<string, string> = to < many ? { Link: `</api/sessions?cursor=${to}>; rel="next"` } : {};
    return route.fulfill({ json: rows, headers: { ...link, 'X-Total-Count': String(many) } });
  };
  await askForAll(page);
  await page.route(/\/api\/sessions\?/, answer);
}

function sessionAt(page: Page, at: number) {
  return page.locator(`li[aria-posinset="${at}"]`);
}

async function scrollUntil(page: Page, at: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.locator('li[aria-posinset]').last().getAttribute('aria-posinset');
    expect(Number(last)).toBeGreaterThan(at);
  }).toPass({ timeout: 60_000, intervals: [50] });
}

/** The position of the first whole row after two more frames, in steps of 8 px. */
function inView(page: Page) {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const all = [...document.querySelectorAll('li[aria-posinset]')];
    const first = all.find((row) => row.getBoundingClientRect().top > 60);
    return {
      at: Number(first?.getAttribute('aria-posinset')),
      top: Math.round((first?.getBoundingClientRect().top ?? 0) / 8),
    };
  });
}

function isSame(one: { at: number; top: number }, other: typeof one): boolean {
  return one.at === other.at && one.top === other.top;
}

test('thousands of sessions scroll with few of them in the page, and Back finds the place', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  await page.setViewportSize(narrow);
  await multiplied(page);
  await page.goto('/sessions');
  await expect(sessionAt(page, 50)).toBeAttached({ timeout: 60_000 });
  await scrollUntil(page, 240);
  await expect.poll(() => page.locator('li[aria-posinset]').count()).toBeLessThan(40);
  await page.evaluate(() => scrollBy(0, -2_300));
  await expect.poll(async () => isSame(await inView(page), await inView(page))).toBe(true);
  const before = await inView(page);
  const row = sessionAt(page, before.at);
  await expect(row).toHaveAttribute('aria-setsize', String(many));
  await expect(row.getByRole('article')).toHaveAccessibleName(new RegExp(`^Session ${many + 1 - before.at}:`));
  // Not by Playwright's click, which may scroll.
  await row
    .getByRole('heading')
    .getByRole('link')
    .evaluate((link) => (link as HTMLAnchorElement).click());
  await expect(page).toHaveURL(/\/sessions\/\d+$/);
  await page.goBack();
  await expect.poll(() => inView(page)).toEqual(before);
  await scan(page);
});

test('further rows come near the end of a list, not when one comes back to its beginning', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  await page.setViewportSize(narrow);
  await multiplied(page);
  const further: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).searchParams.has('cursor')) further.push(request.url());
  });
  await page.goto('/sessions');
  await expect(sessionAt(page, 50)).toBeAttached({ timeout: 60_000 });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await nav.getByRole('link', { name: 'Sessions' }).click();
  await expect(sessionAt(page, 50)).toBeAttached();
  await inView(page);
  expect(further).toEqual([]);
  await scrollUntil(page, 100);
  expect(further).not.toEqual([]);
});

test('what holds the focus stays while one scrolls away from it', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  await page.setViewportSize(narrow);
  await multiplied(page);
  await page.goto('/sessions');
  await expect(sessionAt(page, 50)).toBeAttached({ timeout: 60_000 });
  await scrollUntil(page, 120);
  await page.locator('li[aria-posinset] h2 a').last().focus();
  const href = (await page.locator(':focus').getAttribute('href')) ?? '';
  await page.evaluate(() => scrollTo(0, 0));
  await expect(sessionAt(page, 1)).toBeVisible();
  await expect(page.locator(':focus')).toHaveAttribute('href', href);
  await page.keyboard.press('Tab');
  await expect(page.locator('li[aria-posinset] :focus')).toBeInViewport();
});
