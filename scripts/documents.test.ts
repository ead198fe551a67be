// Decision records stay short, keep no figures, and say in their first line what reversed them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pagesOf, recordFaults } from './documents.mjs';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'topout documents '));
afterAll(() => fs.rmSync(root, { recursive: true }));

function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

test('a record that is short and names itself and its successors is fine, others are reported', () => {
  put('docs/decisions/001-first.md', '# 001 First · reversed by 003\n\n**Context.** Short.\n');
  put('docs/decisions/002-second.md', '# 2. Second\n');
  put('docs/decisions/003-third.md', '# 003 Third · amended by 001, 009\n');
  put('docs/decisions/004-fourth.md', `# 004 Fourth\n\n**Measured** twice.\n${'x'.repeat(3500)}\n`);
  expect(recordFaults(root)).toEqual([
    'docs/decisions/002-second.md does not begin with “# 002 ” and its title.',
    'docs/decisions/003-third.md names 001 in its first line, which is no later record.',
    'docs/decisions/003-third.md names 009 in its first line, which is no later record.',
    'docs/decisions/004-fourth.md has 3535 characters; a record has at most 3500.',
    'docs/decisions/004-fourth.md keeps figures: they belong into docs/performance.md.',
  ]);
});

test('a document is one page or a folder of them', () => {
  put('docs/behaviour.md', '');
  put('docs/specification/b.md', '');
  put('docs/specification/a.md', '');
  expect(pagesOf(root, 'behaviour')).toEqual(['docs/behaviour.md']);
  expect(pagesOf(root, 'specification')).toEqual(['docs/specification/a.md', 'docs/specification/b.md']);
});
