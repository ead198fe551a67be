// What the server needs to render pages: the built frame, which scripts each page loads, and the components for its renderer.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { applicationKey, closure } from '#scripts/bundle.mjs';
import { node, Refusal, tool } from '#scripts/run.mjs';

/** The pages that work without the application. @type {Record<string, string>} */
const entrances = {
  '/': 'features/landing/landing-page.tsx',
  '/login': 'features/accounts/login/login-page.tsx',
  '/forgot-password': 'features/accounts/login/forgot-password-page.tsx',
  '/invite': 'features/accounts/login/link-page.tsx',
  '/reset': 'features/accounts/login/link-page.tsx',
};

/** @param {string} folder the built browser code */
export async function framePages(folder) {
  const components = path.join(folder, '.render');
  await run([
    tool('vite/bin/vite.js'),
    'build',
    '-c',
    'vite.config.ts',
    '--ssr',
    'server-render.tsx',
    '--outDir',
    components,
    '--logLevel',
    'warn',
  ]);
  const sources = await sourcesOf(components);
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const filesOf = (/** @type {string[]} */ keys) =>
    [...closure(manifest, keys)].map((file) => path.posix.basename(file));
  const application = filesOf(['index.html', applicationKey(manifest)]);
  const table = {
    starter: writeStarter(folder),
    application,
    entrances: Object.fromEntries(
      Object.entries(entrances).map(([at, source]) => [at, filesOf(['index.html', source])]),
    ),
    pages: sources.map(({ page, source }) => ({
      page,
      source,
      files: filesOf([source]).filter((file) => !application.includes(file)),
    })),
  };
  fs.writeFileSync(path.join(folder, '.vite/pages.json'), JSON.stringify(table));
  writeFrame(folder);
}

/** The rules that fetch a typeface; those of its stand-ins, which are on the device, stay. */
const fetchedFonts = /@font-face\{[^}]*\burl\([^}]*\}/g;
/** Its address: of the part that comes with the page (web/ui/styles/fonts.css). */
const typeface = /url\(["']?([^"')]*\binter-subset-[^"')]*)/;

/**
 * The built index.html without the scripts, which follow the first paint, and without the data, which the server adds. The rules that fetch
 * the typeface move from the stylesheet into two elements of their own: its Latin is asked for before anything else, unless the server
 * knows that data are saved, and the rest is for printing until the server or the starter says that it may be fetched.
 * @param {string} folder
 */
function writeFrame(folder) {
  const file = path.join(folder, 'index.html');
  const html = fs.readFileSync(file, 'utf8');
  const [link = '', address = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)">/.exec(html) ?? [];
  if (!link) throw new Refusal('The built index.html has no stylesheet.');
  const stylesheet = path.join(folder, address);
  const css = fs.readFileSync(stylesheet, 'utf8');
  const fonts = css.match(fetchedFonts) ?? [];
  const latin = fonts.find((rule) => typeface.test(rule)) ?? '';
  const [, font] = typeface.exec(latin) ?? [];
  if (!font) throw new Refusal('The stylesheet does not fetch the typeface.');
  const first = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}"><style data-typeface>${latin}</style>`;
  const rest = `<style media="print" data-fonts>${fonts.filter((rule) => rule !== latin).join('')}</style>`;
  fs.writeFileSync(stylesheet, css.replace(fetchedFonts, ''));
  const framed = html
    .replace(/\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g, '')
    .replace(/\s*<script type="application\/json"[^>]*>[^<]*<\/script>/, '')
    .replace(link, () => `${first}${link}${rest}`);
  fs.writeFileSync(file, framed);
}

/** The table of pages, as the components know it. @param {string} components @returns {Promise<{ page: string, source: string }[]>} */
async function sourcesOf(components) {
  const module = JSON.stringify(pathToFileURL(path.join(components, 'server-render.js')).href);
  const output = await run([
    '--input-type=module',
    '--eval',
    `import { pageSources } from ${module}; console.log(JSON.stringify(pageSources()));`,
  ]);
  return JSON.parse(output);
}

/** @param {string[]} args */
async function run(args) {
  const { code, output } = await node(args, { env: { NODE_ENV: 'production' } });
  if (code === 0) return output;
  console.error(output.trim());
  throw new Refusal('The pages could not be made ready for the server: see above.');
}

