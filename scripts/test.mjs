// `npm test`: sets everything up, runs every check and test, and ends with one line that sums them up. `--only check|unit|server|e2e`: a part.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { install } from './install.mjs';
import { cacheFolder, node, Refusal, root, tell, tool } from './run.mjs';
import { failureLines, journeyFailures, journeySeconds, paceOf } from './test/failures.mjs';
import { keepDuration, progressOf, readDurations } from './test/progress.mjs';

/** @typedef {import('./test/failures.mjs').Failure} Failure */
/**
 * `failures`: what failed, and what passed at the second try only; `seconds` that each file took.
 * @typedef {{ passed: number, failures: Failure[], seconds?: Iterable<[string, number]> }} Tally
 */

const results = path.join(cacheFolder, 'results');
const parts = /** @type {Record<string, () => Promise<Tally>>} */ ({
  check,
  unit: () => vitest('plain'),
  server: () => vitest('server'),
  e2e: journeys,
});

const sum = { passed: 0, failures: /** @type {Failure[]} */ ([]), pace: /** @type {string[]} */ ([]) };
await tell(async () => {
  const chosen = choose();
  await install();
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  for (const name of chosen) {
    const { tally, seconds } = await timed(name, chosen);
    sum.pace.push(paceOf(name, seconds, new Map(tally.seconds)));
    sum.passed += tally.passed;
    sum.failures.push(...tally.failures);
  }
});
// Something that stopped the run before its end (no packages, no disk) is a failure too, and was reported above.
const stopped = process.exitCode ? 1 : 0;
const failed = sum.failures.filter(({ late }) => !late).length + stopped;
if (failed > 0) process.exitCode = 1;
// Once more at the end: whoever reads the last lines alone sees what failed and how.
console.log(['', ...sum.pace, '', ...failureLines(sum.failures), `${sum.passed} passed, ${failed} failed`].join('\n'));

function choose() {
  const at = process.argv.indexOf('--only');
  if (at < 0) return Object.keys(parts);
  const name = process.argv[at + 1] ?? '';
  if (!parts[name]) throw new Refusal(`--only takes one of ${Object.keys(parts).join(', ')}.`);
  return [name];
}

/** Runs a part, and says at its beginning and every minute how far all of them are. @param {string} name @param {string[]} chosen */
async function timed(name, chosen) {
  const began = performance.now();
  const durations = readDurations();
  const seconds = () => (performance.now() - began) / 1000;
  const say = () => console.log(`\n== ${progressOf(chosen, { part: name, seconds: seconds(), durations })}`);
  say();
  const everyMinute = setInterval(say, 60_000);
  const tally = await part(name);
  clearInterval(everyMinute);
  keepDuration(name, seconds());
  return { tally, seconds: seconds() };
}

/** A part that breaks does not keep the others from running. @param {string} name @returns {Promise<Tally>} */
async function part(name) {
  try {
    return await /** @type {() => Promise<Tally>} */ (parts[name])();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    console.error(message);
    return { passed: 0, failures: [{ name, error: message }] };
  }
}

/** What the tests may use beside the project: real recordings, where they were put there. */
function realData() {
  const folder = path.resolve(root, '../shared/data');
  return !process.env.REAL_DATA && fs.existsSync(folder) ? { REAL_DATA: folder } : {};
}

/** @param {string} project @returns {Promise<Tally>} */
async function vitest(project) {
  const file = path.join(results, `vitest-${project}.json`);
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=./scripts/test/vitest-report.mjs'];
  const env = { ...realData(), VITEST_REPORT: file };
  const { code } = await node([tool('vitest/vitest.mjs'), ...args], { show: true, minutes: 30, env });
  return settle(read(file), project, code);
}

/** @returns {Promise<Tally>} */
async function journeys() {
  await build();
  const file = path.join(results, 'playwright.json');
  const { code } = await node([tool('@playwright/test/cli.js'), 'test'], {
    minutes: 70,
    show: true,
    env: { ...realData(), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = read(file);
  const { expected, flaky } = report.stats;
  const tally = { passed: expected + flaky, failures: journeyFailures(report), seconds: journeySeconds(report) };
  return settle(tally, 'e2e', code);
}

/** @param {string} file what a runner wrote about its run */
function read(file) {
  if (!fs.existsSync(file)) throw new Error(`No report came: ${path.relative(root, file)} was not written.`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** A runner that ends badly while it reports nothing bad, or ran nothing at all, has failed. @param {Tally} tally @param {string} name @param {number} code */
function settle(tally, name, code) {
  const silent = tally.failures.every(({ late }) => late) && (code !== 0 || tally.passed === 0);
  const error = `It ended with code ${code} after ${tally.passed} had passed, and named no failure.`;
  return silent ? { ...tally, failures: [...tally.failures, { name, error }] } : tally;
}
