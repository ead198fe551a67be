// One page as HTML: the built frame with its title, what was rendered, the facts and answers as JSON, and the scripts that follow.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { type PageRender, type RenderedPage, siteConfigElementId } from '#contract/pages/page-render.ts';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import { escapeHtml } from '#server/lib/well-formed.ts';

/** JSON inside a script element: nothing in it can close the element. */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** What stands in the middle of a page would move while the rest of it comes: nothing is painted before all of it is there. */
const paintedWhole = `<link rel="expect" href="#${siteConfigElementId}" blocking="render">`;

/** Written by the build (scripts/build/frame-pages.mjs): the script files of the application, of each public page, and of each page's source. */
type PageFiles = {
  starter: string;
  application: string[];
  entrances: Record<string, string[]>;
  pages: { source: string; files: string[] }[];
};

export type PageParts = {
  start: PageRender;
  /** The device has the stylesheet of this build in its cache. */
  holdsStyles: boolean;
  /** The company's; null is the product's own. */
  colour?: string | null;
  /** Null: it could not be rendered, and the browser does it. */
  rendered: RenderedPage | null;
  /** Beside the company's name, where nothing was rendered. */
  title: string;
  /** Of the page behind the login. */
  source?: string | undefined;
};

/**
 * The stylesheet's name, and the frame for devices that do not have it yet: the page brings its styles along and is painted without another
 * way to the server. The starter fetches the file itself with the scripts, for the pages to come, and only then the typeface: rules for
 * printing alone keep nothing waiting.
 */
function readStyles(folder: string, frame: string) {
  const [link = '', path = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)">/.exec(frame) ?? [];
  if (!link) return { name: '', framed: frame };
  const brought = `<style data-file="${path}">${readFileSync(join(folder, path), 'utf8')}</style>`;
  return { name: basename(path), framed: frame.replace(link, () => brought) };
}

/** The colours of the stylesheet (web/ui/styles/colours.css) in the company's shades: each selector twice, so that it wins wherever it stands. */
function brandStyle(colour: string | null): string {
  if (colour === null) return '';
  const { light, dark } = shadesOf(colour);
  const rules = ({ ground, hover, ink, soft }: typeof light) =>
    `--accent:${ground};--accent-hover:${hover};--accent-ink:${ink};--accent-soft:${soft};--mark:${ground}`;
  return `<style>:root:root,.dark.dark{${rules(light)}}@media screen{.dark.dark{${rules(dark)}}}@media screen and (prefers-color-scheme:dark){:root:not(.light){${rules(dark)}}}</style>`;
}

/** @param folder the built browser part */
export function createPageHtml(folder: string) {
  const frame = readFileSync(join(folder, 'index.html'), 'utf8');
  const styles = readStyles(folder, frame);
  // Whoever holds the stylesheet has fetched the rest of the typeface after it, unless data are saved there.
  const withTypeface = frame.replace('<style media="print" data-fonts>', '<style data-fonts>');
  const [typeface = ''] = /<link rel="preload" as="font"[^>]*><style data-typeface>[^<]*<\/style>/.exec(frame) ?? [];
  const usual = { held: withTypeface, brought: styles.framed };
  const saving = { held: frame.replace(typeface, ''), brought: styles.framed.replace(typeface, '') };
  const files = JSON.parse(readFileSync(join(folder, '.vite/pages.json'), 'utf8')) as PageFiles;
  const filesOf = new Map(files.pages.map((page) => [page.source, page.files]));

  /** Fetched after the first paint, by the one small script that comes before (scripts/build/frame-pages.mjs). */
  function starter({ start: { path }, source = '' }: PageParts): string {
    const all = files.entrances[path] ?? [...files.application, ...(filesOf.get(source) ?? [])];
    return `<script type="module" src="${files.starter}" data-files="${all.join(' ')}"></script>`;
  }

  function html(parts: PageParts): string {
    const { start, rendered, holdsStyles } = parts;
    const { brand, device } = start.site;
    const title = rendered?.title ?? [parts.title, brand.name].filter(Boolean).map(escapeHtml).join(' · ');
    const blocks = [dataBlock(siteConfigElementId, start.site)];
    if (start.preloaded) blocks.push(dataBlock(preloadedStateElementId, start.preloaded));
    const page = (device.data === 'saved' ? saving : usual)[holdsStyles ? 'held' : 'brought']
      // After the viewport, which says how wide it is, the first picture is asked for while the styles are still on their way.
      .replace('<title>Topout</title>', () => `<title>${title}</title>${rendered?.links ?? ''}`)
      .replace(
        '</head>',
        () => `${brandStyle(parts.colour ?? null)}${rendered ? paintedWhole : ''}${starter(parts)}</head>`,
      )
      // The answers come last: what is read is there before them.
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root"${rendered ? ' data-waiting="scripts"' : ''}>${rendered?.body ?? ''}</div>${blocks.join('')}`,
      );
    return device.theme ? page.replace('<html lang="en">', `<html lang="en" class="${device.theme}">`) : page;
  }

  return { html, stylesheet: styles.name };
}
