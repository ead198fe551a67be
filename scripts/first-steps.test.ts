// The commands of the README on a machine where nothing is installed yet.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** Everything that a script loads before its first line runs. */
function importsOf(file: string, known = new Map<string, string[]>()): Map<string, string[]> {
  if (known.has(file)) return known;
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const named = [...text.matchAll(/^(?:import|export)[^'"]*from ['"]([^'"]+)['"];|^import ['"]([^'"]+)['"];/gm)];
  const imported = named
    .map(([, from, alone]) => from ?? alone ?? '')
    .map((each) => (each.startsWith('#scripts/') ? `./${path.relative(path.dirname(file), each.slice(1))}` : each));
  known.set(file, imported);
  for (const each of imported.filter((one) => one.startsWith('.')))
    importsOf(path.join(path.dirname(file), each), known);
  return known;
}

test.each(['scripts/start.mjs', 'scripts/test.mjs', 'scripts/check.mjs'])('%s begins without any package', (script) => {
  const packages = [...importsOf(script)].flatMap(([file, imported]) =>
    imported.filter((each) => !/^(\.|node:)/.test(each)).map((each) => `${file} imports ${each}`),
  );
  expect(packages).toEqual([]);
});
