// Renders the landing and the login page ahead, and the skeleton of all others, to HTML whose placeholders the server fills (behaviour §10.1).
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { pages as applicationPages } from '#contract/pages.ts';
import { InitialSkeleton } from './app/app-skeleton.tsx';
import { Root } from './app/root.tsx';
import { type SiteConfig, setSiteConfig } from './lib/site-config.ts';

/** The server puts the company's own words in the place of these (server/http/html-template.ts). */
const brand: SiteConfig['brand'] = {
  name: '__BRAND_NAME__',
  email: '__BRAND_EMAIL__',
  linkedin: '__BRAND_LINKEDIN__',
  instagram: '__BRAND_INSTAGRAM__',
};
const loginFailure = '__LOGIN_FAILURE__';

/** `source`: whose chunk takes the page over when scripts come. */
type Ahead = { file: string; path: string; source: string; site: SiteConfig };
const landing = { path: '/', source: 'features/landing/landing-page.tsx' };
const login = { path: '/login', source: 'features/auth/login-page.tsx' };

/** What is there or not cannot be a placeholder: each such page is rendered with it and without. */
const publicPages: Ahead[] = [
  { file: 'landing.html', ...landing, site: { brand, demo: false } },
  { file: 'login.html', ...login, site: { brand, demo: false } },
  { file: 'login-demo.html', ...login, site: { brand, demo: true } },
  { file: 'login-failed.html', ...login, site: { brand, demo: false, loginFailure } },
  { file: 'login-demo-failed.html', ...login, site: { brand, demo: true, loginFailure } },
];

type Rendered = { file: string; source: string; title: string; body: string };

/** Each page's title, and the content of its #root. */
export async function renderPages(): Promise<Rendered[]> {
  const rendered: Rendered[] = [];
  for (const page of publicPages) rendered.push(await render(page));
  return rendered;
}

/** The content of #root on every other page, until its scripts are there. */
export function renderSkeleton(): string {
  return renderToString(<InitialSkeleton />);
}

/** The sources of the pages behind the login. */
export function pageSources(): { page: string; source: string }[] {
  return applicationPages.map(({ name, source }) => ({ page: name, source }));
}

async function render({ file, path, source, site }: Ahead): Promise<Rendered> {
  setSiteConfig(site);
  const product = (
    <StrictMode>
      <Router ssrPath={path}>
        <Root preloaded={null} />
      </Router>
    </StrictMode>
  );
  // The first waits for the page's code; the second then renders it in one piece, without scripts that put parts in place.
  await prerender(product);
  const html = renderToString(product);
  const title = /<title>([^<]*)<\/title>/.exec(html);
  if (!title?.[1] || html.includes('<template')) throw new Error(`${path} was not rendered whole`);
  return { file, source, title: title[1], body: html.replace(title[0], '') };
}
