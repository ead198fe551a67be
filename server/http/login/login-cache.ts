// Caches logins in this process, so that a request needs no query to know who sends it (behaviour §8.4).
import type { Person } from '#contract/policy.ts';
import type { LoginRevoked } from '#server/db/change-events.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A login ends 7 days after it was last used, and in any case 30 days after it was made. */
const idleLife = 7 * day;
export const maxLifetime = 30 * day;

/** Times in milliseconds since 1970. */
export type CachedLogin = { person: Person; sid: string; createdAt: number; seenAt: number };

/** About 12 MB; the oldest entry is dropped, and costs one query when it is needed again. */
const maxCached = 20_000;

/** When a login expires if nobody uses it again. */
export function expiryOf({ createdAt, seenAt }: Pick<CachedLogin, 'createdAt' | 'seenAt'>): number {
  return Math.min(seenAt + idleLife, createdAt + maxLifetime);
}

/** Whether this event ends that login. */
export function isRevoked(login: Pick<CachedLogin, 'person' | 'sid'>, ended: LoginRevoked): boolean {
  if ('sid' in ended) return login.sid === ended.sid;
  return login.person.id === ended.user && login.sid !== ended.except;
}

/** `read` loads the row for a cookie's value, null where there is none; it runs once for requests that come together. */
export function createLoginCache(options: { read(value: string): Promise<CachedLogin | null>; now: () => number }) {
  const { read, now } = options;
  /** By the whole value of the cookie: a hit needs no check of the signature either. */
  const cached = new Map<string, CachedLogin>();
  const pending = new Map<string, Promise<Person | null>>();
  const unwritten = new Map<string, CachedLogin>();
  let connected = false;
  /** Grows with every ended login: what was read before may have ended since, and is then not cached. */
  let epoch = 0;

  function touch(login: CachedLogin, at: number): void {
    if (at - login.seenAt < minute) return;
    login.seenAt = at;
    unwritten.set(login.sid, login);
  }

  function keep(value: string, login: CachedLogin): void {
    cached.set(value, login);
    if (cached.size <= maxCached) return;
    const [oldest = ''] = cached.keys();
    cached.delete(oldest);
  }

  async function readAndKeep(value: string): Promise<Person | null> {
    const startEpoch = epoch;
    const login = await read(value);
    if (!login) return null;
    touch(login, now());
    if (connected && startEpoch === epoch) keep(value, login);
    return login.person;
  }

  function readOnce(value: string): Promise<Person | null> {
    const earlier = pending.get(value);
    if (earlier !== undefined) return earlier;
    const reading = readAndKeep(value).finally(() => {
      if (pending.get(value) === reading) pending.delete(value);
    });
    pending.set(value, reading);
    return reading;
  }

  return {
    /** Without a promise where it is cached. An entry that expired here is read again: another process may have seen that person since. */
    find(value: string): Person | Promise<Person | null> {
      const at = now();
      const login = cached.get(value);
      if (!login || expiryOf(login) <= at) return readOnce(value);
      touch(login, at);
      return login.person;
    },

    forget(ended: LoginRevoked): void {
      epoch++;
      pending.clear();
      for (const [value, login] of cached) if (isRevoked(login, ended)) cached.delete(value);
    },

    /** Without the channel of events nothing is cached: every request reads its row. */
    setConnected(isConnected: boolean): void {
      connected = isConnected;
      epoch++;
      pending.clear();
      cached.clear();
    },

    /** Logins that were used since the last call. */
    takeUnwritten(): CachedLogin[] {
      const seen = [...unwritten.values()];
      unwritten.clear();
      return seen;
    },
    putBack(seen: CachedLogin[]): void {
      for (const login of seen) unwritten.set(login.sid, login);
    },
  };
}
