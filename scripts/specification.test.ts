// A statement without a proof, or with one that is not there, is told.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unprovenStatements } from './specification.mjs';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'topout specification '));
afterAll(() => fs.rmSync(root, { recursive: true }));

function check(...rows: string[]): string[] {
  const table = [
    '# Statements',
    '',
    '| # | Statement | Proof |',
    '| --- | --- | --- |',
    ...rows,
    '',
    'Words after it.',
  ];
  fs.mkdirSync(path.join(root, 'docs'), { recursive: true });
  fs.writeFileSync(path.join(root, 'docs/specification.md'), table.join('\n'));
  fs.writeFileSync(path.join(root, 'some.test.ts'), "test('it holds', () => {});\ntest(`of %s`, () => {});");
  return unprovenStatements(root).faults;
}

test('a test that is there and a decision are proofs', () => {
  const both = 'some.test.ts › it holds<br>some.test.ts › of %s';
  expect(check(`| 1 | A | ${both} |`, '| 2 | B \\| C | decision: decisions §2 |')).toEqual([]);
});

test('a row without proof, a missing file, a missing title and a title in part are told with their line', () => {
  const faults = check(
    '| 1 | A |  |',
    '| 2 | B | gone.test.ts › it holds |',
    '| 3 | C | some.test.ts › it broke |',
    '| 4 | D | some.test.ts › it |',
    '| 5 | E | surely |',
    '| 6 | F | decision: |',
    '| 7 | only two cells |',
  );
  expect(faults.map((fault) => Number(/:(\d+)/.exec(fault)?.[1]))).toEqual([5, 6, 7, 8, 9, 10, 11]);
});

test('a page without rows is told', () => {
  expect(check()).toEqual(['docs/specification.md has no rows.']);
});
