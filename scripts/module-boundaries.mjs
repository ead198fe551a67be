// The boundaries that the linter cannot state: which part of a room may import which, read from docs/HOUSE.md, and rules for every file.
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ orders: Record<string, string[][]>, edges: Record<string, Map<string, Set<string>>> }} Walls */

const forbiddenNames = /^(utils?|helpers?|types?|constants?|common|services?|managers?|index)\.(ts|tsx|mjs)$/;
const speakSql = /^server\/(db\/|features\/|visibility\.ts|jobs\.ts|http\/login-rows\.ts|test-support\/)|\.test\.tsx?$/;
const mayDecode = /^server\/lib\/sharp\.ts$|^(?!server\/)|\.test\.tsx?$|^server\/test-support\//;
const mayFetch = /^(web\/lib\/http-client\.ts|server\/media\/safe-fetch\.ts|e2e\/|bench\/|scripts\/)|\.test\.tsx?$/;
/** These keep what the browser alone knows, and say on the server what is known there: nothing. */
const keepsState =
  /^web\/(main\.tsx|media\/|lib\/(scroll-restoration|toast|drafts|pending-decisions|login-redirect|use-after-paint|live-changes|lazy-component|outbox\/outbox-of)\.tsx?|ui\/(list-scroll-restoration|use-restore-focus)\.ts|features\/(notifications\/unread-notifications\.ts|sessions\/one-click\.tsx))/;
const moduleState = /^(?:export )?(?:let |const \w+(?:: (?!Readonly)[^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m;
const ofTests = /\.test\.tsx?$|^server\/test-support\//;

/**
 * Every place where a file breaks a rule, as sentences; an empty list is good.
 * @param {string} root the project's folder
 */
export function boundaryViolations(root) {
  const walls = readWalls(fs.readFileSync(path.join(root, 'docs/HOUSE.md'), 'utf8'));
  const faults = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'demo-renderer']
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
 * Reads the block marked walls in docs/HOUSE.md: one line per room ("server: main > app > ...") and one per list of sideways
 * edges ("server/features: disputes > sessions; any > notifications").
 * @param {string} text
 * @returns {Walls}
 */
export function readWalls(text) {
  const block = /```walls\n([\s\S]*?)```/.exec(text)?.[1];
  if (!block) throw new Error('docs/HOUSE.md has no block ```walls.');
  const walls = /** @type {Walls} */ ({ orders: {}, edges: {} });
  for (const line of block.split('\n').filter((l) => l.includes(':'))) {
    const [name = '', rule = ''] = line.split(':').map((part) => part.trim());
    if (name.includes('/')) walls.edges[name] = readEdges(rule);
    else walls.orders[name] = rule.split('>').map(words);
  }
  return walls;
}

/** @param {string} list */
function words(list) {
  return list.split(',').map((word) => word.trim());
}

/** @param {string} rule */
function readEdges(rule) {
  const edges = /** @type {Map<string, Set<string>>} */ (new Map());
  for (const [from = '', to = ''] of rule.split(';').map((edge) => edge.split('>'))) {
    for (const name of words(from)) edges.set(name, new Set([...(edges.get(name) ?? []), ...words(to)]));
  }
  return edges;
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
  return faultOfDirection(walls, file, target) || faultOfEdge(walls, file, target);
}

/** The project's file that an import means, from the project's folder; nothing for packages. @param {string} file @param {string} name */
function fileOf(file, name) {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : undefined;
}

/** @param {string} file @returns {[string, string]} the room and the part of the room */
function placeOf(file) {
  const [room = '', part = ''] = file.split('/');
  return [room, part.replace(/\.(ts|tsx|css|mjs)$/, '')];
}

/** @param {Walls} walls @param {string} file @param {string} target */
function faultOfDirection(walls, file, target) {
  const [room, part] = placeOf(file);
  const [otherRoom, otherPart] = placeOf(target);
  const order = walls.orders[room];
  if (room !== otherRoom || !order) return '';
  const at = order.findIndex((level) => level.includes(part));
  const to = order.findIndex((level) => level.includes(otherPart));
  if (at < 0) return `stands in no part of ${room} that docs/HOUSE.md names`;
  if (to < 0) return `imports ${target}, which stands in no part of ${room} that docs/HOUSE.md names`;
  return to < at ? `imports ${target}: ${part} stands below ${otherPart}` : '';
}

/** @param {Walls} walls @param {string} file @param {string} target */
function faultOfEdge(walls, file, target) {
  const group = Object.keys(walls.edges).find((name) => file.startsWith(`${name}/`) && target.startsWith(`${name}/`));
  if (!group) return '';
  const [from, to] = [file, target].map((each) =>
    (each.slice(group.length + 1).split('/')[0] ?? '').replace(/\.tsx?$/, ''),
  );
  if (!from || !to || from === to) return '';
  const allowed = walls.edges[group];
  const fine = [from, 'any'].some((name) => allowed?.get(name)?.has(to));
  return fine ? '' : `imports ${target}: ${from} > ${to} is not among the sideways edges of docs/HOUSE.md`;
}
