// How long a keystroke takes to appear in the search of the sessions list, on a processor four times as slow, with few and many sessions.
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { currentLoad, findChromium, machine, noChromium } from '#bench/lib/browser.ts';
import { words } from '#bench/lib/company.ts';
import { createEnvironment, type Ground } from '#bench/lib/environment.ts';
import { publish } from '#bench/lib/publish.ts';
import { grouped, median } from '#bench/lib/report.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 5;
const sizes = [2_000, 100_000];
const slower = 4;
/** Milliseconds from the key to the frame that shows it. The browser rounds them to 8, and leaves out what is below 16. */
const goals: Record<number, number> = { 2000: 40, 100000: 48 };
const least = 16;

/** Five keystrokes a second. A pause lets a response arrive, so that keystrokes also meet the rendering of rows. */
const pause = 200;
const rest = 700;
const typed = [...words.common, 'rest', ...words.rare, 'rest', ...Array.from({ length: 5 }, () => 'Backspace')];
const screens = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1350, height: 940 } },
};

/** Event Timing of every key, kept in the page. */
function watchKeys() {
  const durations: number[] = [];
  Object.assign(globalThis, { keyDurations: durations });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (/^key|input/.test(name)) durations.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function type(page: Page): Promise<number> {
  for (const key of typed) {
    if (key !== 'rest') await page.keyboard.press(key);
    await delay(key === 'rest' ? rest : pause);
  }
  await delay(rest);
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { keyDurations: number[] }).keyDurations));
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return session;
}

/** The worst key in the list's search. */
async function inProduct(browser: Browser, screen: keyof typeof screens, { product, cookies }: Ground) {
  const context = await browser.newContext(screens[screen]);
  const [name = '', value = ''] = cookies.admin.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  const page = await context.newPage();
  await page.addInitScript(watchKeys);
  await page.goto(`${product.url}/sessions`);
  await page.locator('[data-session]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await slowDown(page);
  await page.getByPlaceholder('Search sessions, projects, sites').focus();
  const worst = await type(page);
  await context.close();
  return Math.max(worst, least);
}

/** The floor: a page that holds an input and nothing else. */
async function inBareInput(browser: Browser, screen: keyof typeof screens) {
  const context = await browser.newContext(screens[screen]);
  const page = await context.newPage();
  await page.addInitScript(watchKeys);
  await page.goto('data:text/html,<!doctype html><meta name=viewport content=width=device-width><input autofocus>');
  await slowDown(page);
  await page.locator('input').focus();
  const worst = await type(page);
  await context.close();
  return Math.max(worst, least);
}

type Seen = { size: number; screen: keyof typeof screens; product: number[]; floor: number[]; loads: number[] };

function row({ size, screen, product, floor, loads }: Seen): string[] {
  const goal = goals[size] ?? Number.NaN;
  const worst = median(product);
  return [
    grouped(size),
    screen,
    worst.toFixed(0),
    `<= ${goal}`,
    worst <= goal ? 'ok' : 'MISSED',
    median(floor).toFixed(0),
    product.join(' '),
    median(loads).toFixed(1),
  ];
}

async function run(executablePath: string): Promise<void> {
  const at = await createEnvironment(sizes);
  if (!at) {
    console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
    return;
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const seen = at.grounds.flatMap((ground) =>
      (['phone', 'desktop'] as const).map((screen) => {
        const lists = { product: [] as number[], floor: [] as number[], loads: [] as number[] };
        return { ground, size: ground.sessions, screen, ...lists };
      }),
    );
    for (let round = 0; round < rounds; round++)
      for (const one of seen) {
        one.product.push(await inProduct(browser, one.screen, one.ground));
        one.floor.push(await inBareInput(browser, one.screen));
        one.loads.push(currentLoad());
      }
    const head = ['sessions', 'screen', 'worst key ms', 'goal', '', 'bare input ms', 'each round', 'load'];
    publish('keystroke', {
      about: [
        `Chromium ${browser.version()}, ${machine()}, CPU × ${slower}; ${typed.filter((key) => key !== 'rest').length} keys a round, five a second.`,
        `Event Timing: from the key to the frame that shows it, in steps of 8 ms, from ${least} up. Middle of ${rounds} rounds of the worst key.`,
      ],
      rows: [head, ...seen.map(row)],
      left: 2,
    });
  } finally {
    await browser.close();
    await at.close();
  }
}

const found = findChromium();
if (found) await run(found);
else console.log(noChromium);
