// The pictures of a tab as one person may see them, known for a moment: an open album asks for each of its pictures.
import type { Topic } from '#contract/endpoint.ts';
import { createMemoizer } from '#server/lib/memoize.ts';
import type { ResponseCache } from '#server/lib/response-cache.ts';
import type { SourceFile } from '#server/media/source.ts';

/** In their order, by id. */
export type Images = ReadonlyMap<string, SourceFile>;

/** Every write that changes who sees which link carries one of these. */
const topics: readonly Topic[] = ['sessions', 'projects', 'users'];

/** Asks `read` once for all who come together under a key, and within a moment: files come and go, and are pinned, without a word to us. */
export function createImageListCache(ready: Pick<ResponseCache, 'stamp' | 'isHearing'>, now: () => number = Date.now) {
  const remembered = createMemoizer(ready, { most: 200, life: 1_000, now });
  const remember = remembered.until(topics);
  return {
    get: (key: string, read: () => Promise<Images>): Promise<Images> => remember(key, read),
    forget: (key: string): void => remembered.forget(topics, key),
  };
}
export type ImageListCache = ReturnType<typeof createImageListCache>;
