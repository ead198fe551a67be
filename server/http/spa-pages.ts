// The browser's part: built files with long life, and the page that every address of the application opens with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '#contract/policy.ts';
import type { PreloadedState } from '#contract/preloaded-state.ts';
import type { Brand } from '#server/config.ts';
import { notFound } from '#server/lib/problem.ts';
import { brotliBody, type CachedResponse } from '#server/lib/response-cache.ts';
import { createHtmlTemplates } from './html-template.ts';
import { isKnownPage, prefetchFor } from './page-prefetch.ts';
import { preloadData } from './preload-data.ts';

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' };

async function send(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ ...pageHeaders, etag: ready.etag, vary: 'Cookie, Accept-Encoding' });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === ready.etag) return reply.code(304).send();
  const small = request.headers['accept-encoding']?.includes('br') ? await brotliBody(ready) : null;
  if (small) reply.header('content-encoding', 'br');
  return reply.send(small ?? ready.body);
}

function themeOf({ server, headers }: FastifyRequest): string | undefined {
  return headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie).topout_theme;
}

function wantsPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return (
    reads &&
    !/^\/(api|ws|assets|media|metrics|health)(\/|$)/.test(request.url) &&
    !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
  );
}

/** The two that can be read before any script; all others open with an empty frame, and with what they show first. */
const rendered: Record<string, 'landing' | 'login'> = { '/': 'landing', '/login': 'login' };

/** `failedLogin` answers a login that was posted without script and refused. */
export type Pages = { failedLogin(reply: FastifyReply, sentence: string): FastifyReply };

function firstCover({ answers }: PreloadedState, lead: string): string | null {
  const rows = answers[lead]?.body;
  const [row] = Array.isArray(rows) ? (rows as { coverUrl?: string | null }[]) : [];
  return row?.coverUrl ?? null;
}

type Given = {
  brand: Brand;
  demo: boolean;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
  /** What this process has heard of until now (ready.ts). */
  cacheVersion(): string | null;
};

/** Serves the built browser part from `folder`; unknown addresses that want a page get it with 404. */
export async function registerPages(app: FastifyInstance, folder: string, given: Given): Promise<Pages> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The browser part is not built: ${index} is missing. Run npm start.`);
  const { brand, demo, who, cacheVersion } = given;
  const pages = createHtmlTemplates(folder, { brand, demo });
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

  /** With a login the page brings its code and its first answers along; a database that is away makes nobody wait for it. */
  async function application(request: FastifyRequest, path: string): Promise<CachedResponse> {
    const theme = themeOf(request);
    const now = cacheVersion();
    const person = await Promise.resolve(who(request)).catch(() => null);
    if (!person) return pages.page('index', theme);
    const { code, calls, lead } = prefetchFor(path, { role: person.role, plain: !request.url.includes('?') });
    const first = await preloadData(app, request, { calls, cacheVersion: now });
    return pages.application(theme, { code, first, cover: lead && firstCover(first, lead) });
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw notFound('Address');
    const asked = request.url.split('?')[0] ?? '/';
    const path = asked.length > 1 ? asked.replace(/\/$/, '') : asked;
    const light = rendered[path];
    if (light) return send(pages.page(light, themeOf(request)), request, reply);
    const found = isKnownPage(path);
    reply.code(found ? 200 : 404);
    return send(await (found ? application(request, path) : pages.page('index', themeOf(request))), request, reply);
  });
  return {
    failedLogin: (reply, sentence) =>
      reply.headers(pageHeaders).send(pages.failedLogin(sentence, themeOf(reply.request))),
  };
}
