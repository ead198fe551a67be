// A reference to a section that docs/behaviour.md does not have is reported.
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
  put('docs/behaviour.md', '## 2 Session life\n\n### 2.1 Statuses\n\n| 2.1.1 Drive | folders |\n');
  put('server/good.ts', '// Sound (behaviour §2, §2.1) and the hosts of behaviour §2.1.1.\n');
  put('web/bad.tsx', '// First line.\n/** Behaviour §3. As behaviour §2.1 and §2.2 say (RFC 9110 §14). */\n');
  expect(brokenReferences(root)).toEqual([
    `${path.join('web', 'bad.tsx')}:2 refers to behaviour §3, which docs/behaviour.md does not have.`,
    `${path.join('web', 'bad.tsx')}:2 refers to behaviour §2.2, which docs/behaviour.md does not have.`,
  ]);
});
