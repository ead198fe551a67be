// Pages as the server renders them: readable without any script, hydrated without a jump, and never one person's for another.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { current } from '#contract/accounts/auth.ts';
import { type PreloadedState, preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { demoPassword, expect, test } from '#e2e/fixtures.ts';

const pages = [
  ['admin', '/dashboard', 'Admin Dashboard'],
  ['photographer', '/dashboard', 'Photographer Dashboard'],
  ['client', '/dashboard', 'Project Progress'],
  ['admin', '/projects', 'Projects'],
  ['client', '/projects/1', 'Lekki Palm Residences'],
  ['client', '/projects/1/compare', 'Visual Comparison'],
  ['admin', '/sessions', 'Sessions'],
  ['admin', '/sessions?status=approved', 'Sessions'],
  ['client', '/sessions/1', 'Lekki Palm Residences'],
  ['admin', '/approvals', 'Pending Approvals'],
  ['admin', '/approvals/1', 'Lekki Palm Residences'],
  ['admin', '/approvals/figures', 'Review Figures'],
  ['client', '/concerns', 'Concerns'],
  ['admin', '/settings', 'Settings'],
  ['admin', '/users', 'User Management'],
  ['admin', '/admin/history', 'System History'],
  ['photographer', '/search?q=lekki', 'Search'],
  ['client', '/profile', 'Profile'],
] as const;

/** Responses that take longer than 300 ms are left to the scripts: on a busy machine the check is repeated. */
function seen(page: Page, what: Locator): Promise<void> {
  return expect(async () => {
    if (!(await what.isVisible())) await page.reload();
    await expect(what).toBeVisible({ timeout: 1000 });
  }).toPass();
}

const withoutScript: Record<string, (page: Page) => Promise<void>> = {
  '/sessions': async (page) => {
    // Other journeys may have left newer ones without a picture.
    const first = page
      .getByRole('article')
      .filter({ has: page.locator('img') })
      .first();
    await seen(page, first.getByRole('link', { name: 'View Media' }));
    // The page itself requests the first pictures.
    await expect(first.locator('img')).toHaveJSProperty('complete', true);
    await first.getByRole('link', { name: 'View Media' }).click();
    await page.waitForURL(/\/sessions\/\d+$/);
    await expect(page.getByText('Details')).toBeVisible();
  },
  '/dashboard': (page) => seen(page, page.getByRole('article').first()),
  '/concerns': (page) => seen(page, page.getByRole('article').first()),
  '/settings': (page) => seen(page, page.getByText('Monday to Friday')),
  '/users': (page) => seen(page, page.getByText('kunle').first()),
  '/search?q=lekki': (page) => seen(page, page.getByRole('main').getByText(/Lekki/).first()),
};

/** Logged in, in a browser that runs no script. */
async function scriptless(context: BrowserContext, username: string): Promise<Page> {
  const answer = await context.request.post('/api/login', { data: { username, password: demoPassword } });
  expect(answer.ok()).toBe(true);
  return context.newPage();
}

for (const [username, path, heading] of pages) {
  test(`${path} of the ${username} is there without a script, and says what needs one`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const page = await scriptless(context, username);
    const html = await (await page.goto(path))?.text();
    await seen(page, page.getByRole('heading', { level: 1 }).filter({ hasText: heading }));
    expect(html).toMatch(/<noscript>.*need JavaScript.*<\/noscript>/s);
    await withoutScript[path]?.(page);
    await context.close();
  });
}

for (const [username, path] of [
  ['client', '/dashboard'],
  ['client', '/projects/1'],
  // Those that journeys leave behind, often without a picture, are not completed.
  ['admin', '/sessions?status=completed'],
] as const) {
  test(`${path} of the ${username} asks for one picture by itself at most, and for the others later`, async ({
    page,
  }) => {
    await page.context().request.post('/api/login', { data: { username, password: demoPassword } });
    await expect(async () => {
      const html = await (await page.request.get(path)).text();
      expect(html.match(/<img/g)?.length).toBeGreaterThan(2);
      // None where other journeys left a first one without a picture.
      expect(html.match(/<img[^>]* fetchpriority="high"/gi)?.length ?? 0).toBeLessThanOrEqual(1);
    }).toPass({ timeout: 30_000 });
  });
}

test('without a script one is led to the login, and from there to where one was heading', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/sessions/1');
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid username or password')).toBeVisible();
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/sessions/1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lekki Palm Residences');
  await context.close();
});

/** A second page of somebody whose scripts are held back until `release` is called. */
async function holdScripts(first: Page): Promise<{ page: Page; release: () => void }> {
  const page = await first.context().newPage();
  return { page, release: await holdScriptsOf(page) };
}

/** Except for the script that is part of every page. */
async function holdScriptsOf(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (!route.request().url().includes('/starter-')) await released;
    await route.continue();
  });
  return () => release();
}

test('what is typed, chosen and pressed before the scripts are there is not lost', async ({ as }) => {
  const { page, release } = await holdScripts(await as('admin', { path: '/profile' }));
  await page.goto('/sessions');
  const search = page.getByPlaceholder('Search sessions, projects, sites');
  await search.fill('Lekki');
  await page.getByLabel('Sort', { exact: true }).selectOption('captureDate');
  await page.getByText('List', { exact: true }).click();
  await search.focus();
  release();
  await expect(page).toHaveURL(/q=Lekki/);
  await expect(page).toHaveURL(/sort=captureDate/);
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await expect(search).toHaveValue('Lekki');
  await expect(search).toBeFocused();
  await expect(page.getByRole('article').first()).toContainText('Lekki');
});

