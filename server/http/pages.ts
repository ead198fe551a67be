// The browser's part: built files with long life, and the page that every address of the application opens with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#server/config.ts';
import { notFound } from './problem.ts';
import { compressed, type Ready } from './ready.ts';
import { openRendered } from './rendered.ts';

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' };

async function send(ready: Ready, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ ...pageHeaders, etag: ready.etag, vary: 'Cookie, Accept-Encoding' });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === ready.etag) return reply.code(304).send();
  const small = request.headers['accept-encoding']?.includes('br') ? await compressed(ready) : null;
  if (small) reply.header('content-encoding', 'br');
  return reply.send(small ?? ready.body);
}

function wantsPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return (
    reads &&
    !/^\/(api|ws|assets|media|metrics|health)(\/|$)/.test(request.url) &&
    !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
  );
}

/** Addresses that the browser's routes know; another one shows its 404 page, with that status. */
const known =
  /^\/($|login$|dashboard$|profile$|approvals$|users$|admin-history$|admin\/history$|projects(\/\d+(\/compare)?)?$|sessions(\/(new|\d+))?$)/;

/** The two that can be read before any script; all others open with an empty frame. */
const rendered: Record<string, 'landing' | 'login'> = { '/': 'landing', '/login': 'login' };

/** `failedLogin` answers a login that was posted without script and refused. */
export type Pages = { failedLogin(reply: FastifyReply, sentence: string): FastifyReply };

/** Serves the built browser part from `folder`; unknown addresses that want a page get it with 404. */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  facts: { brand: Brand; demo: boolean },
): Promise<Pages> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The browser part is not built: ${index} is missing. Run npm start.`);
  const pages = openRendered(folder, facts);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The pages are sent filled in, never as they lie there; nor what the build keeps for itself.
    allowedPath: (path) => !path.endsWith('.html') && !path.includes('/.'),
    setHeaders: (response, path) => {
      const forever = path.includes('/assets/');
      response.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw notFound('Address');
    const asked = request.url.split('?')[0] ?? '/';
    const path = asked.length > 1 ? asked.replace(/\/$/, '') : asked;
    reply.code(known.test(path) ? 200 : 404);
    return send(pages.page(rendered[path] ?? 'index', request.cookies.topout_theme), request, reply);
  });
  return {
    failedLogin: (reply, sentence) =>
      reply.headers(pageHeaders).send(pages.failedLogin(sentence, reply.request.cookies.topout_theme)),
  };
}
