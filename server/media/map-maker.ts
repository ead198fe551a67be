// The process that makes one map's pyramid: `map-maker FROM TO BANDS NODATA|plain LARGE`. It ends with the server, and when it is done.
import { setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { copyGeoreference } from './copy-georeference.ts';

const [from = '', to = '', bands = '3', nodata = 'plain', size = 'classic'] = process.argv.slice(2);
/** Black or white for nothing, as most programs write it, becomes what it means: transparent. */
const isMasked = bands === '3' && (nodata === '0' || nodata === '255');

/** Few bytes, except where another value stands for nothing: there every pixel has to stay what it was. */
function compression(): { compression: 'jpeg' | 'webp' | 'deflate'; quality?: number; predictor?: 'horizontal' } {
  if (nodata !== 'plain' && !isMasked) return { compression: 'deflate', predictor: 'horizontal' };
  return { compression: bands === '4' || isMasked ? 'webp' : 'jpeg', quality: 75 };
}

process.on('disconnect', () => process.exit(1));
// Whoever looks at pictures meanwhile comes first.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);

const whole = { limitInputPixels: false, unlimited: true };
const tiles = { tile: true, tileWidth: 256, tileHeight: 256, bigtiff: size === 'large' };
const opened = () => sharp(from, { ...whole, sequentialRead: true });

/** Opaque wherever one band at least has another value. */
async function masked(): Promise<Sharp> {
  const mask = `${to}.mask`;
  const each = { greyscale: false } as const;
  await (nodata === '255' ? opened().threshold(255, each).negate() : opened().threshold(1, each))
    .bandbool('or')
    .toColourspace('b-w')
    .tiff({ ...tiles, compression: 'deflate' })
    .toFile(mask);
  return opened().joinChannel(mask, whole);
}

const image = isMasked ? await masked() : opened();
await (bands === '1' ? image.toColourspace('b-w') : image)
  .tiff({ ...compression(), ...tiles, pyramid: true })
  .toFile(to);
await copyGeoreference(from, to, { nodata: !isMasked });
process.exit(0);
