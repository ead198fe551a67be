// /verify: a plain page on which anybody checks a code, without a login or script (behaviour §32.4).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { printedCode, readCode } from '#contract/evidence/seal-code.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { countVerifying } from '#server/features/evidence/handlers.ts';
import { verifyCode } from '#server/features/evidence/queries.ts';
import { toProblem } from '#server/http/calls/error-handler.ts';
import { type GuestPageParts, sendNotice, sendText } from './responses.ts';

type Dependencies = GuestPageParts & { db: Kysely<Tables>; settings: ReadSettings };

const noSeal =
  'No seal here has this code. Compare it with the printed one. If they match, ask the company: its records may be older than the print.';
const noCode = 'A code has 16 letters and digits, such as 7F3A-0C9K-2M4T-X8QZ.';

async function sendVerified(deps: Dependencies, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const typed = (request.params as { code: string }).code.slice(0, 60);
  const code = readCode(typed);
  if (code === null) return sendNotice(deps, reply.code(404), { kind: 'verify', typed, failure: noCode });
  await countVerifying(deps.db, request);
  const { timeZone } = await deps.settings();
  const chain = await verifyCode(deps.db, { code, timeZone });
  if (!chain) return sendNotice(deps, reply.code(404), { kind: 'verify', typed: printedCode(code), failure: noSeal });
  return sendNotice(deps, reply, { kind: 'verified', chain });
}

/** What reads the files may compile its hasher and reach no network: that nothing is uploaded is the browser's word, too. */
const hasherPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

async function sendScript({ guestRender }: Dependencies, reply: FastifyReply, name: 'verify' | 'hasher') {
  const { guestScripts } = await guestRender();
  if (name === 'hasher') reply.header('content-security-policy', hasherPolicy);
  reply
    .type('text/javascript; charset=utf-8')
    .headers({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' });
  return sendText(reply, guestScripts[name]);
}

export function registerVerifyPage(app: FastifyInstance, deps: Dependencies): void {
  const guarded =
    (send: (asked: { request: FastifyRequest; reply: FastifyReply }) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await send({ request, reply });
      } catch (error) {
        const { status, message: sentence, headers } = toProblem(error);
        if (status >= 500) request.log.error({ err: error }, 'verify page');
        return sendNotice(deps, reply.code(status).headers(headers), { kind: 'refused', status, sentence });
      }
    };
  app.get(
    '/verify',
    guarded(async ({ request, reply }) => {
      const { code } = request.query as { code?: unknown };
      if (typeof code === 'string' && code.trim() !== '')
        return reply.redirect(`/verify/${encodeURIComponent((readCode(code) ?? code.trim()).slice(0, 60))}`, 303);
      return sendNotice(deps, reply, { kind: 'verify', typed: '', failure: null });
    }),
  );
  app.get('/verify/page.js', (_request, reply) => sendScript(deps, reply, 'verify'));
  app.get('/verify/hasher.js', (_request, reply) => sendScript(deps, reply, 'hasher'));
  app.get(
    '/verify/:code',
    guarded((asked) => sendVerified(deps, asked)),
  );
}