/**
 * The one script that comes with a page. It records the button that is pressed before anybody listens, and what is chosen before the page
 * is hydrated (web/lib/page/give-input.ts). It fetches all other scripts in parallel, once the first content and the first picture are
 * painted, so that they delay neither, a few in each task, and runs them one after the other, dependencies first, so that the page responds
 * in between, if somebody is viewing it. If a page brought its styles inline, the stylesheet for the next page, and for offline use, is
 * loaded when the page has been usable for some seconds, and with it, unless data are to be saved (as web/lib/device/data-saver.ts decides,
 * which is not loaded yet), the rest of the typeface: not while somebody types, since the whole page is laid out again with it, which would
 * delay a keystroke. Until then a disabled link makes chunks believe that the stylesheet is there. A typeface whose Latin was not there for
 * the first frame is for printing and for the next page: no letter changes under the reader.
 */
const starter = `
const root = document.getElementById('root');
addEventListener('click', ({ target }) => {
  const button = target.closest?.('button');
  if (root.dataset.waiting !== 'scripts' || !button || (button.type === 'submit' && button.form)) return;
  root.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  button.setAttribute('data-pressed', '');
}, true);
addEventListener('change', ({ target }) => {
  if (root.dataset.waiting === undefined) return;
  if (target.type === 'select-one') target.setAttribute('data-chosen', target.value);
  if (target.type === 'radio') for (const other of root.querySelectorAll('[name="' + target.name + '"]')) other.removeAttribute('data-chosen');
  if (/^(checkbox|radio)$/.test(target.type)) target.setAttribute('data-chosen', target.checked);
}, true);
const files = document.querySelector('script[data-files]').dataset.files.split(' ');
const styles = document.querySelector('style[data-file]')?.dataset.file;
const later = { rel: 'stylesheet', media: 'print', crossOrigin: '', href: styles, disabled: true };
const link = styles && document.head.appendChild(Object.assign(document.createElement('link'), later));
const isTyping = () => /^(input|textarea)$/i.test(document.activeElement?.tagName);
function savesData() {
  const [, choice] = /topout_data=(\\w+)/.exec(document.cookie) ?? [];
  return choice ? choice === 'saved' : navigator.connection?.saveData;
}
const typeface = document.querySelector('style[data-typeface]');
function decideTypeface() {
  if (!document.fonts.check('1em "Inter Variable"')) typeface?.setAttribute('media', 'print');
}
function showTypeface() {
  if (isTyping()) addEventListener('focusout', () => setTimeout(showTypeface), { once: true });
  else if (typeface && !typeface.media && !savesData()) document.querySelector('style[data-fonts]').media = 'all';
}
function forTheNextPage() {
  if (link) link.disabled = false;
  showTypeface();
}
const nextTask = () => document.hidden || new Promise((resolve) => setTimeout(resolve));
async function fetchAll() {
  for (const [nth, file] of files.entries()) {
    if (nth % 8 === 7) await nextTask();
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/assets/' + file }));
  }
  for (const file of files) {
    await import('./' + file);
    await nextTask();
  }
  setTimeout(forTheNextPage, link ? 3000 : 0);
}
const picture = root.querySelector('img[fetchpriority=high]');
const afterFrame = (next) => requestAnimationFrame(() => setTimeout(next));
function afterPicture() {
  if (!picture) return fetchAll();
  if (picture.complete) return afterFrame(fetchAll);
  const later = setTimeout(start, 3000);
  function start() {
    clearTimeout(later);
    for (const event of ['load', 'error']) picture.removeEventListener(event, start);
    afterFrame(fetchAll);
  }
  for (const event of ['load', 'error']) picture.addEventListener(event, start);
}
if (document.hidden || !root.firstElementChild) fetchAll();
else afterFrame(() => {
  decideTypeface();
  afterPicture();
});
`;

/** @param {string} folder @returns {string} its address */
function writeStarter(folder) {
  const name = `starter-${createHash('sha256').update(starter).digest('base64url').slice(0, 8)}.js`;
  fs.writeFileSync(path.join(folder, 'assets', name), starter.trimStart());
  return `/assets/${name}`;
}