test('a button that was pressed too early acts as soon as it can', async ({ as }) => {
  const { page, release } = await holdScripts(await as('client', { path: '/profile', phone: true }));
  await page.goto('/sessions/1');
  await page.getByRole('button', { name: 'Search' }).first().tap();
  release();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('a page is hydrated in place: nothing moves, and nothing is requested twice', async ({ as }) => {
  const { page, release } = await holdScripts(await as('client', { path: '/profile', phone: true }));
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'fetch' && asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  const card = page.getByRole('article').first();
  const before = await card.boundingBox();
  release();
  await expect(page.locator('#root[data-waiting]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(await card.boundingBox()).toEqual(before);
  expect(asked).not.toContain('/api/projects');
});

test('what changes before a page is hydrated reaches it afterwards', async ({ as }) => {
  const { page, release } = await holdScripts(await as('admin', { path: '/profile', phone: true }));
  // The page's state when the live channel was opened.
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL) {
        super(address);
        const { waiting = 'nothing' } = document.getElementById('root')?.dataset ?? {};
        document.documentElement.dataset.openedWhileWaitingFor = waiting;
      }
    };
  });
  await page.goto('/projects');
  const name = `Changed meanwhile ${Date.now()}`;
  const [client] = await (await page.request.get('/api/users?role=client')).json();
  const project = { name, description: name, clientId: client.id };
  const made = await page.request.post('/api/projects', { data: { project, sites: [] } });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = await made.json();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  release();
  await expect(page.locator('html')).toHaveAttribute('data-opened-while-waiting-for', 'nothing');
  await expect(page.getByRole('link', { name })).toBeVisible();
  expect((await page.request.delete(`/api/projects/${id}`)).ok()).toBe(true);
});

test('going back before a page is hydrated works too', async ({ as }) => {
  const page = await as('admin');
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await expect(page).toHaveURL(/\/projects$/);
  const release = await holdScriptsOf(page);
  // `reload` waits until the page is hydrated.
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())]);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/dashboard$/);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
});

test('a first page brings its styles along, and the next has them from the cache of the device', async ({ page }) => {
  const styled = () => page.locator('head style[data-file]').count();
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'stylesheet' && asked.push(request.url()));
  await page.goto('/login');
  expect(await styled()).toBe(1);
  await expect(page.locator('#root[data-waiting]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/topout_styles=index-[\w-]+\.css/);
  expect(asked).toHaveLength(1);
  await page.goto('/');
  expect(await styled()).toBe(0);
  await expect(page.locator('link[rel=stylesheet]:not([media])')).toHaveCount(1);
  // A device that holds those of another build fetches them again.
  await page.context().addCookies([{ name: 'topout_styles', value: 'index-old.css', url: page.url() }]);
  await page.reload();
  expect(await styled()).toBe(1);
});

test('what a device chose is there from the first paint', async ({ as }) => {
  const first = await as('admin', { path: '/sessions' });
  await first.getByText('List', { exact: true }).click();
  await first.getByRole('button', { name: 'Collapse sidebar' }).click();
  const { page, release } = await holdScripts(first);
  await page.goto('/sessions');
  const stands = async () => {
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveAttribute('data-folded');
    await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  };
  await stands();
  release();
  await expect(page.locator('#root[data-waiting]')).toHaveCount(0);
  await stands();
});

test('days are those of the device from its second page on, and leave room on the first', async ({ as }) => {
  const { page, release } = await holdScripts(await as('admin', { path: '/profile' }));
  await page.context().clearCookies({ name: 'topout_zone' });
  await page.goto('/projects');
  const created = page.getByRole('article').first().locator('time').first();
  await expect(created).toBeHidden();
  const room = await created.boundingBox();
  release();
  await expect(created).toBeVisible();
  expect((await created.boundingBox())?.y).toBe(room?.y);
  const html = await (await page.request.get('/projects')).text();
  expect(html).toContain('"zone":"Africa/Lagos"');
  expect(html).not.toMatch(/<time[^>]*class="invisible"/);
});

test('pages that two people open at the same time are each one’s own', async ({ as }) => {
  const people = await Promise.all(['client', 'photographer'].map((username) => as(username)));
  const paths = ['/dashboard', '/projects', '/sessions', '/sessions/1', '/projects/1', '/profile'];
  for (let round = 0; round < 3; round++) {
    const asked = paths.flatMap((path) => people.map(async (page) => (await page.request.get(path)).text()));
    const pages = await Promise.all(asked);
    for (const [at, html] of pages.entries()) {
      const user = userOf(html);
      expect(user.username).toBe(at % 2 === 0 ? 'client' : 'photographer');
      expect(shellOf(html)).toContain(`${user.firstName} ${user.lastName}`);
    }
  }
});

type Shown = { username: string; firstName: string; lastName: string };

/** Whose responses a page brings. */
function userOf(html: string): Shown {
  const state: PreloadedState = JSON.parse(
    new RegExp(`id="${preloadedStateElementId}">([^<]*)</script>`).exec(html)?.[1] ?? '',
  );
  return state.queries.find(({ queryKey }) => queryKey[0] === current.path)?.state.data as Shown;
}

/** What stands around the page: the sidebar with the name of who is logged in; all of a page without one. */
function shellOf(html: string): string {
  return /<aside.*?<\/aside>/s.exec(html)?.[0] ?? html;
}
