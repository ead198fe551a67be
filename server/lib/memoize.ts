// Expensive work that is done once: for as long as its key stands for the same, or until a topic changes.
import { LRUCache } from 'lru-cache';
import type { Topic } from '#contract/core/endpoint.ts';
import type { ResponseCache } from './response-cache.ts';

/** The result of `work`, or of whoever did it before under that key. The key names all that it depends on beside the database. */
export type Memoize = <T>(key: string, work: () => Promise<T>) => Promise<T>;

type MemoEntry = { version: string; expiresAt: number; value: Promise<unknown> };

/** At most `max` entries; `lifetime` in milliseconds, where time alone makes them wrong. */
type MemoizerOptions = { max?: number; lifetime?: number; now?: () => number };

/**
 * As fresh as cached responses: those are per URL and person, and a page with another limit would count again. Many who ask at once
 * wait for one result. The version is taken before the work begins, so that nobody gets what a change overtook.
 */
export function createMemoizer(
  cache: Pick<ResponseCache, 'versionOf' | 'isConnected'>,
  { max = 500, lifetime = Number.POSITIVE_INFINITY, now = Date.now }: MemoizerOptions = {},
) {
  const entries = new LRUCache<string, MemoEntry>({ max });
  const nameOf = (topics: readonly Topic[], key: string) => `${topics} ${key}`;

  return {
    forTopics:
      (topics: readonly Topic[]): Memoize =>
      (key, work) => {
        if (!cache.isConnected()) return work();
        const version = cache.versionOf(topics);
        const name = nameOf(topics, key);
        const known = entries.get(name);
        if (known && known.version === version && known.expiresAt > now())
          return known.value as ReturnType<typeof work>;
        const entry = { version, expiresAt: now() + lifetime, value: work() };
        entries.set(name, entry);
        // What failed is tried again.
        entry.value.catch(() => entries.peek(name) === entry && entries.delete(name));
        return entry.value;
      },
    forget: (topics: readonly Topic[], key: string): void => void entries.delete(nameOf(topics, key)),
  };
}

/** Of work that depends on its key alone, such as reading a version of a file: at most `max` results. What failed is tried again. */
export function createPromiseCache<T>(max: number) {
  const entries = new LRUCache<string, Promise<T>>({ max });
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const known = entries.get(key);
    if (known) return known;
    const made = work();
    entries.set(key, made);
    made.catch(() => entries.peek(key) === made && entries.delete(key));
    return made;
  };
}
