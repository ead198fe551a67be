// Notifies an open page that what it shows has ended: an event stream, which needs no login.
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientIp } from '#server/http/security/client-ip.ts';
import { tooMany } from '#server/lib/problem.ts';
import { guestOf, type OpenLink } from './link.ts';
import type { GuestWatch } from './watch.ts';

/** Limit of open pages and videos in one process; one more is asked to come back. */
const maxOpen = 5_000;
/** Limit per link and address, which many phones may share; a page beyond it polls every few seconds instead. */
const maxOpenEach = 20;
/** Proxies close a stream that is silent for a minute. */
const pingMilliseconds = 25_000;
/** On a longer page only the newest items are watched. */
export const maxNeeds = 100;

/** `of`: the sessions with their records that the page shows. With `once` it only confirms that the link is valid. */
export function sendLive(
  watch: GuestWatch,
  { link, request, reply }: { link: OpenLink; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { of = '', once } = request.query as { of?: string; once?: string };
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  if (once !== undefined) return reply.code(204).send();
  const from = clientIp(request);
  if (watch.count() >= maxOpen || watch.countFrom(link.id, from) >= maxOpenEach)
    throw tooMany('Too many pages are open. Please try again in a minute.', 60);
  const needs = String(of)
    .split(',')
    .filter((key) => /^\d{1,9}\.\d{1,18}\.\d{1,9}$/.test(key))
    .slice(0, maxNeeds);
  const stream = new PassThrough();
  // Browsers reconnect by themselves to a stream that was only cut.
  const cut = () => stream.end();
  const end = () => stream.end('event: ended\ndata:\n\n');
  const forget = watch.add({ guest: guestOf(link), tokenHash: link.tokenHash, needs, from, end, cut });
  const ping = setInterval(() => stream.write(':\n\n'), pingMilliseconds).unref();
  reply.raw.once('close', () => {
    clearInterval(ping);
    forget();
    stream.destroy();
  });
  stream.write(':\n\n');
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
}
