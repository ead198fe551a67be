// What every journey uses: the running product, people logged in side by side, an accessibility scan.
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
  request,
} from '@playwright/test';
import { siteConfigElementId } from '#contract/page-render.ts';
import { preloadedStateElementId } from '#contract/preloaded-state.ts';
import { type Product, startProduct } from './product.ts';

type How = { phone?: boolean; dark?: boolean; path?: string };

type Fixtures = {
  /** A page in a browser of its own, logged in with the demo's password; null: nobody is logged in. */
  as(username: string | null, how?: How): Promise<Page>;
  /** The calls of somebody whose page nobody looks at. */
  api(username: string): Promise<APIRequestContext>;
};

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
export const demoPassword = 'topout-demo';

/** A page that came rendered answers once its scripts have taken it over; e2e/rendered.test.ts looks at what is before that. */
function waitForTakeover(page: Page): void {
  const taken =
    <Given extends unknown[], Response>(open: (...given: Given) => Promise<Response>) =>
    async (...given: Given): Promise<Response> => {
      const response = await open(...given);
      await expect(page.locator('#root[data-waiting]')).toHaveCount(0);
      return response;
    };
  page.goto = taken(page.goto.bind(page));
  page.reload = taken(page.reload.bind(page));
  page.goBack = taken(page.goBack.bind(page));
}

/** An error in a page fails the journey, also one that nobody sees. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      problems.push(message.text());
  });
}

/** Who sets the product up for each journey: logged in for as long as it runs. */
type Stewards = { admin: APIRequestContext; crew: APIRequestContext };
type Waiting = { id: number; photographer: { username: string } };

async function logIn(calls: APIRequestContext, username: string): Promise<void> {
  const answer = await calls.post('/api/login', { data: { username, password: demoPassword } });
  if (!answer.ok()) throw new Error(`${username} could not log in: ${await answer.text()}`);
}

async function enter({ url }: Product, username: string): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: url });
  await logIn(calls, username);
  return calls;
}

const waitingFor = async ({ admin }: Stewards): Promise<Waiting[]> =>
  (await admin.get('/api/sessions?status=pending&limit=100')).json();

/**
 * Journeys decide what waits; the next one finds as much all the same: a page of the queue, also of the photographer, and one to be put
 * right by them. All with photos that were looked at: approving asks about links that nobody has opened.
 */
async function fillQueue(stewards: Stewards): Promise<void> {
  const { admin, crew } = stewards;
  const waiting = await waitingFor(stewards);
  const own = waiting.filter(({ photographer }) => photographer.username === 'photographer');
  const missing = Math.max(5 - waiting.length, 1 - own.length);
  const rejected: unknown[] = await (await crew.get('/api/sessions?status=rejected&limit=1')).json();
  if (missing <= 0 && rejected.length > 0) return;
  const likes: { droneImagesUrl: string | null }[] = await (
    await crew.get('/api/sessions?status=approved&q=Lekki Palm')
  ).json();
  const like = likes.find(({ droneImagesUrl }) => droneImagesUrl?.startsWith('/media/'));
  const { projectId, siteId, droneImagesUrl } = like as unknown as Record<string, unknown>;
  const data = {
    projectId,
    siteId,
    droneImagesUrl,
    captureDate: '2026-02-09',
    phase: 'framing',
    notes: 'Slab poured.',
  };
  const submit = async () => {
    const { id } = await (await crew.post('/api/sessions', { data })).json();
    const checkedAt = async () => (await (await admin.get(`/api/sessions/${id}`)).json()).linksCheckedAt;
    await expect.poll(checkedAt, { timeout: 60_000 }).not.toBeNull();
    return id;
  };
  await Promise.all(Array.from({ length: missing }, submit));
  const review = { data: { rejectionReason: 'The roof is missing.' } };
  if (rejected.length === 0) await admin.put(`/api/sessions/${await submit()}/reject`, review);
}

/** What a journey leaves waiting goes with it: another one would meet it at the top of the queue. */
async function clearQueue(stewards: Stewards, kept: Waiting[]): Promise<void> {
  const left = (await waitingFor(stewards)).filter(({ id }) => !kept.some((each) => each.id === id));
  await Promise.all(left.map(({ id }) => stewards.admin.delete(`/api/sessions/${id}`)));
}

