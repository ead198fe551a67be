// The pages as the build made them, with the company's own words in place of their placeholders, escaped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverSrcSet, mobileCover } from '#contract/image-srcset.ts';
import { type PreloadedState, preloadedStateElementId } from '#contract/preloaded-state.ts';
import type { Brand } from '#server/config.ts';
import { type CachedResponse, toCachedResponse } from '#server/lib/response-cache.ts';
import { escapeHtml } from './openapi.ts';

/** What a page knows before its first call; the browser's SiteConfig (web/lib/site-config.ts). */
export type PageFacts = { brand: Brand; demo: boolean; loginFailure?: string | undefined };

/** JSON inside a script element: nothing in it can close the element. */
function embed(facts: PageFacts | PreloadedState): string {
  return JSON.stringify(facts).replace(/</g, '\\u003c');
}

/** The chunks that a page's source loads, beside those of every page (scripts/prerender.mjs writes them down). */
type PageChunks = { source: string; chunks: string[] };

/** As the browser's Picture will ask for it. */
function coverLink(cover: string): string {
  const { media, sizes } = mobileCover;
  const set = escapeHtml(coverSrcSet(cover));
  return `<link rel="preload" as="image" fetchpriority="high" media="${media}" imagesizes="${sizes}" imagesrcset="${set}">`;
}

/** What a page brings along: its title, its code, its first answers, and the address of the picture that is seen first. */
export type PagePreload = { title: string; source: string; preloaded: PreloadedState; cover: string | null };

/** A page with its code and its picture announced and its first answers inside. */
function injectPreload(html: string, { title, preloaded, cover }: PagePreload, chunks: readonly string[]): string {
  const scripts = chunks.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const links = [...scripts, cover ? coverLink(cover) : ''].join('');
  const answers = `<script type="application/json" id="${preloadedStateElementId}">${embed(preloaded)}</script>`;
  return html
    .replace('<title>', (open) => `${open}${escapeHtml(title)} · `)
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root">', (root) => `${answers}${root}`);
}

/** Each word of the company where web/prerender.tsx left its placeholder, and all facts for the script that takes over. */
export function fillTemplate(html: string, facts: PageFacts, theme: string | undefined): string {
  const { name, email, linkedin, instagram } = facts.brand;
  const words: Record<string, string> = {
    __BRAND_NAME__: name,
    __BRAND_EMAIL__: email,
    __BRAND_LINKEDIN__: linkedin,
    __BRAND_INSTAGRAM__: instagram,
    __LOGIN_FAILURE__: facts.loginFailure ?? '',
  };
  const filled = html
    .replace(/__[A-Z_]+__/g, (mark) => (mark in words ? escapeHtml(words[mark] ?? '') : mark))
    .replace('<title>Topout</title>', () => `<title>${escapeHtml(name)}</title>`)
    .replace(/(<script type="application\/json" id="site-config">)[^<]*/, (_, open) => open + embed(facts));
  const worn = theme === 'dark' || theme === 'light';
  return worn ? filled.replace('<html lang="en">', `<html lang="en" class="${theme}">`) : filled;
}

export type Rendered = 'index' | 'landing' | 'login' | 'login-failed';

/** The built pages of a folder, each filled once per theme. A login page with a failure is made for its sentence. */
export function createHtmlTemplates(folder: string, facts: { brand: Brand; demo: boolean }) {
  // A company that is not on these networks has the links lead to its address.
  const { linkedin, instagram } = facts.brand;
  const brand = { ...facts.brand, linkedin: linkedin || '#contact', instagram: instagram || '#contact' };
  const read = (name: string) => readFileSync(join(folder, `${name}.html`), 'utf8');
  const html: Record<Rendered, string> = {
    index: read('index'),
    landing: read('landing'),
    login: read(facts.demo ? 'login-demo' : 'login'),
    'login-failed': read(facts.demo ? 'login-demo-failed' : 'login-failed'),
  };
  const built = JSON.parse(readFileSync(join(folder, '.vite/pages.json'), 'utf8')) as PageChunks[];
  const chunksOf = new Map(built.map(({ source, chunks }) => [source, chunks]));
  const cached = new Map<string, CachedResponse>();

  return {
    /** The page of somebody who is logged in. */
    application(theme: string | undefined, preload: PagePreload): CachedResponse {
      const html = this.page('index', theme).body.toString();
      const page = injectPreload(html, preload, chunksOf.get(preload.source) ?? []);
      return toCachedResponse(Buffer.from(page), {});
    },

    page(name: Exclude<Rendered, 'login-failed'>, theme: string | undefined): CachedResponse {
      const key = `${name} ${theme === 'dark' || theme === 'light' ? theme : ''}`;
      const response =
        cached.get(key) ?? toCachedResponse(Buffer.from(fillTemplate(html[name], { ...facts, brand }, theme)), {});
      cached.set(key, response);
      return response;
    },

    failedLogin(loginFailure: string, theme: string | undefined): string {
      return fillTemplate(html['login-failed'], { ...facts, brand, loginFailure }, theme);
    },
  };
}
