// How long a request body may take: a photo on a weak connection may take its time, a stalled one is cut off.
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitWithLogin } from '#contract/core/route.ts';

/** Milliseconds (behaviour §9.4). */
export const slowBodyLimits = {
  /** For a whole body. */
  whole: 30_000,
  /** For a whole body of a call that declares a large one. */
  large: 300_000,
  /** Without a single byte. */
  stalled: 30_000,
};

/** Answered and closed as Node does when its own limit is passed. */
function cut(app: FastifyInstance, { raw }: FastifyRequest): void {
  const late = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, raw.socket);
}

/** The longer limit is only for authorised calls: those not answered before their body came. */
function mayBeLong({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  return (routeOptions.bodyLimit ?? 0) > bodyLimitWithLogin && !reply.raw.writableEnded;
}

export function cutSlowBodies(app: FastifyInstance, limits: typeof slowBodyLimits): void {
  function watch(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    const start = performance.now();
    let last = { bytes: raw.socket.bytesRead, at: start };
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer);
      const now = performance.now();
      const bytes = raw.socket.bytesRead;
      if (bytes > last.bytes) last = { bytes, at: now };
      const late = now - start > (mayBeLong(request, reply) ? limits.large : limits.whole);
      if (!late && now - last.at <= limits.stalled) return;
      clearInterval(timer);
      cut(app, request);
    }, limits.stalled / 20);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, socket } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    // An injected request arrives whole, and has no connection to close.
    if (hasBody && socket instanceof Socket) watch(request, reply);
    done();
  });
}
