// The documents of the project: which files a document consists of, and what each decision record must be.
import fs from 'node:fs';
import path from 'node:path';

const records = 'docs/decisions';
/** So much that it is read in a minute: 25 lines of 160 characters, less the short ones. */
const longest = 3500;

/**
 * The pages of a document in the folder docs/NAME, as paths from the root, without the index.
 * @param {string} root the project's folder
 * @param {string} name
 */
export function pagesOf(root, name) {
  const pages = fs.readdirSync(path.join(root, 'docs', name)).filter((file) => file.endsWith('.md'));
  return pages.filter((file) => file !== 'README.md').map((file) => `docs/${name}/${file}`);
}

/** The numbers of the decision records that exist. @param {string} root */
export function recordNumbers(root) {
  return new Set(recordFiles(root).map((file) => file.slice(0, 3)));
}

/** @param {string} root */
function recordFiles(root) {
  const folder = path.join(root, records);
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => /^\d{3}-.+\.md$/.test(file)) : [];
}

/**
 * Records that are too long, keep figures, or whose first line is not theirs: `# 016 Title`, with ` · reversed by 020` or
 * ` · amended by 028, 031` where later records say otherwise.
 * @param {string} root the project's folder
 */
export function recordFaults(root) {
  const numbers = recordNumbers(root);
  return recordFiles(root).flatMap((file) => {
    const text = fs.readFileSync(path.join(root, records, file), 'utf8');
    return problemsOf(file.slice(0, 3), text, numbers).map((problem) => `${records}/${file} ${problem}`);
  });
}

/** @param {string} number @param {string} text @param {Set<string>} numbers */
function problemsOf(number, text, numbers) {
  const problems = [];
  const [first = ''] = text.split('\n');
  const [, title, later = ''] =
    /^# (\d{3}) [^·]+?(?: · (?:reversed|amended) by (\d{3}(?:, \d{3})*))?$/.exec(first) ?? [];
  if (title !== number) problems.push(`does not begin with “# ${number} ” and its title.`);
  for (const each of later.split(', ').filter((one) => one && !(numbers.has(one) && one > number)))
    problems.push(`names ${each} in its first line, which is no later record.`);
  if (text.length > longest) problems.push(`has ${text.length} characters; a record has at most ${longest}.`);
  if (/\*\*Measured/.test(text)) problems.push('keeps figures: they belong into docs/performance.md.');
  return problems;
}
