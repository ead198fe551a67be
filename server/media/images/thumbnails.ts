// Thumbnails: images in fixed sizes, made once and cached in a folder with a size limit. The folder may be deleted at any time.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type PictureSize, pictureSizes } from '#contract/media/endpoints.ts';
import { createFairQueue, type FairQueue } from '#server/lib/fair-queue.ts';
import { maxDecodeBytes, refusal } from '#server/media/formats/decode-need.ts';
import { sniffImage } from '#server/media/formats/media-types.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { createDecoder, type DecodeFormat, type Decoder } from './supervised-decoder.ts';

export type ImageFormat = DecodeFormat;
/** What a thumbnail needs to know of its file. */
export type ThumbnailRequest = Pick<SourceFile, 'id' | 'version' | 'picture'> & {
  /** The requester: people take turns, so that nobody waits for everything that somebody else opened. */
  person?: number | undefined;
};
/** No person's: what nobody waits for, such as seals and archives, takes turns with people as one of them. */
export const productItself = 0;
export type Thumbnail = { bytes: Buffer; format: ImageFormat; etag: string };

/** The best format that the browser accepts, else JPEG. AVIF of a whole photo takes seven times as long as WebP. */
export function formatFor(accept: string | undefined, size: PictureSize): ImageFormat {
  if (size !== 'full' && accept?.includes('image/avif')) return 'avif';
  return accept?.includes('image/webp') ? 'webp' : 'jpeg';
}

/** Small thumbnails, which pages show by the hundred, are also cached in memory: some thousand of them. */
const memoryBytes = 32 * 1024 * 1024;
const memoryBytesEach = 128 * 1024;
/** Decoding limits, in all and per person: others still have room, however large the pictures that somebody opened. */
const concurrency = 3;
const concurrencyEach = 2;
/** Per source, this many originals of up to 25 MB are fetched or wait at a time, so that a slow host does not block the others. */
const maxPerSource = 6;
const maxPerSourceEach = 4;
const maxSources = 20;

/** Queue limit; beyond it requests get 'try again'. */
const maxWaiting = 400;

/** By its first bytes: what is too large for WebP is made as JPEG. */
function formatOf(bytes: Buffer): ImageFormat {
  const type = sniffImage(bytes);
  return type === 'image/avif' || type === 'image/webp' ? (type.slice('image/'.length) as ImageFormat) : 'jpeg';
}

/**
 * Images made from the files of a source: `file.version` names their bytes, so a cached one is never stale. The same image requested twice
 * at once is made once. Metadata, GPS included, is left out. Throws a MediaError.
 */
