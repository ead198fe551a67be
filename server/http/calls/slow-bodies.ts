// How long the body of a request may take: a photo on a weak line takes its time, one that stands still is cut off.
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitWithLogin } from '#contract/core/route.ts';

/** Milliseconds (behaviour §9.4). */
export const slowBodyLimits = {
  /** All of a body. */
  whole: 30_000,
  /** All of a body of a call that declares a large one. */
  large: 300_000,
  /** Without a single byte. */
  stalled: 30_000,
};

/** Answered and ended as Node does where its own limit is passed. */
function cut(app: FastifyInstance, { raw }: FastifyRequest): void {
  const late = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, raw.socket);
}

/** Only who may make such a call has the longer limit: not what was answered before its body came. */
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
    // An injected request is there as a whole, and has no connection to end.
    if (hasBody && socket instanceof Socket) watch(request, reply);
    done();
  });
}
