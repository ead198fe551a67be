// The phone, 360 px wide: the bar at the bottom leads on, the search covers the screen, long names and low windows cut nothing.
import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const bars = {
  admin: ['Dashboard', 'Projects', 'New', 'Sessions', 'Approvals'],
  photographer: ['Dashboard', 'Projects', 'New', 'Sessions'],
  client: ['Dashboard', 'Projects'],
} as const;

for (const username of ['admin', 'photographer', 'client'] as const) {
  test(`on a phone the ${username} has a bar of their own`, async ({ as }) => {
    const page = await as(username, { phone: true });
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveCount(bars[username].length);
    for (const [at, label] of bars[username].entries()) await expect(links.nth(at)).toContainText(label);
  });
}

test('on a phone the search shows all results and the profile is one tap away', async ({ as }) => {
  const page = await as('admin', { phone: true });
  await page.getByRole('button', { name: /^Search/ }).click();
  const field = page.getByPlaceholder('Search projects, sites, sessions...');
  await expect(field).toBeFocused();
  await field.fill('lekki');
  await expect(page.getByRole('option').nth(8)).toBeAttached();
  const said = await page.getByText(/^Search Results \(\d+\)$/).innerText();
  await expect(page.getByRole('option')).toHaveCount(Number(said.replace(/\D/g, '')));
  await scan(page);
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Lekki Palm Residences' })).toBeVisible();
  await scan(page);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test('all results of a search have a page of their own, which a link restores', async ({ as }) => {
  const page = await as('admin');
  const field = page.getByPlaceholder('Search projects, sites, or sessions...');
  await field.fill('session');
  await expect(page.getByText(/^Showing first 8 of \d+ results$/)).toBeVisible();
  const total = Number(/of (\d+)/.exec(await page.getByText(/^Showing first 8/).innerText())?.[1]);
  expect(total).toBeGreaterThan(50);
  const link = page.getByRole('link', { name: 'All results' });
  for (let press = 0; press < 3 && !(await link.evaluate((it) => it === document.activeElement)); press++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=session$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('link');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: `Show all ${total}` }).click();
  await expect(rows).toHaveCount(total);
  await page.reload();
  await expect(rows).toHaveCount(total);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);

  const small = await as('admin', { phone: true, path: '/search?q=lekki+zzzz' });
  await expect(small.getByText('No results found for "lekki zzzz"')).toBeVisible();
  await small.getByRole('searchbox').fill('amaka');
  const people = small.getByRole('region', { name: /^People/ });
  await expect(people.getByRole('link', { name: /Amaka Okafor @client/ })).toBeVisible();
  await small.getByRole('searchbox').fill('lekki');
  await expect(small.getByRole('region', { name: 'Projects' }).getByRole('link').first()).toContainText('Lekki Palm');
  await expect(small).toHaveURL(/\/search\?q=lekki$/);
  await expect(small.getByRole('region', { name: 'Sessions' }).getByRole('link').first()).toContainText(
    /^Session #\d+ · [A-Z][a-z]+ \d{1,2}, \d{4}/,
  );
  await scan(small);
  await small.getByRole('region', { name: 'Sessions' }).getByRole('link').first().click();
  await expect(small.getByRole('link', { name: 'Search results' })).toHaveAttribute('href', '/search?q=lekki');
});

