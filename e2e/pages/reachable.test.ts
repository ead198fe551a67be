// Every page on a phone in both orientations, on a tablet and on a laptop at 200 %: it fits, without barriers, and every button and link is
// fully visible, with nothing covering it.
import type { Page } from '@playwright/test';
import { enter, expect, test } from '#e2e/fixtures.ts';
import { walk, waysOf } from '#e2e/other-browsers/dialog-ways.ts';
import { findPlaces } from '#e2e/other-browsers/places.ts';
import { fits, scan } from '#e2e/page-checks.ts';
import { findCramped, findUnreachable } from '#e2e/reach.ts';
import { walkerOn } from '#e2e/walker.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 720, height: 450 },
];

/** A page is scanned on a phone and on a tablet. */
const scannedSizes = [...sizes.slice(0, 2), { width: 768, height: 1024 }];

const pages = {
  nobody: ['/', '/login', '/forgot-password'],
  admin: [
    '/dashboard',
    '/projects',
    '/sessions',
    '/sessions?range=week',
    '/approvals',
    '/search?q=lekki',
    '/users',
    '/admin-history',
    '/settings',
    '/concerns',
    '/profile',
    '/approvals/figures',
  ],
  photographer: ['/dashboard', '/projects', '/sessions', '/sessions/new', '/concerns', '/profile'],
  client: ['/dashboard', '/dashboard?tab=sessions', '/dashboard?tab=comparison', '/projects', '/sessions', '/concerns'],
} as const;

/** Those that are like another, or scanned in journeys through them. */
const notScanned = ['/', '/login', '/forgot-password', '/sessions?range=week', '/approvals/figures'];

type Visit = { id: number; projectId: number; siteId: number };

async function placesOf(page: Page): Promise<{ own: Visit; ids: number[]; view: { id: number }; stage: number }> {
  const get = async (path: string) => (await page.request.get(path)).json();
  const sessions: Visit[] = await get('/api/sessions?status=approved&q=Lekki Palm');
  const own = sessions[0];
  if (!own) throw new Error('The demo has no approved session of Lekki Palm');
  const views: { id: number; kind: string }[] = await get(`/api/projects/${own.projectId}/viewpoints`);
  const stages: { id: number; asks: { kind: string } | null }[] = await get(`/api/projects/${own.projectId}/stages`);
  const stage = stages.find(({ asks }) => asks?.kind === 'acknowledged')?.id ?? 0;
  const concerns: { anchor: { file: string } | null }[] = await get('/api/disputes?limit=500');
  const pinned = new Set(concerns.flatMap(({ anchor }) => anchor?.file ?? []));
  // A pin of another journey may lie on what is looked for.
  for (const view of views.filter(({ kind }) => kind === 'photo')) {
    const { pictures }: { pictures: { item: { id: string } }[] } = await get(`/api/viewpoints/${view.id}`);
    if (pictures.some(({ item }) => pinned.has(item.id))) continue;
    return { own, ids: sessions.filter(({ siteId }) => siteId === own.siteId).map(({ id }) => id), view, stage };
  }
  throw new Error('Each viewpoint of Lekki Palm has a pinned concern');
}

/** A session with all kinds of media, its project, a comparison, and a viewpoint; the crew's buttons elsewhere are among the admin's. */
async function deepPages(page: Page, username: string): Promise<string[]> {
  const { own, ids, view, stage } = await placesOf(page);
  const project = `/projects/${own.projectId}`;
  const session = `/sessions/${own.id}`;
  const viewpoint = `${project}/viewpoints/${view.id}`;
  const crew = [session, `${session}?tab=videos`, `${session}?tab=tour360`, `${session}?tab=orthomosaic`, project];
  if (username === 'photographer') return [...crew, viewpoint];
  return [
    ...crew,
    `${session}?tab=indoor`,
    ...['sites', 'concerns', 'stages', 'viewpoints'].map((tab) => `${project}?tab=${tab}`),
    `/stages/${stage}`,
    `${project}/compare`,
    `${project}/compare?compare=${ids[1]},${ids[0]}`,
    ...(username === 'client' ? [`/dashboard?tab=comparison&compare=${ids[1]},${ids[0]}`] : []),
    viewpoint,
    ...['swipe', 'side'].map((mode) => `${viewpoint}?compare=2020-01-01&mode=${mode}`),
  ];
}

/** With an open concern a client has one button more on each picture. */
async function raiseConcern(page: Page): Promise<void> {
  const { own } = await placesOf(page);
  const data = { sessionId: own.id, reason: 'The scaffold leans.', priority: 'low' };
  expect((await page.request.post('/api/disputes', { data })).ok()).toBe(true);
}

