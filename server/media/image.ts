// Pictures at the size of their box: made once, kept in a bounded folder that may be deleted at any time.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type PictureSize, pictureSizes } from '#contract/media.ts';
import type { SourceFile } from './source.ts';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';
/** What a picture needs to know of its file. */
export type Pictured = Pick<SourceFile, 'id' | 'version' | 'picture'>;
export type Picture = { bytes: Buffer; format: PictureFormat; etag: string };

/** The best format that the browser names; JPEG for all others. */
export function formatFor(accept: string | undefined): PictureFormat {
  if (accept?.includes('image/avif')) return 'avif';
  return accept?.includes('image/webp') ? 'webp' : 'jpeg';
}

const mostPixels = 400_000_000;
const atOnce = 2;

async function make(from: string | Buffer, side: number, format: PictureFormat): Promise<Buffer> {
  const small = sharp(from, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true });
  if (format === 'avif') return small.avif({ quality: 50, effort: 0 }).toBuffer();
  if (format === 'webp') return small.webp({ quality: 72, effort: 2 }).toBuffer();
  return small.jpeg({ quality: 74, mozjpeg: true }).toBuffer();
}

/** Lets so many run at once; the others wait in order. */
function openQueue(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place; only an unclaimed one becomes free.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
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
 * asked for twice at once is made once. Metadata, GPS with it, is left out. Throws what sharp throws on a broken picture.
 */
export function openPictures(options: { folder: string; mostBytes: number }) {
  const { folder, mostBytes } = options;
  const queue = openQueue(atOnce);
  const making = new Map<string, Promise<Buffer>>();
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
    wanted: { file: Pictured; size: PictureSize; format: PictureFormat },
  ): Promise<Buffer> {
    ready ??= mkdir(folder, { recursive: true });
    await ready.catch(() => undefined);
    const kept = await fromDisk(name);
    if (kept) return kept;
    const side = pictureSizes[wanted.size];
    const made = await queue(async () => make(await wanted.file.picture(side), side, wanted.format));
    // A full or read-only disk costs speed, not the picture; a deleted folder is made anew next time.
    await keep(name, made).catch(() => {
      ready = null;
    });
    return made;
  }

  return {
    async get(file: Pictured, size: PictureSize, format: PictureFormat): Promise<Picture> {
      const name = createHash('sha256').update(`${file.id}\0${file.version}\0${size}\0${format}`).digest('hex');
      const running = making.get(name) ?? produce(name, { file, size, format }).finally(() => making.delete(name));
      making.set(name, running);
      return { bytes: await running, format, etag: `"${name.slice(0, 32)}"` };
    },
  };
}
export type Pictures = ReturnType<typeof openPictures>;