test('on a phone a name without spaces widens no page', async ({ as }) => {
  const admin = await as('admin', { phone: true });
  const ask = async (path: string) => (await admin.request.get(path)).json();
  const make = async (path: string, data: object) => (await admin.request.post(path, { data })).json();
  const idOf = async (role: string) =>
    (await ask(`/api/users?role=${role}`)).find(({ username }: { username: string }) => username === role).id;
  const name = 'Unbroken'.repeat(20);
  const photographerId = await idOf('photographer');
  const project = await make('/api/projects', {
    project: { name, description: name, clientId: await idOf('client') },
    sites: [{ name, description: name, location: name, photographerId }],
  });
  const [site] = await ask(`/api/projects/${project.id}/sites`);
  const visit = { projectId: project.id, siteId: site.id, notes: name };
  for (const captureDate of ['2026-03-04', '2026-03-05']) {
    const session = await make('/api/sessions', { ...visit, captureDate });
    await admin.request.put(`/api/sessions/${session.id}/approve`, { data: { reviewNotes: name } });
  }
  const [newest] = await ask(`/api/sessions?projectId=${project.id}`);
  const client = await as('client', { phone: true });
  await client.request.post('/api/disputes', { data: { sessionId: newest.id, reason: name, priority: 'low' } });

  const own = `/projects/${project.id}`;
  const shown = ['/dashboard', '/projects', own, `${own}?tab=sites`, `${own}?tab=concerns`, `${own}/compare`];
  for (const page of [admin, client]) {
    for (const path of [...shown, '/sessions', `/sessions/${newest.id}`, `/search?q=${name}`]) {
      await page.goto(path);
      await expect(page.getByText(name).first()).toBeAttached();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await fits(page);
    }
    // Two visits of one long name differ by number and day, which are whole.
    const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('link');
    await expect(rows).toHaveCount(2);
    expect(await cut(rows.locator('> span'))).toEqual([]);
    for (const [at, day] of ['March 5, 2026', 'March 4, 2026'].entries()) await expect(rows.nth(at)).toContainText(day);
  }
  expect((await admin.request.delete(`/api/projects/${project.id}`)).ok()).toBe(true);
});

test('on a low phone the tab that is chosen stays in view, whatever its panel brings above it', async ({ as }) => {
  const page = await as('client', { phone: true, path: '/dashboard' });
  await page.setViewportSize({ width: 360, height: 500 });
  const tabs = page.getByRole('tablist', { name: 'Project Progress' }).getByRole('tab');
  await tabs.first().focus();
  for (const key of ['End', 'ArrowRight', 'ArrowRight', 'Home']) {
    await page.keyboard.press(key);
    const chosen = tabs.and(page.locator('[aria-selected="true"]'));
    await expect(chosen).toBeFocused();
    await expect(chosen).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole('region', { name: 'My projects' })).toBeAttached();
});

