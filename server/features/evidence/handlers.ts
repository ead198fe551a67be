// The calls of verifying: for everybody, without a login (behaviour §32.4).
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { api } from '#contract/api.ts';
import { printedCode, readCode } from '#contract/evidence/seal-code.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import { createSharedRateLimit } from '#server/db/shared-rate-limit.ts';
import { contentDisposition } from '#server/http/calls/content-disposition.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { notFound } from '#server/lib/problem.ts';
import { findHashes, sealFile, verifyCode } from './queries.ts';
import { loadSessionEvidence } from './session-evidence.ts';
import { readStamp } from './time-stamps.ts';

/** On all servers together; a folder of 10,000 files takes five. */
const countCall = createSharedRateLimit<string>({
  kind: 'verify',
  max: 120,
  milliseconds: 10 * 60_000,
  sentence: 'Too many checks from this address. Try again in a few minutes',
});

export const countVerifying = (db: Kysely<Tables>, request: FastifyRequest) => countCall(db, clientIp(request));

/** What is no code is nobody's seal. */
function requireCode(typed: string): string {
  const code = readCode(typed);
  if (code === null) throw notFound('Seal');
  return code;
}

export function evidence({ settings }: { settings: ReadSettings }): Handlers<typeof api.evidence> {
  return {
    sessionEvidence: ({ actor, db, params }) => loadSessionEvidence(db, actor, params.id),

    async verifyCode({ db, params, request }) {
      const code = requireCode(params.code);
      await countVerifying(db, request);
      const { timeZone } = await settings();
      const chain = await verifyCode(db, { code, timeZone });
      if (!chain) throw notFound('Seal');
      return chain;
    },

    async sealFile({ db, params, request, reply }) {
      const code = requireCode(params.code);
      await countVerifying(db, request);
      const file = await sealFile(db, code);
      if (!file) throw notFound('Seal');
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': contentDisposition(file.name, 'attachment'),
          'cache-control': 'no-store',
        })
        .send(file.text);
    },

    async sealStamp({ db, params, request, reply }) {
      const code = requireCode(params.code);
      await countVerifying(db, request);
      const answer = await readStamp(db, code);
      if (!answer) throw notFound('Time stamp');
      return reply
        .headers({
          'content-type': 'application/timestamp-reply',
          'content-disposition': contentDisposition(`seal-${printedCode(code)}.tsr`, 'attachment'),
          'cache-control': 'no-store',
        })
        .send(answer);
    },

    async verifyHashes({ db, body, request }) {
      await countVerifying(db, request);
      const { timeZone } = await settings();
      return { known: await findHashes(db, { hashes: body.hashes, timeZone }) };
    },
  };
}
