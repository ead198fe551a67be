// The page that people are shown: on every width, by mouse, finger and keys, without pictures and without script, in a meeting room and on paper.
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';

const projectName = 'Lekki Palm Residences';
/** The address of a link to the demo’s project with the most to see, made by call. */
async function shareProject(page: Page): Promise<string> {
  const base = new URL(page.url()).origin;
  const all: { id: number; name: string }[] = await (await page.request.get('/api/projects')).json();
  const id = all.find(({ name }) => name === projectName)?.id;
  const answer = await page.request.post(`/api/projects/${id}/share-links`, {
    data: { scope: 'project', recipient: 'The bank' },
    headers: { origin: base },
  });
  expect(answer.status()).toBe(201);
  return base + (await answer.json()).path;
}

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
const stranger = async (browser: Browser, more: object = phone): Promise<Page> =>
  (await browser.newContext(more)).newPage();

/** Sums up what moved, from the first paint on. */
async function countMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset.moved = String(moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.moved ?? 0));
}

const ruler = (page: Page) => page.getByRole('slider', { name: 'Visit' });
const countVisits = async (page: Page) => Number(await ruler(page).getAttribute('max'));
const shownDay = (page: Page) => page.locator('.moment.now strong');

test('a shared project reads on a phone, a tablet and a desk, light and dark, and nothing moves while it loads', async ({
  as,
  browser,
}) => {
  const path = await shareProject(await as('client'));
  for (const [width, colorScheme, size] of [
    [360, 'light', 's800'],
    [768, 'dark', 's800'],
    [1440, 'light', 's1600'],
  ] as const) {
    const guest = await stranger(browser, { viewport: { width, height: 900 }, colorScheme });
    const moved = await countMoves(guest);
    await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1, name: projectName })).toBeInViewport();
    await expect(guest.getByText(/^Last visit (today|yesterday|\d+ (days|months) ago)$/)).toBeInViewport();
    const hero = guest.getByRole('img', { name: /^The site from above, / });
    await expect(hero).toHaveAttribute('src', new RegExp(`/${size}$`));
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await guest.getByRole('heading', { name: 'Notes' }).scrollIntoViewIfNeeded();
    await scan(guest);
    expect(await moved()).toBeLessThan(0.01);
    await guest.context().close();
  }
});

test('a company’s logo that comes late moves nothing, however long the name beside it is', async ({ as, browser }) => {
  const address = await shareProject(await as('client'));
  const guest = await stranger(browser);
  await guest.route(address, async (route) => {
    const response = await route.fetch();
    const branded =
      '<img class="logo" src="/late.svg" alt=""/><span class="brand" dir="auto">Skyline Aerial Documentation Ltd';
    const body = (await response.text()).replace(/<span class="brand" dir="auto">[^<]*/, branded);
    await route.fulfill({ response, body });
  });
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  await guest.route('**/late.svg', async (route) => {
    await late;
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="480" height="120"/></svg>';
    await route.fulfill({ contentType: 'image/svg+xml', body });
  });
  await guest.goto(address, { waitUntil: 'domcontentloaded' });
  const top = () => guest.locator('main').evaluate((main) => main.getBoundingClientRect().top);
  const before = await top();
  come();
  const widthOfLogo = () => guest.locator('.logo').evaluate(({ clientWidth }) => clientWidth);
  await expect.poll(widthOfLogo).toBeGreaterThan(100);
  expect(await top()).toBe(before);
  await guest.context().close();
});

