// What answers of one process share: dear parts of them, such as counts of many rows, found out once until a topic changes.
import type { Topic } from '#contract/endpoint.ts';
import { createLruCache } from './lru-cache.ts';
import type { ResponseCache } from './response-cache.ts';

/** The result of `work`, or of whoever did it before under that key. The key names all that it depends on beside the database. */
export type Memoize = <T>(key: string, work: () => Promise<T>) => Promise<T>;

type MemoEntry = { stamp: string; until: number; value: Promise<unknown> };

/** `most` of them are kept; `life` in milliseconds, where time alone makes them wrong. */
type MemoizerOptions = { most?: number; life?: number; now?: () => number };

/**
 * As fresh as ready answers: those are per address and person, and a page with another limit would count again. Many who ask at once
 * wait for one answer. The stamp is taken before the work begins, so that what a change overtook is asked by nobody.
 */
export function createMemoizer(
  ready: Pick<ResponseCache, 'stamp' | 'isHearing'>,
  { most = 500, life = Number.POSITIVE_INFINITY, now = Date.now }: MemoizerOptions = {},
) {
  const kept = createLruCache<string, MemoEntry>({ most });
  const nameOf = (topics: readonly Topic[], key: string) => `${topics} ${key}`;

  function keep(name: string, known: MemoEntry): void {
    kept.keep(name, known);
    known.value.catch(() => kept.peek(name) === known && kept.drop(name));
  }

  return {
    until:
      (topics: readonly Topic[]): Memoize =>
      (key, work) => {
        if (!ready.isHearing()) return work();
        const stamp = ready.stamp(topics);
        const name = nameOf(topics, key);
        const known = kept.use(name);
        if (known && known.stamp === stamp && known.until > now()) return known.value as ReturnType<typeof work>;
        const value = work();
        keep(name, { stamp, until: now() + life, value });
        return value;
      },
    forget: (topics: readonly Topic[], key: string): void => kept.drop(nameOf(topics, key)),
  };
}
