// How pages for guests are sent: never stored, never listed by search engines, and with a policy of their own.
import type { FastifyReply } from 'fastify';
import type { GuestPage, GuestRender } from '#contract/sharing/guest-pages.ts';
import type { ReadBrand } from '#server/db/settings/brand.ts';
import { encodeText } from '#server/lib/compress-text.ts';

/** Nothing but our own files; players of other hosts only on the pages that frame them. */
type Framing = { players?: readonly string[]; embedSites?: readonly string[]; makesVideos?: boolean };

/** `embedSites`: the origins that may frame it. `makesVideos`: it plays what it made, which has an address in the page alone. */
function contentPolicy({ players = [], embedSites = [], makesVideos = false }: Framing): string {
  const frames = [...new Set(players.map((address) => new URL(address).origin))];
  return [
    "default-src 'none'",
    "img-src 'self'",
    makesVideos ? "media-src 'self' blob:" : "media-src 'self'",
    "style-src 'unsafe-inline'",
    "script-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embedSites.length > 0 ? embedSites.join(' ') : "'none'"}`,
  ].join(';');
}

/** Compressed where the browser accepts it. `reply` has its other headers. */
export async function sendText(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const { body, encoding } = await encodeText(text, reply.request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(body);
}

async function sendMarkup(reply: FastifyReply, markup: string, framing: Framing = {}): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': contentPolicy(framing),
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'Cookie, Accept-Encoding',
  });
  // Older browsers would obey it before the policy, and it cannot name sites.
  if (framing.embedSites) reply.removeHeader('x-frame-options');
  return sendText(reply, markup);
}

type Shared = Omit<Extract<GuestPage, { kind: 'shared' }>, 'brand' | 'kind'>;
type Notice = Extract<GuestPage, { kind: 'notice' }>['notice'];

export type GuestPageParts = { brand: ReadBrand; guestRender: () => Promise<GuestRender> };

async function markupOf(
  { brand, guestRender }: GuestPageParts,
  content: ({ kind: 'shared' } & Shared) | { kind: 'notice'; notice: Notice },
): Promise<string> {
  const { renderGuestPage } = await guestRender();
  const { name, logo, colour } = await brand();
  return renderGuestPage({ brand: { name, logo, colour }, ...content });
}

/** `players`: the addresses of other hosts that the page frames. `embedSites`: those that frame the page. */
export async function sendShared(
  parts: GuestPageParts,
  reply: FastifyReply,
  { players, embedSites, makesVideos, ...shared }: Shared & Framing & { makesVideos: boolean },
): Promise<FastifyReply> {
  return sendMarkup(reply, await markupOf(parts, { kind: 'shared', ...shared }), {
    ...(players && { players }),
    ...(embedSites && { embedSites }),
    makesVideos,
  });
}

/** `reply` has its status. */
export async function sendNotice(parts: GuestPageParts, reply: FastifyReply, notice: Notice): Promise<FastifyReply> {
  return sendMarkup(reply, await markupOf(parts, { kind: 'notice', notice }));
}

/** The same for a wrong address, one that ended, and one whose subject is gone. */
export async function sendGone(parts: GuestPageParts, reply: FastifyReply): Promise<FastifyReply> {
  return sendNotice(parts, reply.code(404), { kind: 'gone' });
}

/** Of a page that a link scanner, such as a mail filter, asks for with HEAD. */
export const sendEmpty = (reply: FastifyReply): Promise<FastifyReply> => sendMarkup(reply, '');
