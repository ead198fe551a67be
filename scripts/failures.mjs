// What failed in a run, told short: which test of which file, and the first lines of its error.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

/**
 * `late`: passed all the same, at the second try.
 * @typedef {{ name: string, error: string, late?: boolean }} Failure
 */

const mostLines = 8;

/** A test as it is named everywhere. @param {string} file @param {string[]} titles */
export function nameOf(file, titles) {
  return [path.isAbsolute(file) ? path.relative(root, file) : file, ...titles].join(' › ');
}

/** The first lines of an error, then the first place of ours in its stack: packages are seldom where to look. @param {string} error */
export function firstLines(error) {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim());
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const words = stack < 0 ? lines : lines.slice(0, stack);
  const ours = stack < 0 ? undefined : lines.slice(stack).find((line) => !/node_modules|node:/.test(line));
  return [...words.slice(0, mostLines), ...(ours ? [ours] : [])];
}

/** Every failure as the lines that are printed for it. @param {Failure[]} failures */
export function told(failures) {
  return failures.flatMap(({ name, error, late }) => [
    `${late ? 'Passed at the second try only' : 'Failed'}: ${name}`,
    ...firstLines(error).map((line) => `    ${line}`),
  ]);
}

/**
 * The journeys that failed, or failed at first, out of Playwright's report.
 * @typedef {{ message?: string, stack?: string }} Fault
 * @typedef {{ title: string, file: string, line?: number, tests: { status: string, results: { errors: Fault[] }[] }[] }} Spec
 * @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite
 * @param {{ suites: Suite[], errors: Fault[] }} report
 * @returns {Failure[]}
 */
export function journeyFailures({ suites, errors }) {
  return [
    ...specsOf(suites).flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          name: nameOf(path.join('e2e', file), [title]),
          error: wordsOf(results.flatMap((result) => result.errors)[0]),
          late: status === 'flaky',
        })),
    ),
    ...errors.map((error) => ({ name: 'e2e, outside of any journey', error: wordsOf(error) })),
  ];
}

/** @param {Suite[]} suites @returns {Spec[]} */
function specsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

/** @param {Fault | undefined} fault */
function wordsOf(fault) {
  return fault?.stack ?? fault?.message ?? 'It gave no error.';
}
