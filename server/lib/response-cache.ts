// The response cache: finished bytes of GET calls, per person and URL, until one of their topics changes.
import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { topics as allTopics, type Topic } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import { brotli, minCompressedBytes } from './compress-text.ts';

const maxBytes = 32 * 1024 * 1024;

export type CachedResponse = {
  body: Buffer;
  /** Made at the first request that accepts brotli. */
  brotli: Buffer | null;
  etag: string;
  headers: Record<string, string>;
};
type CacheEntry = { response: CachedResponse; version: string; expiresAt: number };

/** With its compressed form and what else is stored beside it. */
const sizeOf = ({ response }: CacheEntry, key: string) => Math.ceil(response.body.length * 1.3 + key.length * 2 + 500);

/** Wraps finished bytes; the ETag is of the content, so that an unrelated change still answers 304. */
export function toCachedResponse(body: Buffer, headers: Record<string, string>): CachedResponse {
  const digest = createHash('sha1')
    .update(body)
    .update(headers.link ?? '')
    .update(headers['x-total-count'] ?? '');
  return { body, brotli: null, etag: `"${digest.digest('base64url')}"`, headers };
}

/** The bytes for somebody who accepts brotli, compressed once; null for a body that is too short to gain from it. */
export async function brotliBody(response: CachedResponse): Promise<Buffer | null> {
  if (response.body.length < minCompressedBytes) return null;
  response.brotli ??= await brotli(response.body);
  return response.brotli;
}

/**
 * A bounded store, least recently used out first. `versionOf` must be called before the rows are read: a response that a change
 * overtook is then not stored. While the process is not connected to the changes of others nothing is stored or served.
 */
export function createResponseCache(now: () => number = Date.now) {
  const versions = new Map<Topic, number>();
  const entries = new LRUCache<string, CacheEntry>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const processId = randomUUID().slice(0, 8);
  let connected = false;
  let epoch = 0;

  function versionOf(topics: readonly Topic[]): string {
    let text = `${epoch}`;
    for (const topic of topics) text += `.${versions.get(topic) ?? 0}`;
    return text;
  }

  return {
    versionOf,
    get(key: string, topics: readonly Topic[]): CachedResponse | null {
      const entry = connected ? entries.get(key) : undefined;
      if (!entry) return null;
      if (entry.version === versionOf(topics) && entry.expiresAt >= now()) return entry.response;
      entries.delete(key);
      return null;
    },
    /** `expiresAt`: milliseconds since 1970 after which time alone makes it wrong. */
    set(key: string, entry: CacheEntry): void {
      if (connected) entries.set(key, entry);
    },
    /** Of each topic another after every change to it, or in another process; null while nobody here would know. */
    cacheVersions: (): CacheVersions =>
      connected
        ? (Object.fromEntries(allTopics.map((topic) => [topic, `${processId}.${versionOf([topic])}`])) as CacheVersions)
        : null,
    invalidate(topics: readonly Topic[]): void {
      for (const topic of topics) versions.set(topic, (versions.get(topic) ?? 0) + 1);
    },
    isConnected: () => connected,
    setConnected(up: boolean): void {
      connected = up;
      epoch++;
      entries.clear();
    },
  };
}
export type ResponseCache = ReturnType<typeof createResponseCache>;