export function createThumbnails(options: {
  folder: string;
  maxBytes: number;
  decodeBytes?: number;
  decoder?: Decoder;
}) {
  /** Called for each picture of which only a part could be made. */
  let onDamage: (file: Pick<ThumbnailRequest, 'id' | 'version'>) => void = () => undefined;
  const { folder, maxBytes, decodeBytes = maxDecodeBytes, decoder = createDecoder() } = options;
  const waiting = { maxWaiting, maxWaitingEach: maxWaiting, full: () => refusal('busy') };
  const decoding = createFairQueue({ ...waiting, concurrency, concurrencyEach });
  const perSource = new LRUCache<string, FairQueue>({
    max: maxSources,
    memoMethod: () => createFairQueue({ ...waiting, concurrency: maxPerSource, concurrencyEach: maxPerSourceEach }),
  });
  const making = new Map<string, Promise<Buffer>>();
  const memory = new LRUCache<string, Buffer>({
    maxSize: memoryBytes,
    maxEntrySize: memoryBytesEach,
    sizeCalculation: ({ length }) => length,
  });
  let folderMade: Promise<unknown> | null = null;
  let bytes = Number.POSITIVE_INFINITY;

  async function keep(written: string, name: string, length: number): Promise<void> {
    await rename(written, join(folder, name));
    bytes += length;
    if (bytes > maxBytes) bytes = await sweep(folder, maxBytes);
  }

  async function fromDisk(name: string): Promise<Buffer | null> {
    const at = join(folder, name);
    const found = await readFile(at).catch(() => null);
    if (found) await utimes(at, new Date(), new Date()).catch(() => undefined);
    return found;
  }

  async function produce(
    name: string,
    request: { file: ThumbnailRequest; size: PictureSize; format: ImageFormat },
  ): Promise<Buffer> {
    folderMade ??= mkdir(folder, { recursive: true });
    await folderMade.catch(() => undefined);
    const cached = await fromDisk(name);
    if (cached) return cached;
    const { file, size, format } = request;
    const [provider = ''] = file.id.split(':');
    const whose = [String(file.person)];
    const to = join(folder, `${name}.${randomUUID()}.part`);
    try {
      const made = await perSource.memo(provider).run(whose, async () => {
        const side = pictureSizes[size];
        const from = await file.picture(side);
        const [isFull, isSmallest] = [size === 'full', size === 's220'];
        const asked = { from, to, side, format, isFull, isSmallest, maxBytes: decodeBytes };
        return decoding.run(whose, () => decoder.decode(asked, () => onDamage(file)));
      });
      // A full or read-only disk costs speed, not the image; a deleted folder is made again next time.
      await keep(to, name, made.length).catch(() => {
        folderMade = null;
      });
      return made;
    } finally {
      // Leftovers of a process that died.
      await rm(to, { force: true }).catch(() => undefined);
    }
  }

  const nameOf = (file: Pick<ThumbnailRequest, 'id' | 'version'>, size: PictureSize, format: ImageFormat) =>
    createHash('sha256').update(`${file.id}\0${file.version}\0${size}\0${format}`).digest('hex');
  const etagOf = (name: string) => `"${name.slice(0, 32)}"`;

  return {
    /** One that was made before, of bytes that may be gone by now; null if there is none, or it was evicted. */
    async cached(file: Pick<ThumbnailRequest, 'id' | 'version'>, size: PictureSize, format: ImageFormat) {
      const name = nameOf(file, size, format);
      const bytes = memory.get(name) ?? (await fromDisk(name));
      return bytes ? { bytes, format: formatOf(bytes), etag: etagOf(name) } : null;
    },
    async get(file: ThumbnailRequest, size: PictureSize, format: ImageFormat): Promise<Thumbnail> {
      const name = nameOf(file, size, format);
      const etag = etagOf(name);
      const cached = memory.get(name);
      if (cached) return { bytes: cached, format: formatOf(cached), etag };
      if (!making.has(name) && making.size >= maxWaiting) throw refusal('busy');
      const job = making.get(name) ?? produce(name, { file, size, format }).finally(() => making.delete(name));
      making.set(name, job);
      const bytes = await job;
      memory.set(name, bytes);
      return { bytes, format: formatOf(bytes), etag };
    },
    onDamage(tell: typeof onDamage): void {
      onDamage = tell;
    },
    /** How many are being made or wait to be. */
    making: (): number => making.size,
    /** Ends the process that decodes. */
    close: decoder.close,
  };
}
export type Thumbnails = ReturnType<typeof createThumbnails>;

// Keeps a folder of made files within its bound.

/** Deletes the least recently used files until the folder fits, and answers how much is left; another process may delete at the same time. */
async function sweep(folder: string, maxBytes: number): Promise<number> {
  const names = await readdir(folder);
  const files = (
    await Promise.all(names.map(async (name) => ({ name, found: await stat(join(folder, name)).catch(() => null) })))
  )
    .flatMap(({ name, found }) => (found ? [{ name, bytes: found.size, used: found.mtimeMs }] : []))
    .sort((a, b) => b.used - a.used);
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes;
    if (bytes <= maxBytes * 0.9) continue;
    await rm(join(folder, file.name), { force: true });
    bytes -= file.bytes;
  }
  return bytes;
}
