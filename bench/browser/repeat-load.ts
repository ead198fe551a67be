// A repeat visit: how soon its first row is painted and responds, what script was transferred, and how soon it opens offline.
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { cookiesOf, type Line, slowdown } from './first-load.ts';

/** Milliseconds from when the address was opened; script in KiB transferred; `offline` is null if nothing is cached. */
export type RepeatLoad = { usable: number; script: number; offline: number | null };
/** `keeps`: the service worker's and the browser's caches open it offline; not so for the floor, which has no scripts. */
type How = { cookie: string; row: string; line: Line; hasScripts: boolean; keeps: boolean };

const timeout = 60_000;

type Sought = { selector: string; hasScripts: boolean };

/** By the page's own clock: false until the row is painted and the page's scripts, if any, have hydrated it; checked once a frame. */
function momentOf({ selector, hasScripts }: Sought): number | false {
  const row = document.querySelector(selector);
  const isHydrated = document.querySelector('#root[data-waiting]') === null;
  return (isHydrated || !hasScripts) && row !== null && row.getBoundingClientRect().height > 0 && performance.now();
}

async function open(page: Page, url: string, { row, hasScripts }: How): Promise<number> {
  await page.goto(url, { waitUntil: 'commit', timeout });
  const moment = await page.waitForFunction(momentOf, { selector: row, hasScripts }, { timeout, polling: 'raf' });
  return Number(await moment.jsonValue());
}

/** Bytes of script that were transferred, from neither a cache nor the worker. */
async function countScript(session: CDPSession): Promise<() => number> {
  const asked = new Set<string>();
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && !response.fromDiskCache && !response.fromServiceWorker) asked.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Responses are written to the offline cache within a second of their arrival. */
const settle = 1500;

/** Polled: `waitForFunction` counts a promise as true at once. */
async function untilKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => navigator.serviceWorker.controller !== null && Boolean(await caches.match('/offline')));
  const end = performance.now() + timeout;
  while (!(await isKept())) {
    if (performance.now() > end) throw new Error(`Nothing is kept that opens the page without a line: ${page.url()}`);
    await delay(500);
  }
  await delay(settle);
}

/** On an existing connection, a request pays one round trip. */
async function slowDown(session: CDPSession, { rtt, kbps }: Line): Promise<void> {
  const throughput = (kbps * 1024) / 8;
  const speed = { latency: rtt, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send('Network.emulateNetworkConditions', { offline: false, ...speed });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** The slow connection of this session would override the context's being offline. */
async function cutLine(context: BrowserContext, session: CDPSession): Promise<void> {
  await session.send('Network.disable');
  await context.setOffline(true);
}

const hasLine = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/health/live').then(
      () => true,
      () => false,
    ),
  );

async function visitAgain(context: BrowserContext, url: string, how: How): Promise<RepeatLoad> {
  const first = await context.newPage();
  await open(first, url, how);
  if (how.hasScripts) await untilKept(first);
  await first.close();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const script = await countScript(session);
  await slowDown(session, how.line);
  const usable = await open(page, url, how);
  await page.waitForLoadState('load', { timeout });
  const came = script() / 1024;
  if (!how.keeps) return { usable, script: came, offline: null };
  await cutLine(context, session);
  const offline = await open(page, url, how);
  if (await hasLine(page)) throw new Error(`There was a line: ${url}`);
  return { usable, script: came, offline };
}

/** `cookie` as in a request's header. */
export async function loadAgain(browser: Browser, url: string, how: How): Promise<RepeatLoad> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  try {
    await context.addCookies(cookiesOf(how.cookie, url));
    return await visitAgain(context, url, how);
  } finally {
    await context.close();
  }
}
