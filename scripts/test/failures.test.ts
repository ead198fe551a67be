// Formats invented failures, as runners report them.
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run.mjs';
import { failureLines, firstLines, journeyFailures, journeySeconds, nameOf, paceOf } from './failures.mjs';

test('a failure is shown by its file, its title, the first lines of its error and the first place of ours', () => {
  const error = [
    '\u001B[31mAssertionError\u001B[39m: expected 1 to be 2',
    '',
    '- 2',
    '+ 1',
    '    at helper (/x/node_modules/vitest/index.js:1:1)',
    '    at /x/server/a.test.ts:12:3',
    '    at /x/server/b.ts:1:1',
  ].join('\n');
  const name = nameOf(path.join(root, 'server/a.test.ts'), ['adds up']);
  expect(failureLines([{ name, error }])).toEqual([
    'Failed: server/a.test.ts › adds up',
    '    AssertionError: expected 1 to be 2',
    '    - 2',
    '    + 1',
    '        at /x/server/a.test.ts:12:3',
  ]);
});

test('a long error is cut', () => {
  expect(firstLines('line\n'.repeat(100))).toHaveLength(8);
});

test('a journey that failed, one that passed at the second try and an error outside of any are reported; others are not', () => {
  const result = (message: string) => ({ errors: [{ message }] });
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.test.ts',
    tests: [{ status, results: [result(`${title}, first try`), result('second try')] }],
  });
  const suites = [
    { specs: [spec('fails', 'unexpected'), spec('passes', 'expected')], suites: [{ specs: [spec('late', 'flaky')] }] },
  ];
  expect(failureLines(journeyFailures({ suites, errors: [{ message: 'No browser' }] }))).toEqual([
    'Failed: e2e/a.test.ts › fails',
    '    fails, first try',
    'Passed at the second try only: e2e/a.test.ts › late',
    '    late, first try',
    'Failed: e2e, outside of any journey',
    '    No browser',
  ]);
});

test('of many failures the names stand once more at the end', () => {
  const failures = ['a', 'b', 'c', 'd'].map((name) => ({ name, error: 'Broken' }));
  expect(failureLines(failures).slice(-5)).toEqual(['', 'Failed: a', 'Failed: b', 'Failed: c', 'Failed: d']);
});

test('a part says how long it took, and which of its files took longest', () => {
  const spec = (file: string, ...tries: number[]) => ({
    title: 'passes',
    file,
    tests: [{ status: 'expected', results: tries.map((duration) => ({ errors: [], duration })) }],
  });
  const seconds = journeySeconds({ suites: [{ specs: [spec('a.test.ts', 1000), spec('b.test.ts', 2000, 3000)] }] });
  expect(paceOf('e2e', 12.4, seconds)).toBe('e2e took 12 s; the slowest files: e2e/b.test.ts 5, e2e/a.test.ts 1');
  expect(paceOf('check', 80, new Map())).toBe('check took 80 s');
});
