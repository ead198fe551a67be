// Login, logout, the current user, and changing one's own password.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Credentials } from '#contract/accounts/auth-routes.ts';
import type { User } from '#contract/accounts/users.ts';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { safeRedirect } from '#contract/core/safe-redirect.ts';
import type { Tables } from '#server/db/schema.ts';
import { userColumns } from '#server/db/user-names.ts';
import { recordAccount } from '#server/features/audit/account-acts.ts';
import { toProblem } from '#server/http/calls/error-handler.ts';
import { parseInput } from '#server/http/calls/parse-input.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import type { Logins } from '#server/http/login/login.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { conflict, invalid, unauthorized } from '#server/lib/problem.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import type { PasswordRules } from '#server/lib/secrets/password-rules.ts';
import { endLinks } from './link-rows.ts';
import { verifyThrottled } from './throttle.ts';

// The login form without a script, for browsers that have not loaded one: the same check, throttle and cookie (behaviour §8.1).
type Dependencies = {
  db: Kysely<Tables>;
  logins: Logins;
  refuseForeign: (request: FastifyRequest) => void;
  /** The login page with the sentence. */
  failed: (reply: FastifyReply, sentence: string) => Promise<FastifyReply>;
};

const formType = 'application/x-www-form-urlencoded';
const maxBytes = 8 * 1024;

/** POST /login: 303 to the path in `next` or the dashboard, or the page with the sentence and the status of the refusal. */
export function registerLoginForm(app: FastifyInstance, { db, logins, refuseForeign, failed }: Dependencies): void {
  app.register((scope, _options, registered) => {
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: maxBytes }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    scope.post<{ Querystring: { next?: unknown } }>('/login', async (request, reply) => {
      try {
        refuseForeign(request);
        await logIn(logins, { db, body: parseInput(Credentials, request.body ?? {}), request, reply });
      } catch (error) {
        const { status, message, headers } = toProblem(error);
        if (status >= 500) request.log.error({ err: error }, 'login form');
        return failed(reply.code(status).headers(headers), message);
      }
      const { next } = request.query;
      return reply.redirect(safeRedirect(typeof next === 'string' ? next : null), 303);
    });
    registered();
  });
}

type LoginRequest = {
  db: Kysely<Tables>;
  body: { username: string; password: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** PostgreSQL cannot hold NUL, and nobody's name has one. */
function withoutNul(username: string): string {
  return username.replaceAll('\u0000', '\ufffd');
}

/**
 * Checks a username or e-mail address (in any case) and password and sets the cookie. @throws 401 if they are wrong, 429 (throttle.ts),
 * 503.
 */
export async function logIn(logins: Logins, { db, body, request, reply }: LoginRequest): Promise<User> {
  const username = withoutNul(body.username);
  const found = await db
    .selectFrom('users')
    .select([...userColumns, 'password'])
    .where(sql<boolean>`lower(username) = lower(${username}) or lower(email) = lower(${username})`)
    .where('closed_at', 'is', null)
    // One person's username may be another's address.
    .orderBy(sql`lower(username) = lower(${username})`, 'desc')
    .limit(1)
    .executeTakeFirst();
  // Failures count under the spelling in the database, else letters that only lower() in SQL equates would split one account into many.
  const account = (found?.username ?? username).toLowerCase();
  const isRight = await verifyThrottled(db, {
    account,
    address: clientIp(request),
    password: body.password,
    hash: found?.password ?? null,
  });
  if (found && isRight && (await logins.signIn(reply, found))) {
    const { password: _, ...user } = found;
    return user;
  }
  throw unauthorized('Invalid username or password');
}

export function auth(logins: Logins, rules: PasswordRules): Handlers<typeof api.auth> {
  return {
    login: (ctx) => logIn(logins, ctx),

    async logout({ reply }) {
      // What was shown to this person is no longer found in the browser's cache.
      reply.header('clear-site-data', '"cache"');
      await logins.signOut(reply);
      return ok;
    },

    async current({ actor, db }) {
      const user = await db.selectFrom('users').select(userColumns).where('id', '=', actor.id).executeTakeFirst();
      if (!user) throw unauthorized();
      return user;
    },

    /**
     * Ends all logins of that person, this one too (behaviour §8.3); the browser that changes it gets a new one in the response. Guessing
     * is throttled as at login.
     */
    async changePassword({ actor, body, db, request, reply, write }) {
      const { id } = actor;
      const found = await db
        .selectFrom('users')
        .select(['username', 'email', 'first_name as firstName', 'last_name as lastName', 'password'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!found) throw unauthorized();
      const { password: hash, ...owner } = found;
      const turn = { account: owner.username.toLowerCase(), address: clientIp(request) };
      if (!(await verifyThrottled(db, { ...turn, hash, password: body.currentPassword }))) {
        throw invalid('currentPassword', 'Your current password is not correct');
      }
      rules.refuseFormer(body.newPassword === body.currentPassword, 'newPassword');
      await rules.require({ ...owner, password: body.newPassword }, 'newPassword');
      const password = await hashPassword(body.newPassword, turn);
      const afterCommit = await write(async (context) => {
        const changed = await context.tx
          .updateTable('users')
          .set({ password, updated_at: sql`now()` })
          .where('id', '=', id)
          .where('password', '=', hash)
          .returning(userColumns)
          .executeTakeFirst();
        if (!changed) throw conflict('Your password was changed elsewhere at the same moment');
        await endLinks(context.tx, id);
        await recordAccount(context, { by: id, act: 'passwordChanged', user: changed });
        return logins.endAll(context, id, reply);
      });
      afterCommit();
      return ok;
    },
  };
}
