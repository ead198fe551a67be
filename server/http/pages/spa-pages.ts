// The browser's part: built files with long cache times, and every page, rendered for its reader with its initial responses.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccountLinkKind, linkPaths, parseLinkPath } from '#contract/accounts/auth.ts';
import type { OpenedLink } from '#contract/accounts/auth-routes.ts';
import { loginPath, safeRedirect } from '#contract/core/safe-redirect.ts';
import { shellPath } from '#contract/pages/device-choices.ts';
import { matchPage, type PageMatch } from '#contract/pages/pages.ts';
import type { Person } from '#contract/policy.ts';
import { notFound } from '#server/lib/problem.ts';
import { brotliBody, type CachedResponse } from '#server/lib/response-cache.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { type Address, createPageMaker, publicTitles } from './page-maker.ts';

/** Pages with private content are not cached: after a logout, Back must request them again. */
const neverStored = { 'cache-control': 'no-store' };
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Encoding',
};

const onlyForItsReader = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' };
const linkStatus = { open: 200, used: 410, expired: 410, unknown: 404, unavailable: 503 } as const;

type LinkOfPath = { kind: AccountLinkKind; token: string };

async function send(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ ...pageHeaders, etag: ready.etag });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === ready.etag) return reply.code(304).send();
  return sendBody(ready, request, reply);
}

async function sendBody(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const small = request.headers['accept-encoding']?.includes('br') ? await brotliBody(ready) : null;
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

function addressOf({ url }: FastifyRequest): Address {
  const [path = '', query] = url.split(/\?(.*)/s);
  return { path: path.replace(/(?<=.)\/$/, ''), search: query ? `?${query}` : '' };
}

/** A repeated query parameter is a list. */
function nextOf({ query }: FastifyRequest): string | null {
  const { next } = query as { next?: unknown };
  return typeof next === 'string' ? next : null;
}

/** `failedLogin` answers a login that was posted without script and refused. */
export type Pages = { failedLogin(reply: FastifyReply, sentence: string): Promise<FastifyReply> };

type PagesOptions = Parameters<typeof createPageMaker>[2] & {
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
  fileIds: FileIds;
  /** What a one-time link is for; opening it does not use it up. */
  openLink(link: LinkOfPath): Promise<OpenedLink>;
};

/** Cache rule of a built file; the service worker is always revalidated, so that a bug in it does not persist. */
function lifeOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return /service-worker\.js(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

async function registerFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // The compressed ones are sent in place of theirs; routes of their own would cost every start.
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    // An ETag says the same, and each of fifty responses of a page carries it.
    lastModified: false,
    // Pages are sent rendered, never as the raw files; build-internal files are not served.
    allowedPath: (path) => !path.endsWith('.html') && !path.includes('/.'),
    setHeaders: (response, path) => {
      response.setHeader('cache-control', lifeOf(path));
    },
  });
}

/** Serves the built browser part from `folder`; unknown addresses that want a page get it with 404. */
export async function registerPages(app: FastifyInstance, folder: string, options: PagesOptions): Promise<Pages> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The browser part is not built: ${index} is missing. Run npm start.`);
  await registerFiles(app, folder);
  const pages = createPageMaker(app, folder, options);

  /** Null for a stranger; undefined while the database is unavailable. */
  const personOf = async (request: FastifyRequest) =>
    Promise.resolve()
      .then(() => options.who(request))
      .catch(() => undefined);

  async function sendApplication(request: FastifyRequest, reply: FastifyReply, match: PageMatch | undefined) {
    const address = addressOf(request);
    // Old links name a file by its path, which no address bar shows any more.
    const known = options.fileIds.sealAddress(request.url);
    if (match && known !== request.url) return reply.headers(neverStored).redirect(known);
    const person = await personOf(request);
    if (match && person === null) return reply.headers(neverStored).redirect(loginPath(request.url));
    if (!match) reply.code(404);
    if (person === undefined) return send(await pages.empty(request, address), request, reply);
    if (person === null) return send(await pages.ofNowhere(request), request, reply);
    const page = await pages.of(request, address, person);
    return sendBody(page, request, reply.headers({ ...pageHeaders, ...neverStored }));
  }

  /** Not cached, not indexed, and its address is sent to no other site as a referrer. Opening it changes nothing. */
  async function sendLink(request: FastifyRequest, reply: FastifyReply, asked: LinkOfPath) {
    const { kind } = asked;
    const link = await options.openLink(asked).catch((): OpenedLink => ({ state: 'unavailable', kind }));
    const page = await pages.public(request, linkPaths[kind], { link });
    reply.code(linkStatus[link.state]).headers({ ...pageHeaders, ...neverStored, ...onlyForItsReader });
    return sendBody(page, request, reply);
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw notFound('Address');
    const { path } = addressOf(request);
    if (path === '/login' && (await personOf(request)))
      return reply.headers(neverStored).redirect(safeRedirect(nextOf(request)));
    const link = parseLinkPath(path);
    if (link) return sendLink(request, reply, link);
    if (path === shellPath) return send(await pages.shell(), request, reply);
    if (path in publicTitles) return send(await pages.public(request, path), request, reply);
    return sendApplication(request, reply, matchPage(path));
  });
  return {
    async failedLogin(reply, sentence) {
      const page = await pages.public(reply.request, '/login', { loginFailure: sentence });
      return reply.headers(pageHeaders).send(page.body);
    },
  };
}
