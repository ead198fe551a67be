// The boundaries that the linter cannot state: which part of a room may import which, read from docs/HOUSE.md, and rules for every file.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of each room or folder its levels, top first. @typedef {Record<string, string[][]>} Walls */

const forbiddenNames = /^(utils?|helpers?|types?|constants?|common|services?|managers?|index)\.(ts|tsx|mjs)$/;
const speakSql =
  /^server\/(db\/|features\/|visibility[./]|jobs[./]|http\/login\/login-rows\.ts|test-support\/)|\.test\.tsx?$/;
const mayDecode = /^server\/lib\/sharp\.ts$|^(?!server\/)|\.test\.tsx?$|^server\/test-support\//;
const mayFetch =
  /^(web\/lib\/api\/http-client\.ts|web\/guest\/client\/|server\/media\/net\/safe-fetch\.ts|e2e\/|bench\/|scripts\/)|\.test\.tsx?$/;
/** These keep what the browser alone knows, and say on the server what is known there: nothing. */
const keepsState =
  /^web\/(main\.tsx|guest\/client\/|media\/|lib\/(routing\/scroll-restoration|page\/(toast|use-after-paint|lazy-component)|forms\/drafts|offline\/outbox-of|api\/(login-redirect|live-changes))\.tsx?|ui\/(lists\/list-row\.tsx|overlays\/use-restore-focus\.ts)|features\/(notifications\/unread-notifications\.ts|sessions\/decision\/one-click\.tsx))/;
const moduleState = /^(?:export )?(?:let |const \w+(?:: (?!Readonly)[^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m;
const ofTests = /\.test\.tsx?$|^server\/test-support\//;

/**
 * Every place where a file breaks a rule, as sentences; an empty list is good.
 * @param {string} root the project's folder
 */
export function boundaryViolations(root) {
  const walls = readWalls(fs.readFileSync(path.join(root, 'docs/HOUSE.md'), 'utf8'));
  const faults = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'demo/renderer']
    .flatMap((room) => sourcesIn(root, room))
    .flatMap((file) => faultsOf(walls, file, fs.readFileSync(path.join(root, file), 'utf8')));
  return [...faults, ...misnumberedIn(root)];
}

/** The first migration whose number is another's or leaves a gap: two branches that took the same one go together without a conflict. @param {string} root */
function misnumberedIn(root) {
  const folder = 'server/db/migrations';
  const names = fs.existsSync(path.join(root, folder)) ? fs.readdirSync(path.join(root, folder)).sort() : [];
  const first = names.findIndex((name, at) => Number.parseInt(name, 10) !== at + 1);
  return first < 0 ? [] : [`${folder}/${names[first]} should have the number ${first + 1}`];
}

/**
 * Reads the block marked walls in docs/HOUSE.md: one line per room or folder, its levels from the top ("web/lib: live, offline > forms > ...").
 * @param {string} text
 * @returns {Walls}
 */
export function readWalls(text) {
  const block = /```walls\n([\s\S]*?)```/.exec(text)?.[1];
  if (!block) throw new Error('docs/HOUSE.md has no block ```walls.');
  const ladders = block.split('\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    ladders.map((line) => {
      const [name = '', levels = ''] = line.split(':').map((part) => part.trim());
      return [name, levels.split('>').map((level) => level.split(',').map((word) => word.trim()))];
    }),
  );
}

/** Above this, a folder holds more than one idea. Tests are not counted. */
const mostEntries = 25;
/** Below this, what a file holds may belong to the file that uses it. */
const fewLines = 15;

/**
 * What is worth a look and no fault: folders with many entries, and short files. Those of the product, without tests.
 * @param {string} root the project's folder
 */
