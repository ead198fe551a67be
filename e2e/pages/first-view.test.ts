// A page comes with the responses that it shows first, and requests none of them.
import type { Page, Request } from '@playwright/test';
import { type PreloadedState, preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { type AnyInput, firstPage, urlOf } from '#contract/core/request.ts';
import { askForAll, expect, test } from '#e2e/fixtures.ts';

const pages = {
  admin: ['/dashboard', '/projects', '/sessions', '/approvals', '/settings', '/users', '/admin/history'],
  photographer: ['/dashboard'],
  client: ['/dashboard', '/projects/1', '/sessions/1', '/concerns'],
};

/** The same for one address, whatever the order of its query. */
function normalized(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://here');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** The addresses whose responses a page came with. */
async function broughtBy(page: Page): Promise<string[]> {
  const state: PreloadedState = JSON.parse((await page.locator(`#${preloadedStateElementId}`).textContent()) ?? '');
  return state.queries.map(({ queryKey }) => {
    const [path, input, pages] = queryKey as [string, AnyInput, 'pages'?];
    return normalized(urlOf({ path }, pages ? firstPage(input) : input));
  });
}

/** The addresses that a page requests until the network is idle. */
async function askedBy(page: Page, path: string): Promise<string[]> {
  const asked = new Set<string>();
  const note = (request: Request) => {
    if (request.resourceType() === 'fetch') asked.add(normalized(request.url()));
  };
  page.on('request', note);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Now and then the browser never says so: the page is opened once more.
  await page.waitForLoadState('networkidle', { timeout: 20_000 });
  page.off('request', note);
  return [...asked];
}

/** As an admin, by a call and not by the page. Other journeys know the demo by its names: rename it back. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate(
    async (names) => {
      const projects = await (await fetch('/api/projects?limit=500')).json();
      const { id } = projects.find(({ name }: { name: string }) => name === names.from);
      await fetch(`/api/projects/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ project: { name: names.to } }),
      });
    },
    { from, to },
  );
}

test('a comparison comes with what it shows first, and its two pictures are asked for before any script has come', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  // What comes late is left out: of a busy product the answers are there at the second try.
  await expect(async () => {
    const html = await (await page.request.get('/projects/1/compare')).text();
    const links = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="image"/g)].map(([, address]) => address);
    expect(links).toHaveLength(2);
    for (const address of links) expect(address).toMatch(/^\/api\/sessions\/\d+\/media\/drone\/[^/]+\/s800/);
  }).toPass();
});

for (const [username, paths] of Object.entries(pages)) {
  test(`pages of the ${username} ask for nothing that they came with, and would have asked for all of it`, async ({
    as,
  }) => {
    const page = await as(username, { path: '/profile' });
    const bare = await as(username, { path: '/profile' });
    await askForAll(bare);
    // What comes late is left out: of a product that has just started, on a busy machine, much does.
    const asBrought = async (path: string) => {
      let asked: string[] = [];
      let brought: string[] = [];
      await expect(async () => {
        asked = await askedBy(page, path);
        brought = await broughtBy(page);
        expect(brought.length).toBeGreaterThan(2);
      }).toPass();
      return { asked, brought };
    };
    const whenBare = async (path: string) => {
      let wanted: string[] = [];
      await expect(async () => {
        wanted = await askedBy(bare, path);
      }).toPass();
      return wanted;
    };
    for (const path of paths) {
      const [{ asked, brought }, wanted] = await Promise.all([asBrought(path), whenBare(path)]);
      expect(
        asked.filter((address) => brought.includes(address)),
        `what ${path} asked for again`,
      ).toEqual([]);
      expect(
        brought.filter((address) => !wanted.includes(address)),
        `what ${path} would not have asked for`,
      ).toEqual([]);
    }
  });
}

test('the rest of the typeface comes when a page has been there for some seconds, and not into what somebody types', async ({
  as,
}) => {
  const page = await as('admin', { path: '/sessions' });
  const search = page.getByPlaceholder('Search sessions, projects, sites');
  const rest = page.locator('style[data-fonts]');
  await search.pressSequentially('Lek');
  // Its file comes at that moment: the styles for the next page.
  const styles = page.locator('link[rel=stylesheet][media=print]');
  await expect.poll(() => styles.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true);
  await search.pressSequentially('ki');
  await expect(rest).toHaveAttribute('media', 'print');
  await search.blur();
  // On a busy machine the first frame may have come without its Latin.
  const latin = await page.locator('style[data-typeface]').getAttribute('media');
  await expect(rest).toHaveAttribute('media', latin ?? 'all');
});

test('a typeface that is late for the first frame waits for the next page, and none comes where data are saved', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/inter-subset-*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const latin = page.locator('style[data-typeface]');
  await expect(latin).toHaveAttribute('media', 'print');
  release();
  await page.waitForLoadState('load');
  const hasInter = () => page.evaluate(() => document.fonts.check('16px "Inter Variable"', 'a'));
  const facesOf = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
  const before = await facesOf();
  // Past the moment at which the rest comes to other pages.
  await page.waitForFunction(() => performance.now() > 6000);
  expect(await facesOf()).toBe(before);
  await expect(latin).toHaveAttribute('media', 'print');
  await expect(async () => {
    await page.reload();
    await expect(latin).not.toHaveAttribute('media', 'print');
    expect(await hasInter()).toBe(true);
  }).toPass();

  const saving = await as('client', { path: 'about:blank' });
  await saving.setExtraHTTPHeaders({ 'save-data': 'on' });
  await saving.goto('/dashboard');
  await expect(saving.locator('style[data-typeface], link[as=font]')).toHaveCount(0);
});

test('a page that came with its answers gets live changes as ever', async ({ as }) => {
  const admin = await as('admin', { path: '/projects' });
  const client = await as('client', { path: '/dashboard' });
  const name = await client.getByRole('article').first().getByRole('heading').innerText();
  await rename(admin, name, `${name} renamed`);
  await expect(client.getByRole('article').getByRole('heading', { name: `${name} renamed` })).toBeVisible();
  await rename(admin, `${name} renamed`, name);
});

test('neither a login nor a write of other topics makes a fresh page ask again', async ({ as }) => {
  const page = await as('client', { path: '/' });
  const heard: string[] = [];
  let write: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  // Both happen after the page was made, and before it hears of anything.
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    await written;
    socket.connectToServer().onMessage((message) => {
      heard.push(String(message));
      socket.send(message);
    });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/projects');
  const admin = await as('admin', { path: '/profile' });
  const status = await admin.evaluate(async () => {
    return (await fetch('/api/notifications/read-all', { method: 'PATCH' })).status;
  });
  expect(status).toBe(200);
  write();
  await expect.poll(() => heard.join()).toContain('ready');
  await expect.poll(() => asked).toContain('/api/notifications');
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain('/api/projects');
  expect(asked).not.toContain('/api/user');
});

test('a page that is shown again from the back/forward cache is as new as the live channel', async ({ as }) => {
  const client = await as('client', { path: '/dashboard' });
  const name = await client.getByRole('article').first().getByRole('heading').innerText();
  // The channel's code comes after the first paint: only what is open can be closed.
  await client.waitForLoadState('networkidle');
  await client.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  const admin = await as('admin', { path: '/projects' });
  await rename(admin, name, `${name} once more`);
  await expect(client.getByRole('article').getByRole('heading', { name, exact: true })).toBeVisible();
  await client.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(client.getByRole('article').getByRole('heading', { name: `${name} once more` })).toBeVisible();
  await rename(admin, `${name} once more`, name);
});
