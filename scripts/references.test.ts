// References to rules, records and pages that do not exist are reported.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { brokenReferences } from './references.mjs';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'topout references '));
afterAll(() => fs.rmSync(root, { recursive: true }));

function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

test('references to sections, subsections and numbered rows are found, others are reported with their line', () => {
  put('docs/behaviour/sessions.md', '## 2 Session life\n\n### 2.1 Statuses\n\n| 2.1.1 Drive | folders |\n');
  put('server/good.ts', '// Sound (behaviour §2, §2.1) and the hosts of behaviour §2.1.1.\n');
  put('web/bad.tsx', '// First line.\n/** Behaviour §3. As behaviour §2.1 and §2.2 say (RFC 9110 §14). */\n');
  expect(brokenReferences(root)).toEqual([
    `${path.join('web', 'bad.tsx')}:2 refers to behaviour §3, which docs/behaviour does not have.`,
    `${path.join('web', 'bad.tsx')}:2 refers to behaviour §2.2, which docs/behaviour does not have.`,
  ]);
});

test('sections may be on any page of docs/behaviour', () => {
  put('docs/behaviour/uploads.md', '## 26 Uploads\n\n### 26.1 Who\n');
  put('server/folder.ts', '// Both of behaviour §26 and §26.1, but not behaviour §26.2.\n');
  expect(brokenReferences(root).filter((fault) => fault.startsWith('server'))).toEqual([
    `${path.join('server', 'folder.ts')}:1 refers to behaviour §26.2, which docs/behaviour does not have.`,
  ]);
});

test('records and pages that are named but missing are reported, other hosts are not', () => {
  put('docs/decisions/013-pins.md', '# 013 Pins\n');
  put('README.md', '[pins](docs/decisions/013-pins.md#013-pins) [x](https://x.example/y.md) [gone](docs/gone.md)\n');
  put('docs/HOUSE.md', 'Look into `server/records.ts`, `server/` and `web/gone.ts`.\n');
  put('docs/PAGE.md', '## Mail, and push\n[here](#mail-and-push) [up](../README.md) [not](#mail)\n');
  put('server/records.ts', '// As decision 013 and docs/decisions/014 say.\n');
  const faults = brokenReferences(root).filter((fault) => /^(README|docs|server.records)/.test(fault));
  expect(faults).toEqual([
    'README.md:1 links to docs/gone.md, which does not exist.',
    `${path.join('server', 'records.ts')}:1 refers to decision 014, which docs/decisions does not have.`,
    'docs/HOUSE.md:1 names web/gone.ts, which does not exist.',
    `${path.join('docs', 'PAGE.md')}:2 links to #mail, which ${path.join('docs', 'PAGE.md')} does not have.`,
  ]);
});
