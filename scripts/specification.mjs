// Every statement of docs/specification names what proves it, and what it names is there.
import fs from 'node:fs';
import path from 'node:path';
import { pagesOf } from './documents.mjs';

const proof = /^(\S+\.test\.tsx?) › (.+?)(?: › (.+))?$/;
/** What a test runner replaces in a title: %s of a table, $name of its rows, ${name} of a loop. */
const placeholder = /%[sdifjoOp#]|\$\{|\$[a-z]/i;

/**
 * The rows whose proof is missing or names a test that does not exist, each as a sentence; and how many rows there are.
 * A proof is `path › title`, the title as the source has it. A title that stands for many tests (`%s`, `$name`, `${name}`) needs the
 * case that is meant: `path › title › case`, where the case is a text or a key of the test's table, or several of one row joined by ` · `. Several proofs
 * are joined by `<br>`. `decision: …` says what settled the statement otherwise.
 * @param {string} root the project's folder
 * @returns {{ faults: string[], rows: number }}
 */
export function unprovenStatements(root) {
  /** @type {Map<string, string | undefined>} */
  const sources = new Map();
  const found = pagesOf(root, 'specification').flatMap((page) =>
    rowsOf(fs.readFileSync(path.join(root, page), 'utf8')).map((row) => ({ page, ...row })),
  );
  const numbers = new Set();
  const faults = found.flatMap(({ page, line, cells }) => {
    if (cells.length !== 3) return [`${page}:${line} is no row of number, statement and proof.`];
    const [number = '', statement = '', proofs = ''] = cells;
    if (numbers.has(number)) return [`${page}:${line} statement ${number} stands there twice.`];
    numbers.add(number);
    if (statement === '' || proofs === '') return [`${page}:${line} statement ${number} has no proof.`];
    return proofs.split('<br>').flatMap((each) => {
      const problem = problemOf(each.trim(), root, sources);
      return problem ? [`${page}:${line} statement ${number} ${problem}`] : [];
    });
  });
  return { faults: found.length === 0 ? ['docs/specification has no rows.'] : faults, rows: found.length };
}

/** The body of every table: the lines between a rule of dashes and the next line that is no row. @param {string} text */
function rowsOf(text) {
  let inTable = false;
  return text.split('\n').flatMap((words, at) => {
    const isRow = words.startsWith('|');
    const isRule = /^\|[\s:|-]+$/.test(words);
    if (!isRow || isRule) {
      inTable = isRule;
      return [];
    }
    const cells = words.replaceAll('\\|', '\0').split('|').slice(1, -1);
    return inTable ? [{ line: at + 1, cells: cells.map((cell) => cell.replaceAll('\0', '|').trim()) }] : [];
  });
}

/**
 * @param {string} claim
 * @param {string} root
 * @param {Map<string, string | undefined>} sources what was read already
 */
function problemOf(claim, root, sources) {
  if (/^decision: \S/.test(claim)) return undefined;
  const [, file = '', title = '', cases] = proof.exec(claim) ?? [];
  if (!file) return `names no test and no decision: “${claim}”.`;
  const whole = path.join(root, file);
  if (!sources.has(file)) sources.set(file, fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8') : undefined);
  const source = sources.get(file);
  if (source === undefined) return `names ${file}, which does not exist.`;
  if (!isQuoted(title, source)) return `names “${title}”, which ${file} does not have.`;
  const isMany = placeholder.test(title);
  if (isMany && cases === undefined)
    return `names “${title}”, which stands for many tests, without the case that proves it.`;
  if (!isMany && cases !== undefined) return `names the case “${cases}” of “${title}”, which is one test.`;
  const tables = cases === undefined ? '' : source + sharedTables(source, root);
  return cases === undefined || isRow(cases.split(' · '), tables)
    ? undefined
    : `names the case “${cases}”, which ${file} does not have.`;
}

/** What the test imports from test-support: a table that several tests read. @param {string} source @param {string} root */
function sharedTables(source, root) {
  const files = [...source.matchAll(/from '(?:#server|\.)\/test-support\/([\w/-]+\.ts)'/g)].map(
    ([, file = '']) => file,
  );
  return files.map((file) => fs.readFileSync(path.join(root, 'server/test-support', file), 'utf8')).join('\n');
}

/** Whether these texts stand in this order close to each other, as in one row of a table. @param {string[]} texts @param {string} tables */
function isRow(texts, tables) {
  const cells = texts.map((text) => {
    const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return `(?:['"\`]${pattern}['"\`]|\\b${pattern}:)`;
  });
  return new RegExp(cells.join('[^]{0,400}?')).test(tables);
}

/** @param {string} text @param {string} source */
function isQuoted(text, source) {
  return ["'", '"', '`'].some((quote) => source.includes(quote + text + quote));
}
