// What the pictures that mails link to have in common: where they lie, for how long, and how they are sent (behaviour §18.2).
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below PUBLIC_URL. What stands behind it is in no log. */
export const mailPictures = '/mail-pictures';
const lifetimeMs = 60 * 24 * 3_600_000;

/** Of a mail of this time. */
export function isStillOpen(mailedAt: string, now: number): boolean {
  return Date.parse(mailedAt) + lifetimeMs > now;
}

const headers = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "sandbox; default-src 'none'",
  // Mail is read on pages of other hosts.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};

type MailedPicture = { etag: string; jpeg(): Promise<Buffer> };

/** JPEG, which every mail program shows. Nothing is recorded of who asks. */
export async function sendMailPicture(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { etag, jpeg }: MailedPicture,
): Promise<FastifyReply> {
  reply.headers({ ...headers, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/jpeg').send(await jpeg());
}
