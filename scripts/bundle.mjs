// How much script a page asks for at its first load, from the manifest that Vite writes, and the limit that each may not pass.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** @typedef {{ file: string, name?: string, src?: string, isEntry?: boolean, imports?: string[] }} Chunk */

const publicPages = [
  { page: 'landing', sources: ['features/landing/landing-page.tsx'], max: 76 },
  { page: 'login', sources: ['features/accounts/login/login-page.tsx'], max: 73 },
  { page: 'forgotten password', sources: ['features/accounts/login/forgot-password-page.tsx'], max: 72 },
  { page: 'one-time link', sources: ['features/accounts/login/link-page.tsx'], max: 73 },
];

/** Behind the login. Each about one KiB above what it weighs, so that a library is noticed and a sentence is not: React is 57 of it, the cache of the server's data 10. @type {Record<string, number>} */
const applicationMax = {
  'admin-dashboard': 121,
  'client-dashboard': 117,
  'photographer-dashboard': 114,
  projects: 108,
  project: 113,
  stage: 114,
  sessions: 117,
  approvals: 118,
  concerns: 112,
  users: 110,
  history: 112,
  settings: 112,
  search: 106,
  viewpoint: 117,
  profile: 109,
  figures: 109,
  // These bring viewers along.
  compare: 149,
  session: 129,
  review: 138,
};
/** Of a page that is not named above. */
const otherMax = 95;
/** Parts that a page loads by itself when it is opened. @type {Record<string, string[]>} */
const parts = { 'client-dashboard': ['features/projects/progress/progress-sessions.tsx'] };

/** KiB of script that may come before the first paint of a page. */
const beforePaint = 12;

/**
 * The pages that pass their limit, as sentences, and what each page weighs.
 * @param {string} folder the built browser code
 */
export function weigh(folder) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'))
  );
  // Written by the build from the table of pages (contract/pages/pages.ts).
  const table = /** @type {{ starter: string, pages: { page: string, source: string }[] }} */ (
    JSON.parse(fs.readFileSync(path.join(folder, '.vite/pages.json'), 'utf8'))
  );
  const application = applicationKey(manifest);
  const behindLogin = table.pages.map(({ page, source }) => ({
    page,
    sources: [application, source, ...(parts[page] ?? [])],
    max: applicationMax[page] ?? otherMax,
  }));
  const pages = [...publicPages, ...behindLogin].map((page) => weighPage(folder, manifest, page));
  const early = brotliSize(path.join(folder, table.starter)) / 1024;
  return {
    faults: [
      ...pages.flatMap(({ fault }) => fault ?? []),
      ...(early > beforePaint
        ? [`${early.toFixed(1)} KiB of script before the first paint, ${beforePaint} are allowed`]
        : []),
    ],
    summary: `KiB: before the first paint ${early.toFixed(1)}; ${pages.map(({ page, kib }) => `${page} ${kib.toFixed(1)}`).join(', ')}`,
  };
}

/** Of the chunk that every page behind the login stands on: it holds several sources, and is named by its group (vite.config.ts). @param {Record<string, Chunk>} manifest */
export function applicationKey(manifest) {
  return Object.keys(manifest).find((key) => manifest[key]?.name === 'application') ?? 'application';
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

/** The script files that load with these chunks: they and whatever they import statically, which stands before them. @param {Record<string, Chunk>} manifest @param {string[]} keys */
export function closure(manifest, keys) {
  const seen = new Set(/** @type {string[]} */ ([]));
  const ordered = /** @type {string[]} */ ([]);
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
    ordered.push(key);
  };
  for (const key of keys) visit(key);
  return new Set(ordered.map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
}

/** @param {string} file */
function brotliSize(file) {
  const ready = `${file}.br`;
  return fs.existsSync(ready) ? fs.statSync(ready).size : zlib.brotliCompressSync(fs.readFileSync(file)).length;
}
