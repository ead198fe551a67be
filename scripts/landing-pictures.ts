// Makes the pictures of the landing page: npx tsx scripts/landing-pictures.ts, with the address of a running demo to renew its
// screens too (in CHROME's browser, else Playwright's own).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';

const [address] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const folder = join(root, 'web/features/landing/pictures');
/** One corner of one site, from the first pegs to the handover. */
const still = (stage: number, shot = 1) => join(root, `demo/media/residential-block/stage-${stage}/drone/0${shot}.jpg`);

/** Together at most 300 kB: whoever opens the page on a phone pays for every one of them. */
const widths = { whole: 1040, phone: 600 };

async function write(image: Sharp, name: string, quality: number): Promise<void> {
  const whole = await image.png().toBuffer();
  for (const [size, width] of Object.entries(widths)) {
    const file = size === 'whole' ? `${name}.webp` : `${name}-${size}.webp`;
    await sharp(whole).resize(width).webp({ quality, effort: 6, smartSubsample: true }).toFile(join(folder, file));
  }
}

const screen = { width: 1280, height: 800 };

/** Pages of a client in a running demo, as they are seen on a laptop. */
async function screens<Name extends string>(address: string, paths: Record<Name, string>): Promise<[Name, Sharp][]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? chromium.executablePath(),
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({ baseURL: address, viewport: screen, deviceScaleFactor: 2 });
  await context.request.post('/api/login', { data: { username: 'client', password: 'topout-demo' } });
  const page = await context.newPage();
  const taken: [Name, Sharp][] = [];
  for (const [name, path] of Object.entries(paths) as [Name, string][]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    taken.push([name, sharp(await page.screenshot())]);
  }
  await browser.close();
  return taken;
}

const pages = {
  sessions: '/dashboard?tab=sessions',
  /** The first and the newest released visit of one block of the demo. */
  comparison: '/dashboard?tab=comparison&compare=2,43&mode=swipe',
};

mkdirSync(folder, { recursive: true });
await write(sharp(still(4)), 'frame', 33);
await write(sharp(still(8)), 'handover', 33);
if (address) for (const [name, taken] of await screens(address, pages)) await write(taken, name, 50);
