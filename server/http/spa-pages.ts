// The browser's part: built files with long life, and the page that every address of the application opens with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callsOfLayout, callsOfPage, matchPage } from '#contract/pages.ts';
import type { Person } from '#contract/policy.ts';
import type { CacheVersions, InitialCall, PreloadedState } from '#contract/preloaded-state.ts';
import type { Page } from '#contract/request.ts';
import { safeRedirect } from '#contract/safe-redirect.ts';
import type { Brand } from '#server/config.ts';
import { notFound } from '#server/lib/problem.ts';
import { brotliBody, type CachedResponse } from '#server/lib/response-cache.ts';
import { createHtmlTemplates } from './html-template.ts';
import { preloadData } from './preload-data.ts';

/** A page with what somebody may see inside stays in no cache: after a logout, Back must ask again. */
const neverStored = { 'cache-control': 'no-store' };
const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' };

async function send(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ ...pageHeaders, etag: ready.etag, vary: 'Cookie, Accept-Encoding' });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === ready.etag) return reply.code(304).send();
  return sendBody(ready, request, reply);
}

async function sendBody(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
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

/** The two that can be read before any script; all others come with the shape of a page and what they show first. */
const rendered: Record<string, 'landing' | 'login'> = { '/': 'landing', '/login': 'login' };

/** `failedLogin` answers a login that was posted without script and refused. */
export type Pages = { failedLogin(reply: FastifyReply, sentence: string): FastifyReply };

/** The cover of the first row that this call brought; null where it was refused or late. */
function firstCover({ queries }: PreloadedState, call: InitialCall | undefined): string | null {
  const query = queries.find(({ queryKey }) => queryKey[0] === call?.endpoint.path);
  const list = query?.state.data as { pages?: Page<{ coverUrl?: string | null }>[] } | undefined;
  return list?.pages?.[0]?.rows[0]?.coverUrl ?? null;
}

type PagesOptions = {
  brand: Brand;
  demo: boolean;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
  /** The last change that this process has seen (lib/response-cache.ts). */
  cacheVersions(): CacheVersions;
};

/** Serves the built browser part from `folder`; unknown addresses that want a page get it with 404. */
export async function registerPages(app: FastifyInstance, folder: string, options: PagesOptions): Promise<Pages> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The browser part is not built: ${index} is missing. Run npm start.`);
  const { brand, demo, who, cacheVersions } = options;
  const templates = createHtmlTemplates(folder, { brand, demo });
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

  /** A database that is away makes nobody wait, and everybody a stranger. */
  const personOf = async (request: FastifyRequest) => Promise.resolve(who(request)).catch(() => null);

  /** With a login the page brings its code and its first answers along. */
  async function sendApplication(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const theme = themeOf(request);
    const versions = cacheVersions();
    const person = await personOf(request);
    const match = person && matchPage(path, person.role);
    if (!match) return send(templates.page('index', theme), request, reply);
    const { source, title, coverFirst } = match.page;
    const layout = callsOfLayout(person.role);
    // With a query in its address a page asks for something else, which is not guessed.
    const own = request.url.includes('?') ? [] : callsOfPage(match);
    const preloaded = await preloadData(app, request, { calls: [...own, ...layout], versions });
    const cover = coverFirst ? firstCover(preloaded, own[0]) : null;
    const page = templates.application(theme, { source, title, preloaded, cover });
    return sendBody(page, request, reply.headers({ ...pageHeaders, ...neverStored, vary: 'Cookie, Accept-Encoding' }));
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw notFound('Address');
    const path = (request.url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
    const publicPage = rendered[path];
    if (publicPage === 'login' && (await personOf(request)))
      return reply
        .header('cache-control', 'no-store')
        .redirect(safeRedirect((request.query as { next?: string }).next));
    if (publicPage) return send(templates.page(publicPage, themeOf(request)), request, reply);
    if (matchPage(path)) return sendApplication(request, reply, path);
    return send(templates.page('index', themeOf(request)), request, reply.code(404));
  });
  return {
    failedLogin: (reply, sentence) =>
      reply.headers(pageHeaders).send(templates.failedLogin(sentence, themeOf(reply.request))),
  };
}
