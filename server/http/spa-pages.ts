// The browser's part: built files with long life, and every page, rendered for whoever asks with the answers that it starts from.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { current } from '#contract/auth.ts';
import { type DeviceChoices, readDeviceChoices } from '#contract/device-choices.ts';
import type { PageRender, SiteConfig } from '#contract/page-render.ts';
import { callsOfLayout, callsOfPage, matchPage, type PageMatch } from '#contract/pages.ts';
import type { Person } from '#contract/policy.ts';
import { type CacheVersions, dehydrateQuery, type InitialCall } from '#contract/preloaded-state.ts';
import { loginPath, safeRedirect } from '#contract/safe-redirect.ts';
import type { Brand } from '#server/config.ts';
import { notFound } from '#server/lib/problem.ts';
import { brotliBody, type CachedResponse, toCachedResponse } from '#server/lib/response-cache.ts';
import { createPageHtml } from './page-html.ts';
import type { PageRenderer } from './page-renderer.ts';
import { missingCalls, preloadData, preloadPatience } from './preload-data.ts';

/** A page with what somebody may see inside stays in no cache: after a logout, Back must ask again. */
const neverStored = { 'cache-control': 'no-store' };
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Encoding',
};

/** Of whole pages: for whoever loads one again, and no longer than an answer may hold by time alone. */
const kept = { maxSize: 8 * 1024 * 1024, ttl: 10_000 };

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

function deviceOf({ server, headers }: FastifyRequest): DeviceChoices {
  return readDeviceChoices(headers.cookie?.includes('topout_') ? server.parseCookie(headers.cookie) : {});
}

function wantsPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return (
    reads &&
    !/^\/(api|ws|assets|media|metrics|health)(\/|$)/.test(request.url) &&
    !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
  );
}

/** The pages for everybody, with the title that they have where nobody could render them. */
const publicTitles: Record<string, string> = { '/': '', '/login': 'Sign in' };

type Address = { path: string; search: string };

function addressOf({ url }: FastifyRequest): Address {
  const [path = '', query] = url.split(/\?(.*)/s);
  return { path: path.replace(/(?<=.)\/$/, ''), search: query ? `?${query}` : '' };
}

/** `failedLogin` answers a login that was posted without script and refused. */
export type Pages = { failedLogin(reply: FastifyReply, sentence: string): Promise<FastifyReply> };

type PagesOptions = {
  brand: Brand;
  demo: boolean;
  who(request: FastifyRequest): Person | null | Promise<Person | null>;
  /** The last change that this process has seen (lib/response-cache.ts). */
  cacheVersions(): CacheVersions;
  /** Null: the browser renders every page itself. */
  renderer: PageRenderer | null;
};

async function registerFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
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
}

