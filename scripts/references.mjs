// Every reference to a rule of the product (`behaviour §2.2`) leads to a section that docs/behaviour.md has.
import fs from 'node:fs';
import path from 'node:path';

const page = 'docs/behaviour.md';
const rooms = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'demo-renderer', 'docs'];
const reference = /\bbehaviour ((?:§[\d.]*\d(?:, | and )?)+)/gi;

/**
 * The references to sections that do not exist, as sentences with file and line.
 * @param {string} root the project's folder
 */
export function brokenReferences(root) {
  const text = fs.readFileSync(path.join(root, page), 'utf8');
  const sections = new Set([...text.matchAll(/^(?:#{2,3}|\|) (\d+(?:\.\d+)*) /gm)].map(([, number]) => number));
  return filesOf(root).flatMap((file) => {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      missingIn(line, sections).map(
        (number) => `${file}:${at + 1} refers to behaviour §${number}, which ${page} does not have.`,
      ),
    );
  });
}

/** @param {string} root */
function filesOf(root) {
  return rooms
    .filter((room) => fs.existsSync(path.join(root, room)))
    .flatMap((room) =>
      fs.readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => path.join(room, name)),
    )
    .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file) && file !== path.join('scripts', 'references.test.ts'));
}

/** @param {string} line @param {Set<string | undefined>} sections */
function missingIn(line, sections) {
  const named = [...line.matchAll(reference)].flatMap(([, list = '']) => [...list.matchAll(/§([\d.]*\d)/g)]);
  return named.map(([, number = '']) => number).filter((number) => !sections.has(number));
}