export function boundaryHints(root) {
  const files = ['contract', 'server', 'web']
    .flatMap((room) => sourcesIn(root, room))
    .filter((file) => !ofTests.test(file));
  const entries = new Map(/** @type {[string, Set<string>][]} */ ([]));
  for (const file of files) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  const lines = (/** @type {string} */ file) =>
    fs.readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
  return {
    folders: [...entries].filter(([, { size }]) => size > mostEntries).map(([folder, { size }]) => `${folder} ${size}`),
    files: files.filter((file) => !file.endsWith('.d.ts') && lines(file) < fewLines),
  };
}

/** @param {string} root @param {string} room */
function sourcesIn(root, room) {
  const folder = path.join(root, room);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => path.posix.join(room, name.split(path.sep).join('/')))
    .sort();
}

/** @param {Walls} walls @param {string} file @param {string} text */
function faultsOf(walls, file, text) {
  const faults = importsOf(text).map((name) => faultOfImport(walls, file, name));
  if (!/^(\/\/|\/\*|#!)/.test(text)) faults.push('begins without a sentence that says what is kept here');
  if (forbiddenNames.test(path.basename(file))) faults.push('has a name that says nothing');
  if (!mayFetch.test(file) && /\b(window|globalThis|self)\.(fetch|XMLHttpRequest)\b/.test(text))
    faults.push('fetches by a side door');
  if (!mayDecode.test(file) && /^import (?!type).*'sharp';$/m.test(text))
    faults.push('decodes pictures without the limits of server/lib/sharp.ts');
  if (file.startsWith('web/') && !keepsState.test(file) && !ofTests.test(file) && moduleState.test(text))
    faults.push('keeps state in the module, which renders the pages of many people on the server');
  return faults.filter(Boolean).map((fault) => `${file} ${fault}`);
}

/** The names that a file imports, by any kind of import. @param {string} text */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const forms =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]/gm;
  return [...code.matchAll(forms)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
}

/** @param {Walls} walls @param {string} file @param {string} name */
function faultOfImport(walls, file, name) {
  if (name === 'undici' && !mayFetch.test(file)) return 'fetches by a side door';
  if (/^(pg|kysely)(\/|$)/.test(name) && /^(server|web|contract)\//.test(file) && !speakSql.test(file))
    return `speaks SQL (${name}): that is for db, scope, http/login-rows, jobs and features`;
  const target = fileOf(file, name);
  if (!target || ofTests.test(file)) return '';
  if (ofTests.test(target) && !/^(e2e|bench)\//.test(file)) return `imports ${target}, which is for tests`;
  return (
    Object.entries(walls)
      .map((ladder) => faultOfDirection(ladder, file, target))
      .find(Boolean) ?? ''
  );
}

/** The project's file that an import means, from the project's folder; nothing for packages. @param {string} file @param {string} name */
function fileOf(file, name) {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : undefined;
}

/** The part of a room or folder that a file stands in; nothing for what lies elsewhere. @param {string} place @param {string} file */
function partOf(place, file) {
  if (!file.startsWith(`${place}/`)) return undefined;
  return (file.slice(place.length + 1).split('/')[0] ?? '').replace(/\.(ts|tsx|css|mjs)$/, '');
}

/** @param {[string, string[][]]} ladder @param {string} file @param {string} target */
function faultOfDirection([place, levels], file, target) {
  const part = partOf(place, file);
  const otherPart = partOf(place, target);
  if (part === undefined || otherPart === undefined || part === otherPart) return '';
  const at = levels.findIndex((level) => level.includes(part));
  const to = levels.findIndex((level) => level.includes(otherPart));
  if (at < 0) return `stands in no part of ${place} that docs/HOUSE.md names`;
  if (to < 0) return `imports ${target}, which stands in no part of ${place} that docs/HOUSE.md names`;
  if (to > at) return '';
  return `imports ${target}: ${part} stands ${to === at ? 'beside' : 'below'} ${otherPart}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { folders, files } = boundaryHints(process.cwd());
  for (const folder of folders) console.log(`${folder} entries`);
  for (const file of files) console.log(`${file} is short`);
}
