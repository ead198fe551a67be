// How much script a page loads at first, from the manifest that Vite writes, and the limit for each page.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[] }} Chunk */

/** Behind the login every page needs the application; the dashboards and the client's tabs are chunks of their own. */
const application = /app\/application\.tsx$/;
const home = [application, /app\/dashboard-page\.tsx$/];
const client = [...home, /progress\/progress-page\.tsx$/];

/**
 * The pages with a limit, in KiB of brotli: the sources whose lazy chunks the page loads beside the entry. `rendered` is the file of a
 * page that is painted before its scripts come.
 * @type {{ page: string, chunks: RegExp[], kib: number, rendered?: string }[]}
 */
export const limits = [
  { page: 'landing', chunks: [/landing\/landing-page\.tsx$/], kib: 75, rendered: 'landing.html' },
  { page: 'login', chunks: [/auth\/login-page\.tsx$/], kib: 75, rendered: 'login.html' },
  { page: 'sessions', chunks: [application, /sessions\/sessions-page\.tsx$/], kib: 110 },
  { page: 'projects', chunks: [application, /projects\/projects-page\.tsx$/], kib: 110 },
  { page: 'project', chunks: [application, /projects\/project-page\.tsx$/], kib: 110 },
  { page: 'approvals', chunks: [application, /sessions\/approvals-page\.tsx$/], kib: 110 },
  { page: 'users', chunks: [application, /users\/users-page\.tsx$/], kib: 110 },
  { page: 'history', chunks: [application, /history\/history-page\.tsx$/], kib: 110 },
  { page: 'admin', chunks: [...home, /dashboard\/admin-dashboard\.tsx$/], kib: 110 },
  { page: 'photographer', chunks: [...home, /dashboard\/photographer-dashboard\.tsx$/], kib: 110 },
  { page: 'client', chunks: [...client, /progress\/progress-sessions\.tsx$/], kib: 110 },
];

/** KiB of script that may come before the first paint of a rendered page. */
const beforePaint = 12;

/**
 * The pages over their limit, as sentences, and the size of each page.
 * @param {string} folder the built browser code
 */
export function weigh(folder) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'))
  );
  const pages = limits.map((limit) => weighPage(folder, manifest, limit));
  const early = limits.flatMap(({ rendered }) => weighRendered(folder, rendered) ?? []);
  return {
    faults: [...pages.flatMap(({ fault }) => fault ?? []), ...early],
    summary: `KiB: ${pages.map(({ page, kib }) => `${page} ${kib.toFixed(1)}`).join(', ')}`,
  };
}

/** @param {string} folder @param {Record<string, Chunk>} manifest @param {(typeof limits)[number]} limit */
function weighPage(folder, manifest, { page, chunks, kib: most }) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const own = chunks.map((pattern) => Object.keys(manifest).find((key) => pattern.test(key)));
  const lost = chunks.find((_, at) => own[at] === undefined);
  // Renamed, or merged into another chunk: either way something would not be counted.
  if (lost) return { page, kib: 0, fault: `${page}: nothing in the manifest matches ${lost.source}` };
  const files = closure(manifest, [...entries, ...own.flatMap((key) => key ?? [])]);
  const kib = [...files].reduce((sum, file) => sum + brotliSize(path.join(folder, file)), 0) / 1024;
  return { page, kib, fault: kib > most ? `${page}: ${kib.toFixed(1)} KiB of script, ${most} are allowed` : undefined };
}

/** The sentence of a rendered page whose own scripts are too heavy. @param {string} folder @param {string | undefined} rendered */
function weighRendered(folder, rendered) {
  if (!rendered) return undefined;
  const html = fs.readFileSync(path.join(folder, rendered), 'utf8');
  const files = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+\.js)"/g)];
  const kib = files.reduce((sum, [, file = '']) => sum + brotliSize(path.join(folder, file)), 0) / 1024;
  if (kib <= beforePaint) return undefined;
  return `${rendered}: ${kib.toFixed(1)} KiB of script before the first paint, ${beforePaint} are allowed`;
}

/** The script files that load with these chunks: they and whatever they import statically. @param {Record<string, Chunk>} manifest @param {string[]} keys */
export function closure(manifest, keys) {
  const seen = new Set(/** @type {string[]} */ ([]));
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return new Set([...seen].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
}

/** @param {string} file */
function brotliSize(file) {
  const ready = `${file}.br`;
  return fs.existsSync(ready) ? fs.statSync(ready).size : zlib.brotliCompressSync(fs.readFileSync(file)).length;
}