export const test = base.extend<Fixtures & { queue: undefined }, { product: Product; stewards: Stewards }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stewards: [
    async ({ product }, use) => {
      const stewards = { admin: await enter(product, 'kunle'), crew: await enter(product, 'photographer') };
      await use(stewards);
      for (const context of Object.values(stewards)) await context.dispose();
    },
    { scope: 'worker' },
  ],
  queue: [
    async ({ stewards }, use) => {
      await fillQueue(stewards);
      const waiting = await waitingFor(stewards);
      await use(undefined);
      await clearQueue(stewards, waiting);
    },
    { auto: true },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  api: async ({ product }, use) => {
    const contexts: APIRequestContext[] = [];
    await use(async (username) => {
      const context = await enter(product, username);
      contexts.push(context);
      return context;
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },
  as: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    await use(async (username, { phone: small, dark, path = '/dashboard' } = {}) => {
      const context = await browser.newContext({
        baseURL: product.url,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        ...(small ? phone : {}),
      });
      contexts.push(context);
      if (username) await logIn(context.request, username);
      const page = await context.newPage();
      watch(page, problems);
      waitForTakeover(page);
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(problems, 'what went wrong unseen').toEqual([]);
  },
});

export { expect };

/** Where a page keeps the responses that it came with, and what was rendered from them. */
const broughtAlong = new RegExp(`<script type="application/json" id="${preloadedStateElementId}">[^<]*</script>`);
const rendered = new RegExp(
  `<div id="root"[^>]*>.*</div>(?=<script type="application/json" id="${siteConfigElementId}")`,
  's',
);

function emptied(html: string): string {
  return html.replace(broughtAlong, '').replace(rendered, '<div id="root"></div>');
}

/** From now on pages come empty, without responses, and request everything: a journey may answer in the server's place. */
export async function askForAll(page: Page): Promise<void> {
  await page.route(
    ({ hostname, pathname }) => hostname === '127.0.0.1' && !/^\/(api|assets)\/|\.\w+$/.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: emptied(await response.text()) });
    },
  );
}

/** From now on what this page writes gets lost on its way, as where the line goes, until the function that comes back is called. */
export async function loseWrites(page: Page): Promise<() => Promise<void>> {
  const everything = '**/api/**';
  const lose = (route: Route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('internetdisconnected');
  await page.route(everything, lose);
  return () => page.unroute(everything, lose);
}

/** Expects these words in a toast; they are in the page twice, once for screen readers. */
export async function said(page: Page, ...words: string[]): Promise<void> {
  for (const each of words) await expect(page.getByText(each).first()).toBeVisible();
}

/** Chooses in a field that searches on the server as one types; without a name what is listed first. */
export async function choose(field: Locator, name?: string): Promise<void> {
  await field.click();
  const options = field.page().getByRole('listbox', { name: 'Choices' }).getByRole('option');
  if (name === undefined) return options.nth(1).click();
  const isNone = (await field.getAttribute('placeholder')) === name;
  if (!isNone) await field.fill(name.split(' – ')[0] ?? name);
  await options.and(field.page().getByRole('option', { name, exact: true })).click();
  await expect(field).toHaveValue(isNone ? '' : name);
}

type Scheme = 'light' | 'dark';
type Violation = { id: string; help: string; nodes: { html: string }[] };
/** What the scan leaves behind in the page. */
type Axe = { axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> } };

/**
 * No violation of WCAG 2.2 AA in what is shown now, light and dark, and no horizontal scrolling. In the other colour scheme only
 * the contrast is checked: the rest is the same. `part`: the selector of what alone is judged, where something floats over rows and so
 * makes targets below it small.
 */
export async function scan(page: Page, part = 'html'): Promise<void> {
  await markFarRows(page);
  // What is not in view may not be laid out (content-visibility); without layout its parts would seem to overlap.
  await page.addStyleTag({ content: `:not(${farRow}) { content-visibility: visible !important; }` });
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [present, other]: [Scheme, Scheme] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  // Frames of other sites are not scanned, so it needs no second page.
  const axe = new AxeBuilder({ page })
    .include(part)
    .exclude(farRow)
    .setLegacyMode(true)
    // Style sheets and films are fetched once more for two rules that say nothing here, which costs a third of the time.
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.withTags(tags).analyze();
  expect(violations.map(told), `barriers at ${page.url()} (${present})`).toEqual([]);
  await turn(page, other);
  const judged = { include: [[part]], exclude: [[farRow]] };
  const pale = () =>
    page.evaluate(async (context) => {
      const { run } = (window as unknown as Axe).axe;
      return (await run(context, { runOnly: ['color-contrast'], resultTypes: ['violations'], preload: false }))
        .violations;
    }, judged);
  // Repeated while it is not clean: a colour transition ends, a real violation stays.
  await expect
    .poll(async () => (await pale()).map(told), { message: `barriers at ${page.url()} (${other})`, timeout: 30_000 })
    .toEqual([]);
  await turn(page, present);
  await fits(page);
  await nothingMovesUnseen(page);
}