/** What cannot be reached; what appears or disappears as the window turns is given its time. */
async function faultsNow(page: Page, within: string, look?: () => Promise<string[]>): Promise<string[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  let found: string[] = [];
  await expect(async () => {
    found = [...(await page.evaluate(findUnreachable, within)), ...((await look?.()) ?? [])];
    expect(found).toEqual([]);
  })
    .toPass({ timeout: 5_000 })
    .catch(() => undefined);
  return found.map((fault) => `${page.url()} at ${width} × ${height}: ${fault}`);
}

async function faultsIn(page: Page, within: string, look?: () => Promise<string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    faults.push(...(await faultsNow(page, within, look)));
  }
  return faults;
}

async function scanAtSize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // Parts that follow the width by script do so after it changed.
  await expect(() => fits(page)).toPass({ timeout: 10_000 });
  await scan(page);
}

/** The entries of each menu that was not opened on another page. */
async function faultsOfMenus(page: Page, known: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  const menu = page.getByRole('menu');
  for (const opener of await page.locator('[aria-haspopup="menu"]:visible').all()) {
    const name = ((await opener.getAttribute('aria-label')) ?? (await opener.innerText())).replace(/ (for|of) .*/, '');
    if (known.has(name)) continue;
    known.add(name);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await opener.click();
      await expect(menu).toBeVisible();
      faults.push(...(await faultsNow(page, '[role="menu"]')).map((fault) => `the menu ${name}, ${fault}`));
      if (size !== sizes.at(-1)) continue;
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(menu, 'it closes as the window turns').toHaveCount(0);
    }
  }
  return faults;
}

for (const [username, paths] of Object.entries(pages)) {
  test(`the pages of the ${username} fit small screens without barriers, and all on them can be seen and hit`, async ({
    as,
  }) => {
    // Some thirty pages in one test, so that each is opened once for all sizes.
    test.setTimeout(600_000);
    const how = { phone: true, dark: username === 'client', path: '/' };
    const page = await as(username === 'nobody' ? null : username, how);
    const faults: string[] = [];
    const menus = new Set<string>();
    if (username === 'client') await raiseConcern(page);
    const isBusy = () => page.locator('main [aria-busy="true"]').count();
    const deep = username === 'nobody' ? [] : await deepPages(page, username);
    // A session and a project, in their first tab.
    const scanned = [...paths, ...deep.filter((path) => /^\/\w+\/\d+$/.test(path))];
    for (const path of [...paths, ...deep]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect.poll(isBusy).toBe(0);
      faults.push(...(await faultsIn(page, 'body', async () => ((await isBusy()) ? ['it loads'] : []))));
      faults.push(...(await faultsOfMenus(page, menus)));
      if (!scanned.includes(path) || notScanned.includes(path)) continue;
      await page.evaluate(() => scrollTo(0, 0));
      for (const size of scannedSizes) await scanAtSize(page, size);
    }
    expect(faults).toEqual([]);
  });
}

test('what is in every dialog of the product can be seen and hit on small screens', async ({
  as,
  product,
  stewards,
}) => {
  const client = await enter(product, 'client');
  const places = await findPlaces({ ...stewards, client });
  const faults: string[] = [];
  for (const [role, ways] of Object.entries(waysOf)) {
    const page = await as(role === 'visitor' ? null : role, { path: '/login' });
    const walker = walkerOn(page);
    for (const [path, dialogs] of Object.entries(ways(places))) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      for (const [name, way] of Object.entries(dialogs)) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await walk(walker, way);
        await expect(page.locator('[role="dialog"] [aria-busy="true"]')).toHaveCount(0);
        const found = await faultsIn(page, '[role="dialog"], [role="alertdialog"]', () => page.evaluate(findCramped));
        faults.push(...found.map((fault) => `${name}, ${fault}`));
        await walker.closeDialogs();
      }
    }
  }
  // Journeys after this one find the same data as before.
  const made = [places.doubtful, places.travelling, places.rejected].map((id) => `/api/sessions/${id}`);
  const webhooks: { id: number }[] = await (await stewards.admin.get('/api/webhooks')).json();
  for (const path of [...made, ...webhooks.map(({ id }) => `/api/webhooks/${id}`)]) await stewards.admin.delete(path);
  await client.dispose();
  expect(faults).toEqual([]);
});

