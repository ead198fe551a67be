// How well, how surely and at what cost pictures of one place are aligned: `npm run bench -- alignment`, `--quick` for a few pairs.
//
// With ALIGNMENT_PAIRS=<path of a JSON file> on one's own pairs: an array of { older, newer, truth }. Names are relative to the file;
// `truth` are nine numbers, row by row, that map pixels of the whole upright older picture to those of the newer one, or null if the
// two do not belong together. Each pair is printed as a line of JSON, names as given, matrix as the truth. A picture is one
// version of one file, however many pairs name it, and chains go through the pictures of other pairs: see order.ts for what
// lies between two in time. Without it on the demo's pictures and, if REAL_DATA names a folder of them, on real flights.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { table } from '#bench/lib/report.ts';
import { BadPairs, type MeasuredPair, readPairs } from './pairs.ts';
import { type AlignmentRun, createAlignmentRun, type MeasuredAlignment } from './run.ts';
import { makePairs } from './series.ts';
import { goalRows, goals, toCells } from './table.ts';

const quick = process.argv.includes('--quick');
const idle = 2_000;

function print({ pair, matrix, inliers, cpuMs }: MeasuredAlignment): void {
  const [older, newer] = pair.names;
  const line = { older, newer, accepted: matrix !== null, inliers, matrix, cpuMs: Math.round(cpuMs) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Measured only where it matters. */
async function misfitOf({ pair, error }: MeasuredAlignment, run: AlignmentRun): Promise<number> {
  if (!(pair.asTaken && error > goals.error)) return 0;
  const own = await run.align({ ...pair, ...pair.asTaken });
  return own.matrix ? own.error : 0;
}

async function measure(pairs: readonly MeasuredPair[], folder: string): Promise<void> {
  const run = createAlignmentRun(pairs, { folder, idle });
  try {
    const measured: MeasuredAlignment[] = [];
    for (const pair of pairs) {
      const found = await run.align(pair);
      print(found);
      measured.push(found);
    }
    for (const found of measured) found.misfit = await misfitOf(found, run);
    await delay(idle * 2);
    const rows = goalRows(measured, { megabytes: run.peakMegabytes(), isGone: !run.isAlignerRunning() });
    process.stdout.write(`\n${table(toCells(rows), 1)}\n`);
    if (rows.some(({ isMissed }) => isMissed)) process.exitCode = 1;
  } finally {
    run.close();
  }
}

async function run(folder: string): Promise<void> {
  const given = process.env.ALIGNMENT_PAIRS;
  if (given !== undefined) return measure(readPairs(given), folder);
  const to = join(folder, 'pairs');
  mkdirSync(to);
  return measure(await makePairs({ demo: 'demo/media', real: process.env.REAL_DATA, to, quick }), folder);
}

const folder = mkdtempSync(join(tmpdir(), 'topout-bench-alignment-'));
try {
  await run(folder);
} catch (error) {
  if (!(error instanceof BadPairs)) throw error;
  process.stderr.write(`ALIGNMENT_PAIRS: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
