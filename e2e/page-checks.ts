// What journeys check on any page: accessibility barriers, content wider than the screen, hidden animations.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { type Coloured, waysOfText } from './contrast.ts';

/** The minified build: every page that is checked parses it again. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';
type Scanned = { axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> } };

/**
 * No violation of WCAG 2.2 AA in what is shown now, light and dark, and no horizontal scrolling. In the other colour scheme only
 * the contrast is checked: the rest is the same. `part`: the selector of what alone is judged, where something floats over rows and so
 * makes targets below it small. `timeout`: how long, in milliseconds, colours may take to settle.
 */
export async function scan(page: Page, part = 'html', timeout = 30_000): Promise<void> {
  await markFarRows(page);
  // What is not in view may not be laid out (content-visibility); without layout its parts would seem to overlap.
  await page.addStyleTag({ content: `:not(${farRow}) { content-visibility: visible !important; }` });
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [present, other]: [Scheme, Scheme] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const rules = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } };
  const found = await violations(page, part, { runOnly: tags, rules });
  if ((await markCramped(page, part)) > 0) found.push(...(await violationsOfMarked(page, cramped, 'target-size')));
  expect(found, `barriers at ${page.url()} (${present})`).toEqual([]);
  await hasContrast(page, { part, scheme: present, timeout });
  await turn(page, other);
  await hasContrast(page, { part, scheme: other, timeout });
  await turn(page, present);
  await fits(page);
  await nothingMovesUnseen(page);
}

/** Style sheets and films are fetched once more for two rules that are not needed here, which costs a third of the time. */
async function violations(page: Page, part: string, rules: RunOptions): Promise<string[]> {
  const found = await page.evaluate(
    async ([context, options]) => (await (window as unknown as Scanned).axe.run(context, options)).violations,
    [
      { include: [[part]], exclude: [[farRow]] },
      { resultTypes: ['violations'], preload: false, iframes: false, ...rules },
    ] satisfies [ElementContext, RunOptions],
  );
  return found.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
}

/** Parts that are drawn anew between two steps leave with their marks, and axe fails where nothing is left. */
function violationsOfMarked(page: Page, mark: string, rule: string): Promise<string[]> {
  return violations(page, `[${mark}]`, { runOnly: [rule] }).catch((error: Error) => {
    if (error.message.includes('No elements found')) return [];
    throw error;
  });
}

const cramped = 'data-target-to-judge';

/**
 * Half of a scan was spent on the size of targets. Axe lets pass whatever has 24 px each way free of other targets, and whatever has no
 * other within 24 px: it is asked about the rest only. In doubt something is marked. Returns how many are.
 */
export function markCramped(page: Page, part: string): Promise<number> {
  return page.evaluate(
    ([within, far, mark]) => {
      const least = 24;
      // What axe takes for a target: what has the focus of its own or by tabindex, and is for use.
      const native = 'a[href], area[href], button, input:not([type="hidden"]), select, textarea, summary';
      const uses =
        'button, checkbox, combobox, gridcell, link, listbox, menuitem, menuitemcheckbox, menuitemradio, option, progressbar, radio, scrollbar, searchbox, slider, spinbutton, switch, tab, textbox, treeitem';
      const roles = uses.replace(/\w+/g, '[role~="$&"]');
      const fixed = new Map<Element | null, boolean>([[null, false]]);
      const isFixed = (element: Element | null): boolean => {
        const known = fixed.get(element);
        if (known !== undefined || !element) return known ?? false;
        const is = getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement);
        fixed.set(element, is);
        return is;
      };
      const selector = `${native}, [tabindex]:is(${roles}, option, td, th, progress)`;
      const all = [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect(), isFixed: isFixed(element) }));
      type Span = [from: number, to: number];
      /** Whether a strip across the whole target stays free between what lies over it. */
      const isFree = ([from, to]: Span, over: Span[]) => {
        let free = from;
        for (const [start, end] of [...over, [to, to] satisfies Span].sort(([a], [b]) => a - b)) {
          if (start - free >= least) return true;
          free = Math.max(free, end);
        }
        return false;
      };
      const isCramped = (target: (typeof all)[number]) => {
        const { left, right, top, bottom } = target.box;
        const near = all.flatMap((each) => {
          const { box } = each;
          const isNear =
            box.left < right + least &&
            box.right > left - least &&
            box.top < bottom + least &&
            box.bottom > top - least;
          return isNear && each !== target && each.isFixed === target.isFixed ? [box] : [];
        });
        if (near.length === 0) return false;
        if (right - left < least || bottom - top < least) return true;
        const over = near.filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
        const across = over.map((box): Span => [box.left, box.right]);
        const down = over.map((box): Span => [box.top, box.bottom]);
        return !isFree([left, right], across) && !isFree([top, bottom], down);
      };
      for (const { element } of all) element.removeAttribute(mark);
      const judged = all.filter((target) => {
        const { element } = target;
        // The link to the content is there only with the focus.
        const isJudged =
          element.closest(within) && !element.closest(far) && !element.matches('a[href="#main"]:not(:focus)');
        return isJudged && isCramped(target);
      });
      for (const { element } of judged) element.setAttribute(mark, '');
      return judged.length;
    },
    [part, farRow, cramped] as const,
  );
}

