// Renders a page on the server from the answers that it brings along, so that it can be read before any script has come (decision 030).
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { PageRender, RenderedPage } from '#contract/pages/page-render.ts';
import { pages } from '#contract/pages/pages.ts';
import { Root } from './app/startup/root.tsx';
import { createQueryClient } from './lib/api/query-client.ts';

/** React's mark for a part that it leaves to the browser: its code was not there yet, or it broke. */
const leftOut = '<!--$!-->';

/** Throws where a part of the page cannot be rendered: half a page is none. */
export async function renderPage(request: PageRender): Promise<RenderedPage> {
  let { html, client } = render(request);
  if (html.includes(leftOut)) {
    await fetchCode(request);
    ({ html, client } = render(request));
    if (html.includes(leftOut)) throw new Error(`${request.path} was not rendered whole`);
  }
  return { ...partsOf(html, request.site.brand.name), missing: missingIn(client) };
}

/** Of the pages behind the login: the build writes down what each loads. */
export function pageSources(): { page: string; source: string }[] {
  return pages.map(({ name, source }) => ({ page: name, source }));
}

/** Client, router and what the device chose belong to this one page. */
function productOf({ path, search, site, preloaded }: PageRender) {
  const client = createQueryClient(preloaded);
  const product = (
    <StrictMode>
      <Router ssrPath={path} ssrSearch={search}>
        <Root site={site} preloaded={preloaded} client={client} />
      </Router>
    </StrictMode>
  );
  return { product, client };
}

function render(request: PageRender) {
  const { product, client } = productOf(request);
  return { html: renderToString(product), client };
}

/** Waits for the code that the page is made of; the first failure of a part is thrown. */
async function fetchCode(request: PageRender): Promise<void> {
  const failures: unknown[] = [];
  await prerender(productOf(request).product, { onError: (error) => void failures.push(error) });
  if (failures.length > 0) throw failures[0];
}

/** React puts before the content what belongs into the head. */
function partsOf(html: string, brand: string): Omit<RenderedPage, 'missing'> {
  const ahead = /^(?:<link [^>]*>|<title>[^<]*<\/title>)*/.exec(html)?.[0] ?? '';
  const body = html.slice(ahead.length);
  const title = /<title>([^<]*)<\/title>/.exec(ahead)?.[1] ?? titleOf(headingIn(body), brand);
  return { body, title, links: ahead.replace(/<title>[^<]*<\/title>/, '') };
}

/** As the browser writes it (app/shell/use-document-title.ts). */
function titleOf(heading: string, brand: string): string {
  return [heading, renderToString(brand)].filter(Boolean).join(' · ');
}

/** The words of the page's heading, in HTML. */
function headingIn(body: string): string {
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? '';
  return heading.replace(/<[^<>]*>/g, '').trim();
}

function missingIn(client: QueryClient): string[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.status === 'pending' && Reflect.get(options, 'enabled') !== false)
    .map(({ queryKey }) => JSON.stringify(queryKey));
}
