// The process that makes one map's pyramid: `map-maker FROM TO BANDS nodata|plain LARGE`. It ends with the server, and when it is done.
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { copyGeoreference } from './copy-georeference.ts';

const [from = '', to = '', bands = '3', nodata = 'plain', size = 'classic'] = process.argv.slice(2);

/** Few bytes, except where a value stands for nothing: there every pixel has to stay what it was. */
function compression(): { compression: 'jpeg' | 'webp' | 'deflate'; quality?: number; predictor?: 'horizontal' } {
  if (nodata === 'nodata') return { compression: 'deflate', predictor: 'horizontal' };
  return { compression: bands === '4' ? 'webp' : 'jpeg', quality: 75 };
}

process.on('disconnect', () => process.exit(1));
// Whoever looks at pictures meanwhile comes first.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);

const image = sharp(from, { limitInputPixels: false, sequentialRead: true, unlimited: true });
await (bands === '1' ? image.toColourspace('b-w') : image)
  .tiff({ ...compression(), tile: true, tileWidth: 256, tileHeight: 256, pyramid: true, bigtiff: size === 'large' })
  .toFile(to);
await copyGeoreference(from, to);
process.exit(0);
