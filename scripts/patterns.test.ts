// No pattern of the product takes quadratic time in its input: one long name would stop the server for a second.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';

const literal = /(?<=[(=,:!?&|[{]\s?|return )\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[dgimsuvy]*/g;
const atom = String.raw`(?:\[(?:[^\]\\]|\\.)*\]|\\[a-zA-Z.\\/]|[^\\()[\]|^$*+?{}])`;
/** Starts again at each character of a run that does not end the text. A lookbehind, which requires the run's beginning, is allowed. */
const trimsAnEnd = new RegExp(String.raw`(?:^|\||\((?:\?:)?)${atom}[*+]\$`);
/** Every way to split a run between the two. */
const sharesARun = new RegExp(String.raw`(${atom})\*(?:${atom}|\((?:[^()\\]|\\.)*\))[?*]\1[*+]`);

/** A character, and then a run that may contain the same character: starts again at each of them. */
const opens = /^([^\\^()[\]|.*+?{}$])\(?\[\^((?:[^\]\\]|\\.)*)\][*+](?!$)/;

function opensAnew(pattern: string): boolean {
  const [, sign, others] = opens.exec(pattern) ?? [];
  return sign !== undefined && others !== undefined && !others.includes(sign);
}

function patternsOf(file: string): string[] {
  return [...fs.readFileSync(file, 'utf8').matchAll(literal)].map(([, pattern = '']) => pattern);
}

const isSlow = (pattern: string) => trimsAnEnd.test(pattern) || sharesARun.test(pattern) || opensAnew(pattern);

test('patterns that go over a run again from each of its signs are known', () => {
  expect(
    [
      String.raw`[\s.]+$`,
      String.raw`^[\s.]+|[\s.]+$`,
      String.raw`^a?\s*#?\s*(\d)$`,
      String.raw`\/+$`,
      '<([^>]*)>;',
    ].every(isSlow),
  ).toBe(true);
  expect(
    [String.raw`(?<![\s.])[\s.]+$`, String.raw`^\s+$`, String.raw`^\s*(?:#\s*)?\d$`, '<([^<>]*)>;'].some(isSlow),
  ).toBe(false);
});

/** Except in the scripts of guest pages, which read their own address. */
test('no pattern that reads what people send goes over a run again from each of its signs', () => {
  const files = execFileSync('git', ['ls-files', 'contract/*.ts', 'server/*.ts', 'web/*.ts', 'web/*.tsx'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.|test-support|^web\/guest\/client\//.test(file) && fs.existsSync(file));
  const slow = files.flatMap((file) =>
    patternsOf(file)
      .filter(isSlow)
      .map((pattern) => `${file}: ${pattern}`),
  );
  expect(slow).toEqual([]);
  expect(files.flatMap(patternsOf).length).toBeGreaterThan(200);
});