const toJudge = 'data-contrast-to-judge';
/** Per scheme, the ways of colouring text that this worker has found readable. */
const readable: Record<Scheme, Set<string>> = { light: new Set(), dark: new Set() };

/**
 * Contrast is most of a scan's work, and it follows from colours, sizes and layers alone: text coloured like some that was readable
 * before is readable, and so is plain text far from the limit. Axe is asked about the rest. Repeated while it is not clean: a colour
 * transition ends, a real violation stays.
 */
async function hasContrast(
  page: Page,
  { part, scheme, timeout }: { part: string; scheme: Scheme; timeout: number },
): Promise<void> {
  let ways: string[] = [];
  const unreadable = async () => {
    const found = await page.evaluate(waysOfText, [part, farRow] as const);
    ways = found.flatMap(({ way, isPlain }) => (isPlain || readable[scheme].has(way) ? [] : [way]));
    if (ways.length === 0) return [];
    await markOneEach(page, ways);
    const barriers = await violationsOfMarked(page, toJudge, 'color-contrast');
    // They are judged in the next look.
    const judged = await page.locator(`[${toJudge}]`).count();
    return judged < ways.length
      ? [...barriers, `${ways.length - judged} texts left before they were judged`]
      : barriers;
  };
  await expect.poll(unreadable, { message: `barriers at ${page.url()} (${scheme})`, timeout }).toEqual([]);
  for (const way of ways) readable[scheme].add(way);
}

async function markOneEach(page: Page, ways: string[]): Promise<void> {
  await page.evaluate(
    ([mark, chosen]) => {
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
      for (const way of chosen) (window as unknown as Coloured).textByWay.get(way)?.setAttribute(mark, '');
    },
    [toJudge, ways] as const,
  );
}

/** Browsers draw frames continuously for endless animations, even hidden ones. */
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

/** Rows out of view that are like the eight before them: checking a hundred takes as long as all the rest. */
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

/** A dialog scrolls by itself, so its content does not widen the page. */
async function dialogsFit(page: Page): Promise<void> {
  const parts = page.getByRole('dialog').locator('xpath=descendant-or-self::*');
  const wide = await parts.evaluateAll((all) =>
    all
      .filter((each) => each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX))
      .map((each) => `${each.scrollWidth} px in ${each.clientWidth} px: ${each.outerHTML.slice(0, 200)}`),
  );
  expect(wide, `what scrolls sideways in a dialog at ${page.url()}`).toEqual([]);
}

/** How many cards are beside each other in the first row of a list: 1 where it is a list of rows. */
export async function columnsOf(cards: Locator): Promise<number> {
  await expect(cards.nth(1)).toBeVisible();
  const tops = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
  return tops.filter((top) => top === tops[0]).length;
}

/** The service worker is installed, with all that opens pages offline. */
export async function workerIsReady(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === 'activated' && Boolean(await caches.match('/offline'));
    });
  await expect.poll(isKept, { timeout: 60_000, intervals: [100] }).toBe(true);
  // A page that came just while the worker was activated belongs to none until it is opened again.
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null))) await page.reload();
}
