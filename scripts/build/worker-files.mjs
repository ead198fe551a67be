// Writes into the built service worker the list of files it caches, and a hash that is new for every build: browsers update only then.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** In bytes: media viewers and time-lapse makers are above it, and offline there is nothing to view. */
const maxSize = 70_000;
const alwaysKept = /^(react|index|application|inter-subset|icons)-/;
const blank = "const build = { version: '', files: [], silentMs: 0, deadMs: 0 };";
const timeoutsFile = path.resolve(import.meta.dirname, '../../web/lib/device/timeouts.ts');

/** The files that are needed to open pages offline. @param {string} folder the built browser code */
export function keptFiles(folder) {
  return fs
    .readdirSync(path.join(folder, 'assets'))
    .filter((name) => /\.(js|css|svg)$/.test(name) || alwaysKept.test(name))
    .filter((name) => /\.(js|css|svg|woff2)$/.test(name))
    .filter((name) => alwaysKept.test(name) || fs.statSync(path.join(folder, 'assets', name)).size <= maxSize)
    .sort()
    .map((name) => `/assets/${name}`);
}

/** How long pages wait for a response: the worker imports nothing, and waits as long. */
export function timeouts() {
  const source = fs.readFileSync(timeoutsFile, 'utf8');
  const read = (/** @type {string} */ name) => {
    const [, digits] = new RegExp(`const ${name} = ([\\d_]+);`).exec(source) ?? [];
    if (!digits) throw new Error(`${name} is not in web/lib/device/timeouts.ts.`);
    return Number(digits.replaceAll('_', ''));
  };
  return { silentMs: read('silentMs'), deadMs: read('deadMs') };
}

/** @param {string} folder the built browser code */
export function writeWorkerFiles(folder) {
  const file = path.join(folder, 'service-worker.js');
  const worker = fs.readFileSync(file, 'utf8');
  if (!worker.includes(blank)) throw new Error('The service worker has no place for the files that it keeps.');
  const files = keptFiles(folder);
  const waits = timeouts();
  const version = createHash('sha256')
    .update(worker)
    .update(JSON.stringify(waits))
    .update(files.join())
    .digest('base64url')
    .slice(0, 12);
  fs.writeFileSync(file, worker.replace(blank, `const build = ${JSON.stringify({ version, files, ...waits })};`));
}
