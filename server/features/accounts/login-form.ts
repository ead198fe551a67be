// The login form without a script, for browsers that have not loaded one: the same check, throttle and cookie (behaviour §8.1).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { Credentials } from '#contract/accounts/auth-routes.ts';
import { safeRedirect } from '#contract/core/safe-redirect.ts';
import type { Tables } from '#server/db/schema.ts';
import { toProblem } from '#server/http/calls/error-handler.ts';
import { parseInput } from '#server/http/calls/parse-input.ts';
import type { Logins } from '#server/http/login/login.ts';
import { logIn } from './auth.ts';

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
