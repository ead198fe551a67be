// Who gets in: by the link's token, and by its PIN where it has one (behaviour §16.4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { maxWrongPins } from '#contract/sharing/endpoints.ts';
import type { SampleProject } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { liveLink } from '#server/db/share-links.ts';
import { createSharedRateLimit } from '#server/db/shared-rate-limit.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { notify } from '#server/features/notifications/handlers.ts';
import { recordLink } from '#server/features/sharing/share-links/record-acts.ts';
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

/**
 * Of one address. Wrong tokens are throttled, right ones are not: many phones share one address. Tries of PINs, and acknowledgements, count on all servers together;
 * a token cannot be guessed, so that the other two only spare this server.
 */
function createGuestLimits() {
  const sentence = 'Too many requests. Please try again in a minute.';
  return {
    wrongToken: createRateLimit<string>({ max: 60, milliseconds: minute, sentence }),
    pin: createSharedRateLimit<string>({ kind: 'pin', max: 10, milliseconds: minute, sentence }),
    acknowledge: createSharedRateLimit<string>({ kind: 'acknowledge', max: 10, milliseconds: minute, sentence }),
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
    countPin: (request: FastifyRequest): Promise<void> => limits.pin(db, clientIp(request)),
    countAcknowledgement: (request: FastifyRequest): Promise<void> => limits.acknowledge(db, clientIp(request)),
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

/** `address`: of whoever tries. */
type Trying = { runWrite: RunTransaction; sealer: PinSealer; address: string };
type Outcome = 'right' | 'wrong' | 'ended';

/** As it is pasted: spaces, dashes and invisible characters are no part of a PIN. */
export function digitsOf(typed: unknown): string {
  return String(typed ?? '')
    .normalize('NFKC')
    .replace(/\D/g, '');
}

/** Twenty wrong PINs end a link, however many processes they come through. Right or wrong, the same statement: it compares, counts and ends in one, so that of many at once none goes uncounted. */
export async function tryPin(
  { runWrite, sealer, address }: Trying,
  link: OpenLink & { pinSeal: string },
  pin: string,
): Promise<Outcome> {
  const given = sealer.sealLike(link.pinSeal, pin);
  return runWrite({ topics: ['shareLinks'], address }, async (context) => {
    const found = await sql<{ isRight: boolean; wrong: number; sharedBy: number }>`
      update share_links l set wrong_pins = wrong_pins + (pin_seal <> ${given})::integer,
        ended_at = case when pin_seal <> ${given} and wrong_pins + 1 >= ${sql.lit(maxWrongPins)} then now() end
      where id = ${link.id} and token_hash = ${link.tokenHash} and ${liveLink('l')} and wrong_pins < ${sql.lit(maxWrongPins)}
      returning pin_seal = ${given} as "isRight", wrong_pins as wrong, shared_by as "sharedBy"`.execute(context.tx);
    const [row] = found.rows;
    if (!row) return 'ended';
    if (row.isRight) return 'right';
    if (row.wrong < maxWrongPins) return 'wrong';
    await recordLink(context, { id: link.id, act: 'shareLinkEnded', by: null, guest: true });
    const message = `The link for ${link.recipient} to ${link.projectName} was ended, because a wrong PIN was entered ${maxWrongPins} times.`;
    const title = 'A share link was ended';
    await notify(context, {
      to: [row.sharedBy],
      by: null,
      type: 'share_ended',
      title,
      message,
      projectId: link.projectId,
    });
    return 'ended';
  });
}
