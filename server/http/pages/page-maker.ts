// Makes each page for whoever asks: the answers that it starts from, what the renderer makes of them, and the HTML of both.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { current, linkPaths } from '#contract/accounts/auth.ts';
import type { Topic } from '#contract/core/endpoint.ts';
import {
  type CacheVersions,
  type DehydratedQuery,
  dehydrateQuery,
  type InitialCall,
} from '#contract/core/preloaded-state.ts';
import { type DeviceChoices, readDeviceChoices, stylesCookie } from '#contract/pages/device-choices.ts';
import { callsOfLayout, callsOfPage } from '#contract/pages/page-calls.ts';
import type { PageRender, SiteConfig } from '#contract/pages/page-render.ts';
import { matchPage } from '#contract/pages/pages.ts';
import type { Person } from '#contract/policy.ts';
import type { ReadBrand, ShownBrand } from '#server/db/settings/brand.ts';
import { missingCalls, preloadData, preloadPatience } from '#server/http/calls/preload-data.ts';
import { productVersion } from '#server/lib/product-version.ts';
import { type CachedResponse, toCachedResponse } from '#server/lib/response-cache.ts';
import { createPageHtml, type PageParts } from './page-html.ts';
import type { PageRenderer } from './page-renderer.ts';

/** Of whole pages: for whoever loads one again, and no longer than an answer may hold by time alone. */
const kept = { maxSize: 8 * 1024 * 1024, ttl: 10_000 };

const furtherRounds = 2;

type KeptPage = { topics: readonly Topic[]; versions: string; page: CachedResponse };

/** What the answers in a page hold by, and the company's name and colour: it outlives any other change. */
function topicsOf(answers: readonly DehydratedQuery[]): Topic[] {
  return [...new Set(['settings' as const, ...answers.flatMap(({ meta }) => meta.topics)])];
}

const versionsOf = (versions: NonNullable<CacheVersions>, topics: readonly Topic[]) =>
  topics.map((topic) => versions[topic]).join();

/** What its cookies say of the device: what was chosen there, and the stylesheet that it holds. */
function readDevice({ server, headers }: FastifyRequest) {
  const cookies = headers.cookie?.includes('topout_') ? server.parseCookie(headers.cookie) : {};
  const choices = readDeviceChoices(cookies);
  const data = choices.data ?? (headers['save-data'] === 'on' ? 'saved' : null);
  return { choices: { ...choices, data }, styles: cookies[stylesCookie] };
}

/** The pages for everybody, with the title that they have where nobody could render them. */
export const publicTitles: Record<string, string> = {
  '/': '',
  '/login': 'Sign in',
  '/forgot-password': 'Forgotten password',
  [linkPaths.invitation]: 'Choose a password',
  [linkPaths.reset]: 'Choose a password',
};

export type Address = { path: string; search: string };

/** What a public page says beside the company: why a posted login was refused, what a one-time link is good for. */
export type PageFacts = Pick<SiteConfig, 'loginFailure' | 'link' | 'version'>;

type PageMakerOptions = {
  brand: ReadBrand;
  demo: boolean;
  /** Mail can be sent. */
  canMail: boolean;
  /** There is a live sample to view. */
  sample?: boolean;
  /** Pictures and videos may be uploaded. */
  uploads?: boolean;
  /** The last change that this process has seen (lib/response-cache.ts). */
  cacheVersions(): CacheVersions;
  /** Null: the browser renders every page itself. */
  renderer: PageRenderer | null;
};

type Colour = ShownBrand['colour'];

/** A company that is not on these networks has the links lead to its address. */
function siteBrand({ name, email, linkedin, instagram, logo }: Omit<ShownBrand, 'colour'>): SiteConfig['brand'] {
  const links = { linkedin: linkedin || '#contact', instagram: instagram || '#contact' };
  return { name, email, ...links, ...(logo && { logo }) };
}

