// Going from page to page: scroll position and focus, forward and back.
import type { Page } from '@playwright/test';
import { askForAll, expect, test } from '#e2e/fixtures.ts';

const small = { width: 800, height: 500 };

/** The scroll position, two frames after the page was drawn. */
function scrolled(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return Math.round(scrollY);
  });
}

async function scrollDown(page: Page, top: number): Promise<void> {
  // Repeated while the page is still too short for it.
  const scroll = async () => {
    await page.evaluate((to) => scrollTo(0, to), top);
    return scrolled(page);
  };
  await expect.poll(scroll).toBe(top);
}

/** By the link's own click: Playwright's would scroll to it first. */
async function follow(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((link) => (link as HTMLAnchorElement).click());
}

/** Delays these responses by this much. */
async function delay(page: Page, calls: RegExp, milliseconds: number): Promise<void> {
  await page.route(calls, async (route) => {
    await new Promise((passed) => setTimeout(passed, milliseconds));
    await route.continue().catch(() => undefined);
  });
}

test('a new page begins at its top with the focus on its heading, and Back and Forward find the place', async ({
  as,
}) => {
  const page = await as('admin', { path: '/profile' });
  await page.setViewportSize(small);
  const projectId = await makeSessions(page, 14);
  await page.goto(`/sessions?projectId=${projectId}`);
  await delay(page, /\/api\/sessions\/\d+$/, 400);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.locator('li[aria-posinset="12"]')).toBeAttached();
  await scrollDown(page, 900);
  await follow(page, 'li[aria-posinset="4"] h2 a');
  await expect(page).toHaveURL(/\/sessions\/\d+$/);
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  // Not that of the page on its way, which went when the session came.
  await expect(heading).toBeFocused();
  await expect(heading).not.toContainText('#');
  await scrollDown(page, 200);

  await page.goBack();
  await expect(heading).toHaveText('Sessions');
  await expect.poll(() => scrolled(page)).toBe(900);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(200);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(900);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(heading).toHaveText('Projects');
  await expect.poll(() => scrolled(page)).toBe(0);
  expect((await page.request.delete(`/api/projects/${projectId}`)).ok()).toBe(true);
});

/** The same order by each date, and nobody else adds to it: the browser follows a row that it has begun to show. */
async function makeSessions(page: Page, count: number): Promise<number> {
  const [client] = await (await page.request.get('/api/users?role=client')).json();
  const project = { name: 'Many visits', clientId: client.id };
  const { id: projectId } = await (await page.request.post('/api/projects', { data: { project, sites: [] } })).json();
  for (let day = 10; day < 10 + count; day++) {
    const captureDate = `2026-02-${day}`;
    await page.request.post('/api/sessions', { data: { projectId, captureDate, notes: `Visit of day ${day}` } });
  }
  return projectId;
}

test('what is filtered or reloaded keeps its scroll position, also when its rows come late', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  const projectId = await makeSessions(page, 12);
  await page.setViewportSize(small);
  await page.goto(`/sessions?projectId=${projectId}`);
  const last = page.locator('li[aria-posinset="12"]');
  await expect(last).toBeAttached();
  await scrollDown(page, 300);
  const sorted = page.waitForResponse(/\/api\/sessions\?.*sort=/);
  await page.getByLabel('Sort', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/sort=/);
  await sorted;
  await expect(last).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(300);

  await askForAll(page);
  await delay(page, /\/api\/sessions\?/, 1000);
  await page.reload();
  await expect(last).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(300);
  expect((await page.request.delete(`/api/projects/${projectId}`)).ok()).toBe(true);
});

test('an address with # leads to that part of the page, also when it comes late', async ({ as }) => {
  const page = await as('admin', { path: '/sessions' });
  await page.setViewportSize(small);
  await delay(page, /\/api\/sessions\/\d+$/, 400);
  await expect(page.locator('li[aria-posinset="12"]')).toBeAttached();
  const concerns = page.getByRole('heading', { name: /^Concerns/ });
  await page
    .locator('li[aria-posinset="1"] h2 a')
    .evaluate((link) => history.pushState(null, '', `${(link as HTMLAnchorElement).href}#concerns`));
  await expect(concerns).toBeInViewport();
  const top = await concerns.evaluate((part) => part.getBoundingClientRect().top);
  // Below the bar, which stays.
  expect(top).toBeGreaterThanOrEqual(56);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(0);
});