test('the line of time changes its picture in place: by keys, buttons, and a finger on the ruler', async ({
  as,
  browser,
}) => {
  const path = await shareProject(await as('client'));
  const guest = await stranger(browser);
  const moved = await countMoves(guest);
  await guest.goto(path);
  const visits = await countVisits(guest);
  expect(visits).toBeGreaterThan(5);
  await expect(ruler(guest)).toHaveAttribute('aria-valuetext', new RegExp(`, visit ${visits} of ${visits}$`));
  const newest = await shownDay(guest).innerText();
  await ruler(guest).focus();
  await guest.keyboard.press('Home');
  await expect(ruler(guest)).toHaveAttribute('aria-valuetext', new RegExp(`, visit 1 of ${visits}$`));
  await expect(shownDay(guest)).not.toHaveText(newest);
  await expect(guest.locator('.moment.now img')).toHaveJSProperty('complete', true);
  await guest.getByRole('button', { name: 'Later visit' }).click();
  await expect(ruler(guest)).toHaveValue('2');
  const { x, y, width, height } = (await guest.locator('.marks').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await guest.touchscreen.tap(x + width, y + height / 2);
  await expect(shownDay(guest)).toHaveText(newest);
  await guest.mouse.move(x + width, y + height / 2);
  await guest.mouse.down();
  await guest.mouse.move(x, y + height / 2, { steps: 6 });
  await guest.mouse.up();
  await expect(ruler(guest)).toHaveValue('1');
  await expect(shownDay(guest)).not.toHaveText(newest);
  expect(await moved()).toBeLessThan(0.01);
  await guest.locator('.moment.now a[data-photo]').click();
  await expect(guest.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  await guest.context().close();
});

test('show mode fills the window, passes through the visits, hides what steers it, and Escape leaves it', async ({
  as,
  browser,
}) => {
  const path = await shareProject(await as('client'));
  const guest = await stranger(browser, { viewport: { width: 1280, height: 720 } });
  await guest.goto(`${path}?show`);
  const visits = await countVisits(guest);
  const pause = guest.getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();
  await expect(ruler(guest)).toHaveValue('1');
  await expect(ruler(guest)).toHaveValue('2');
  await pause.click();
  await scan(guest);
  const held = await ruler(guest).inputValue();
  await guest.keyboard.press('End');
  await expect(ruler(guest)).toHaveValue(String(visits));
  await guest.keyboard.press('ArrowLeft');
  await expect(ruler(guest)).toHaveValue(String(visits - 1));
  expect(Number(held)).toBeLessThan(visits);
  await expect(guest.locator('html')).toHaveClass(/idle/);
  await expect(guest.locator('.showbar')).toHaveCSS('opacity', '0');
  await guest.mouse.move(300, 300);
  await expect(guest.locator('.showbar')).toHaveCSS('opacity', '1');
  await guest.keyboard.press('Escape');
  await expect(guest.locator('.showbar')).toHaveCount(0);
  expect(new URL(guest.url()).search).toBe('');
  await guest.context().close();
});

test('with reduced motion one visit is shown at a time, and keys move on', async ({ as, browser }) => {
  const path = await shareProject(await as('client'));
  const guest = await stranger(browser, { viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  await guest.goto(path);
  const visits = await countVisits(guest);
  await guest.getByRole('link', { name: 'Show in a meeting' }).click();
  await expect(guest.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(ruler(guest)).toHaveValue(String(visits));
  await guest.keyboard.press('ArrowLeft');
  await expect(ruler(guest)).toHaveValue(String(visits - 1));
  await guest.getByRole('button', { name: 'Leave' }).click();
  await expect(guest.getByRole('link', { name: 'Show in a meeting' })).toBeFocused();
  await guest.context().close();
});

test('printed, a shared project is one sheet with two sides', async ({ as, browser }) => {
  const path = await shareProject(await as('client'));
  const guest = await stranger(browser, { viewport: { width: 1280, height: 800 } });
  await guest.goto(path);
  await expect(guest.locator('.pair')).toBeAttached();
  // As browsers do, which wait for the pictures then.
  await guest.emulateMedia({ media: 'print' });
  await guest.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const picture of await guest.locator('.paper img').all()) {
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  const pdf = await readPdf(await guest.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(pdf.pages).toHaveLength(2);
  expect(pdf.pages[0]).toContain(projectName);
  expect(pdf.pages[0]).toContain('Then and now');
  expect(pdf.pages[1]).toContain('This link ends on');
  // The hero and a pair on the one side, six visits on the other.
  expect(pdf.pictures[0]).toBeGreaterThanOrEqual(3);
  expect(pdf.pictures[1]).toBeGreaterThanOrEqual(6);
  await guest.context().close();
});

test('without a script every visit’s picture and words stand below each other, then and now beside each other', async ({
  as,
  browser,
}) => {
  const path = await shareProject(await as('client'));
  const guest = await stranger(browser, { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });
  await guest.goto(path);
  expect(await guest.locator('.moment').count()).toBeGreaterThan(5);
  for (const moment of await guest.locator('.moment').all()) await expect(moment).toBeVisible();
  const [then, now] = await Promise.all([0, 1].map((nth) => guest.locator('.pair .photo').nth(nth).boundingBox()));
  expect(then?.y).toBe(now?.y);
  expect((then?.x ?? 0) + (then?.width ?? 0)).toBeLessThanOrEqual(now?.x ?? 0);
  await expect(guest.getByRole('slider')).toHaveCount(0);
  await expect(guest.getByRole('link', { name: 'Show in a meeting' })).toHaveCount(0);
  const words = await guest.locator('main').innerText();
  expect(words.indexOf('Then and now')).toBeLessThan(words.indexOf('Visit after visit'));
  expect(words.indexOf('Visit after visit')).toBeLessThan(words.indexOf('Notes'));
  await guest.context().close();
});

test('without pictures the words stand, and nothing lies over anything else', async ({ as, browser }) => {
  const path = await shareProject(await as('client'));
  const guest = await stranger(browser);
  await guest.route(/\/pictures\//, (route) => route.abort());
  await guest.goto(path);
  await expect(guest.getByRole('heading', { level: 1, name: projectName })).toBeInViewport();
  await expect(guest.getByText(/^Last visit /)).toBeInViewport();
  const hero = await guest.locator('.opening').boundingBox();
  expect(hero?.height).toBeGreaterThan(250);
  const stage = await guest.locator('.moment.now .photo').boundingBox();
  expect(stage?.height).toBeGreaterThan(150);
  await ruler(guest).focus();
  await guest.keyboard.press('Home');
  await expect(ruler(guest)).toHaveValue('1');
  await expect(guest.locator('.moment').first()).toHaveClass(/now/);
  await scan(guest);
  await guest.context().close();
});

test('inside a messenger, which allows no storage, no cookies and no further window, everything works in place', async ({
  as,
  browser,
}) => {
  const path = await shareProject(await as('client'));
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 WhatsApp/2';
  const guest = await stranger(browser, { ...phone, userAgent });
  const faults: string[] = [];
  guest.on('pageerror', ({ message }) => faults.push(message));
  guest.on('popup', () => faults.push('a window'));
  await guest.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Not here', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
    window.open = refuse;
  });
  await guest.goto(path);
  await ruler(guest).focus();
  await guest.keyboard.press('Home');
  await expect(ruler(guest)).toHaveValue('1');
  await guest.getByRole('slider', { name: /^How much of the older picture/ }).fill('20');
  await guest.locator('.moment.now a[data-photo]').click();
  const large = guest.getByRole('dialog', { name: 'Picture' });
  await expect(large).toBeVisible();
  await guest.goBack();
  await expect(large).toBeHidden();
  await expect(guest.getByRole('heading', { level: 1, name: projectName })).toBeVisible();
  expect(faults).toEqual([]);
  await guest.context().close();
});

const publicSite = 'https://progress.example.org';

/** As the product is reached from elsewhere: browsers keep pages of the internet from framing what is on the device itself. */
async function serveAtPublicSite(guest: Page, base: string): Promise<void> {
  await guest.route(`${publicSite}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (pathname.endsWith('/live')) return route.abort();
    return route.fulfill({ response: await route.fetch({ url: base + pathname + search }) });
  });
}

/** A page of somebody’s own site that frames this address. */
async function frameAt(guest: Page, { site, path }: { site: string; path: string }): Promise<void> {
  const address = `${publicSite}${path}`;
  const body = `<!doctype html><title>Homes</title><iframe title="Progress" src="${address}" width="900" height="700"></iframe>`;
  await guest.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await guest.goto(`${site}/homes`);
}

test('a client lets a page be embedded and questions be asked, and a site with another name frames nothing', async ({
  as,
  browser,
}) => {
  const client = await as('client');
  const all = await (await client.request.get('/api/projects')).json();
  const { id } = all.find(({ name }: { name: string }) => name === projectName);
  await client.goto(`/projects/${id}`);
  await client.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = client.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Recipient').fill('Our buyers');
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByLabel('Sites that may embed it').fill('http://sales.example.org');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByText('A site is an address with https, such as https://www.example.com')).toBeVisible();
  await dialog.getByLabel('Sites that may embed it').fill('sales.example.org/homes');
  await dialog.getByLabel('Offer ‘Ask a question’').check();
  await scan(client);
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const code = await dialog.getByLabel('Code to embed it').inputValue();
  const { origin, pathname: path } = new URL(/src="([^"]+\/embed)"/.exec(code)?.[1] ?? '');
  const guest = await stranger(browser, { viewport: { width: 1280, height: 800 } });
  await serveAtPublicSite(guest, origin);
  await frameAt(guest, { site: 'https://sales.example.org', path });
  const frame = guest.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: projectName })).toBeVisible();
  await frame.getByRole('button', { name: 'Earlier visit' }).click();
  await expect(frame.getByRole('slider', { name: 'Visit' })).toHaveAttribute('aria-valuetext', /visit \d+ of \d+$/);
  await frameAt(guest, { site: 'https://other.example.org', path });
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0);
  await guest.goto(origin + path.replace('/embed', ''));
  await expect(guest.getByRole('link', { name: 'Ask a question' })).toHaveAttribute('href', /^mailto:.+@.+\?subject=/);
  await guest.context().close();
});
