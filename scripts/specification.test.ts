// A statement without a proof, or with one that is not there, is reported.
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
  fs.mkdirSync(path.join(root, 'docs/specification'), { recursive: true });
  fs.writeFileSync(path.join(root, 'docs/specification/all.md'), table.join('\n'));
  const tests = [
    "test('it holds', () => {});",
    "test.each([['a', 'red'], ['b', 'blue']])('%s is %s', () => {});",
    "test.each([{ name: 'c' }])('of $name', () => {});",
    "import { shared } from '#server/test-support/shared-table.ts';",
  ];
  fs.mkdirSync(path.join(root, 'server/test-support'), { recursive: true });
  fs.writeFileSync(path.join(root, 'server/test-support/shared-table.ts'), "export const shared = ['e'];");
  fs.writeFileSync(path.join(root, 'some.test.ts'), tests.join('\n'));
  return unprovenStatements(root).faults;
}

test('a test that is there, a named case of many, and a decision are proofs', () => {
  const both = 'some.test.ts › it holds<br>some.test.ts › %s is %s › a · red';
  const rows = [
    `| 1 | A | ${both} |`,
    '| 2 | B \\| C | decision: behaviour §2.2 |',
    '| 3 | D | some.test.ts › of $name › c<br>some.test.ts › of $name › e |',
  ];
  expect(check(...rows)).toEqual([]);
});

test('a title that stands for many tests is refused without its case, and with one that is not in the file', () => {
  const faults = check(
    '| 1 | A | some.test.ts › %s is %s |',
    '| 2 | B | some.test.ts › of $name |',
    '| 3 | C | some.test.ts › %s is %s › d |',
    '| 4 | D | some.test.ts › %s is %s › a · green |',
    '| 5 | E | some.test.ts › it holds › a |',
  );
  expect(faults.map((fault) => fault.replace(/^docs\/specification\/all\.md:\d+ statement \d /, ''))).toEqual([
    'names “%s is %s”, which stands for many tests, without the case that proves it.',
    'names “of $name”, which stands for many tests, without the case that proves it.',
    'names the case “d”, which some.test.ts does not have.',
    'names the case “a · green”, which some.test.ts does not have.',
    'names the case “a” of “it holds”, which is one test.',
  ]);
});

test('a row without proof, a missing file, a missing title and a title in part are reported with their line', () => {
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

test('a page without rows is reported', () => {
  expect(check()).toEqual(['docs/specification has no rows.']);
});

test('a number that appears twice is reported', () => {
  expect(check('| 1 | A | some.test.ts › it holds |', '| 1 | B | some.test.ts › it holds |')).toEqual([
    'docs/specification/all.md:6 statement 1 stands there twice.',
  ]);
});
