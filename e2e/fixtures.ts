// What every journey uses: the running product, and people logged in side by side.
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Locator,
  type Page,
  type Route,
  request,
} from '@playwright/test';
import { preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { siteConfigElementId } from '#contract/pages/page-render.ts';
import { waitForHydration } from './hydration.ts';
import { type Product, startProduct } from './product.ts';

/** `inItsTime`: the device is prepared for offline use as late as it is in production. */
type How = { phone?: boolean; dark?: boolean; path?: string; inItsTime?: boolean };

type Fixtures = {
  /** A page in a browser context of its own, logged in with the demo's password; null: nobody is logged in. */
  as(username: string | null, how?: How): Promise<Page>;
  /** API calls of somebody without an open page. */
  api(username: string): Promise<APIRequestContext>;
};

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
export const demoPassword = 'topout-demo';

/** When a page prepares its device for offline use (web/app/startup/live-updates.tsx). */
const preparedAfterMs = 4000;

/** Offline journeys need not wait for that. */
function prepareAtOnce(usual: number): void {
  const later = window.setTimeout.bind(window) as (work: TimerHandler, ms?: number, ...args: unknown[]) => number;
  Object.assign(window, {
    setTimeout: (work: TimerHandler, ms?: number, ...args: unknown[]) => later(work, ms === usual ? 0 : ms, ...args),
  });
}

/** An error in a page fails the journey, even one that nobody sees. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      problems.push(message.text());
  });
}

/** Who sets the product up for each journey: logged in for as long as it runs. */
type Stewards = { admin: APIRequestContext; crew: APIRequestContext };
type Waiting = { id: number; photographer: { username: string }; linksCheckedAt: string | null };

async function logIn(calls: APIRequestContext, username: string): Promise<void> {
  const answer = await calls.post('/api/login', { data: { username, password: demoPassword } });
  if (!answer.ok()) throw new Error(`${username} could not log in: ${await answer.text()}`);
}

/** API calls of somebody who just logged in. */
export async function enter({ url }: Product, username: string): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: url });
  await logIn(calls, username);
  return calls;
}

/**
 * The login cookies that earlier journeys left, by username: checking a password is slow on purpose. One browser uses each at a time, and
 * only while it is valid.
 */
type Logins = Map<string, Cookie[]>;

async function takeLogin(logins: Logins, username: string, context: BrowserContext): Promise<void> {
  const cookie = logins.get(username)?.pop();
  if (!cookie) return logIn(context.request, username);
  await context.addCookies([cookie]);
  const answer = await context.request.get('/api/user');
  if (answer.ok() && (await answer.json()).username === username) return;
  await context.clearCookies();
  await logIn(context.request, username);
}

async function leaveLogin(logins: Logins, username: string, context: BrowserContext): Promise<void> {
  const cookies = await context.cookies().catch(() => []); // it was closed
  const cookie = cookies.find(({ name }) => name.endsWith('topout_login'));
  if (cookie) logins.set(username, [...(logins.get(username) ?? []), cookie]);
}

const waitingFor = async ({ admin }: Stewards): Promise<Waiting[]> =>
  (await admin.get('/api/sessions?status=pending&limit=100')).json();

/**
 * Journeys decide waiting sessions, so this restores them for the next one: a page of the queue, also of the photographer, and one to be
 * revised by them. All have photos that were checked: approving asks about links that nobody has opened.
 */
async function fillQueue(stewards: Stewards): Promise<Waiting[]> {
  const { admin, crew } = stewards;
  const [waiting, rejected]: [Waiting[], unknown[]] = await Promise.all([
    waitingFor(stewards),
    crew.get('/api/sessions?status=rejected&limit=1').then((answer) => answer.json()),
  ]);
  const own = waiting.filter(({ photographer }) => photographer.username === 'photographer');
  const missing = Math.max(5 - waiting.length, 1 - own.length);
  if (missing <= 0 && rejected.length > 0) return waiting;
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
  return waitingFor(stewards);
}

