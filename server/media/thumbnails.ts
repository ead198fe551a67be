// Pictures at the size of their box: made once, kept in a bounded folder that may be deleted at any time.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type PictureSize, pictureSizes } from '#contract/media.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { createKeyedLimit } from '#server/lib/keyed-limit.ts';
import { createLruCache } from '#server/lib/lru-cache.ts';
import { MediaError, type SourceFile } from './source.ts';

export type ImageFormat = 'avif' | 'webp' | 'jpeg';
/** What a picture needs to know of its file. */
export type ThumbnailRequest = Pick<SourceFile, 'id' | 'version' | 'picture'>;
export type Thumbnail = { bytes: Buffer; format: ImageFormat; etag: string };

/** The best format that the browser names; JPEG for all others. AVIF of a whole photo takes seven times as long as WebP. */
export function formatFor(accept: string | undefined, size: PictureSize): ImageFormat {
  if (size !== 'full' && accept?.includes('image/avif')) return 'avif';
  return accept?.includes('image/webp') ? 'webp' : 'jpeg';
}

/** The widest panoramas of drones have half of it; more is a bomb, or a map that wants a viewer of its own. */
const mostPixels = 268_000_000;
const patienceSeconds = 30;
/** What is looked at by the hundred stays in memory: some thousand thumbnails. */
const hotBytes = 32 * 1024 * 1024;
const hotBytesEach = 128 * 1024;
const atOnce = 2;
/** So many of one source are fetched or wait to be made, each of up to 25 MB, so that a slow host holds up nobody else's. */
const inHand = 6;

const tooLarge = new MediaError(
  'too_large',
  'This picture has more pixels than can be shown: open the original instead',
);
const noPicture = new MediaError('no_picture', 'This file cannot be read as a picture: it may be damaged');

/** Small ones are looked at by the hundred and should weigh little; the whole one is zoomed into and should come soon. */
function encode(picture: Sharp, format: ImageFormat, size: PictureSize): Sharp {
  const whole = size === 'full';
  if (format === 'avif') return picture.avif({ quality: size === 's220' ? 45 : 50, effort: 0 });
  if (format === 'webp') return picture.webp(whole ? { quality: 80, effort: 0 } : { quality: 72, effort: 2 });
  return picture.jpeg(whole ? { quality: 82 } : { quality: 74, mozjpeg: true });
}

/** JPEG and WebP are shrunk while they are decoded; a row at a time keeps the memory of big ones bounded. */
async function make(from: string | Buffer, size: PictureSize, format: ImageFormat): Promise<Buffer> {
  const side = pictureSizes[size];
  const picture = sharp(from, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: patienceSeconds });
  try {
    return await encode(picture, format, size).toBuffer();
  } catch (error) {
    throw /pixel limit|timeout/i.test((error as Error).message) ? tooLarge : noPicture;
  }
}

/** Deletes the least recently used until the folder fits; another process may delete beside us. */
async function sweep(folder: string, most: number): Promise<number> {
  const names = await readdir(folder);
  const files = (
    await Promise.all(names.map(async (name) => ({ name, found: await stat(join(folder, name)).catch(() => null) })))
  )
    .flatMap(({ name, found }) => (found ? [{ name, bytes: found.size, used: found.mtimeMs }] : []))
    .sort((a, b) => b.used - a.used);
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes;
    if (bytes <= most * 0.9) continue;
    await rm(join(folder, file.name), { force: true });
    bytes -= file.bytes;
  }
  return bytes;
}

/**
 * Pictures out of the files of a source: `file.version` names their bytes, so a kept picture is never stale. The same picture
 * asked for twice at once is made once. Metadata, GPS with it, is left out. Throws a MediaError.
 */
export function createThumbnails(options: { folder: string; mostBytes: number }) {
  const { folder, mostBytes } = options;
  const queue = createConcurrencyLimit(atOnce);
  const ofSource = createKeyedLimit(inHand);
  const making = new Map<string, Promise<Buffer>>();
  const hot = createLruCache<string, Buffer>({ most: hotBytes, weigh: ({ length }) => length, mostEach: hotBytesEach });
  let ready: Promise<unknown> | null = null;
  let bytes = Number.POSITIVE_INFINITY;

  async function keep(name: string, made: Buffer): Promise<void> {
    const draft = join(folder, `${name}.${randomUUID()}.part`);
    const file = await open(draft, 'wx');
    await file.writeFile(made);
    await file.close();
    await rename(draft, join(folder, name));
    bytes += made.length;
    if (bytes > mostBytes) bytes = await sweep(folder, mostBytes);
  }

  async function fromDisk(name: string): Promise<Buffer | null> {
    const at = join(folder, name);
    const found = await readFile(at).catch(() => null);
    if (found) await utimes(at, new Date(), new Date()).catch(() => undefined);
    return found;
  }

  async function produce(
    name: string,
    wanted: { file: ThumbnailRequest; size: PictureSize; format: ImageFormat },
  ): Promise<Buffer> {
    ready ??= mkdir(folder, { recursive: true });
    await ready.catch(() => undefined);
    const kept = await fromDisk(name);
    if (kept) return kept;
    const { file, size, format } = wanted;
    const [provider = ''] = file.id.split(':');
    const made = await ofSource(provider, async () => {
      const from = await file.picture(pictureSizes[size]);
      return queue(() => make(from, size, format));
    });
    // A full or read-only disk costs speed, not the picture; a deleted folder is made anew next time.
    await keep(name, made).catch(() => {
      ready = null;
    });
    return made;
  }

  return {
    async get(file: ThumbnailRequest, size: PictureSize, format: ImageFormat): Promise<Thumbnail> {
      const name = createHash('sha256').update(`${file.id}\0${file.version}\0${size}\0${format}`).digest('hex');
      const etag = `"${name.slice(0, 32)}"`;
      const kept = hot.use(name);
      if (kept) return { bytes: kept, format, etag };
      const running = making.get(name) ?? produce(name, { file, size, format }).finally(() => making.delete(name));
      making.set(name, running);
      const bytes = await running;
      hot.keep(name, bytes);
      return { bytes, format, etag };
    },
  };
}
export type Thumbnails = ReturnType<typeof createThumbnails>;
