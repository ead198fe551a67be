// How long after `A` the next session is on the review desk: its heading and its first photo, painted; by keyboard alone.
import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { body, fillFolder } from '#bench/lib/album.ts';
import { currentLoad, findChromium, machine, noChromium } from '#bench/lib/browser.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { publish } from '#bench/lib/publish.ts';
import { grouped, median } from '#bench/lib/report.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { demoPassword } from '#server/db/demo/cast.ts';

const visits = process.argv.includes('--quick') ? 4 : 11;
/** Photos of 20 megapixels in each of them. */
const photos = 3;
const goal = 200;
/** The minimum viewing time: the next session is prefetched meanwhile. */
const lookMilliseconds = 3_000;

type Waiting = { ids: number[]; cookie: string; origin: string };

/** Visits that wait for review, the newest of the queue, with checked links. */
async function submitVisits(product: Gauged, mediaRoot: string): Promise<Waiting> {
  const admin = { cookie: await product.login('admin', demoPassword) };
  const client = body<{ id: number }>(
    await product.ask('GET /api/user', { cookie: await product.login('client', demoPassword) }),
  );
  const project = { name: 'A tower', clientId: client.id };
  const { id: projectId } = body<{ id: number }>(
    await product.ask('POST /api/projects', { ...admin, body: { project } }),
  );
  const roots = [{ provider: 'local', root: 'desk' }];
  body(await product.ask(`PUT /api/projects/${projectId}/media-roots`, { ...admin, body: { roots } }));
  const ids: number[] = [];
  const { paths, origin } = await fillFolder(join(mediaRoot, 'flight'), photos);
  for (let nth = 0; nth < visits; nth += 1) {
    const folder = `desk/${String(nth + 1).padStart(2, '0')}`;
    mkdirSync(join(mediaRoot, folder), { recursive: true });
    for (const path of paths) linkSync(path, join(mediaRoot, folder, basename(path)));
    const session = { projectId, captureDate: '2026-02-09', droneImagesUrl: `/media/folders/${folder}` };
    ids.push(body<Session>(await product.ask('POST /api/sessions', { ...admin, body: session })).id);
  }
  const isChecked = async (id: number) =>
    body<Session>(await product.ask(`GET /api/sessions/${id}`, admin)).linksCheckedAt !== null;
  for (const id of ids) while (!(await isChecked(id))) await delay(500);
  return { ids, cookie: admin.cookie, origin };
}

/** In the page: from the key to the frame after the one that shows heading and photo of that session. */
function untilPainted(next: number): Promise<number> {
  return new Promise((resolve) => {
    function stands(): boolean {
      const photo = document.querySelector<HTMLImageElement>('[data-photo="chosen"] img');
      const isIt = photo?.currentSrc.includes(`/sessions/${next}/`) && photo.complete && photo.naturalWidth > 0;
      const head = document.querySelector('h1')?.closest('header')?.textContent ?? '';
      return Boolean(isIt) && head.includes(`Session #${next}`);
    }
    function onKey({ timeStamp }: KeyboardEvent): void {
      const look = () => {
        if (stands()) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }
    document.addEventListener('keydown', onKey, { once: true, capture: true });
  });
}

async function decideAll(page: Page, url: string, ids: readonly number[]): Promise<number[]> {
  await page.goto(`${url}/approvals/${ids[0]}`);
  // As on every day but the first: what arrives before this device's worker is installed is fetched once more after it.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
  await page.reload();
  await page.locator('[data-photo="chosen"] img').waitFor();
  await page.waitForLoadState('networkidle');
  const taken: number[] = [];
  for (const next of ids.slice(1)) {
    await delay(lookMilliseconds);
    const painted = page.evaluate(untilPainted, next);
    // The listener is there before the key is pressed.
    await page.evaluate(() => undefined);
    await page.keyboard.press('a');
    taken.push(await painted);
  }
  return taken;
}

async function measure(browser: Browser, url: string, { ids, cookie }: Waiting): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const equals = cookie.indexOf('=');
  await context.addCookies([{ name: cookie.slice(0, equals), value: cookie.slice(equals + 1), url }]);
  const page = await context.newPage();
  // The helper that tsx calls inside functions to keep their names.
  await page.addInitScript('globalThis.__name = (named) => named');
  return decideAll(page, url, ids);
}

async function run(executablePath: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-desk-'));
  const mediaRoot = join(folder, 'media');
  mkdirSync(mediaRoot);
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const waiting = await submitVisits(product, mediaRoot);
    const taken = await measure(browser, product.url, waiting);
    const worst = Math.max(...taken);
    publish('review-desk', {
      about: [
        `${taken.length} decisions with the key A, ${photos} photos of 20 megapixels each (${waiting.origin}), ${lookMilliseconds / 1000} s of looking before each, on a device that was here before.`,
        `Chromium ${browser.version()}, 1440 × 900; ${machine()}; load ${currentLoad().toFixed(1)}.`,
      ],
      rows: [
        ['until heading and first photo are painted', 'ms', 'goal', ''],
        ['middle', grouped(median(taken)), '', ''],
        ['slowest', grouped(worst), `≤ ${goal}`, worst <= goal ? 'ok' : 'MISSED'],
        ['each', taken.map(grouped).join(' '), '', ''],
      ],
      left: 1,
    });
    if (worst > goal) process.exitCode = 1;
  } finally {
    await browser.close();
    await product.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

const found = findChromium();
if (found) await run(found);
else console.log(noChromium);