/** The first time, soon after the start: until then approving asks whether they may be left unchecked. */
async function linksAreChecked(stewards: Stewards): Promise<void> {
  const unchecked = async () =>
    (await waitingFor(stewards)).filter(({ linksCheckedAt }) => linksCheckedAt === null).length;
  await expect.poll(unchecked, { timeout: 60_000 }).toBe(0);
}

/** Removes what a journey leaves waiting: the next one would find it at the top of the queue. */
async function clearQueue(stewards: Stewards, kept: Waiting[]): Promise<void> {
  const left = (await waitingFor(stewards)).filter(({ id }) => !kept.some((each) => each.id === id));
  await Promise.all(left.map(({ id }) => stewards.admin.delete(`/api/sessions/${id}`)));
}

export const test = base.extend<
  Fixtures & { queue: undefined },
  { product: Product; stewards: Stewards; logins: Logins }
>({
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
      await linksAreChecked(stewards);
      await use(stewards);
      for (const context of Object.values(stewards)) await context.dispose();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  logins: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  queue: [
    async ({ stewards }, use) => {
      const waiting = await fillQueue(stewards);
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
  as: async ({ browser, product, logins, serviceWorkers }, use) => {
    const contexts = new Map<BrowserContext, string | null>();
    const problems: string[] = [];
    await use(async (username, { phone: small, dark, path = '/dashboard', inItsTime } = {}) => {
      const context = await browser.newContext({
        baseURL: product.url,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        ...(small ? phone : {}),
      });
      contexts.set(context, username);
      if (serviceWorkers === 'allow' && !inItsTime) await context.addInitScript(prepareAtOnce, preparedAfterMs);
      if (username) await takeLogin(logins, username, context);
      const page = await context.newPage();
      watch(page, problems);
      waitForHydration(page);
      await page.goto(path);
      return page;
    });
    await Promise.all(
      Array.from(contexts, async ([context, username]) => {
        if (username) await leaveLogin(logins, username, context);
        await context.close();
      }),
    );
    expect(problems, 'what went wrong unseen').toEqual([]);
  },
});

export { expect };

/** Where a page keeps the responses that came with it, and what was rendered from them. */
const broughtAlong = new RegExp(`<script type="application/json" id="${preloadedStateElementId}">[^<]*</script>`);
const rendered = new RegExp(
  `<div id="root"[^>]*>.*</div>(?=<script type="application/json" id="${siteConfigElementId}")`,
  's',
);

function emptied(html: string): string {
  return html.replace(broughtAlong, '').replace(rendered, '<div id="root"></div>');
}

/** From now on pages come empty, without responses, and request everything: a journey may respond in the server's place. */
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

/** From now on this page's writes get lost in transit, as when the connection drops, until the returned function is called. */
export async function loseWrites(page: Page): Promise<() => Promise<void>> {
  const everything = '**/api/**';
  const lose = (route: Route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('internetdisconnected');
  await page.route(everything, lose);
  return () => page.unroute(everything, lose);
}

/** Sends what waits to be undone; the page's clock was installed before. */
export const pastUndo = (page: Page): Promise<void> => page.clock.fastForward(8_000);

/** Expects these words in a toast; they are in the page twice, once for screen readers. */
export async function said(page: Page, ...words: string[]): Promise<void> {
  for (const each of words) await expect(page.getByText(each).first()).toBeVisible();
}

/** Chooses in a field that searches on the server while typing; without a name, the first option. */
export async function choose(field: Locator, name?: string): Promise<void> {
  await field.click();
  const options = field.page().getByRole('listbox', { name: 'Choices' }).getByRole('option');
  if (name === undefined) return options.nth(1).click();
  const isNone = (await field.getAttribute('placeholder')) === name;
  if (!isNone) await field.fill(name.split(' – ')[0] ?? name);
  await options.and(field.page().getByRole('option', { name, exact: true })).click();
  await expect(field).toHaveValue(isNone ? '' : name);
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
