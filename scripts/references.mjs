// Every reference leads somewhere: rules of the product (`behaviour §2.2`), decision records (`decision 030`), and links between documents.
import fs from 'node:fs';
import path from 'node:path';
import { pagesOf, recordNumbers } from './documents.mjs';

const rooms = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'demo/renderer', 'docs'];
const atTheTop = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const rule = /\bbehaviour ((?:§[\d.]*\d(?:, | and )?)+)/gi;
const record = /\b(?:decisions\/|decisions? (?:records? )?)(\d{3})\b/gi;
/** Of documents that lead through the code, every path must exist. */
const guides = ['docs/HOUSE.md', 'CONTRIBUTING.md'];
const named = /`((?:contract|server|web|scripts|docs)\/[\w./-]*\w(?:\.\w+|\/))`/g;
const link = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g;

/**
 * The references to what does not exist, as sentences with file and line.
 * @param {string} root the project's folder
 */
export function brokenReferences(root) {
  const behaviour = pagesOf(root, 'behaviour').map((page) => fs.readFileSync(path.join(root, page), 'utf8'));
  const sections = new Set(
    behaviour.flatMap((text) => [...text.matchAll(/^(?:#{2,3}|\|) (\d+(?:\.\d+)*) /gm)].map(([, number]) => number)),
  );
  const records = recordNumbers(root);
  return filesOf(root).flatMap((file) => {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      [
        ...missingRules(line, sections),
        ...missingRecords(line, records),
        ...(file.endsWith('.md') ? missingPages(line, root, file) : []),
        ...(guides.includes(file) ? missingPaths(line, root) : []),
      ].map((problem) => `${file}:${at + 1} ${problem}`),
    );
  });
}

/** @param {string} root */
function filesOf(root) {
  const inRooms = rooms
    .filter((room) => fs.existsSync(path.join(root, room)))
    .flatMap((room) =>
      fs.readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => path.join(room, name)),
    );
  return [...atTheTop.filter((file) => fs.existsSync(path.join(root, file))), ...inRooms].filter(
    (file) => /\.(tsx?|mjs|css|sql|md)$/.test(file) && file !== path.join('scripts', 'references.test.ts'),
  );
}

/** @param {string} line @param {Set<string | undefined>} sections */
function missingRules(line, sections) {
  const named = [...line.matchAll(rule)].flatMap(([, list = '']) => [...list.matchAll(/§([\d.]*\d)/g)]);
  return named
    .map(([, number = '']) => number)
    .filter((number) => !sections.has(number))
    .map((number) => `refers to behaviour §${number}, which docs/behaviour does not have.`);
}

/** @param {string} line @param {Set<string>} records */
function missingRecords(line, records) {
  return [...line.matchAll(record)]
    .filter(([, number = '']) => !records.has(number))
    .map(([, number]) => `refers to decision ${number}, which docs/decisions does not have.`);
}

/** @param {string} line @param {string} root @param {string} file */
function missingPages(line, root, file) {
  return [...line.matchAll(link)].flatMap(([, to = '', anchor]) => {
    const target = to === '' ? file : path.join(path.dirname(file), to);
    const whole = path.join(root, target);
    if (!fs.existsSync(whole)) return [`links to ${to}, which does not exist.`];
    const isMissing = anchor && target.endsWith('.md') && !anchorsOf(fs.readFileSync(whole, 'utf8')).has(anchor);
    return isMissing ? [`links to #${anchor}, which ${target} does not have.`] : [];
  });
}

/** The addresses that GitHub gives to headings. @param {string} text */
function anchorsOf(text) {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => words);
  return new Set(
    headings.map((words) =>
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** @param {string} line @param {string} root */
function missingPaths(line, root) {
  return [...line.matchAll(named)]
    .filter(([, to = '']) => !fs.existsSync(path.join(root, to)))
    .map(([, to]) => `names ${to}, which does not exist.`);
}