/** Serves the built browser part from `folder`; unknown addresses that want a page get it with 404. */
export async function registerPages(app: FastifyInstance, folder: string, options: PagesOptions): Promise<Pages> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The browser part is not built: ${index} is missing. Run npm start.`);
  await registerFiles(app, folder);
  const { demo, cacheVersions, renderer } = options;
  // A company that is not on these networks has the links lead to its address.
  const { linkedin, instagram } = options.brand;
  const brand = { ...options.brand, linkedin: linkedin || '#contact', instagram: instagram || '#contact' };
  const pageHtml = createPageHtml(folder);
  const pages = new LRUCache<string, { versions: string; page: CachedResponse }>({
    ...kept,
    sizeCalculation: ({ page }) => Math.ceil(page.body.length * 1.3),
  });

  /** Null for a stranger; undefined while nobody can tell, as when the database is away. */
  const personOf = async (request: FastifyRequest) =>
    Promise.resolve()
      .then(() => options.who(request))
      .catch(() => undefined);

  const siteFor = (request: FastifyRequest, loginFailure?: string): SiteConfig => ({
    brand,
    demo,
    ...(loginFailure ? { loginFailure } : {}),
    device: deviceOf(request),
  });

  /** The same for everybody whose device chose the same. */
  async function publicPage(request: FastifyRequest, path: string, failure?: string): Promise<CachedResponse> {
    const start = { path, search: '', site: siteFor(request, failure), preloaded: null };
    const rendered = (await renderer?.render(start)) ?? null;
    return toCachedResponse(Buffer.from(pageHtml({ start, rendered, title: publicTitles[path] ?? '' })), {});
  }

  /** What could not be read in time, or not rendered, the browser fetches and renders itself. */
  async function pageFor(request: FastifyRequest, { path, search }: Address, person: Person): Promise<CachedResponse> {
    const versions = cacheVersions();
    const site = siteFor(request);
    const key = JSON.stringify([person.id, person.role, path, search, site.device]);
    const known = pages.get(key);
    if (versions && known?.versions === JSON.stringify(versions)) return known.page;
    const match = matchPage(path, person.role);
    // With a query in its address a page asks for something else, which rendering it tells.
    const own = match && !search ? callsOfPage(match) : [];
    const calls = [...own, ...callsOfLayout(person.role)];
    const preloaded = await preloadData(app, request, { calls, versions, timeout: preloadPatience.first });
    const start = { path, search, site, preloaded };
    const whole = await renderWhole(request, start, calls);
    const html = pageHtml({ ...whole, title: match?.page.title ?? 'Page not found', source: match?.page.source });
    const page = toCachedResponse(Buffer.from(html), {});
    if (versions && whole.isWhole) pages.set(key, { versions: JSON.stringify(versions), page });
    return page;
  }

  /** Once more, where the page asked for what it was not given. Whole: nothing was refused, late or not rendered. */
  async function renderWhole(request: FastifyRequest, start: PageRender, tried: readonly InitialCall[]) {
    const rendered = (await renderer?.render(start)) ?? null;
    const calls = missingCalls(rendered?.missing ?? [], tried);
    const answered = start.preloaded?.queries.length === tried.length;
    if (calls.length === 0) return { start, rendered, isWhole: rendered !== null && answered };
    const versions = start.preloaded?.versions ?? null;
    const more = await preloadData(app, request, { calls, versions, timeout: preloadPatience.further });
    if (more.queries.length === 0) return { start, rendered, isWhole: false };
    const queries = [...(start.preloaded?.queries ?? []), ...more.queries];
    const fuller = { ...start, preloaded: { versions, queries } };
    const again = (await renderer?.render(fuller)) ?? null;
    return {
      start: fuller,
      rendered: again,
      isWhole: again !== null && answered && more.queries.length === calls.length,
    };
  }

  /** Of an address that nobody serves, for somebody who is not logged in. */
  async function strangersPage(request: FastifyRequest, path: string): Promise<CachedResponse> {
    const nobody = dehydrateQuery({ endpoint: current, input: {}, growing: false }, null);
    const preloaded = { versions: cacheVersions(), queries: [nobody] };
    const start = { path, search: '', site: siteFor(request), preloaded };
    const rendered = (await renderer?.render(start)) ?? null;
    return toCachedResponse(Buffer.from(pageHtml({ start, rendered, title: 'Page not found' })), {});
  }

  async function sendApplication(request: FastifyRequest, reply: FastifyReply, match: PageMatch | undefined) {
    const address = addressOf(request);
    const person = await personOf(request);
    if (match && person === null) return reply.headers(neverStored).redirect(loginPath(request.url));
    if (!match) reply.code(404);
    if (person === undefined) {
      const start = { ...address, site: siteFor(request), preloaded: null };
      return send(toCachedResponse(Buffer.from(pageHtml({ start, rendered: null, title: '' })), {}), request, reply);
    }
    if (person === null) return send(await strangersPage(request, address.path), request, reply);
    return sendBody(
      await pageFor(request, address, person),
      request,
      reply.headers({ ...pageHeaders, ...neverStored }),
    );
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw notFound('Address');
    const { path } = addressOf(request);
    if (path === '/login' && (await personOf(request)))
      return reply.headers(neverStored).redirect(safeRedirect((request.query as { next?: string }).next));
    if (path in publicTitles) return send(await publicPage(request, path), request, reply);
    return sendApplication(request, reply, matchPage(path));
  });
  return {
    async failedLogin(reply, sentence) {
      const page = await publicPage(reply.request, '/login', sentence);
      return reply.headers(pageHeaders).send(page.body);
    },
  };
}
