// `npm test`: sets everything up, runs every check and test, and ends with one line that sums them up. `--only check|unit|server|e2e`: a part.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { install } from './install.mjs';
import { cacheFolder, node, Refusal, root, tell, tool } from './run.mjs';

/** @typedef {{ passed: number, failed: number }} Tally */

const results = path.join(cacheFolder, 'results');
const parts = /** @type {Record<string, () => Promise<Tally>>} */ ({
  check,
  unit: () => vitest('plain'),
  server: () => vitest('server'),
  e2e: journeys,
});

const sum = { passed: 0, failed: 0 };
await tell(async () => {
  const chosen = choose();
  await install();
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  for (const name of chosen) {
    console.log(`\n== ${name}`);
    const tally = await part(name);
    sum.passed += tally.passed;
    sum.failed += tally.failed;
  }
});
// Something that stopped the run before its end (no packages, no disk) is a failure too, and was reported above.
if (process.exitCode) sum.failed += 1;
if (sum.failed > 0) process.exitCode = 1;
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);

function choose() {
  const at = process.argv.indexOf('--only');
  if (at < 0) return Object.keys(parts);
  const name = process.argv[at + 1] ?? '';
  if (!parts[name]) throw new Refusal(`--only takes one of ${Object.keys(parts).join(', ')}.`);
  return [name];
}

/** A part that breaks does not keep the others from running. @param {string} name @returns {Promise<Tally>} */
async function part(name) {
  try {
    return await /** @type {() => Promise<Tally>} */ (parts[name])();
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return { passed: 0, failed: 1 };
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
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await node([tool('vitest/vitest.mjs'), ...args], { show: true, minutes: 30, env: realData() });
  const report = read(file);
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ each) =>
      each.status === 'failed' && !each.assertionResults.some(({ status }) => status === 'failed'),
  );
  return settle({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length }, code);
}

/** @returns {Promise<Tally>} */
async function journeys() {
  await build();
  const file = path.join(results, 'playwright.json');
  const { code } = await node([tool('@playwright/test/cli.js'), 'test'], {
    minutes: 30,
    show: true,
    env: { ...realData(), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const { stats, suites, errors } = read(file);
  for (const title of late(suites)) console.log(`Passed at the second try only: ${title}`);
  return settle({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }, code);
}

/**
 * The journeys that failed at first and then passed.
 * @typedef {{ suites?: Suite[], specs: { title: string, file: string, tests: { status: string }[] }[] }} Suite
 * @param {Suite[]} suites
 * @returns {string[]}
 */
function late(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} › ${title}`),
    ...late(inner),
  ]);
}

/** @param {string} file what a runner wrote about its run */
function read(file) {
  if (!fs.existsSync(file)) throw new Error(`No report came: ${path.relative(root, file)} was not written.`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** A runner that ends badly while it reports nothing bad, or ran nothing at all, has failed. @param {Tally} tally @param {number} code */
function settle(tally, code) {
  const silent = tally.failed === 0 && (code !== 0 || tally.passed === 0);
  return silent ? { ...tally, failed: 1 } : tally;
}
