// The frame of every page for guests: head, words for previews, header and footer. It is light and needs no script.
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { ShownBrand } from '#server/db/settings/brand.ts';
import { type Html, html, oneLine } from './html.ts';
import type { OpenLink } from './link.ts';
import { plainStyle, style } from './style.ts';

export type PreviewWords = { title: string; description: string; picture: string | null };

/** `live`: of which sessions the page must hear. */
export type Page = {
  brand: ShownBrand;
  title: string;
  body: Html;
  preview?: PreviewWords;
  /** Where the page goes by itself. */
  refresh?: { seconds: number; url: string };
  /** Null of pages that show nothing. */
  script: { link: OpenLink; page: string; needs: readonly string[] } | null;
};

function previewTags(brand: string, { title, description, picture }: PreviewWords): Html {
  return html`<meta property="og:type" content="website"><meta property="og:site_name" content="${brand}">
<meta property="og:title" content="${oneLine(title)}"><meta property="og:description" content="${oneLine(description)}">
<meta name="description" content="${oneLine(description)}">${
    picture &&
    html`
<meta property="og:image" content="${picture}"><meta name="twitter:card" content="summary_large_image">`
  }`;
}

function scripts({ script }: Page): Html {
  if (!script) return html``;
  const { link, page, needs } = script;
  return html`<script type="module" src="${link.base}/script.js?page=${page}" data-live="${link.base}/live?of=${needs.join(',')}"></script>
<noscript><img src="${link.base}/open.gif?page=${page}" alt="" width="1" height="1" class="count"></noscript>`;
}

/** The company's own colours; both values are ours, whatever was typed. */
function colours({ colour }: ShownBrand): string {
  if (colour === null) return '';
  const { light, dark } = shadesOf(colour);
  return `:root{--accent:${light.ground};--link:${light.ink}}@media (prefers-color-scheme:dark){:root{--accent:${dark.ground};--link:${dark.ink}}}`;
}

export function renderPage(page: Page): string {
  const { logo } = page.brand;
  const brand = oneLine(page.brand.name);
  const title = oneLine(page.title);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="strict-origin"><meta name="color-scheme" content="light dark">${
    page.refresh && html`<meta http-equiv="refresh" content="${page.refresh.seconds};url=${page.refresh.url}">`
  }
<title>${title === brand ? brand : `${title} · ${brand}`}</title>${page.preview && previewTags(brand, page.preview)}
<link rel="icon" href="/favicon.svg"><style>${{ markup: style + colours(page.brand) }}</style><noscript><style>${{ markup: plainStyle }}</style></noscript></head>
<body><header class="bar">${logo && html`<img class="logo" src="${logo}" alt="">`}<span class="brand">${brand}</span></header>${page.body}${scripts(page)}</body></html>`
    .markup;
}

/** What stands below everything that was shared. */
export function footer({ link, brand, sample }: { link: OpenLink; brand: ShownBrand; sample: boolean }): Html {
  if (sample)
    return html`<footer><p>A sample of ${brand.name}. <a href="/#contact">Ask for a demo tour</a></p></footer>`;
  const until = link.expiresAt ? dayOf(link.expiresAt.slice(0, 10)) : '';
  return html`<footer><p>Shared with ${link.recipient}. This link ends on ${until}.</p></footer>`;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** '4 May 2026' of 2026-05-04. */
export function dayOf(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}