test('with an open concern the buttons of a 360° picture and of a map stay in their box on a phone', async ({ as }) => {
  const page = await as('client', { phone: true });
  await raiseConcern(page);
  const { own } = await placesOf(page);
  for (const tab of ['tour360', 'orthomosaic']) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/sessions/${own.id}?tab=${tab}`);
    await expect(page.getByRole('button', { name: 'Raise a concern here' }).first()).toBeAttached();
    await expect(page.getByRole('button', { name: 'Move a concern here' }).first()).toBeAttached();
    expect(await page.evaluate(findUnreachable, 'main')).toEqual([]);
  }
});

test('viewpoints and comparisons are shared from a phone too, and from the dashboard at any width', async ({ as }) => {
  const page = await as('client', { phone: true });
  const { own, ids, view } = await placesOf(page);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const pair = `compare=${ids[1]},${ids[0]}`;
  for (const size of [...sizes, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    const isCompact = size.width < 768 || size.height < 480;
    await page.goto(`/projects/${own.projectId}/viewpoints/${view.id}`);
    await expect(share).toHaveCount(1);
    await share.click();
    await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
    for (const path of [`/projects/${own.projectId}/compare?${pair}`, `/dashboard?tab=comparison&${pair}`]) {
      await page.goto(path);
      if (isCompact) await page.getByRole('button', { name: /^Visits and more/ }).click();
      await share.click();
      await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
    }
  }
});

test('on its side a viewpoint is as wide as the phone, and each of two pictures half of it', async ({ as }) => {
  const page = await as('client', { phone: true });
  const { own, view } = await placesOf(page);
  const path = `/projects/${own.projectId}/viewpoints/${view.id}`;
  const widths = () =>
    page.locator('main .picture-frame img:visible').evaluateAll((all) => all.map((each) => each.clientWidth));
  for (const size of sizes.slice(1)) {
    await page.setViewportSize(size);
    await page.goto(path);
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(size.width * 0.55);
    await page.goto(`${path}?compare=2020-01-01&mode=side`);
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(size.width * 0.4);
  }
});

test('what to do while a place is pointed at is said beside the picture', async ({ as }) => {
  const page = await as('client', { phone: true });
  const { own, view } = await placesOf(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/projects/${own.projectId}/viewpoints/${view.id}`);
  await page.getByRole('button', { name: 'Raise a concern here' }).click();
  const picture = await page.locator('[data-placing]').boundingBox();
  const hint = await page.getByRole('status').filter({ hasText: 'Tap the place' }).boundingBox();
  expect(hint?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
  expect(await page.evaluate(findUnreachable, '[popover]')).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Raise a concern here' })).toBeFocused();
});

test('a rejection on a phone keeps its buttons above the bar', async ({ as }) => {
  const page = await as('admin', { phone: true });
  const [waiting] = await (await page.request.get('/api/sessions?status=pending')).json();
  await page.goto(`/approvals/${waiting.id}`);
  const decision = page.getByRole('region', { name: 'Decision' });
  await decision.getByRole('button', { name: 'Reject' }).click();
  for (const reason of ['Blurred', 'Too few']) await decision.getByText(reason, { exact: true }).click();
  await expect(decision.getByText('The photographer reads', { exact: true })).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await page.evaluate(findUnreachable, '[aria-label="Rejection"]')).toEqual([]);
  }
});

test('on a phone More leads to what the bar has no room for', async ({ as }) => {
  const admin = await as('admin', { phone: true });
  for (const [name, heading] of [
    ['Users', 'User Management'],
    ['History', 'System History'],
    ['Concerns', 'Concerns'],
    ['Settings', 'Settings'],
  ] as const) {
    await admin.getByRole('button', { name: 'More', exact: true }).click();
    await admin.getByRole('menuitem', { name }).click();
    await expect(admin.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  const crew = await as('photographer', { phone: true });
  await crew.getByRole('button', { name: 'More', exact: true }).click();
  await crew.getByRole('menuitem', { name: 'Concerns' }).click();
  await expect(crew.getByRole('heading', { level: 1, name: 'Concerns' })).toBeVisible();
});

test('what opens over a page, and what guests see, can be seen and hit on small screens', async ({ as }) => {
  const page = await as('client', { phone: true });
  const { own, view } = await placesOf(page);
  const project = `/projects/${own.projectId}`;
  const look = async (of: Page, within: string) => {
    for (const size of sizes) {
      await of.setViewportSize(size);
      const message = `${of.url()}, ${within} at ${size.width} × ${size.height}`;
      await expect.poll(() => of.evaluate(findUnreachable, within), { message, timeout: 8000 }).toEqual([]);
    }
  };
  const session = `/sessions/${own.id}`;
  const opened = [
    [session, 'Share', '[role="dialog"]'],
    ['/dashboard', /^Notifications/, '[role="dialog"]'],
  ] as const;
  for (const [path, name, within] of opened) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator(within)).toBeVisible();
    await expect(page.locator(`${within} [aria-busy="true"]`)).toHaveCount(0);
    await look(page, within);
  }
  const guest = await as(null, { phone: true, path: '/' });
  for (const of of [
    { scope: 'project' },
    { scope: 'session', sessionId: own.id },
    { scope: 'viewpoint', viewpointId: view.id },
  ]) {
    const data = { recipient: 'The bank', downloads: true, ...of };
    const made = await page.request.post(`/api${project}/share-links`, { data });
    await guest.goto((await made.json()).path);
    await look(guest, 'body');
  }
});
