// Logins: who sends a request, signing in and out, and ending logins. The row decides; a cache makes it cheap (decisions §8a).
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

/** Anything with a cookie header: a request of Fastify or of Node. */
type CookieRequest = { headers: { cookie?: string | undefined } };
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

/** Only if the account is unchanged since its password was verified; `for share` makes a change of password wait, which then ends this login too. */
async function insertLogin(
  context: WriteContext,
  login: { sid: string; at: number },
  account: Account,
): Promise<boolean> {
  const at = new Date(login.at).toISOString();
  const until = new Date(expiryOf({ createdAt: login.at, seenAt: login.at }));
  const sess: LoginFacts = { userId: account.id, createdAt: at, seenAt: at };
  const made = await sql`
    insert into logins (sid, sess, expire)
    select ${login.sid}::bpchar, ${JSON.stringify(sess)}::jsonb, ${until}::timestamptz
    from users where id = ${account.id} and password = ${account.password} and closed_at is null
    for share
    returning sid`.execute(context.tx);
  return made.rows.length > 0;
}

/** Deletes the rows in the caller's transaction and announces it to every process. Change the account's row before it. */
async function end(context: WriteContext, ended: LoginRevoked): Promise<void> {
  let deletion = context.tx.deleteFrom('logins');
  if ('sid' in ended) deletion = deletion.where('sid', '=', ended.sid);
  else deletion = deletion.where('user_id', '=', ended.user);
  if ('except' in ended && ended.except !== undefined) deletion = deletion.where('sid', '!=', ended.except);
  await deletion.execute();
  context.events.revokeLogin(ended);
}

/** Skips locked rows, so that it never waits and cannot deadlock with whoever ends a login. */
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
 * `secure`: our pages are always served by https; else each request says how it came (a proxy only where it is trusted). Call
 * `heard` and `setConnected` from the channel of events, and `close` at the end: it saves when people were last seen, which
 * otherwise happens once a minute.
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
  const listeners: ((ended: LoginRevoked) => void)[] = [];
  const cache = createLoginCache({
    now,
    async read(value) {
      const sid = cookie.sidOf(value);
      return sid === null ? null : readLogin(db, sid, now());
    },
  });

  function sidOf(request: CookieRequest): string | null {
    const value = cookie.find(request.headers.cookie);
    return value === null ? null : cookie.sidOf(value);
  }

  function forget(ended: LoginRevoked): void {
    cache.forget(ended);
    for (const listener of listeners) listener(ended);
  }

  async function saveSeen(): Promise<void> {
    const seen = cache.takeUnwritten();
    if (seen.length === 0) return;
    try {
      await writeSeen(db, seen);
    } catch {
      // The database is unavailable: tried again a minute later.
      cache.putBack(seen);
    }
  }
  const everyMinute = setInterval(() => void saveSeen(), minute).unref();

  return {
    /** The person whom the cookie names, without a promise where cached; null for a closed account, an ended or a forged login. */
    who(request: CookieRequest): Person | null | Promise<Person | null> {
      const value = cookie.find(request.headers.cookie);
      return value === null ? null : cache.find(value);
    },

    /** The key of the login's row that a request carries: genuine, but perhaps ended. */
    sidOf,

    /**
     * Creates a login and sets its cookie; the one that the browser had before ends. False, and nothing is done, when the account was
     * closed or got another password since it was verified.
     */
    async signIn(reply: FastifyReply, account: Account): Promise<boolean> {
      const { value, sid } = cookie.make();
      const before = sidOf(reply.request);
      const isCreated = await write({ topics: [] }, async (context) => {
        if (!(await insertLogin(context, { sid, at: now() }, account))) return false;
        if (before !== null) await end(context, { sid: before });
        return true;
      });
      if (!isCreated) return false;
      if (before !== null) forget({ sid: before });
      reply.header('set-cookie', cookie.set(value, isSecure(reply.request)));
      return true;
    },

    /** The browser loses its cookie even when the database is unavailable (503), and when nobody is logged in. */
    async signOut(reply: FastifyReply): Promise<void> {
      reply.header('set-cookie', cookie.clear(isSecure(reply.request)));
      const sid = sidOf(reply.request);
      if (sid === null) return;
      await write({ topics: [] }, (context) => end(context, { sid }));
      forget({ sid });
    },

    end,

    /**
     * Ends all logins of a person whose account's row was just changed, and creates a new one for the browser of this request, in
     * the caller's transaction. Call what it answers after the commit.
     */
    async startAnew(
      context: WriteContext,
      userId: number,
      request: FastifyRequest,
    ): Promise<(reply: FastifyReply) => void> {
      const { value, sid } = cookie.make();
      const renewed = sidOf(request);
      const account = await context.tx
        .selectFrom('users')
        .select(['id', 'password'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!account || !(await insertLogin(context, { sid, at: now() }, account))) throw unauthorized();
      const ended = { user: userId, except: sid, ...(renewed === null ? {} : { renewed }) };
      await end(context, ended);
      return (reply) => {
        forget(ended);
        reply.header('set-cookie', cookie.set(value, isSecure(reply.request)));
      };
    },

    /** Ends it in this process at once: after the commit, before its event arrives. */
    forget,

    heard(event: Pick<ChangeEvent, 'ended'>): void {
      for (const ended of event.ended) forget(ended);
    },

    setConnected: cache.setConnected,

    /** Which of these logins have not ended; one query. */
    async alive(sids: string[]): Promise<Set<string>> {
      const { rows } = await sql<{ sid: string }>`
        select l.sid from logins l join users u on u.id = l.user_id
        where l.sid = any(${sids}::bpchar[]) and l.expire > ${new Date(now())} and u.closed_at is null`.execute(db);
      return new Set(rows.map(({ sid }) => sid));
    },

    /** The live channel closes the sockets of ended logins. */
    onEnded(listener: (ended: LoginRevoked) => void): void {
      listeners.push(listener);
    },

    saveSeen,

    async close(): Promise<void> {
      clearInterval(everyMinute);
      await saveSeen();
    },
  };
}
