// The browser's part: built files with long life, and the page that every address of the application opens with.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#server/config.ts';
import { escapeHtml } from './openapi.ts';
import { notFound } from './problem.ts';

/** What a page knows before its first call. */
export type PageFacts = { brand: Brand; demo: boolean };

/** JSON inside a script element: nothing in it can close the element. */
function embed(facts: PageFacts): string {
  return JSON.stringify(facts).replace(/</g, '\\u003c');
}

/** Fills the placeholders of a built page: name of the house, its facts, the theme that the cookie asks for. */
function fill(html: string, facts: PageFacts): (theme: string | undefined) => string {
  const filled = html
    .replace(
      /(<script type="application\/json" id="house">)[^<]*(<\/script>)/,
      (_, open, close) => open + embed(facts) + close,
    )
    .replace('<title>Topout</title>', `<title>${escapeHtml(facts.brand.name)}</title>`);
  return (theme) =>
    theme === 'dark' || theme === 'light'
      ? filled.replace('<html lang="en">', `<html lang="en" class="${theme}">`)
      : filled;
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
  /^\/($|login$|dashboard$|profile$|approvals$|users$|admin-history$|admin\/history$|projects(\/\d+)?$|sessions(\/(new|\d+))?$)/;

/** Serves the built browser part from `folder`; unknown addresses that want a page get it with 404. */
export async function servePages(app: FastifyInstance, folder: string, facts: PageFacts): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The browser part is not built: ${index} is missing. Run npm start.`);
  const page = fill(readFileSync(index, 'utf8'), facts);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const forever = path.includes('/assets/');
      response.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw notFound('This address');
    const path = request.url.split('?')[0] ?? '/';
    return reply
      .code(known.test(path.length > 1 ? path.replace(/\/$/, '') : path) ? 200 : 404)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache', vary: 'Cookie' })
      .send(page(request.cookies.topout_theme));
  });
}
