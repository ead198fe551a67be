// Reads JSON bodies: one that is nested too deep is refused before it is parsed, and one that comes too slowly is cut off.
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitWithLogin } from '#contract/core/route.ts';
import { Problem } from '#server/lib/problem.ts';

// How long a request body may take: a photo on a weak connection may take its time, a stalled one is cut off.

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

/** The product's own bodies are at most four deep. */
const maxDepth = 20;

/** Where a string that begins at `from` ends: after its quote, or at the end of the text. */
function afterString(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function isTooDeep(text: string): boolean {
  const marks = /["{[\]}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [sign] = mark;
    if (sign === '"') marks.lastIndex = afterString(text, mark.index);
    else if (sign === '{' || sign === '[') depth++;
    else depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

function refused(message: string): Problem {
  return new Problem({ status: 400, code: 'invalid', message });
}

/** What the body says; undefined for an empty one (behaviour §9.1). @throws 400 for what is no JSON or nested too deep. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (isTooDeep(text)) throw refused(`The request is nested too deeply: at most ${maxDepth} levels are taken`);
  try {
    return JSON.parse(text);
  } catch {
    throw refused('The request could not be read');
  }
}
