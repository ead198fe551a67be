// Logins: their rows, which decide whether one is alive, and a cache, so that a request needs no query to know who sends it (behaviour §8.4).

import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { LoginRevoked } from '#server/db/change-events.ts';
import type { LoginFacts, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';

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

/** The login of a cookie; null for one that ended, expired or belongs to a closed account. */
export async function readLogin(db: Kysely<Tables>, sid: string, now: number): Promise<CachedLogin | null> {
  const row = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['users.id', 'users.role', 'logins.sess'])
    .where('logins.sid', '=', sid)
    .where('logins.expire', '>', new Date(now).toISOString())
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const person: Person = { kind: 'person', id: row.id, role: row.role };
  return { person, sid, createdAt: Date.parse(row.sess.createdAt), seenAt: Date.parse(row.sess.seenAt) };
}

/**
 * False for a closed account, and for one that got another password since `password` was verified. `for share` makes a change of
 * password wait, which then ends this login too.
 */
export async function insertLogin(
  context: WriteContext,
  login: { sid: string; at: number },
  account: { id: number; password?: string },
): Promise<boolean> {
  const at = new Date(login.at).toISOString();
  const until = new Date(expiryOf({ createdAt: login.at, seenAt: login.at }));
  const sess: LoginFacts = { userId: account.id, createdAt: at, seenAt: at };
  const unchanged = account.password === undefined ? sql`` : sql`and password = ${account.password}`;
  const made = await sql`
    insert into logins (sid, sess, expire)
    select ${login.sid}::bpchar, ${JSON.stringify(sess)}::jsonb, ${until}::timestamptz
    from users where id = ${account.id} ${unchanged} and closed_at is null
    for share
    returning sid`.execute(context.tx);
  return made.rows.length > 0;
}

/** Deletes the rows in the caller's transaction and announces it to every process. Change the account's row before it. */
export async function revokeLogins(context: WriteContext, ended: LoginRevoked): Promise<void> {
  let deletion = context.tx.deleteFrom('logins');
  if ('sid' in ended) deletion = deletion.where('sid', '=', ended.sid);
  else deletion = deletion.where('user_id', '=', ended.user);
  if ('except' in ended && ended.except !== undefined) deletion = deletion.where('sid', '!=', ended.except);
  await deletion.execute();
  context.events.revokeLogin(ended);
}

/** A browser that goes on with another login receives push as before. */
export async function keepDevice({ tx }: WriteContext, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('push_subscriptions').set({ login_sid: to }).where('login_sid', '=', from).execute();
}

/** Saves when people were last seen. Skips locked rows, so that it never waits and cannot deadlock with whoever ends a login. */
export async function writeLastUse(db: Kysely<Tables>, seen: CachedLogin[]): Promise<void> {
  const sids = seen.map(({ sid }) => sid);
  const times = seen.map(({ seenAt }) => new Date(seenAt).toISOString());
  const untils = seen.map((login) => new Date(expiryOf(login)).toISOString());
  await sql`
    with due as (
      select l.sid, t.seen, t.until
      from unnest(${sids}::bpchar[], ${times}::text[], ${untils}::timestamptz[]) as t (sid, seen, until)
      join logins l on l.sid = t.sid and l.expire < t.until
      for update of l skip locked)
    update logins l set sess = l.sess || jsonb_build_object('seenAt', due.seen), expire = due.until
    from due where due.sid = l.sid`.execute(db);
}

/** Which of these logins have not ended. */
export async function aliveLogins(db: Kysely<Tables>, sids: string[], now: number): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select l.sid from logins l join users u on u.id = l.user_id
    where l.sid = any(${sids}::bpchar[]) and l.expire > ${new Date(now)} and u.closed_at is null`.execute(db);
  return new Set(rows.map(({ sid }) => sid));
}
