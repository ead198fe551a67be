// `npm run check`: everything that can be checked without running the product. Each check counts as one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { weigh } from './bundle.mjs';
import { recordFaults } from './documents.mjs';
import { pictureFaults } from './house-picture.mjs';
import { install } from './install.mjs';
import { boundaryHints, boundaryViolations } from './module-boundaries.mjs';
import { brokenReferences } from './references.mjs';
import { node, root, tell, tool } from './run.mjs';
import { unprovenStatements } from './specification.mjs';

/** Each check answers the faults it found, and optionally a word about what it saw. @type {Record<string, () => Promise<{ faults: string[], summary?: string }>>} */
const checks = {
  types: () => program('typescript/bin/tsc', '-b'),
  walls: async () => {
    const { folders, files } = boundaryHints(root);
    const hints = [...folders.map((folder) => `${folder} entries`), `${files.length} short files`].join(', ');
    return { faults: [...boundaryViolations(root), ...pictureFaults(root)], summary: `worth a look: ${hints}` };
  },
  proofs: async () => {
    const { faults, rows } = unprovenStatements(root);
    return { faults: [...faults, ...brokenReferences(root), ...recordFaults(root)], summary: `${rows} statements` };
  },
  words: async () => {
    // It reads sources with a package, which is there only once this has begun.
    const { wordFaults } = await import('./words.mjs');
    const { faults, elsewhere } = wordFaults(root);
    return { faults, summary: `${elsewhere.length} in comments and titles` };
  },
  unused: () => program('knip/bin/knip.js', '--no-progress'),
  // Alone at the end it has work for two processors.
  lint: () => program('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'),
  build: async () => {
    await build();
    return { faults: [] };
  },
  bundle: async () => weigh(path.join(root, 'build/web')),
};

/** @param {string[]} words */
async function program(...words) {
  const [file = '', ...args] = words;
  const { code, output } = await node([tool(file), ...args]);
  return { faults: code === 0 ? [] : [output.trim() || `ended with code ${code}`] };
}

/** One after the other, beside the others: each keeps one processor busy for most of its time. */
const ofTheBuild = ['build', 'bundle'];

/**
 * Runs every check, prints each with its time as it ends, and goes on after a failure.
 * @returns {Promise<{ passed: number, failures: import('./test/failures.mjs').Failure[] }>}
 */
export async function check() {
  const names = Object.keys(checks);
  const others = names.filter((name) => !ofTheBuild.includes(name));
  const failures = (await Promise.all([others, ofTheBuild].map(failuresAmong))).flat();
  return { passed: names.length - failures.length, failures };
}

/** @param {string[]} names one after the other */
async function failuresAmong(names) {
  const failures = [];
  for (const name of names) {
    const faults = await faultsOf(name);
    if (faults.length > 0) failures.push({ name: `check › ${name}`, error: faults.join('\n') });
  }
  return failures;
}

/** @param {string} name */
async function faultsOf(name) {
  const look = /** @type {typeof checks[string]} */ (checks[name]);
  const began = Date.now();
  const { faults, summary } = await look().catch((error) => ({ faults: [String(error.message)], summary: '' }));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(7)} ${seconds.padStart(5)} s  ${summary ?? ''}`,
  );
  for (const fault of faults) console.log(fault);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await tell(async () => {
    await install();
    const { passed, failures } = await check();
    console.log(`${passed} passed, ${failures.length} failed`);
    if (failures.length > 0) process.exitCode = 1;
  });
}
