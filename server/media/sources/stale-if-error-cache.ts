// Caches answers of other hosts for minutes: one request at a time, and a stale answer rather than none (RFC 5861).
import { LRUCache } from 'lru-cache';
import { isTransient } from '#server/media/source-errors.ts';

type Entry<T> = { value: T; at: number; retryAt: number };
type Options<T> = {
  /** How long an answer is fresh. */
  freshMs: number;
  /** How long a stale one may be served while the host is busy or unreachable. */
  staleMs: number;
  /** Cache limits: the number of answers, or their total weight by `weigh`. */
  max: number;
  weigh?: (value: T) => number;
  now?: () => number;
};

/** How long a busy host is not asked again, while stale answers are served. */
const pauseMs = 30_000;

/**
 * Caches what `load` returns under a key. `load` gets true if there is no stale answer, so that it is worth retrying. A definite error is
 * never hidden by a stale answer: what is no longer shared is gone at the next request.
 */
export function createStaleIfErrorCache<T>({ freshMs, staleMs, max, weigh = () => 1, now = Date.now }: Options<T>) {
  const entries = new LRUCache<string, Entry<T>>({ maxSize: max, sizeCalculation: ({ value }) => weigh(value) });
  const loading = new Map<string, Promise<T>>();

  function keep(key: string, value: T): T {
    entries.set(key, { value, at: now(), retryAt: 0 });
    return value;
  }

  async function refresh(key: string, load: (retry: boolean) => Promise<T>): Promise<T> {
    const old = entries.peek(key);
    const stale = old && now() - old.at < staleMs ? old : null;
    if (stale && now() < stale.retryAt) return stale.value;
    try {
      return keep(key, await load(stale === null));
    } catch (error) {
      if (stale && isTransient(error)) {
        stale.retryAt = now() + pauseMs;
        return stale.value;
      }
      entries.delete(key);
      throw error;
    }
  }

  return async (key: string, load: (retry: boolean) => Promise<T>): Promise<T> => {
    const entry = entries.peek(key);
    if (entry && now() - entry.at < freshMs) return entry.value;
    const request = loading.get(key) ?? refresh(key, load).finally(() => loading.delete(key));
    loading.set(key, request);
    return request;
  };
}