/** A browser draws a frame after the other for what moves without an end, also where it is hidden. */
async function nothingMovesUnseen(page: Page): Promise<void> {
  const unseen = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return isEndless && target && !target.checkVisibility({ visibilityProperty: true }) ? [target.outerHTML] : [];
    }),
  );
  expect(unseen, `what moves unseen at ${page.url()}`).toEqual([]);
}

const farRow = '[data-far-row]';

/** Rows that are like the eight before them, and out of view: to judge a hundred takes as long as all the rest. */
async function markFarRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const row of document.querySelectorAll(':is(li, tr):nth-child(n + 9)')) {
      const { top, bottom } = row.getBoundingClientRect();
      row.toggleAttribute('data-far-row', bottom < 0 || top > innerHeight);
    }
  });
}

/** Switches the colour scheme and waits until it is painted: on a busy machine transitions may still run when the call returns. */
async function turn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async (dark) => {
    // Bounded: a hidden page paints no frame, and animations paused there never finish.
    const within = (milliseconds: number, done: Promise<unknown>) =>
      Promise.race([done, new Promise((passed) => setTimeout(passed, milliseconds))]);
    const frame = () => within(250, new Promise(requestAnimationFrame));
    while (matchMedia('(prefers-color-scheme: dark)').matches !== dark) await frame();
    await frame();
    const ends = ({ effect }: Animation) => Number.isFinite(Number(effect?.getComputedTiming().endTime));
    const running = document.getAnimations().filter(ends);
    await within(1000, Promise.allSettled(running.map(({ finished }) => finished)));
    await frame();
  }, colorScheme === 'dark');
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

function told({ id, help, nodes }: Violation): string {
  return `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`;
}

/** Compared with the screen, not with the page's own width: a phone widens the page to fit what overflows. */
export async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `how wide ${page.url()} is`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

const heights = { 360: 760, 768: 1024, 1440: 900 };

/** The same at each of these widths, and nothing in an open dialog scrolls sideways; then the page is as large as it was. */
export async function scanAt(page: Page, widths: readonly (keyof typeof heights)[], part = 'html'): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] });
    await scan(page, part);
    await dialogsFit(page);
  }
  if (before) await page.setViewportSize(before);
}

/** A dialog scrolls by itself, so that the page does not grow wider with what it holds. */
async function dialogsFit(page: Page): Promise<void> {
  const parts = page.getByRole('dialog').locator('xpath=descendant-or-self::*');
  const wide = await parts.evaluateAll((all) =>
    all
      .filter((each) => each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX))
      .map((each) => `${each.scrollWidth} px in ${each.clientWidth} px: ${each.outerHTML.slice(0, 200)}`),
  );
  expect(wide, `what scrolls sideways in a dialog at ${page.url()}`).toEqual([]);
}

/** How many cards stand beside each other in the first line of a list: 1 where it is a list of rows. */
export async function columnsOf(cards: Locator): Promise<number> {
  await expect(cards.nth(1)).toBeVisible();
  const tops = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
  return tops.filter((top) => top === tops[0]).length;
}

/** Files made for a test, by ranges. */
export async function serving(page: Page, made: Record<string, Buffer>): Promise<void> {
  await page.route('**/made/*', (route) => {
    const file = made[new URL(route.request().url()).pathname.split('/').at(-1) ?? ''] ?? Buffer.alloc(0);
    const [first = 0, last = file.length - 1] =
      (route.request().headers().range ?? '').match(/\d+/g)?.map(Number) ?? [];
    const body = file.subarray(first, last + 1);
    const range = `bytes ${first}-${first + body.length - 1}/${file.length}`;
    return route.fulfill({ status: 206, body, headers: { 'content-range': range, 'content-type': 'image/tiff' } });
  });
}
