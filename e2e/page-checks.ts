// What journeys look at on any page: barriers for people with disabilities, what is wider than the screen, what moves unseen.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

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

/** The worker is there, with all that opens pages without a line. */
export async function workerIsReady(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => navigator.serviceWorker.controller !== null && Boolean(await caches.match('/offline')));
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
}
