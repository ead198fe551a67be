// How much script a page asks for at its first load, from the manifest that Vite writes, and the limit that each may not pass.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[] }} Chunk */

const publicPages = [
  { page: 'landing', sources: ['features/landing/landing-page.tsx'], max: 71 },
  { page: 'login', sources: ['features/auth/login-page.tsx'], max: 68 },
];

/** Every page behind the login stands on the application. */
const application = 'app/application.tsx';
/** Each a little above what it weighs: React is 57 of it, the cache of the server's data 10. @type {Record<string, number>} */
const applicationMax = {
  'admin-dashboard': 100.5,
  'client-dashboard': 102,
  'photographer-dashboard': 98.5,
  projects: 94.5,
  project: 98,
  sessions: 102,
  approvals: 98.5,
  users: 94.5,
  history: 98,
  search: 93.5,
  profile: 94.5,
  // These bring viewers along.
  compare: 129,
  session: 114.5,
};
/** Of a page that is not named above. */
const otherMax = 95;
/** Parts that a page loads by itself when it is opened. @type {Record<string, string[]>} */
const parts = { 'client-dashboard': ['features/progress/progress-sessions.tsx'] };

/** KiB of script that may come before the first paint of a rendered page. */
const beforePaint = 12;

/**
 * The pages that pass their limit, as sentences, and what each page weighs.
 * @param {string} folder the built browser code
 */
export function weigh(folder) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'))
  );
  // Written by the build from the table of pages (contract/pages.ts).
  const table = /** @type {{ page: string, source: string }[]} */ (
    JSON.parse(fs.readFileSync(path.join(folder, '.vite/pages.json'), 'utf8'))
  );
  const behindLogin = table.map(({ page, source }) => ({
    page,
    sources: [application, source, ...(parts[page] ?? [])],
    max: applicationMax[page] ?? otherMax,
  }));
  const pages = [...publicPages, ...behindLogin].map((page) => weighPage(folder, manifest, page));
  const early = publicPages.flatMap(({ page }) => weighRendered(folder, `${page}.html`) ?? []);
  return {
    faults: [...pages.flatMap(({ fault }) => fault ?? []), ...early],
    summary: `KiB: ${pages.map(({ page, kib }) => `${page} ${kib.toFixed(1)}`).join(', ')}`,
  };
}

/** @param {string} folder @param {Record<string, Chunk>} manifest @param {{ page: string, sources: string[], max: number }} limit */
function weighPage(folder, manifest, { page, sources, max }) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const missing = sources.find((source) => !manifest[source]);
  // Renamed, or fallen into another chunk: either way something would go unweighed.
  if (missing) return { page, kib: 0, fault: `${page}: ${missing} is not in the manifest` };
  const files = closure(manifest, [...entries, ...sources]);
  const kib = [...files].reduce((sum, file) => sum + brotliSize(path.join(folder, file)), 0) / 1024;
  return { page, kib, fault: kib > max ? `${page}: ${kib.toFixed(1)} KiB of script, ${max} are allowed` : undefined };
}

/** The sentence of a rendered page whose own scripts are too heavy. @param {string} folder @param {string} rendered */
function weighRendered(folder, rendered) {
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
