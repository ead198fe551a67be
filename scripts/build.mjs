// Builds the browser code and the server when their sources changed, never leaving a half-made build behind.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { framePages } from './build/frame-pages.mjs';
import { writeWorkerFiles } from './build/worker-files.mjs';
import { alone } from './lock.mjs';
import { node, Refusal, root, tool } from './run.mjs';

const stampName = '.built-from';
const rooms = {
  web: {
    sources: [
      'web',
      'contract',
      'vite.config.ts',
      'scripts/build/frame-pages.mjs',
      'scripts/bundle.mjs',
      'scripts/build/icon-sprite.mjs',
      'scripts/build/worker-files.mjs',
    ],
    config: 'vite.config.ts',
    finish: finishWeb,
  },
  server: {
    sources: [
      'server',
      'contract',
      'web/guest',
      'web/guest-render.tsx',
      'web/lib/format',
      'web/lib/page/save-file.ts',
      'web/media/linked',
      'web/media/shown',
      'web/media/time-lapse',
      'vite.server.config.ts',
      'vite.guests.config.ts',
      'scripts/build/script-text.mjs',
    ],
    config: 'vite.server.config.ts',
    finish: (/** @type {string} */ folder) => runVite('vite.guests.config.ts', ['--outDir', folder]),
  },
};

/**
 * Brings build/web and build/server up to date with the sources.
 * @param {Array<'web' | 'server'>} [names]
 */
export async function build(names = ['web', 'server']) {
  if (names.every(upToDate)) return;
  await alone('build', async () => {
    for (const name of names) if (!upToDate(name)) await buildRoom(name);
  });
}

/** @param {'web' | 'server'} name */
function upToDate(name) {
  const file = path.join(root, 'build', name, stampName);
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === stampOf(name);
}

/** One number for all that goes into a build: every source but the tests, and the packages. @param {'web' | 'server'} name */
function stampOf(name) {
  const sum = createHash('sha256');
  for (const file of [...rooms[name].sources.flatMap(filesIn), 'package.json', 'package-lock.json']) {
    sum
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return sum.digest('hex');
}

/** @param {string} source a file or folder, from the project's folder @returns {string[]} */
function filesIn(source) {
  if (!fs.existsSync(path.join(root, source))) return [];
  if (fs.statSync(path.join(root, source)).isFile()) return [source];
  return fs
    .readdirSync(path.join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** @param {'web' | 'server'} name */
async function buildRoom(name) {
  const began = Date.now();
  const target = path.join(root, 'build', name);
  const stamp = stampOf(name);
  sweep(name);
  // Next to the target, so that the rename stays on one disk and is one step.
  const making = path.join(root, 'build', `.${name}-${process.pid}`);
  await runVite(rooms[name].config, ['--outDir', making, '--emptyOutDir']);
  await rooms[name].finish(making);
  fs.writeFileSync(path.join(making, stampName), stamp);
  const old = path.join(root, 'build', `.${name}-old-${process.pid}`);
  if (fs.existsSync(target)) fs.renameSync(target, old);
  fs.renameSync(making, target);
  fs.rmSync(old, { recursive: true, force: true });
  console.log(`Built the ${name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** @param {string} config its file @param {string[]} options */
async function runVite(config, options) {
  const args = [tool('vite/bin/vite.js'), 'build', '-c', config, ...options, '--logLevel', 'warn'];
  const { code, output } = await node(args, { env: { NODE_ENV: 'production' } });
  if (code === 0) return;
  console.error(output.trim());
  throw new Refusal(`What ${config} describes could not be built: see above.`);
}

/** Clears what an interrupted build left. @param {string} name */
function sweep(name) {
  const folder = path.join(root, 'build');
  fs.mkdirSync(folder, { recursive: true });
  for (const entry of fs.readdirSync(folder)) {
    if (entry.startsWith(`.${name}-`)) fs.rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function finishWeb(folder) {
  await framePages(folder);
  writeWorkerFiles(folder);
  await compressAll(folder);
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes .br and .gz beside every text file: compressed once per build, never per request. HTML is left out, the server fills it. @param {string} folder */
async function compressAll(folder) {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  const texts = files.filter(
    (file) => /\.(js|css|svg|json|webmanifest|txt|wasm)$/.test(file) && !/[\\/]\.(vite|render)[\\/]/.test(file),
  );
  await Promise.all(texts.map(compress));
}

/** @param {string} file */
async function compress(file) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < 1024) return;
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzip(bytes, { level: 9 })]);
  fs.writeFileSync(`${file}.br`, br);
  fs.writeFileSync(`${file}.gz`, gz);
}
