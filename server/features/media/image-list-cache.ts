// The images of a tab as one person may see them, cached for a second: an open album requests each of its images.
import type { Topic } from '#contract/core/endpoint.ts';
import { createMemoizer } from '#server/lib/memoize.ts';
import type { ResponseCache } from '#server/lib/response-cache.ts';
import type { SourceFile } from '#server/media/sources/source.ts';

/** In their order, by id. */
export type Images = ReadonlyMap<string, SourceFile>;

/** Every write that changes who sees which link carries one of these. */
const topics: readonly Topic[] = ['sessions', 'projects', 'users'];

/**
 * Calls `read` once for everybody who asks under a key within a second. No longer: nothing notifies us when files come, go, or are pinned.
 */
export function createImageListCache(
  cache: Pick<ResponseCache, 'versionOf' | 'isConnected'>,
  now: () => number = Date.now,
) {
  const memoizer = createMemoizer(cache, { max: 200, lifetime: 1_000, now });
  const memoize = memoizer.forTopics(topics);
  return {
    get: (key: string, read: () => Promise<Images>): Promise<Images> => memoize(key, read),
    forget: (key: string): void => memoizer.forget(topics, key),
  };
}
export type ImageListCache = ReturnType<typeof createImageListCache>;
