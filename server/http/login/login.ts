// Logins: who sends a request, signing in and out, and ending logins. The row decides; a cache makes it cheap (behaviour §8.4).
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person } from '#contract/policy.ts';
import type { ChangeEvent, LoginRevoked } from '#server/db/change-events.ts';
import type { Database } from '#server/db/open.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { unauthorized } from '#server/lib/problem.ts';
import { type CookieRequest, createLoginCookie } from './login-cookie.ts';
import {
  aliveLogins,
  createLoginCache,
  insertLogin,
  keepDevice,
  maxLifetime,
  readLogin,
  revokeLogins,
  writeLastUse,
} from './login-rows.ts';

const minute = 60_000;

export type Logins = ReturnType<typeof createLogins>;

/** Saves when people were last seen, once a minute and at the end. */
function createSeenSaver(db: Database['query'], cache: ReturnType<typeof createLoginCache>) {
  async function saveSeen(): Promise<void> {
    const seen = cache.takeUnwritten();
    if (seen.length === 0) return;
    try {
      await writeLastUse(db, seen);
    } catch {
      // The database is unavailable: tried again a minute later.
      cache.putBack(seen);
    }
  }
  const everyMinute = setInterval(() => void saveSeen(), minute).unref();

  async function close(): Promise<void> {
    clearInterval(everyMinute);
    await saveSeen();
  }
  return { saveSeen, close };
}

type Options = {
  db: Database['query'];
  write: RunTransaction;
  secret: string;
  /** Our pages are always served by https. */
  secure: boolean;
  now?: () => number;
};

/** Call `onChange` and `setConnected` from the channel of events, and `close` at the end. */
export function createLogins(options: Options) {
  const { db, write, now = Date.now } = options;
  const cookie = createLoginCookie({ ...options, life: maxLifetime / 1000 });
  const listeners: ((ended: LoginRevoked) => void)[] = [];
  const cache = createLoginCache({
    now,
    async read(value) {
      const sid = cookie.sidOf(value);
      return sid === null ? null : readLogin(db, sid, now());
    },
  });

  /** Ends it in this process at once: after the commit, before its event arrives. */
  function forget(ended: LoginRevoked): void {
    cache.forget(ended);
    for (const listener of listeners) listener(ended);
  }

  /** The browser loses its cookie even if the database is unavailable (503), and if nobody is logged in. */
  async function signOut(reply: FastifyReply): Promise<void> {
    cookie.clear(reply);
    const sid = cookie.sidIn(reply.request);
    if (sid === null) return;
    await write({ topics: [] }, (context) => revokeLogins(context, { sid }));
    forget({ sid });
  }

  return {
    /** The person that the cookie names, without a promise if cached; null for a closed account, an ended or a forged login. */
    who(request: CookieRequest): Person | null | Promise<Person | null> {
      const value = cookie.valueIn(request);
      return value === null || cookie.isLeaving(request) ? null : cache.find(value);
    },

    /** The key of the login's row that a request carries: genuine, but possibly ended. */
    sidOf: cookie.sidIn,

    /**
     * Creates a login and sets its cookie; the browser's former login ends. Returns false, and does nothing, if the account was closed or
     * got another password since `password`, its stored hash, was verified.
     */
    async signIn(reply: FastifyReply, account: { id: number; password: string }): Promise<boolean> {
      const { value, sid } = cookie.make();
      const before = cookie.sidIn(reply.request);
      const isCreated = await write({ topics: [] }, async (context) => {
        if (!(await insertLogin(context, { sid, at: now() }, account))) return false;
        if (before !== null) await revokeLogins(context, { sid: before });
        return true;
      });
      if (!isCreated) return false;
      if (before !== null) forget({ sid: before });
      cookie.set(reply, value);
      return true;
    },

    signOut,

    /**
     * Before anything else of a request: completes a logout that was made offline (behaviour §27.4). Until it is done nobody is logged in.
     */
    endLeft(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        if (!cookie.isLeaving(request)) return done();
        // As at every logout: clears what the browser has cached.
        reply.header('clear-site-data', '"cache"');
        signOut(reply)
          .then(
            // Nothing is returned: a returned reply would be awaited until it is sent.
            () => void cookie.clearLeaving(reply),
            () => undefined,
          )
          .finally(done);
      });
    },

    /**
     * Ends all logins of a person whose account's row was just changed, in the caller's transaction. A browser whose `reply` is given gets
     * a new login. Call the returned function after the commit.
     */
    async endAll(context: WriteContext, user: number, reply?: FastifyReply): Promise<() => void> {
      if (!reply) {
        await revokeLogins(context, { user });
        return () => forget({ user });
      }
      const { value, sid } = cookie.make();
      const renewed = cookie.sidIn(reply.request);
      if (!(await insertLogin(context, { sid, at: now() }, { id: user }))) throw unauthorized();
      if (renewed !== null) await keepDevice(context, { from: renewed, to: sid });
      const ended = { user, except: sid, ...(renewed === null ? {} : { renewed }) };
      await revokeLogins(context, ended);
      return () => {
        forget(ended);
        cookie.set(reply, value);
      };
    },

    onChange(event: Pick<ChangeEvent, 'ended'>): void {
      for (const ended of event.ended) forget(ended);
    },

    setConnected: cache.setConnected,
    alive: (sids: string[]) => aliveLogins(db, sids, now()),

    /** The hub closes the sockets of ended logins. */
    onEnded(listener: (ended: LoginRevoked) => void): void {
      listeners.push(listener);
    },

    ...createSeenSaver(db, cache),
  };
}
