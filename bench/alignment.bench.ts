// How well, how surely and at what cost pictures of one place are laid over each other: `npm run bench -- alignment`, `--quick` for a few pairs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { maxChain } from '#contract/alignments.ts';
import { applyHomography, composeHomographies, type Homography } from '#contract/homography.ts';
import { createFileAligner } from '#server/media/alignment/align-files.ts';
import { type Aligned, createAligner, startAligner } from '#server/media/alignment/aligner-process.ts';
import { bestChain, composeChain } from '#server/media/alignment/chains.ts';
import { createDecoder } from '#server/media/decoder-process.ts';
import { createThumbnails } from '#server/media/thumbnails.ts';
import { type MeasuredPair, makePairs, readPairs } from './alignment-pairs.ts';
import { processCpu } from './cpu.ts';
import { median, table } from './report.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-alignment-'));
const idle = 2_000;

/** As the server makes them, on the program as it was built. */
const decoder = createDecoder();
const thumbnails = createThumbnails({ decoder, folder: join(folder, 'thumbnails'), maxBytes: 2 ** 30 });
const aligner = createAligner({ idle, startProcess: () => startAligner('build/server/aligner.js') });
const { alignFiles } = createFileAligner({ aligner, thumbnails });

type Measured = MeasuredPair & { matrix: Homography | null; inliers: number; cpuMs: number; chained: boolean };

const fileAt = (path: string) => ({
  id: `local:${path}`,
  version: String(statSync(path).mtimeMs),
  picture: async () => path,
});

let peakMegabytes = 0;

/** What the process held at most; NaN where there is no /proc. */
function notePeak(): void {
  const pid = aligner.pid();
  const peak = pid
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
    : Number.NaN;
  peakMegabytes = Math.max(peakMegabytes, peak / 1_000_000);
}

/** Decoding counts too. */
async function alignMeasured({ older, newer }: MeasuredPair): Promise<Aligned> {
  const before = decoder.pid() ? processCpu(decoder.pid()) : 0;
  const found = await alignFiles({ kind: 'photo', older: fileAt(older), newer: fileAt(newer) });
  const decoding = processCpu(decoder.pid()) - before;
  notePeak();
  return { ...found, cpuMs: found.cpuMs + (decoding > 0 ? decoding : 0) };
}

async function sizeOf(path: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(path).metadata();
  return autoOrient;
}

/** From shares to pixels of the whole upright pictures. */
async function inPixels(matrix: Homography, { older, newer }: MeasuredPair): Promise<Homography> {
  const [from, to] = [await sizeOf(older), await sizeOf(newer)];
  const shares = [1 / from.width, 0, 0, 0, 1 / from.height, 0, 0, 0, 1];
  const pixels = [to.width, 0, 0, 0, to.height, 0, 0, 0, 1];
  const whole = composeHomographies(composeHomographies(shares, matrix), pixels);
  return whole.map((value) => value / (whole[8] ?? 1));
}

/** In percent of the width, in the middle of all places that both pictures show. */
async function errorOf({ matrix, truth, older, newer }: Measured): Promise<number> {
  if (!matrix || !truth) return Number.NaN;
  const [from, to] = [await sizeOf(older), await sizeOf(newer)];
  const errors: number[] = [];
  for (let at = 0; at < 121; at++) {
    const place = [((at % 11) / 10) * from.width, (Math.floor(at / 11) / 10) * from.height] as const;
    const [[x, y], [wantedX, wantedY]] = [applyHomography(matrix, place), applyHomography(truth, place)];
    if (wantedX < 0 || wantedY < 0 || wantedX > to.width || wantedY > to.height) continue;
    errors.push((Math.hypot(x - wantedX, y - wantedY) / to.width) * 100);
  }
  return median(errors);
}

/** Where the direct way failed: by way of other pairs that were aligned, as the server goes by other visits of the viewpoint. */
async function chain(pair: Measured, all: readonly Measured[]): Promise<Homography | null> {
  const names = [...new Set(all.flatMap(({ older, newer }) => [older, newer]))];
  const links = all.flatMap(({ older, newer, matrix, inliers }) =>
    matrix ? [{ from: names.indexOf(older), to: names.indexOf(newer), inliers, matrix }] : [],
  );
  const ends = { from: names.indexOf(pair.older), to: names.indexOf(pair.newer), between: maxChain };
  const found = bestChain(links, ends);
  return found && composeChain(found.links.map((link) => link.matrix));
}

function print({ older, newer, matrix, inliers, cpuMs }: Measured): void {
  const line = {
    older: basename(older),
    newer: basename(newer),
    accepted: matrix !== null,
    inliers,
    matrix,
    cpuMs: Math.round(cpuMs),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function run(): Promise<void> {
  const given = process.env.ALIGNMENT_PAIRS;
  mkdirSync(join(folder, 'pairs'));
  const pairs = given
    ? readPairs(given)
    : await makePairs({ demo: 'demo-media', real: process.env.REAL_DATA, to: join(folder, 'pairs'), quick });
  const direct: Measured[] = [];
  for (const pair of pairs) {
    const { matrix, inliers, cpuMs } = await alignMeasured(pair);
    direct.push({ ...pair, matrix: matrix && (await inPixels(matrix, pair)), inliers, cpuMs, chained: false });
  }
  const measured: Measured[] = [];
  for (const pair of direct) {
    const matrix = pair.matrix ?? (await chain(pair, direct));
    measured.push({ ...pair, matrix, chained: pair.matrix === null && matrix !== null });
  }
  for (const pair of measured) print(pair);
  await summarize(measured);
}

async function summarize(measured: readonly Measured[]): Promise<void> {
  const right = measured.filter(({ truth }) => truth !== null);
  const wrong = measured.filter(({ truth }) => truth === null);
  const aligned = right.filter(({ matrix }) => matrix !== null);
  const errors = await Promise.all(aligned.map(errorOf));
  const cpu = measured.map(({ cpuMs }) => cpuMs);
  await delay(idle * 2);
  const shown = (value: number, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
  const rows = [
    ['pairs of one place', 'aligned', `${aligned.length} of ${right.length}`],
    ['', 'of them by a chain', `${aligned.filter(({ chained }) => chained).length}`],
    ['', 'median error, % of the width', shown(median(errors))],
    ['', 'worst error, % of the width', shown(Math.max(...errors))],
    ['pairs of different places', 'accepted', `${wrong.filter(({ matrix }) => matrix).length} of ${wrong.length}`],
    ['', 'most points that agreed', `${Math.max(0, ...wrong.map(({ inliers }) => inliers))}`],
    ['a pair', 'CPU, median, s', shown(median(cpu) / 1000)],
    ['', 'CPU, most, s', shown(Math.max(...cpu) / 1000)],
    ['', 'memory, most, MB', shown(peakMegabytes, 0)],
    ['afterwards', 'process', aligner.pid() === null ? 'ended' : 'still there'],
  ];
  process.stdout.write(`\n${table(rows)}\n`);
}

try {
  await run();
} finally {
  aligner.close();
  thumbnails.close();
  rmSync(folder, { recursive: true, force: true });
}
