// /.well-known/security.txt (RFC 9116): where to report a weakness.
import type { FastifyInstance } from 'fastify';

const day = 86_400_000;
/** The file must say until when it holds, less than a year ahead; this server goes on meaning it. */
const lifetime = 180 * day;

type Facts = { contact: string; publicUrl: string | null; now?: () => number };

export function registerSecurityTxt(app: FastifyInstance, { contact, publicUrl, now = Date.now }: Facts): void {
  const path = '/.well-known/security.txt';
  app.get(path, async (_request, reply) => {
    const expires = new Date(Math.floor(now() / day) * day + lifetime).toISOString();
    const lines = [`Contact: mailto:${encodeURI(contact)}`, `Expires: ${expires}`, 'Preferred-Languages: en'];
    if (publicUrl !== null) lines.push(`Canonical: ${publicUrl}${path}`);
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
