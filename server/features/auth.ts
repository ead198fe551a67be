// Logging in and out, who one is, and changing one's own password.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/schemas/fields.ts';
import type { User } from '#contract/users.ts';
import type { Tables } from '#server/db/schema.ts';
import { clientIp } from '#server/http/client-ip.ts';
import type { Logins } from '#server/http/login.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { hashPassword } from '#server/lib/password.ts';
import { conflict, invalid, unauthorized } from '#server/lib/problem.ts';
import { verifyThrottled } from './auth/throttle.ts';
import { toUser, userColumns } from './user-names.ts';

type Asked = {
  db: Kysely<Tables>;
  body: { username: string; password: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** PostgreSQL cannot hold NUL, and nobody's name has one. */
function typed(username: string): string {
  return username.replaceAll('\u0000', '\ufffd');
}

/** Checks a username (in any case) and password and sets the cookie. @throws 401 if they do not fit, 429 (throttle.ts), 503. */
export async function logIn(logins: Logins, { db, body, request, reply }: Asked): Promise<User> {
  const username = typed(body.username);
  const found = await db
    .selectFrom('users')
    .select([...userColumns, 'password'])
    .where(sql`lower(username)`, '=', sql<string>`lower(${username})`)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  // Of an account that exists the database's own spelling counts, or odd letters would make many of one.
  const account = (found?.username ?? username).toLowerCase();
  const right = await verifyThrottled(db, {
    account,
    address: clientIp(request),
    password: body.password,
    hash: found?.password ?? null,
  });
  if (found && right && (await logins.signIn(reply, found))) return toUser(found);
  throw unauthorized('Invalid username or password');
}

export function auth(logins: Logins): Handlers<typeof api.auth> {
  return {
    login: (asked) => logIn(logins, asked),

    async logout({ reply }) {
      await logins.signOut(reply);
      return ok;
    },

    async current({ actor, db }) {
      const row = await db.selectFrom('users').select(userColumns).where('id', '=', actor.id).executeTakeFirst();
      if (!row) throw unauthorized();
      return toUser(row);
    },

    /** All logins of that person end, this one too (decisions §4); the browser that asks gets a new one along with the answer. Guessing is slowed down as at login. */
    async changePassword({ actor, body, db, request, reply, write }) {
      const { id } = actor;
      const found = await db
        .selectFrom('users')
        .select(['username', 'password'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!found) throw unauthorized();
      const { username, password: hash } = found;
      const attempt = { account: username.toLowerCase(), address: clientIp(request), hash };
      if (!(await verifyThrottled(db, { ...attempt, password: body.currentPassword }))) {
        throw invalid('currentPassword', 'Your present password is not right');
      }
      const password = await hashPassword(body.newPassword);
      const welcome = await write(async (w) => {
        const changed = await w.tx
          .updateTable('users')
          .set({ password, updated_at: sql`now()` })
          .where('id', '=', id)
          .where('password', '=', hash)
          .returning('id')
          .executeTakeFirst();
        if (!changed) throw conflict('Your password was changed elsewhere at the same moment');
        return logins.startAnew(w, id, request);
      });
      welcome(reply);
      return ok;
    },
  };
}
