// The process that makes one map's pyramid: `map-maker FROM TO BANDS|heights|palette NODATA|plain LARGE`;
// 3+1 bands: the fourth is no opacity, and left out. It ends with the server, and when it is done.
import type { Sharp } from 'sharp';
import { sharp } from '#server/lib/sharp.ts';
import { copyGeoreference } from './copy-georeference.ts';
import { lowerPriority } from './own-priority.ts';

const [from = '', to = '', bands = '3', nodata = 'plain', size = 'classic'] = process.argv.slice(2);
const nothing = Number(nodata);
/** What stands for nothing becomes what it means: transparent. A fourth band says so already, and no band of eight bits holds other values. */
const isMasked = /^[13]/.test(bands) && Number.isInteger(nothing) && nothing >= 0 && nothing <= 255;

process.on('disconnect', () => process.exit(1));
// Whoever looks at pictures meanwhile comes first.
lowerPriority(10);
sharp.cache(false);
sharp.concurrency(1);

// A tag that is not well written, as one that GDAL did not end, is no reason to refuse the picture.
const whole = { limitInputPixels: false, unlimited: true, failOn: 'error' } as const;
const tiles = { tile: true, tileWidth: 256, tileHeight: 256, bigtiff: size === 'large' };
/** sharp takes any fourth band for opacity, and can leave it out only before others join. */
async function withoutFourth(): Promise<string> {
  const colours = `${to}.colours`;
  await sharp(from, { ...whole, sequentialRead: true })
    .removeAlpha()
    .tiff({ ...tiles, compression: 'deflate' })
    .toFile(colours);
  return colours;
}

const source = bands === '3+1' ? await withoutFourth() : from;
const opened = () => sharp(source, { ...whole, sequentialRead: true });

/** Opaque wherever one band at least has another value: below it or above. */
async function writeMask(mask: string): Promise<void> {
  const each = { greyscale: false } as const;
  const write = async (image: Sharp, path: string) => {
    await image
      .toColourspace('b-w')
      .tiff({ ...tiles, compression: 'deflate' })
      .toFile(path);
  };
  // sharp turns the picture round after it has joined its bands: not all of them are as high.
  const below = () => opened().threshold(nothing, each).bandbool('and').negate();
  const above = () =>
    opened()
      .threshold(nothing + 1, each)
      .bandbool('or');
  if (nothing === 0) return write(above(), mask);
  if (nothing === 255) return write(below(), mask);
  const [lower, upper] = [`${mask}.below`, `${mask}.above`];
  await write(below(), lower);
  await write(above(), upper);
  const both = sharp(lower, { ...whole, sequentialRead: true }).joinChannel(upper, whole);
  await write(both.bandbool('or'), mask);
}

/** WebP knows no grey: there one band stands for all three. */
async function masked(): Promise<Sharp> {
  const mask = `${to}.mask`;
  await writeMask(mask);
  return opened()
    .joinChannel(bands === '1' ? [source, source, mask] : mask, whole)
    .toColourspace('srgb');
}

/** As they are: a level holds the means of the one below it. */
async function writeHeights(): Promise<void> {
  const heights = opened().toColourspace('b-w');
  await heights.tiff({ ...tiles, compression: 'deflate', predictor: 'float', pyramid: true }).toFile(to);
  await copyGeoreference(from, to, { nodata: 'everywhere' });
}

async function writePicture(): Promise<void> {
  const compression = bands === '4' || isMasked ? 'webp' : 'jpeg';
  const plain = () => (bands === '1' ? opened().toColourspace('b-w') : opened());
  const image = isMasked ? await masked() : plain();
  await image.tiff({ compression, quality: 75, ...tiles, pyramid: true }).toFile(to);
  await copyGeoreference(from, to, { nodata: 'none' });
}

await (bands === 'heights' ? writeHeights() : writePicture());
process.exit(0);
