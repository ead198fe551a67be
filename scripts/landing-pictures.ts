// Makes the pictures of the landing page out of the demo's own: npx tsx scripts/landing-pictures.ts
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';

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

/** Six visits of one site, two rows of three. */
function visits(): Promise<Sharp> {
  const gap = 14;
  const [width, height] = [436, 290];
  const tiles = [2, 3, 4, 5, 7, 8].map((stage, nth) => ({
    file: still(stage, 2),
    left: gap + (nth % 3) * (width + gap),
    top: gap + Math.floor(nth / 3) * (height + gap),
    width,
    height,
  }));
  return lay(tiles, gap + 3 * (width + gap), gap + 2 * (height + gap));
}

/** The same view twice, with half a year between. */
function comparison(): Promise<Sharp> {
  const gap = 14;
  const [width, height] = [661, 594];
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
await write(await visits(), 'sessions', 37);
await write(await comparison(), 'comparison', 37);
