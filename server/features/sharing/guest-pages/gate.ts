// Who gets in: by the link's token, and by its PIN where it has one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SampleProject } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import type { PinSealer } from '#server/features/sharing/share-links/secrets.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { notFound } from '#server/lib/problem.ts';
import { createRateLimit } from '#server/lib/rate-limit.ts';
import type { NameCipher } from '#server/lib/secrets/file-ids.ts';
import { findByToken, findSample, type OpenLink } from './link.ts';

const minute = 60_000;
const cookieName = 'topout_share';

type Dependencies = {
  db: Kysely<Tables>;
  sealer: PinSealer;
  fileNames(linkId: number): NameCipher;
  sample: SampleProject;
  publicUrl: string | null;
};

/** Of one address. Wrong tokens are throttled, right ones are not: many phones share one address. */
function createGuestLimits() {
  const sentence = 'That was often. Please try again in a minute.';
  return {
    wrongToken: createRateLimit<string>({ max: 60, milliseconds: minute, sentence }),
    pin: createRateLimit<string>({ max: 10, milliseconds: minute, sentence }),
    sample: createRateLimit<string>({ max: 600, milliseconds: minute, sentence }),
  };
}

export function createGate({ db, sealer, fileNames, sample, publicUrl }: Dependencies) {
  const limits = createGuestLimits();

  async function find(request: FastifyRequest) {
    const { token } = request.params as { token?: string };
    if (token !== undefined) return findByToken(db, token);
    limits.sample(clientIp(request));
    return sample === null ? null : findSample(db, sample);
  }

  /** @throws 404 for a wrong token and one that ended; 429 for too many of them. */
  async function enter(request: FastifyRequest): Promise<OpenLink> {
    const link = await find(request);
    if (link) return { ...link, files: fileNames(link.id) };
    limits.wrongToken(clientIp(request));
    throw notFound('Share link');
  }

  function isAdmitted({ server, headers }: FastifyRequest, { pinSeal, tokenHash }: OpenLink): boolean {
    if (pinSeal === null || tokenHash === null) return true;
    const cookies = headers.cookie?.includes(cookieName) ? server.parseCookie(headers.cookie) : {};
    return cookies[cookieName] === sealer.passOf({ tokenHash, pinSeal });
  }

  return {
    enter,
    isAdmitted,
    /** Past the PIN as well. */
    async enterAdmitted(request: FastifyRequest): Promise<OpenLink> {
      const link = await enter(request);
      if (isAdmitted(request, link)) return link;
      throw notFound('Share link');
    },
    countPin: (request: FastifyRequest): void => limits.pin(clientIp(request)),
    /** For this address alone, until the browser is closed. */
    admit(reply: FastifyReply, { base, pinSeal, tokenHash }: OpenLink): void {
      if (pinSeal === null || tokenHash === null) return;
      const isSecure = publicUrl?.startsWith('https:') || reply.request.protocol === 'https';
      const secure = isSecure ? '; Secure' : '';
      const pass = sealer.passOf({ tokenHash, pinSeal });
      reply.header('set-cookie', `${cookieName}=${pass}; Path=${base}; HttpOnly; SameSite=Lax${secure}`);
    },
  };
}
export type Gate = ReturnType<typeof createGate>;