test('on a phone tabs stand in one line, which fades where it goes on and shows the selected one', async ({ as }) => {
  const page = await as('client', { phone: true, path: '/dashboard' });
  const [visit] = await (await page.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  for (const [path, name, last] of [
    ['/dashboard', 'Project Progress', 'Visual Comparison'],
    [`/sessions/${visit.id}`, 'Media', 'Orthomosaic'],
  ] as const) {
    await page.goto(path);
    const row = page.getByRole('tablist', { name });
    const tabs = row.getByRole('tab');
    const tops = () => tabs.evaluateAll((all) => new Set(all.map((tab) => tab.getBoundingClientRect().top)).size);
    const fades = () =>
      row.evaluate((it) => {
        const { webkitMaskImage, maskImage } = getComputedStyle(it);
        const [start, end] = [...(maskImage || webkitMaskImage).matchAll(/([\d.]+)px/g)].map(([, px]) => Number(px));
        return [(start ?? 0) > 12, (end ?? 0) > 12];
      });
    await expect(tabs.first()).toBeVisible();
    expect(await tops()).toBe(1);
    await expect.poll(fades).toEqual([false, true]);
    await tabs.first().focus();
    await page.keyboard.press('End');
    await expect(row.getByRole('tab', { name: last })).toBeFocused();
    await expect(row.getByRole('tab', { name: last })).toBeInViewport({ ratio: 1 });
    await expect.poll(fades).toEqual([true, false]);
    await page.keyboard.press('ArrowRight');
    await expect(tabs.first()).toBeInViewport({ ratio: 1 });
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    // A link to the last tab shows it, too.
    await page.goto(`${path}?tab=${last === 'Orthomosaic' ? 'orthomosaic' : 'comparison'}`);
    await expect(row.getByRole('tab', { name: last })).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone the first picture of a session is on the first screen, however long its name is', async ({ as }) => {
  const admin = await as('admin', { phone: true, path: '/login' });
  await admin.setViewportSize({ width: 360, height: 640 });
  const [visit] = await (await admin.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  const { id, name, description, status, clientId } = await (
    await admin.request.get(`/api/projects/${visit.projectId}`)
  ).json();
  const rename = (to: string) =>
    admin.request.patch(`/api/projects/${id}`, { data: { project: { name: to, description, status, clientId } } });
  const bar = admin.getByRole('navigation', { name: 'Main' });
  for (const words of [name, 'A long name of many words '.repeat(9).trim(), 'Unbroken'.repeat(20)]) {
    expect((await rename(words)).ok()).toBe(true);
    await admin.goto(`/sessions/${visit.id}`);
    const picture = admin.getByRole('button', { name: /^View .* large$/ });
    await expect(picture).toBeVisible();
    const [box, top] = [await picture.boundingBox(), (await bar.boundingBox())?.y ?? 0];
    expect((box?.y ?? 0) + (box?.height ?? 0), words).toBeLessThan(top);
    const site = `\u00a0· ${visit.site?.name ?? 'Whole project'}`;
    await expect(admin.getByRole('heading', { level: 1 })).toHaveJSProperty('textContent', words + site);
    await fits(admin);
    await scan(admin);
  }
  expect((await rename(name)).ok()).toBe(true);
});

test('on a phone a rejected session shows its reason and its first picture at once, what was flagged a tap away', async ({
  as,
}) => {
  const crew = await as('photographer', { phone: true, path: '/login' });
  await crew.setViewportSize({ width: 360, height: 640 });
  const all: { id: number }[] = await (await crew.request.get('/api/sessions?status=rejected')).json();
  const flagsOf = async (id: number) => (await (await crew.request.get(`/api/sessions/${id}/flags`)).json()).flags;
  // Others may have rejected one without flagging a picture.
  let rejected: { id: number } | undefined;
  for (const one of all) if ((await flagsOf(one.id)).length > 0) rejected ??= one;
  await crew.goto(`/sessions/${rejected?.id}`);
  await expect(crew.getByText('Rejected: ')).toBeInViewport({ ratio: 1 });
  const picture = crew.getByRole('button', { name: /^View .* large$/ });
  await expect(picture).toBeVisible();
  const sentBack = crew.getByRole('region', { name: 'Sent back' });
  await expect(sentBack).toBeAttached();
  // What comes later moves nothing.
  await expect(crew.locator('[aria-busy="true"]')).toHaveCount(0);
  const bar = await crew.getByRole('navigation', { name: 'Main' }).boundingBox();
  const box = await picture.boundingBox();
  expect((box?.y ?? 0) + 0.75 * (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await scan(crew);
  await crew.getByRole('link', { name: 'Show flagged pictures and changes' }).click();
  await expect(sentBack.getByRole('heading', { name: 'Flagged pictures' })).toBeInViewport({ ratio: 1 });
  // The keyboard goes on from there.
  await crew.keyboard.press('Tab');
  const goesOn = (it: Element) =>
    (it.compareDocumentPosition(document.activeElement ?? it) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  expect(await sentBack.evaluate(goesOn)).toBe(true);
  await crew.goBack();
  await expect(crew.getByText('Rejected: ')).toBeInViewport({ ratio: 1 });
});

test('on a phone the buttons of a project stand in one line, and its tabs are on the first screen', async ({ as }) => {
  for (const username of ['admin', 'photographer', 'client'] as const) {
    const page = await as(username, { phone: true, path: '/login' });
    await page.setViewportSize({ width: 360, height: 640 });
    const [visit] = await (await page.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
    await page.goto(`/projects/${visit.projectId}`);
    const tabs = page.getByRole('tablist', { name: 'Parts of the project' });
    await expect(tabs).toBeVisible();
    const head = page.getByRole('main').locator('header');
    const buttons = head.getByRole('button').or(head.getByRole('link', { name: /^(View Sessions|Compare)$/ }));
    const tops = await buttons.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
    expect(tops).toBe(1);
    const [bar, row] = [await page.getByRole('navigation', { name: 'Main' }).boundingBox(), await tabs.boundingBox()];
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    // The last of them is reached with the keyboard, too.
    await buttons.last().focus();
    await expect(buttons.last()).toBeInViewport({ ratio: 1 });
    await fits(page);
    await scan(page);
  }
});

test('on a phone held upright comparison asks to turn it, once', async ({ as }) => {
  const page = await as('client', { phone: true, path: '/dashboard?tab=sessions' });
  await page.getByRole('checkbox', { name: 'Select sessions for comparison' }).check();
  const boxes = page.getByRole('checkbox', { name: /^Compare session of/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  // At the end of the list the floating button covers nothing.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await scan(page);
  await page.getByRole('button', { name: 'Compare Sessions' }).last().click();
  const banner = page.getByText('Rotate your phone to landscape to compare side by side.');
  await expect(banner).toBeVisible();
  await scan(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
});

test('the fields of the filter panel stand under each other below 768 px', async ({ as }) => {
  const page = await as('admin', { path: '/sessions?range=week' });
  const at = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y ?? 0;
  await expect(page.getByLabel('Date Range')).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await at('Site')).toBe(await at('Project'));
  await page.setViewportSize({ width: 767, height: 900 });
  expect(await at('Site')).toBeGreaterThan(await at('Project'));
});

/** The words of these that do not stand whole within the window. */
function cut(parts: Locator): Promise<string[]> {
  return parts.evaluateAll((all) =>
    all
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        const spans = [part, ...part.querySelectorAll<HTMLElement>('span')] as HTMLElement[];
        const isCut = (span: HTMLElement) =>
          getComputedStyle(span).overflowX !== 'visible' && span.clientWidth > 1 && span.scrollWidth > span.clientWidth;
        return left < 0 || right > innerWidth || spans.some(isCut);
      })
      .map((part) => part.textContent ?? ''),
  );
}

const low = {
  '320 × 256': { width: 320, height: 256 },
  '740 × 360': { width: 740, height: 360 },
};
for (const [name, size] of Object.entries(low)) {
  test(`at ${name} no bar stays in place and no label is cut`, async ({ as }) => {
    const admin = await as('admin', { phone: true });
    await admin.setViewportSize(size);
    const [session] = await (await admin.request.get('/api/sessions?status=completed')).json();
    for (const path of ['/dashboard', '/sessions', '/admin-history', `/sessions/${session.id}`]) {
      await admin.goto(path);
      await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(admin.locator('[aria-busy="true"]')).toHaveCount(0);
      await fits(admin);
      for (const tab of await admin.getByRole('tab').all()) {
        await tab.evaluate((it) => it.scrollIntoView({ inline: 'center', block: 'center' }));
        expect(await cut(tab)).toEqual([]);
      }
      expect(await cut(admin.getByRole('navigation', { name: 'Main' }).getByRole('link'))).toEqual([]);
      await admin.evaluate(() => scrollTo(0, 300));
      await expect(admin.getByRole('banner')).not.toBeInViewport();
      await expect(admin.getByRole('navigation', { name: 'Main' })).not.toBeInViewport();
      // Lists grow while one comes to their end.
      await expect(async () => {
        await admin.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await expect(admin.getByRole('navigation', { name: 'Main' })).toBeInViewport({ timeout: 1_000 });
      }).toPass();
    }
    await admin.goto('/sessions/new');
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create Session' }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole('heading', { name: 'Create New Session' })).not.toBeInViewport();
    await fits(admin);
  });
}

test('a client’s sessions and concerns are one tap from the dashboard, with their number', async ({ as }) => {
  const page = await as('client', { phone: true });
  const total = async (path: string) => (await page.request.get(path)).headers()['x-total-count'];
  const sessions = page.getByRole('button', { name: `Sessions ${await total('/api/sessions?limit=1')}` });
  await expect(sessions).toBeVisible();
  const late = page.getByRole('region', { name: /^My projects/ }).getByText(/^Next visit was expected on /);
  await expect(late.first()).toBeVisible();
  const isWider = (all: Element[]) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await late.evaluateAll(isWider), 'a long badge takes two lines').not.toContain(true);
  await page.getByRole('link', { name: `Concerns ${await total('/api/disputes?limit=1')}` }).click();
  const concerns = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1, name: 'Concerns' })).toBeVisible();
  await expect(concerns.getByRole('article').first()).toBeVisible();
  await scan(page);
  await concerns
    .getByRole('link', { name: /Lekki Palm|·/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/sessions\/\d+#concerns$/);
  await expect(page.getByRole('heading', { name: 'Concerns' })).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await sessions.click();
  await expect(page.getByRole('tab', { name: 'Progress Sessions' })).toHaveAttribute('aria-selected', 'true');
});
