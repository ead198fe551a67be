// What failed in a run and what was slow, briefly: which test of which file, and the first lines of its error.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '#scripts/run.mjs';

/**
 * `late`: passed anyway, at the second try.
 * @typedef {{ name: string, error: string, late?: boolean }} Failure
 */

const mostLines = 8;

/** A test's name, as everywhere. @param {string} file @param {string[]} titles */
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

/**
 * Every failure as the lines printed for it; if there are many, the names are repeated at the end, where only the last lines are read.
 * @param {Failure[]} failures
 */
export function failureLines(failures) {
  const title = (/** @type {Failure} */ { name, late }) =>
    `${late ? 'Passed at the second try only' : 'Failed'}: ${name}`;
  const whole = failures.flatMap((failure) => [
    title(failure),
    ...firstLines(failure.error).map((line) => `    ${line}`),
  ]);
  return failures.length > 3 ? [...whole, '', ...failures.map(title)] : whole;
}

/**
 * How long a part took and which of its files took longest, in seconds.
 * @param {string} part @param {number} seconds @param {Map<string, number>} byFile
 */
export function paceOf(part, seconds, byFile) {
  const slowest = [...byFile].sort(([, one], [, other]) => other - one).slice(0, 8);
  const files = slowest.map(([file, took]) => `${nameOf(file, [])} ${Math.round(took)}`);
  return `${part} took ${Math.round(seconds)} s${files.length > 0 ? `; the slowest files: ${files.join(', ')}` : ''}`;
}

/**
 * The journeys that failed, or failed at first, out of Playwright's report.
 * @typedef {{ message?: string, stack?: string }} Fault
 * @typedef {{ title: string, file: string, line?: number, tests: { status: string, results: { errors: Fault[], duration?: number }[] }[] }} Spec
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

/**
 * The seconds that each file of Playwright's report took, retries included.
 * @param {{ suites: Suite[] }} report @returns {Map<string, number>}
 */
export function journeySeconds({ suites }) {
  const seconds = new Map();
  for (const { file, tests } of specsOf(suites))
    for (const { duration = 0 } of tests.flatMap(({ results }) => results))
      seconds.set(path.join('e2e', file), (seconds.get(path.join('e2e', file)) ?? 0) + duration / 1000);
  return seconds;
}

/** @param {Suite[]} suites @returns {Spec[]} */
function specsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

/** @param {Fault | undefined} fault */
function wordsOf(fault) {
  return fault?.stack ?? fault?.message ?? 'It gave no error.';
}
