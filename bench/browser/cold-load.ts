// One cold load by the page's own clocks: what was asked for before its first row stood there, and how much script came before any paint.
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { total } from '#bench/lib/report.ts';
import { cookiesOf, type Line, slowdown } from './first-load.ts';

/** `script` in KiB as sent: of the whole load, and of it before the first paint; `total` in kB, of all that came, with its headers. */
export type ColdLoad = { requests: number; script: number; early: number; total: number };

/** Longer than any page takes on the slow connection. */
const timeout = 60_000;
/** What comes later by itself has come by then. */
const settle = 5000;
/** Lighthouse's factor between the line that it means and the one that it sets: a request pays for connecting too. */
const latencyFactor = 3.75;
const throughputFactor = 0.9;

/** By the page's own clock, in milliseconds: false until the row is there, looked for once a frame. */
function momentOf(selector: string): number | false {
  const row = document.querySelector(selector);
  return row !== null && row.getBoundingClientRect().height > 0 && performance.now();
}

type Sent = { transferSize: number };

function readTimings() {
  return {
    page: performance.getEntriesByType('navigation').map((entry) => (entry.toJSON() as Sent).transferSize),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    asked: performance
      .getEntriesByType('resource')
      .map(
        (entry) =>
          entry.toJSON() as Sent &
            Pick<PerformanceResourceTiming, 'name' | 'startTime' | 'responseEnd' | 'encodedBodySize'>,
      ),
  };
}

function summarize({ page, paint, asked }: ReturnType<typeof readTimings>, firstRowAt: number): ColdLoad {
  const scripts = asked.filter(({ name }) => /\.js(\?|$)/.test(name));
  const kib = (of: typeof asked) => total(of.map(({ encodedBodySize }) => encodedBodySize)) / 1024;
  return {
    // The page itself is one.
    requests: 1 + asked.filter(({ startTime }) => startTime <= firstRowAt).length,
    script: kib(scripts),
    total: total([...page, ...asked.map(({ transferSize }) => transferSize)]) / 1000,
    early: kib(scripts.filter(({ responseEnd }) => responseEnd <= paint)),
  };
}

/** `cookie` as in a request's header; '' for nobody. */
export async function loadCold(
  browser: Browser,
  url: string,
  how: { cookie: string; row: string; line: Line },
): Promise<ColdLoad> {
  const { cookie, row, line } = how;
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  try {
    await context.addCookies(cookiesOf(cookie, url));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.rtt * latencyFactor,
      downloadThroughput: (line.kbps * 1024 * throughputFactor) / 8,
      uploadThroughput: (line.kbps * 1024 * throughputFactor) / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'commit', timeout });
    const firstRow = await page.waitForFunction(momentOf, row, { timeout, polling: 'raf' });
    const firstRowAt = Number(await firstRow.jsonValue());
    await page.waitForLoadState('load', { timeout });
    await delay(settle);
    return summarize(await page.evaluate(readTimings), firstRowAt);
  } finally {
    await context.close();
  }
}
