// Words that are not ours, as docs/GLOSSARY.md lists them: refused in documents and in product texts, counted elsewhere.
// `node scripts/words.mjs` lists where comments and test titles still have them.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { root as project } from './run.mjs';

const glossary = 'docs/GLOSSARY.md';
const rooms = ['contract', 'server', 'web'];
const isSource = (/** @type {string} */ file) => /\.(tsx?|m?js)$/.test(file) && !/\.d\.ts$/.test(file);
const speaks = (/** @type {string} */ file) => !/\.test\.tsx?$|\/test-support\//.test(file);

/** @typedef {{ pattern: RegExp, instead: string, exceptions: string[] }} Rules */
/** @typedef {{ line: number, text: string }} Piece */

/**
 * Where a refused word is read, as sentences, and how many stand in comments and titles of tests.
 * @param {string} root the project's folder
 * @returns {{ faults: string[], elsewhere: string[] }}
 */
export function wordFaults(root) {
  const rules = readRules(fs.readFileSync(path.join(root, glossary), 'utf8'));
  const documents = documentsOf(root).flatMap((file) => found(file, prose(root, file), rules));
  const sources = rooms.flatMap((room) => filesIn(root, room)).filter(isSource);
  const pieces = sources.map((file) => ({ file, ...piecesOf(root, file) }));
  const said = pieces.filter(({ file }) => speaks(file)).flatMap(({ file, texts }) => found(file, texts, rules));
  const elsewhere = pieces.flatMap(({ file, texts, comments }) =>
    found(file, speaks(file) ? comments : [...comments, ...texts], rules),
  );
  return { faults: [...documents, ...said], elsewhere };
}

/**
 * The two tables of the glossary: words with their replacements, and texts fixed by others.
 * @param {string} text @returns {Rules & { replace: Map<string, string> }}
 */
export function readRules(text) {
  const [, words = '', exceptions = ''] =
    /## Not our words\n([\s\S]*?)(?:\n## Fixed elsewhere\n([\s\S]*))?$/.exec(text) ?? [];
  const replace = new Map(
    rowsOf(words).flatMap(([list = '', instead = '']) => list.split(', ').map((word) => [word.toLowerCase(), instead])),
  );
  if (replace.size === 0) throw new Error(`${glossary} has no table of words that are not ours.`);
  const alternatives = [...replace.keys()].map((word) => word.replaceAll(' ', '\\s+')).join('|');
  return {
    pattern: new RegExp(`\\b(?:${alternatives})\\b`, 'gi'),
    instead: '',
    replace,
    exceptions: rowsOf(exceptions).map(([fixed = '']) => fixed),
  };
}

/** @param {string} table */
function rowsOf(table) {
  const rows = table.split('\n').filter((line) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line));
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** @param {string} file @param {Piece[]} pieces @param {ReturnType<typeof readRules>} rules */
function found(file, pieces, { pattern, replace, exceptions }) {
  return pieces.flatMap(({ line, text }) => {
    const rest = exceptions.reduce((words, fixed) => words.replaceAll(fixed, ''), text);
    return [...rest.matchAll(pattern)].map(([word]) => {
      const instead = replace.get(word.toLowerCase().replace(/\s+/g, ' '));
      return `${file}:${line} says “${word}”: rather ${instead}.`;
    });
  });
}

/** @param {string} root */
function documentsOf(root) {
  const docs = fs.readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs.map((file) => path.posix.join('docs', file))].filter(
    (file) => file.endsWith('.md') && file !== glossary,
  );
}

/**
 * The prose of a document: no code, no addresses, and of the specification's rows the statement without test titles. @param {string} root
 * @param {string} file @returns {Piece[]}
 */
function prose(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const lines = text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, '')).split('\n');
  return lines.map((line, at) => {
    const read = file.includes('specification') ? line.replace(/^(\|[^|]*\|(?:[^|\\]|\\.)*\|).*/, '$1') : line;
    return { line: at + 1, text: read.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']') };
  });
}

/** @param {string} root @param {string} folder */
function filesIn(root, folder) {
  const whole = path.join(root, folder);
  if (!fs.existsSync(whole)) return [];
  return fs.readdirSync(whole, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name));
}

/** The texts of a source and its comments; a text without a space is no sentence. @param {string} root @param {string} file */
function piecesOf(root, file) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const { program, comments } = parseSync(file, source);
  const lineAt = (/** @type {number} */ at) => source.slice(0, at).split('\n').length;
  const texts = textsIn(program).filter(({ text }) => /\S\s/.test(text));
  return {
    texts: texts.map(({ start, text }) => ({ line: lineAt(start), text })),
    comments: comments.map(({ start, value }) => ({ line: lineAt(start), text: value })),
  };
}

/** Everything quoted below a node, except SQL and module names. @param {any} node @returns {{ start: number, text: string }[]} */
function textsIn(node) {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!node || typeof node !== 'object') return [];
  if (/^(?:Import|Export(?:All|Named))Declaration/.test(node.type ?? '') && node.source) return [];
  if (node.type === 'TaggedTemplateExpression' && /^sql/.test(node.tag.name ?? node.tag.object?.name ?? ''))
    return textsIn(node.quasi.expressions);
  const text = node.type === 'TemplateElement' ? node.value.cooked : node.value;
  if (/^(?:Literal|TemplateElement|JSXText)$/.test(node.type ?? ''))
    return typeof text === 'string' ? [{ start: node.start, text }] : [];
  return Object.values(node).flatMap((child) => (typeof child === 'object' ? textsIn(child) : []));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, elsewhere } = wordFaults(project);
  for (const line of [...faults, ...elsewhere]) console.log(line);
  console.log(`${faults.length} refused, ${elsewhere.length} elsewhere`);
}
