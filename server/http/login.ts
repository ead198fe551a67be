// Logins: who is asking, signing in and out, and how they end. The row is the truth, memory makes it cheap (decisions §8a).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { ChangeEvent, LoginRevoked } from '#server/db/change-events.ts';
import type { LoginFacts, Tables } from '#server/db/schema.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { unauthorized } from '#server/lib/problem.ts';
import { type CachedLogin, createLoginCache, expiryOf, maxLifetime } from './login-cache.ts';
import { createLoginCookie } from './login-cookie.ts';

const minute = 60_000;

/** Whatever carries a cookie header: a request of Fastify or of Node. */
type Asking = { headers: { cookie?: string | undefined } };
/** `password`: the stored hash that was just verified. */
type Account = { id: number; password: string };

export type Logins = ReturnType<typeof createLogins>;

async function readLogin(db: Kysely<Tables>, sid: string, now: number): Promise<CachedLogin | null> {
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

/** Only if the account is still as it was verified; `for share` makes a change of password wait, and then it ends this login too. */
async function insertLogin(w: WriteContext, login: { sid: string; at: number }, account: Account): Promise<boolean> {
  const at = new Date(login.at).toISOString();
  const until = new Date(expiryOf({ createdAt: login.at, seenAt: login.at }));
  const sess: LoginFacts = { userId: account.id, createdAt: at, seenAt: at };
  const made = await sql`
    insert into logins (sid, sess, expire)
    select ${login.sid}::bpchar, ${JSON.stringify(sess)}::jsonb, ${until}::timestamptz
    from users where id = ${account.id} and password = ${account.password} and closed_at is null
    for share
    returning sid`.execute(w.tx);
  return made.rows.length > 0;
}

/** Deletes the rows with the caller's transaction and tells every process. Change the account's row before it. */
async function end(w: WriteContext, ended: LoginRevoked): Promise<void> {
  let over = w.tx.deleteFrom('logins');
  if ('sid' in ended) over = over.where('sid', '=', ended.sid);
  else over = over.where('user_id', '=', ended.user);
  if ('except' in ended && ended.except !== undefined) over = over.where('sid', '!=', ended.except);
  await over.execute();
  w.events.revokeLogin(ended);
}

/** Skips rows that somebody is just ending, so that it never waits and nobody waits in a circle. */
async function writeSeen(db: Kysely<Tables>, seen: CachedLogin[]): Promise<void> {
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

/**
 * `secure`: people always reach us by https; else each request says by what it came (a proxy in front only where it is trusted). Call `heard` and `listening` from the channel of notices, and `close` at the end: it writes down
 * when people were last seen, which otherwise happens once a minute.
 */
export function createLogins(options: {
  db: Kysely<Tables>;
  write: RunTransaction;
  secret: string;
  secure: boolean;
  now?: () => number;
}) {
  const { db, write, now = Date.now } = options;
  const cookie = createLoginCookie({ ...options, life: maxLifetime / 1000 });
  const isSecure = ({ protocol }: FastifyRequest) => options.secure || protocol === 'https';
  const watchers: ((ended: LoginRevoked) => void)[] = [];
  const memory = createLoginCache({
    now,
    async read(value) {
      const sid = cookie.sidOf(value);
      return sid === null ? null : readLogin(db, sid, now());
    },
  });

  function sidOf(request: Asking): string | null {
    const value = cookie.find(request.headers.cookie);
    return value === null ? null : cookie.sidOf(value);
  }

  function forget(ended: LoginRevoked): void {
    memory.forget(ended);
    for (const watcher of watchers) watcher(ended);
  }

  async function writeDown(): Promise<void> {
    const seen = memory.takeUnwritten();
    if (seen.length === 0) return;
    try {
      await writeSeen(db, seen);
    } catch {
      // The database is away: the same is due a minute later.
      memory.putBack(seen);
    }
  }
  const everyMinute = setInterval(() => void writeDown(), minute).unref();

  return {
    /** Whoever the cookie says, at once where known; a closed account, an ended or a made-up login is nobody. */
    who(request: Asking): Person | null | Promise<Person | null> {
      const value = cookie.find(request.headers.cookie);
      return value === null ? null : memory.recall(value);
    },

    /** The row's key of the login that a request carries: genuine, but perhaps over. */
    sidOf,

    /**
     * Makes a new login and sets its cookie; the one that the browser had before ends. False, and nothing is done, when the account was
     * closed or got another password since it was verified.
     */
    async signIn(reply: FastifyReply, account: Account): Promise<boolean> {
      const { value, sid } = cookie.make();
      const before = sidOf(reply.request);
      const made = await write({ topics: [] }, async (w) => {
        if (!(await insertLogin(w, { sid, at: now() }, account))) return false;
        if (before !== null) await end(w, { sid: before });
        return true;
      });
      if (!made) return false;
      if (before !== null) forget({ sid: before });
      reply.header('set-cookie', cookie.set(value, isSecure(reply.request)));
      return true;
    },

    /** The browser loses its cookie even when the database is away (503); nobody logged in is fine too. */
    async signOut(reply: FastifyReply): Promise<void> {
      reply.header('set-cookie', cookie.clear(isSecure(reply.request)));
      const sid = sidOf(reply.request);
      if (sid === null) return;
      await write({ topics: [] }, (w) => end(w, { sid }));
      forget({ sid });
    },

    end,

    /**
     * Ends all logins of a person whose account's row was just changed, the asking browser's too, and makes that browser a new one, in
     * the caller's transaction. Call what it answers after the commit.
     */
    async startAnew(w: WriteContext, userId: number, request: FastifyRequest): Promise<(reply: FastifyReply) => void> {
      const { value, sid } = cookie.make();
      const renewed = sidOf(request);
      const account = await w.tx
        .selectFrom('users')
        .select(['id', 'password'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!account || !(await insertLogin(w, { sid, at: now() }, account))) throw unauthorized();
      const ended = { user: userId, except: sid, ...(renewed === null ? {} : { renewed }) };
      await end(w, ended);
      return (reply) => {
        forget(ended);
        reply.header('set-cookie', cookie.set(value, isSecure(reply.request)));
      };
    },

    /** Ends it in this process at once: after the commit, before its notice comes round. */
    forget,

    heard(notice: Pick<ChangeEvent, 'ended'>): void {
      for (const ended of notice.ended) forget(ended);
    },

    listening: memory.listening,

    /** Which of these logins are not over; one query. */
    async alive(sids: string[]): Promise<Set<string>> {
      const { rows } = await sql<{ sid: string }>`
        select l.sid from logins l join users u on u.id = l.user_id
        where l.sid = any(${sids}::bpchar[]) and l.expire > ${new Date(now())} and u.closed_at is null`.execute(db);
      return new Set(rows.map(({ sid }) => sid));
    },

    /** The live channel closes the sockets of what ends. */
    onEnded(watcher: (ended: LoginRevoked) => void): void {
      watchers.push(watcher);
    },

    writeDown,

    async close(): Promise<void> {
      clearInterval(everyMinute);
      await writeDown();
    },
  };
}
