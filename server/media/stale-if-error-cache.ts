// Answers of other hosts, kept for minutes: asked for once at a time, and served old rather than not at all.
import { createLruCache } from '#server/lib/lru-cache.ts';
import { isTransient } from './source.ts';

type Entry<T> = { value: T; at: number; leaveUntil: number };
type Options<T> = {
  /** How long an answer is fresh. */
  freshMs: number;
  /** How long an old one may stand in while the host is busy or away. */
  staleMs: number;
  /** Room for so many answers, or for so much of what `weigh` says of each. */
  most: number;
  weigh?: (value: T) => number;
  now?: () => number;
};

/** For so long a busy host is left alone, while old answers stand in. */
const pauseMs = 30_000;

/**
 * Keeps what `make` answers under a key. `make` hears whether somebody would otherwise get nothing and it should be patient.
 * Definite faults are never papered over: what is no longer shared is gone at the next look.
 */
export function createStaleIfErrorCache<T>({ freshMs, staleMs, most, weigh = () => 1, now = Date.now }: Options<T>) {
  const entries = createLruCache<string, Entry<T>>({ most, weigh: ({ value }) => weigh(value) });
  const making = new Map<string, Promise<T>>();

  function keep(key: string, value: T): T {
    entries.keep(key, { value, at: now(), leaveUntil: 0 });
    return value;
  }

  async function refresh(key: string, make: (patient: boolean) => Promise<T>): Promise<T> {
    const old = entries.peek(key);
    const stale = old && now() - old.at < staleMs ? old : null;
    if (stale && now() < stale.leaveUntil) return stale.value;
    try {
      return keep(key, await make(stale === null));
    } catch (error) {
      if (stale && isTransient(error)) {
        stale.leaveUntil = now() + pauseMs;
        return stale.value;
      }
      entries.drop(key);
      throw error;
    }
  }

  return async (key: string, make: (patient: boolean) => Promise<T>): Promise<T> => {
    const entry = entries.peek(key);
    if (entry && now() - entry.at < freshMs) return entry.value;
    const running = making.get(key) ?? refresh(key, make).finally(() => making.delete(key));
    making.set(key, running);
    return running;
  };
}
