// The live logins of this process, so that a request costs no query (decisions §8a).
import type { Person } from '#contract/policy.ts';
import type { LoginRevoked } from '#server/db/change-events.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A login ends 7 days after it was last used, and in any case 30 days after it was made. */
const idleLife = 7 * day;
export const maxLifetime = 30 * day;

/** Times in milliseconds since 1970. */
export type CachedLogin = { person: Person; sid: string; createdAt: number; seenAt: number };

/** About 12 MB; whoever came in first makes room and costs one query when they come again. */
const room = 20_000;

/** When a login is over if nobody uses it again. */
export function expiryOf({ createdAt, seenAt }: Pick<CachedLogin, 'createdAt' | 'seenAt'>): number {
  return Math.min(seenAt + idleLife, createdAt + maxLifetime);
}

/** Whether this end is the end of that login. */
export function isRevoked(login: Pick<CachedLogin, 'person' | 'sid'>, ended: LoginRevoked): boolean {
  if ('sid' in ended) return login.sid === ended.sid;
  return login.person.id === ended.user && login.sid !== ended.except;
}

/** `read` gets the row of a cookie's value, null where there is none; it is asked once for requests that come together. */
export function createLoginCache(options: { read(value: string): Promise<CachedLogin | null>; now: () => number }) {
  const { read, now } = options;
  /** By the whole value of the cookie: whoever is found needs no look at the signature either. */
  const known = new Map<string, CachedLogin>();
  const underway = new Map<string, Promise<Person | null>>();
  const unwritten = new Map<string, CachedLogin>();
  let hears = false;
  /** Grows with every end: what was read before may be over, and is then not kept. */
  let era = 0;

  function touch(login: CachedLogin, at: number): void {
    if (at - login.seenAt < minute) return;
    login.seenAt = at;
    unwritten.set(login.sid, login);
  }

  function keep(value: string, login: CachedLogin): void {
    known.set(value, login);
    if (known.size <= room) return;
    const [oldest = ''] = known.keys();
    known.delete(oldest);
  }

  async function readAndKeep(value: string): Promise<Person | null> {
    const began = era;
    const login = await read(value);
    if (!login) return null;
    touch(login, now());
    if (hears && began === era) keep(value, login);
    return login.person;
  }

  function readOnce(value: string): Promise<Person | null> {
    const earlier = underway.get(value);
    if (earlier !== undefined) return earlier;
    const mine = readAndKeep(value).finally(() => {
      if (underway.get(value) === mine) underway.delete(value);
    });
    underway.set(value, mine);
    return mine;
  }

  return {
    /** At once where it is known. Too old here may be fresh in the row: another process may have seen that person since. */
    recall(value: string): Person | Promise<Person | null> {
      const at = now();
      const login = known.get(value);
      if (!login || expiryOf(login) <= at) return readOnce(value);
      touch(login, at);
      return login.person;
    },

    forget(ended: LoginRevoked): void {
      era++;
      underway.clear();
      for (const [value, login] of known) if (isRevoked(login, ended)) known.delete(value);
    },

    /** What cannot hear of ends may not remember: every request reads its row until `up`. */
    listening(up: boolean): void {
      hears = up;
      era++;
      underway.clear();
      known.clear();
    },

    /** Logins that were seen since this was last asked. */
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
