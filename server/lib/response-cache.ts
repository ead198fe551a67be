// Ready answers: the finished bytes of GET calls, kept per person and address until one of their topics changes.
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Topic } from '#contract/endpoint.ts';
import { createLruCache } from './lru-cache.ts';

const compress = promisify(brotliCompress);
const worthCompressing = 1024;
const room = 32 * 1024 * 1024;

export type CachedResponse = {
  body: Buffer;
  /** Brotli bytes, made at the first request that takes them. */
  small: Buffer | null;
  etag: string;
  headers: Record<string, string>;
};
type CacheEntry = { ready: CachedResponse; stamp: string; until: number; bytes: number };

/** Wraps finished bytes; the ETag is of the content, so that an unrelated change still answers 304. */
export function toCachedResponse(body: Buffer, headers: Record<string, string>): CachedResponse {
  const digest = createHash('sha1')
    .update(body)
    .update(headers.link ?? '')
    .update(headers['x-total-count'] ?? '');
  return { body, small: null, etag: `"${digest.digest('base64url')}"`, headers };
}

/** The bytes for somebody who takes brotli, compressed once. */
export async function brotliBody(ready: CachedResponse): Promise<Buffer | null> {
  if (ready.body.length < worthCompressing) return null;
  ready.small ??= await compress(ready.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return ready.small;
}

/**
 * A bounded store, oldest use out first. `stamp` must be taken before the rows are read: an answer that a change
 * overtook is then not kept. While the process cannot hear of changes (`hearing(false)`) nothing is kept or given.
 */
export function createResponseCache(now: () => number = Date.now) {
  const versions = new Map<Topic, number>();
  const kept = createLruCache<string, CacheEntry>({ most: room, weigh: ({ bytes }) => bytes });
  const self = randomUUID();
  let hears = false;
  let era = 0;
  let changes = 0;

  function stamp(topics: readonly Topic[]): string {
    let text = `${era}`;
    for (const topic of topics) text += `.${versions.get(topic) ?? 0}`;
    return text;
  }

  return {
    stamp,
    get(key: string, topics: readonly Topic[]): CachedResponse | null {
      const found = kept.peek(key);
      if (!found || !hears) return null;
      if (found.stamp !== stamp(topics) || found.until < now()) {
        kept.drop(key);
        return null;
      }
      kept.use(key);
      return found.ready;
    },
    /** `until`: milliseconds since 1970 after which time alone makes it wrong. */
    keep(key: string, entry: { ready: CachedResponse; stamp: string; until: number }): void {
      if (!hears) return;
      const size = entry.ready.body.length * 1.3 + key.length * 2 + 500;
      kept.keep(key, { ...entry, bytes: size });
    },
    /** Differs once anything at all has changed, or another process is asked; null while nobody here would know. */
    cacheVersion: (): string | null => (hears ? `${self}.${era}.${changes}` : null),
    changed(topics: readonly Topic[]): void {
      changes++;
      for (const topic of topics) versions.set(topic, (versions.get(topic) ?? 0) + 1);
    },
    isHearing: () => hears,
    hearing(up: boolean): void {
      hears = up;
      era++;
      kept.clear();
    },
  };
}
export type ResponseCache = ReturnType<typeof createResponseCache>;
