// The bare Fastify server: its limits, its log line for every response, JSON bodies, and the error handler.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { anonymousBodyLimit } from '#contract/core/route.ts';
import type { Person } from '#contract/policy.ts';
import { chunkType } from '#contract/uploads/endpoints.ts';
import type { Config } from '#server/config.ts';
import { Problem } from '#server/lib/problem.ts';
import { errorHandler } from './calls/error-handler.ts';
import { cutSlowBodies, readJson, slowBodyLimits } from './calls/json-body.ts';
import { registerCleanLinks } from './security/clean-links.ts';
import { redactPath, toPath } from './security/redact-path.ts';

/** `logTo`: of tests, in place of the standard output. */
type ServerConfig = Pick<Config, 'logLevel' | 'trustProxy'> & { logTo?: NodeJS.WritableStream };

/** Fastify takes addresses or a function; a number of hops becomes one. */
function toTrustProxy(setting: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

function serverOptions({ logLevel, trustProxy, logTo }: ServerConfig): FastifyServerOptions {
  const redact = ['req.headers.cookie', 'req.headers.authorization'];
  return {
    logger: logLevel === 'silent' ? false : { level: logLevel, redact, ...(logTo ? { stream: logTo } : {}) },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustProxy(trustProxy),
    bodyLimit: anonymousBodyLimit,
    // Where a request of any kind ends; its head and its body have limits of their own.
    requestTimeout: slowBodyLimits.large + 60_000,
    // A signed address holds a link and an item, each of up to 1000 characters.
    routerOptions: { maxParamLength: 6000 },
    // An address that cannot even be parsed gets an answer in our own words too.
    frameworkErrors: errorHandler,
    rewriteUrl: ({ url }) => toPath(url ?? '/'),
  };
}

/** JSON only. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    readJson(text),
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it, where that had to be known before it was handled: a change, or an upgrade to a socket. */
    visitor: Person | null;
  }
  interface FastifyContextConfig {
    /** The handler reads the body itself, as it comes. */
    isStream?: boolean;
  }
}

/** A chunk's length is known before it is read; nothing else comes as a stream. */
function refusalOfChunk({ headers, routeOptions }: FastifyRequest): Problem | null {
  const bytes = headers['content-length'];
  if (!routeOptions.config.isStream)
    return new Problem({ status: 415, code: 'wrong_type', message: 'Only JSON is accepted here' });
  if (bytes === undefined)
    return new Problem({ status: 411, code: 'invalid', message: 'The length of a part has to be named' });
  const isLarge = Number(bytes) > (routeOptions.bodyLimit ?? 0);
  return isLarge ? new Problem({ status: 413, code: 'too_large', message: 'This is too large' }) : null;
}

function leaveChunksUnread(app: FastifyInstance): void {
  app.addContentTypeParser(chunkType, (request: FastifyRequest, _body: unknown, done: (error: Error | null) => void) =>
    done(refusalOfChunk(request)),
  );
}

/** Of two Host headers a proxy and we might believe different ones; HTTP/0.9 has no headers at all. */
function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersionMajor } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] as string;
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    }
    if (hosts < 2 && httpVersionMajor >= 1) done();
    else done(new Problem({ status: 400, code: 'invalid', message: 'The request could not be read' }));
  });
}

function logResponses(app: FastifyInstance): void {
  // Hooks with a callback: a promise for each would cost every response a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip, routeOptions } = request;
    const path = redactPath(url.split('?')[0] ?? '', routeOptions.url);
    request.log.info({ method, path, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}

/**
 * Node closes what is idle when a server begins to stop. A connection whose answer ends later, and one that a browser opened ahead and
 * asked nothing on, would keep the server for a minute more.
 */
function closeConnectionsAsTheyEnd(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let sweep: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}

/** Has no routes yet, and listens to nothing. */
export function createServer(config: ServerConfig, limits = slowBodyLimits): FastifyInstance {
  const app = Fastify(serverOptions(config));
  app.decorateRequest('visitor', null);
  app.setErrorHandler(errorHandler);
  app.server.headersTimeout = 30_000;
  cutSlowBodies(app, limits);
  logResponses(app);
  refuseAmbiguousRequests(app);
  registerCleanLinks(app);
  acceptJsonOnly(app);
  leaveChunksUnread(app);
  closeConnectionsAsTheyEnd(app);
  return app;
}
