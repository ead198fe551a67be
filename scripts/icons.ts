// Makes the icons of the installed product from its mark: npx tsx scripts/icons.ts
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../web/public');
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const side = 32;
/** Devices cut any shape out of a maskable icon: what matters lies in a circle of 80 %, here with a little air. */
const inCircle = 0.86;

/** The mark without its own round corners, on a ground that fills the square. */
function filling(svg: string, share = 1): string {
  const margin = ((1 - share) / 2) * side;
  return svg
    .replace(/ rx="8"/, '')
    .replace('<g fill="#fff">', `<g fill="#fff" transform="translate(${margin} ${margin}) scale(${share})">`);
}

async function write(svg: string, name: string, size: number): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / side }).resize(size, size);
  await image.png({ compressionLevel: 9, effort: 10, palette: true }).toFile(join(folder, 'icons', `${name}.png`));
}

mkdirSync(join(folder, 'icons'), { recursive: true });
for (const size of [192, 512]) {
  await write(mark, `icon-${size}`, size);
  await write(filling(mark, inCircle), `maskable-${size}`, size);
}
// iOS rounds the corners itself, and shows black where nothing is.
await write(filling(mark), 'apple-touch-icon', 180);