/** @param folder the built browser part */
export function createPageMaker(app: FastifyInstance, folder: string, options: PageMakerOptions) {
  const { demo, canMail, sample, uploads, cacheVersions, renderer } = options;
  const { html, stylesheet } = createPageHtml(folder);
  const htmlOf = (parts: PageParts) => toCachedResponse(Buffer.from(html(parts)), {});
  const keptPages = new LRUCache<string, KeptPage>({
    ...kept,
    sizeCalculation: ({ page }) => Math.ceil(page.body.length * 1.3),
  });

  const render = async (start: PageRender) => (await renderer?.render(start)) ?? null;

  async function siteOf(device: DeviceChoices, beside: PageFacts = {}): Promise<{ site: SiteConfig; colour: Colour }> {
    const offers = { ...(canMail && { canMail }), ...(sample && { sample }), ...(uploads && { uploads }) };
    const { colour, ...shown } = await options.brand();
    return { site: { brand: siteBrand(shown), demo, ...offers, ...beside, device }, colour };
  }

  /** What a page for this device begins with. */
  async function deviceParts(request: FastifyRequest, beside: PageFacts = {}) {
    const { choices, styles } = readDevice(request);
    return { ...(await siteOf(choices, beside)), holdsStyles: styles === stylesheet };
  }

  /** The same for everybody whose device chose the same. */
  async function publicPage(request: FastifyRequest, path: string, beside: PageFacts = {}): Promise<CachedResponse> {
    const { site, ...look } = await deviceParts(request, beside);
    const start = { path, search: '', site, preloaded: null };
    return htmlOf({ start, rendered: await render(start), title: publicTitles[path] ?? '', ...look });
  }

  /** What could not be read in time, or not rendered, the browser fetches and renders itself. */
  async function pageFor(request: FastifyRequest, { path, search }: Address, person: Person): Promise<CachedResponse> {
    const versions = cacheVersions();
    const { site, ...look } = await deviceParts(request, { version: productVersion });
    const key = JSON.stringify([person.id, person.role, path, search, site.device, look.holdsStyles]);
    const known = keptPages.get(key);
    if (versions && known && known.versions === versionsOf(versions, known.topics)) return known.page;
    const match = matchPage(path, person.role);
    // With a query in its address a page asks for something else, which rendering it tells.
    const own = match && !search ? callsOfPage(match, person.role) : [];
    const calls = [...own, ...callsOfLayout(person.role)];
    const preloaded = await preloadData(app, request, { calls, versions, timeout: preloadPatience.first });
    const start = { path, search, site, preloaded };
    const whole = await renderWhole(request, start, calls);
    const { title = 'Page not found', source } = match?.page ?? {};
    const page = htmlOf({ ...whole, ...look, title, source });
    if (versions && whole.isWhole) {
      const topics = topicsOf(whole.start.preloaded?.queries ?? []);
      keptPages.set(key, { topics, versions: versionsOf(versions, topics), page });
    }
    return page;
  }

  /**
   * Again, where the page asked for what it was not given: twice at most, as where a list names what is shown of it. Whole: nothing was
   * refused, late or not rendered.
   */
  async function renderWhole(request: FastifyRequest, first: PageRender, tried: readonly InitialCall[]) {
    let start = first;
    let asked = tried;
    let rendered = await render(start);
    for (let round = 0; round < furtherRounds; round++) {
      const calls = missingCalls(rendered?.missing ?? [], asked);
      if (calls.length === 0) break;
      asked = [...asked, ...calls];
      const versions = first.preloaded?.versions ?? null;
      const more = await preloadData(app, request, { calls, versions, timeout: preloadPatience.further });
      if (more.queries.length === 0) break;
      const queries = [...(start.preloaded?.queries ?? []), ...more.queries];
      start = { ...start, preloaded: { versions, queries } };
      rendered = await render(start);
    }
    return { start, rendered, isWhole: rendered !== null && start.preloaded?.queries.length === asked.length };
  }

  /** Of an address that nobody serves, for somebody who is not logged in. */
  async function strangersPage(request: FastifyRequest): Promise<CachedResponse> {
    const nobody = dehydrateQuery({ endpoint: current, input: {}, growing: false }, null);
    const preloaded = { versions: cacheVersions(), queries: [nobody] };
    // One for all such addresses.
    const { site, ...look } = await deviceParts(request);
    const start = { path: '/404', search: '', site, preloaded };
    return htmlOf({ start, rendered: await render(start), title: 'Page not found', ...look });
  }

  return {
    /** One of the pages for everybody, with what it alone says. */
    public: publicPage,
    of: pageFor,
    ofNowhere: strangersPage,
    /** For devices to keep: without a person; what was chosen on the device its browser knows. */
    async shell(): Promise<CachedResponse> {
      const { site, colour } = await siteOf(readDeviceChoices({}));
      const start = { path: '', search: '', site: { ...site, shell: true }, preloaded: null };
      return htmlOf({ start, rendered: null, title: '', holdsStyles: true, colour });
    },
    /** For the browser to render, which also finds out who is there. */
    async empty(request: FastifyRequest, address: Address): Promise<CachedResponse> {
      const { site, ...look } = await deviceParts(request);
      return htmlOf({ start: { ...address, site, preloaded: null }, rendered: null, title: '', ...look });
    },
  };
}
