// Words that are not ours are refused where people read them, and counted elsewhere.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { wordFaults } from './words.mjs';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'topout words '));
afterAll(() => fs.rmSync(root, { recursive: true }));

function put(file: string, ...lines: string[]): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), lines.join('\n'));
}

test('documents, screens and errors may not have them; code, fixed texts and titles of tests may', () => {
  const table = ['| not | but |', '|---|---|', '| without a line | offline |', '| anew, all the same | again |'];
  const fixed = ['## Fixed elsewhere', '', '| text | by |', '|---|---|', '| Go all the same? | the specification |'];
  put('docs/GLOSSARY.md', '# Words', '', '## Not our words', '', ...table, '', ...fixed, '');
  put('README.md', 'It works Without a line.', '`without a line` is code, and so is', '```', 'anew', '```');
  for (const page of ['CONTRIBUTING.md', 'SECURITY.md']) put(page, '');
  put('docs/specification/a.md', '| 1 | Begins anew | a.test.ts › begins anew |');
  put('server/errors.ts', '// Opened anew.', "export const said = 'Load it anew';", 'export const code = `anew`;');
  put('server/rows.ts', 'export const rows = sql`select 1 -- written anew`;');
  put('web/page.tsx', 'export const page = <p>Works without', '  a line. Go all the same?</p>;');
  put('web/page.test.ts', "test('is drawn anew', () => {});");
  const { faults, elsewhere } = wordFaults(root);
  expect(faults).toEqual([
    'README.md:1 says “Without a line”: rather offline.',
    'docs/specification/a.md:1 says “anew”: rather again.',
    'server/errors.ts:2 says “anew”: rather again.',
    'web/page.tsx:1 says “without\n  a line”: rather offline.',
  ]);
  expect(elsewhere).toEqual([
    'server/errors.ts:1 says “anew”: rather again.',
    'web/page.test.ts:1 says “anew”: rather again.',
  ]);
});
