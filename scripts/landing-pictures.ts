// Makes the pictures of the landing page: npx tsx scripts/landing-pictures.ts, with the address of a running demo to renew its
// screen too (in CHROME's browser, else Playwright's own).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';

const [address] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const folder = join(root, 'web/features/landing/pictures');
/** One corner of one site, from the first pegs to the handover. */
const still = (stage: number, shot = 1) => join(root, `demo-media/residential-block/stage-${stage}/drone/0${shot}.jpg`);

/** Together at most 300 kB: whoever opens the page on a phone pays for every one of them. */
const widths = { whole: 1040, phone: 600 };

async function write(image: Sharp, name: string, quality: number): Promise<void> {
  const whole = await image.png().toBuffer();
  for (const [size, width] of Object.entries(widths)) {
    const file = size === 'whole' ? `${name}.webp` : `${name}-${size}.webp`;
    await sharp(whole).resize(width).webp({ quality, effort: 6, smartSubsample: true }).toFile(join(folder, file));
  }
}

type Tile = { file: string; left: number; top: number; width: number; height: number };

async function place({ file, left, top, width, height }: Tile): Promise<OverlayOptions> {
  return { input: await sharp(file).resize(width, height).toBuffer(), left, top };
}

/** Pictures laid side by side on a light ground. */
async function lay(tiles: Tile[], width: number, height: number): Promise<Sharp> {
  const ground = { width, height, channels: 3 as const, background: '#eef0f3' };
  return sharp({ create: ground }).composite(await Promise.all(tiles.map(place)));
}

const screen = { width: 1280, height: 800 };

/** The client's list of visits in a running demo, as it is seen on a laptop. */
async function sessionsScreen(address: string): Promise<Sharp> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? chromium.executablePath(),
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({ baseURL: address, viewport: screen, deviceScaleFactor: 2 });
  await context.request.post('/api/login', { data: { username: 'client', password: 'topout-demo' } });
  const page = await context.newPage();
  await page.goto('/dashboard?tab=sessions');
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot();
  await browser.close();
  return sharp(picture);
}

/** The same view twice, with half a year between. */
function comparison(): Promise<Sharp> {
  const gap = 14;
  const [width, height] = [619, 772];
  const tiles = [4, 7].map((stage, nth) => ({
    file: still(stage),
    left: gap + nth * (width + gap),
    top: gap,
    width,
    height,
  }));
  return lay(tiles, gap + 2 * (width + gap), height + 2 * gap);
}

mkdirSync(folder, { recursive: true });
await write(sharp(still(4)), 'frame', 33);
await write(sharp(still(8)), 'handover', 33);
if (address) await write(await sessionsScreen(address), 'sessions', 50);
await write(await comparison(), 'comparison', 30);
