// Brings node_modules up to date with package-lock.json, and leaves it alone when it is.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { alone } from './lock.mjs';
import { cacheFolder, node, Refusal, root } from './run.mjs';

const lockFile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
// Inside node_modules, so that it is deleted when npm starts over: an interrupted install is never taken for a complete one.
const stampFile = path.join(modules, '.topout-installed');

/** Installs what is missing. No package here needs its install script, so none is run. */
export async function install() {
  if (installed()) return;
  await alone('install', async () => {
    if (installed()) return;
    console.log('Installing what Topout needs (once, about a minute) ...');
    await fetchPackages();
    fs.writeFileSync(stampFile, stamp());
  });
}

function stamp() {
  const lock = fs.readFileSync(lockFile);
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
}

function installed() {
  const wanted = stamp();
  if (readText(stampFile) === wanted) return true;
  if (!sameAsLock()) return false;
  fs.writeFileSync(stampFile, wanted);
  return true;
}

/** Whether an `npm ci` or `npm install` by hand already did the work: npm keeps a list of what it installed. */
function sameAsLock() {
  const there = packagesOf(path.join(modules, '.package-lock.json'));
  const wanted = packagesOf(lockFile);
  if (!there || !wanted) return false;
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || there[name]?.version === entry.version || (entry.optional && !there[name]),
  );
}

/** @param {string} file @returns {Record<string, { version: string, optional?: boolean }> | undefined} */
function packagesOf(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/** @param {string} file */
function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function fetchPackages() {
  const first = await npmCi();
  if (first.code === 0) return;
  const ownCache = path.join(cacheFolder, 'npm');
  if (/EACCES|EPERM|EROFS|root-owned/.test(first.output)) {
    console.log(`npm cannot write to its own cache; trying again with one in ${ownCache}.`);
    const second = await npmCi('--cache', ownCache);
    if (second.code === 0) return;
    throw new Refusal(reasonOf(second.output));
  }
  throw new Refusal(reasonOf(first.output));
}

/** @param {string[]} more */
function npmCi(...more) {
  // Development packages too, whatever NODE_ENV says: Vite builds the product from them.
  return node([npmProgram(), 'ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', ...more]);
}

/** The npm that called us, else the one beside this Node or on the PATH. */
function npmProgram() {
  const caller = process.env.npm_execpath;
  if (caller && path.basename(caller) === 'npm-cli.js') return caller;
  const beside = path.dirname(process.execPath);
  const found = [
    path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(beside, 'node_modules/npm/bin/npm-cli.js'),
    ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => realPath(path.join(folder, 'npm'))),
  ].find((file) => file.endsWith('npm-cli.js') && fs.existsSync(file));
  if (!found) throw new Refusal('npm was not found beside Node: install it, then run this again.');
  return found;
}

/** @param {string} file */
function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}

/** What npm's many lines come to, as one sentence. @param {string} output */
function reasonOf(output) {
  const log = path.join(cacheFolder, 'install.log');
  fs.writeFileSync(log, output);
  const more = `(npm's words are in ${log})`;
  if (/ENOSPC/.test(output)) return `The disk is full: npm could not unpack the packages ${more}.`;
  if (/EACCES|EPERM|EROFS/.test(output))
    return `npm may not write here: this folder and node_modules must belong to the user who starts Topout ${more}.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output))
    return `npm could not reach its registry: check the connection and run this again ${more}.`;
  const first = /npm (?:error|ERR!) (?!code )(.+)/.exec(output)?.[1] ?? 'no reason given';
  return `npm ci did not succeed: ${first} ${more}.`;
}
