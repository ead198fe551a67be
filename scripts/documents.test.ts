// Decision records stay short and say what reversed them; the page for operators lists the settings.
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

test('a document is the pages of its folder', () => {
  for (const page of ['README', 'uploads', 'media']) put(`docs/behaviour/${page}.md`, '');
  expect(pagesOf(root, 'behaviour').sort()).toEqual(['docs/behaviour/media.md', 'docs/behaviour/uploads.md']);
});

test('docs/OPERATING.md lists exactly the settings that the server reads', () => {
  const whole = path.resolve(import.meta.dirname, '..');
  const read = (file: string) => fs.readFileSync(path.join(whole, file), 'utf8');
  const others = fs.readdirSync(path.join(whole, 'server/config')).filter((file) => !file.endsWith('.test.ts'));
  const sources = ['server/config.ts', ...others.map((file) => `server/config/${file}`)].map(read).join('\n');
  const asked = [...sources.matchAll(/\benv\.([A-Z][A-Z_]{2,})|'([A-Z][A-Z_]{2,})'/g)].flatMap(
    ([, a, b]) => a ?? b ?? [],
  );
  // Codes of the system's errors are written alike.
  const settings = asked.filter((name) => !/^E[A-Z]+$/.test(name));
  const [table = ''] = read('docs/OPERATING.md').split('## In production');
  const listed = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z_]{2,}/g) ?? []);
  expect([...new Set(listed)].sort()).toEqual([...new Set(settings)].sort());
});
