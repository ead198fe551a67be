// The frame of every page in an archive, which opens from a stick without a server: head, links to the other pages, and what it shows.
import type { ReactNode } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { HandoverContent, HandoverPage } from '#contract/sharing/handover-pages.ts';
import { Concerns, StageLists } from './lists.tsx';
import { Overview } from './overview.tsx';
import { Compare, Viewpoints } from './pictures.tsx';
import { hrefOf, Visit } from './visit.tsx';

const pages: [HandoverContent['kind'], name: string, path: string][] = [
  ['overview', 'Visits', 'index.html'],
  ['viewpoints', 'Viewpoints', 'viewpoints.html'],
  ['compare', 'Compare', 'compare.html'],
  ['concerns', 'Concerns', 'concerns.html'],
  ['stages', 'Stages', 'stages.html'],
];

function titleOf({ project, content }: HandoverPage): string {
  if (content.kind === 'overview') return project;
  if (content.kind === 'visit') return `Visit of ${formatDate(content.captureDate)}, ${project}`;
  return `${pages.find(([kind]) => kind === content.kind)?.[1]}, ${project}`;
}

/** Both values are ours, whatever was typed. */
function Colours({ colour }: HandoverPage['brand']) {
  if (colour === null) return null;
  const { light, dark } = shadesOf(colour);
  return (
    <style>{`:root{--accent:${light.ground};--link:${light.ink}}@media (prefers-color-scheme:dark){:root{--accent:${dark.ground};--link:${dark.ink}}}`}</style>
  );
}

function Content({ page }: { page: HandoverPage }): ReactNode {
  const { content, up } = page;
  switch (content.kind) {
    case 'overview':
      return <Overview page={page} content={content} />;
    case 'visit':
      return <Visit content={content} up={up} />;
    case 'viewpoints':
      return <Viewpoints content={content} />;
    case 'compare':
      return <Compare />;
    case 'concerns':
      return <Concerns content={content} />;
    case 'stages':
      return <StageLists content={content} />;
  }
}

export function HandedPage({ page }: { page: HandoverPage }) {
  const { brand, up, content, madeOn, project } = page;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{titleOf(page)}</title>
        <link rel="stylesheet" href={hrefOf(up, 'site/site.css')} />
        <Colours {...brand} />
      </head>
      <body>
        <header className="bar">
          <span className="brand">{brand.name}</span>
        </header>
        <nav className="pages" aria-label="Pages">
          {pages.map(([kind, name, path]) => (
            <a key={kind} href={hrefOf(up, path)} aria-current={kind === content.kind ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <Content page={page} />
        <footer>
          <p>
            {project}, as it was released on {formatDate(madeOn)}. These pages work offline.
          </p>
        </footer>
        {/* No modules: browsers load none from a stick. */}
        {content.kind === 'compare' && <script src={hrefOf(up, 'site/data.js')} defer />}
        {(content.kind === 'compare' || content.kind === 'viewpoints') && (
          <script src={hrefOf(up, 'site/site.js')} defer />
        )}
      </body>
    </html>
  );
}
