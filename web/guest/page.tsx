// The frame of every page for guests: head, words for previews, header and footer. It is light and needs no script.
import type { ReactNode } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { GuestPage } from '#contract/sharing/guest-pages.ts';
import { count } from '#web/lib/format/format.ts';
import dividedStyle from '#web/media/shown/divided.css?inline';
import openingStyle from '#web/media/shown/opening.css?inline';
import dialogStyle from './dialog.css?inline';
import lineStyle from './line.css?inline';
import { Notice, noticeTitle } from './notice.tsx';
import pageStyle from './page.css?inline';
import picturesStyle from './pictures.css?inline';
import plainStyle from './plain.css?inline';
import printStyle from './print.css?inline';
import { Embedded, Shared, sharedTitle } from './shared.tsx';
import showStyle from './show.css?inline';
import verifyStyle from './verify.css?inline';

type SharedPage = Extract<GuestPage, { kind: 'shared' }>;

/** Names of people, projects and companies may hold line breaks. */
const oneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim();

/** The company's own colours; both values are ours, whatever was typed. */
function colours({ colour }: GuestPage['brand']): string {
  if (colour === null) return '';
  const { light, dark } = shadesOf(colour);
  return `:root{--accent:${light.ground};--link:${light.ink}}@media (prefers-color-scheme:dark){:root{--accent:${dark.ground};--link:${dark.ink}}}`;
}

function titleOf(page: GuestPage): string {
  return page.kind === 'shared' ? sharedTitle(page.content) : noticeTitle(page.notice, page.brand.name);
}

/** For messengers; behind a PIN it names the company alone. */
function PreviewTags({ page }: { page: GuestPage }) {
  if (page.kind === 'notice' && page.notice.kind !== 'pin') return null;
  const brand = oneLine(page.brand.name);
  const picture = page.kind === 'shared' ? page.sharing.preview : null;
  const description =
    page.kind === 'shared' ? `Progress of the site, shown by ${brand}.` : 'A page was shared with you.';
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={oneLine(titleOf(page))} />
      <meta property="og:description" content={description} />
      <meta name="description" content={description} />
      {picture && <meta property="og:image" content={picture} />}
      {picture && <meta name="twitter:card" content="summary_large_image" />}
    </>
  );
}

/** Where the page goes by itself. */
function Refresh({ page }: { page: GuestPage }) {
  const notice = page.kind === 'notice' ? page.notice : null;
  if (notice?.kind === 'reportReady') return <meta httpEquiv="refresh" content={`0;url=${notice.base}/report/file`} />;
  if (notice?.kind !== 'reportMaking') return null;
  return <meta httpEquiv="refresh" content={`2;url=${notice.base}/report?wait=${notice.progress.key}`} />;
}

/** What is loaded besides counts as an open, once: by the script, or by a picture without it. */
function Scripts({ sharing: { base, mark, needs } }: SharedPage) {
  return (
    <>
      <script type="module" src={`${base}/script.js?page=${mark}`} data-live={`${base}/live?of=${needs.join(',')}`} />
      <noscript>
        <img src={`${base}/open.gif?page=${mark}`} alt="" width="1" height="1" className="count" />
      </noscript>
    </>
  );
}

/** Since when there is something to see; null for what is of one day. */
function sinceWords(content: SharedPage['content']): string | null {
  if (content.kind !== 'project' || content.since === null) return null;
  const { visits, since } = content;
  return visits === 1 ? `1 visit, on ${formatDate(since)}` : `${count(visits, 'visit')} since ${formatDate(since)}`;
}

/** An email to whoever shared it. */
function questionTo(askAt: string, content: SharedPage['content']): string {
  return `mailto:${encodeURIComponent(askAt).replace('%40', '@')}?subject=${encodeURIComponent(oneLine(sharedTitle(content)))}`;
}

/** In a frame: who made it, and the whole page, in a window of its own. */
function EmbeddedFooter({ brand, sharing: { base } }: SharedPage) {
  return (
    <footer>
      <p>
        <strong>Documented by {oneLine(brand.name)}</strong> ·{' '}
        <a href={base} target="_blank" rel="noopener">
          Open the whole page
        </a>
      </p>
    </footer>
  );
}

/** Below everything that was shared: who made it, since when, and until when it is shown. */
function Footer({ brand, content, sharing: { sharedWith, askAt } }: SharedPage) {
  const since = sinceWords(content);
  return (
    <footer>
      <p>
        <strong>Documented by {oneLine(brand.name)}</strong>
        {since && ` · ${since}`}
      </p>
      {askAt !== null && (
        <p>
          <a className="back" href={questionTo(askAt, content)}>
            Ask a question
          </a>
        </p>
      )}
      {sharedWith === null ? (
        <p>
          A sample of {oneLine(brand.name)}. <a href="/#contact">Ask for a demo tour</a>
        </p>
      ) : (
        <p>
          Shared with <bdi>{sharedWith.recipient}</bdi>.
          {sharedWith.until !== null && ` This link ends on ${formatDate(sharedWith.until)}.`}
        </p>
      )}
    </footer>
  );
}

/** On paper nothing moves either. */
const paperStyle = `@media print{${plainStyle}}${printStyle}`;

/** What this page needs beyond the styles of all. */
function styleOf(page: GuestPage): string {
  if (page.kind === 'shared') return dividedStyle + openingStyle + lineStyle + dialogStyle + showStyle;
  return page.notice.kind === 'verify' || page.notice.kind === 'verified' ? dialogStyle + verifyStyle : '';
}

function Head({ page }: { page: GuestPage }): ReactNode {
  const brand = oneLine(page.brand.name);
  const title = oneLine(titleOf(page));
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="strict-origin" />
      <meta name="color-scheme" content="light dark" />
      <Refresh page={page} />
      <title>{title === brand ? brand : `${title} · ${brand}`}</title>
      <PreviewTags page={page} />
      <link rel="icon" href="/favicon.svg" />
      <style>{pageStyle + picturesStyle + styleOf(page) + colours(page.brand) + paperStyle}</style>
      <noscript>
        <style>{plainStyle}</style>
      </noscript>
    </head>
  );
}

export function Page({ page }: { page: GuestPage }) {
  const { logo, name } = page.brand;
  const embedded = page.kind === 'shared' && page.sharing.embedded;
  return (
    <html lang="en">
      <Head page={page} />
      <body>
        {!embedded && (
          <header className="bar">
            {logo && <img className="logo" src={logo} alt="" />}
            <span className="brand" dir="auto">
              {oneLine(name)}
            </span>
          </header>
        )}
        {page.kind === 'notice' && <Notice notice={page.notice} />}
        {page.kind === 'shared' && (embedded ? <Embedded content={page.content} /> : <Shared content={page.content} />)}
        {page.kind === 'shared' && (embedded ? <EmbeddedFooter {...page} /> : <Footer {...page} />)}
        {page.kind === 'shared' && <Scripts {...page} />}
      </body>
    </html>
  );
}
