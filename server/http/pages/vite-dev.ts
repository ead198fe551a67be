// The browser part in development: Vite inside this server, so that there is one port and one cookie.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { notFound } from '#server/lib/problem.ts';

/** Vite's socket needs a port of its own: our live channel handles every upgrade on this server. */
const reloadPort = 24_678;

export async function startVite(app: FastifyInstance): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: { port: reloadPort } },
  });
  app.addHook('onClose', () => vite.close());
  return vite;
}

/** Vite serves the sources; every other address of a page gets web/index.html. */
export function registerViteDev(app: FastifyInstance, vite: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|ws|health|metrics)(\/|\?|$)/.test(request.url)) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api')) throw notFound('Address');
    const source = await readFile(join(vite.config.root, 'index.html'), 'utf8');
    return reply
      .type('text/html; charset=utf-8')
      .send(await vite.transformIndexHtml('/index.html', source, request.url));
  });
}
