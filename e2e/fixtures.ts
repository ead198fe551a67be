// What journeys are told with: the running product, people logged in side by side, a scan for barriers.
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { preloadedStateElementId } from '#contract/preloaded-state.ts';
import { type Product, startProduct } from './product.ts';

type How = { phone?: boolean; dark?: boolean; path?: string };

type Fixtures = {
  /** A page of somebody's own browser, logged in with the demo's password; null: nobody is. */
  as(username: string | null, how?: How): Promise<Page>;
};

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
export const demoPassword = 'topout-demo';

/** Whatever goes wrong unseen in a page fails the journey. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      problems.push(message.text());
  });
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
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
      if (username) {
        const answer = await context.request.post('/api/login', { data: { username, password: demoPassword } });
        if (!answer.ok()) throw new Error(`${username} could not log in: ${await answer.text()}`);
      }
      const page = await context.newPage();
      watch(page, problems);
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(problems, 'what went wrong unseen').toEqual([]);
  },
});

export { expect };

/** Where a page keeps the answers that it came with. */
const broughtAlong = new RegExp(`<script type="application/json" id="${preloadedStateElementId}">[^<]*</script>`);

/** From now on pages come without their first answers (decision 019) and ask for everything: a journey may answer in the server's place. */
export async function askForAll(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => !/^\/(api|assets)\/|\.\w+$/.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replace(broughtAlong, '') });
    },
  );
}

/** What a toast says; it stands there twice, once for those who hear it. */
export async function said(page: Page, ...words: string[]): Promise<void> {
  for (const each of words) await expect(page.getByText(each).first()).toBeVisible();
}

type Scheme = 'light' | 'dark';
type Violation = { id: string; help: string; nodes: { html: string }[] };
/** What the scan leaves behind in the page. */
type Axe = { axe: { run(options: object): Promise<{ violations: Violation[] }> } };

/**
 * No violation of WCAG 2.2 AA on what is shown now, light and dark, and nothing that scrolls sideways. Of the other scheme only
 * the contrast is looked at: the rest is the same.
 */
export async function scan(page: Page): Promise<void> {
  // Rows far away are not laid out (content-visibility); judged unlaid, their parts would seem to lie on each other.
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [present, other]: [Scheme, Scheme] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  // No frames of other sites to look into: without them it needs no second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.withTags(tags).analyze();
  expect(violations.map(told), `barriers at ${page.url()} (${present})`).toEqual([]);
  await turn(page, other);
  const pale = () =>
    page.evaluate(async () => {
      const { run } = (window as unknown as Axe).axe;
      return (await run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })).violations;
    });
  // Asked again while it is not clean: what is only on its way to its colour arrives, a barrier stays.
  await expect
    .poll(async () => (await pale()).map(told), { message: `barriers at ${page.url()} (${other})` })
    .toEqual([]);
  await turn(page, present);
  await fits(page);
}

/** Turned to a scheme and painted in it: on a busy machine colours may still be on their way when the call returns. */
async function turn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async (dark) => {
    // Bounded: a page out of sight paints no frame, and what is paused there never finishes.
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

/** Against the screen and not the page's own idea of it: a phone makes that as wide as what lies beyond. */
export async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `how wide ${page.url()} is`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
