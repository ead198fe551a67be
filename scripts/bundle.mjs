// How much script a page asks for at its first load, from the manifest that Vite writes, and the limit that each may not pass.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[] }} Chunk */

/** The pages with a limit, in KiB of brotli: the sources whose lazy chunks the page loads beside the entry. */
export const limits = [
  { page: 'landing', chunks: [/landing\/landing-page\.tsx$/], kib: 75 },
  { page: 'login', chunks: [/auth\/login-page\.tsx$/], kib: 75 },
  { page: 'sessions list', chunks: [/app\/application\.tsx$/, /sessions\/sessions-page\.tsx$/], kib: 120 },
];

/**
 * The pages that pass their limit, as sentences, and what each page weighs.
 * @param {string} folder the built browser code
 */
export function weigh(folder) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'))
  );
  const pages = limits.map((limit) => weighPage(folder, manifest, limit));
  return {
    faults: pages.flatMap(({ fault }) => fault ?? []),
    summary: pages.map(({ page, kib }) => `${page} ${kib.toFixed(1)} KiB`).join(', '),
  };
}

/** @param {string} folder @param {Record<string, Chunk>} manifest @param {typeof limits[number]} limit */
function weighPage(folder, manifest, { page, chunks, kib: most }) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const own = chunks.map((pattern) => Object.keys(manifest).find((key) => pattern.test(key)));
  const lost = chunks.find((_, at) => own[at] === undefined);
  // Renamed, or fallen into another chunk: either way something would go unweighed.
  if (lost) return { page, kib: 0, fault: `${page}: nothing in the manifest matches ${lost.source}` };
  const files = closure(manifest, [...entries, ...own.flatMap((key) => key ?? [])]);
  const kib = [...files].reduce((sum, file) => sum + brotliSize(path.join(folder, file)), 0) / 1024;
  return { page, kib, fault: kib > most ? `${page}: ${kib.toFixed(1)} KiB of script, ${most} are allowed` : undefined };
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
