// A viewpoint of forty visits, played at four pictures a second: blank frames, decoded pictures held, bytes before the ruler is moved.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { currentLoad, findChromium, machine, noChromium } from '#bench/lib/browser.ts';
import { startMeasured } from '#bench/lib/product.ts';
import { publish } from '#bench/lib/publish.ts';
import { knowPictures, readWatches, watchFrames } from './scrub-watch.ts';
import { createVisits, type VisitedViewpoint } from './viewpoint-visits.ts';

const visits = process.argv.includes('--quick') ? 8 : 40;
const goals = { blank: 0, held: 150e6, bytes: 400e3 };
const devices = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true },
  laptop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  'laptop, fine screen': { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
} as const;

type Device = keyof typeof devices;

/** What comes after the first paint by itself has come by then. */
const settleMilliseconds = 3_000;
const passMilliseconds = 300_000;

/** Adds up what the page is sent, headers and all. */
async function countBytes(page: Page): Promise<() => number> {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/** Seconds of once through all visits, from the first one. */
async function play(page: Page): Promise<number> {
  const ruler = page.getByRole('slider', { name: 'Date', exact: true });
  await page.evaluate(watchFrames);
  const began = performance.now();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // A phone has room for it only while it plays.
  await page.getByLabel('Speed').selectOption('4 a second');
  await page.getByRole('button', { name: 'Play' }).waitFor({ timeout: passMilliseconds });
  const seconds = (performance.now() - began) / 1000;
  const at = await ruler.getAttribute('aria-valuenow');
  if (at !== String(visits)) throw new Error(`The player stopped at visit ${at} of ${visits}`);
  // The last picture may stand a moment later than the ruler.
  await delay(500);
  return seconds;
}

async function look(browser: Browser, url: string, at: { device: Device; of: VisitedViewpoint }) {
  const { device, of } = at;
  const context = await browser.newContext(devices[device]);
  try {
    const equals = of.cookie.indexOf('=');
    await context.addCookies([{ name: of.cookie.slice(0, equals), value: of.cookie.slice(equals + 1), url }]);
    const page = await context.newPage();
    // What tsx calls inside of functions to keep their names.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(knowPictures);
    const sent = await countBytes(page);
    await page.goto(`${url}${of.path}`, { waitUntil: 'load' });
    await page.getByRole('img', { name: new RegExp(`^${of.name}, `) }).waitFor();
    await page.waitForLoadState('networkidle');
    await delay(settleMilliseconds);
    const bytes = sent();
    const seconds = [await play(page), await play(page)];
    const all = sent();
    return { bytes, all, seconds, passes: await page.evaluate(readWatches) };
  } finally {
    await context.close();
  }
}

const mega = (bytes: number) => (bytes / 1e6).toFixed(1);

type Looked = Awaited<ReturnType<typeof look>>;

function rowsOf(device: Device, { bytes, seconds, passes }: Looked): string[][] {
  return passes.map(({ blank, frames, seen, most }, nth) => {
    const isFirst = nth === 0;
    const facts = [`${blank} of ${frames}`, String(seen), mega(most), (seconds[nth] ?? 0).toFixed(1)];
    return [`${device}, ${isFirst ? 'first time' : 'again'}`, isFirst ? (bytes / 1e3).toFixed(0) : '', ...facts];
  });
}

function isMet({ bytes, passes }: Looked): boolean {
  const isSmooth = passes.every(
    ({ blank, most, seen }) => blank <= goals.blank && most <= goals.held && seen === visits,
  );
  return bytes <= goals.bytes && isSmooth;
}

async function run(executablePath: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-scrubbing-'));
  const mediaRoot = join(folder, 'media');
  mkdirSync(mediaRoot);
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  const browser = await chromium.launch({ executablePath });
  try {
    const of = await createVisits({ product, mediaRoot, visits });
    const head = [
      '',
      'kB before the ruler is moved',
      'blank frames',
      'pictures seen',
      'MB decoded, at most',
      'seconds',
    ];
    const rows = [head, ['goal', `≤ ${goals.bytes / 1e3}`, '0', String(visits), `≤ ${goals.held / 1e6}`, '']];
    for (const device of Object.keys(devices) as Device[]) {
      const looked = await look(browser, product.url, { device, of });
      rows.push(...rowsOf(device, looked));
      console.log(`${device}: ${mega(looked.all)} MB were sent in all.`);
      if (!isMet(looked)) process.exitCode = 1;
    }
    const pictures = `${visits} visits, pictures of 5472 × 3648 pixels, ${of.origin}; played at four pictures a second, ${((visits - 1) / 4).toFixed(1)} s at least.`;
    const conditions = `Chromium ${browser.version()}; ${machine()}; load ${currentLoad().toFixed(1)}.`;
    publish('scrubbing', { about: [`${pictures} ${conditions}`], rows, left: 1 });
  } finally {
    await browser.close();
    await product.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

const found = findChromium();
if (found) await run(found);
else console.log(noChromium);
