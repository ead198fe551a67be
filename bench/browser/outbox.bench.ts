// An outbox under faults: 200 single ones, five killed browsers, 60 rounds of pictures on a weak connection; none lost, doubled, reordered.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentLoad, machine } from '#bench/lib/browser.ts';
import { publish } from '#bench/lib/publish.ts';
import { grouped } from '#bench/lib/report.ts';
import { runWeakLine } from './weak-line.ts';

type Figures = Record<'rounds' | 'written' | 'arrived' | 'waiting' | 'inForm' | 'lost' | 'twice', number> & {
  met: Record<string, number>;
};

const quick = process.argv.includes('--quick');
const rounds = quick ? 20 : 200;
const kills = quick ? 1 : 5;
const weakRounds = Number(process.env.OUTBOX_WEAK_ROUNDS ?? (quick ? 6 : 60));
const seed = Number(process.env.OUTBOX_SEED ?? Date.now() % 100_000);
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-outbox-'));
const file = join(folder, 'figures.json');

/** The journeys that also run with each test run, fewer times; they have the product and the browser. */
function journey(words: string[], env: Record<string, string> = {}): number {
  const program = ['node_modules/@playwright/test/cli.js', 'test', '--workers=1', '--retries=0', '--reporter=line'];
  const all = { ...process.env, ...env };
  return spawnSync(process.execPath, [...program, ...words], { stdio: 'inherit', env: all }).status ?? 1;
}

const metRows = (met: Record<string, number>) =>
  Object.entries(met).map(([fault, times]) => [`met: ${fault}`, grouped(times), '']);
const conditions = () => `${machine()}, load ${currentLoad().toFixed(1)}`;

function show({ written, arrived, waiting, inForm, lost, twice, met }: Figures): void {
  publish('outbox', {
    about: [
      `${rounds} rounds against the real product and its database, ${conditions()}.`,
      'Each thing arrived once, or is still shown as not sent with its content, or its open form says why it was not taken.',
    ],
    rows: [
      ['figure', 'count', 'target'],
      ['written', grouped(written), ''],
      ['arrived exactly once', grouped(arrived), ''],
      ['still here, with its content', grouped(waiting), ''],
      ['refused while its form was open', grouped(inForm), ''],
      ['lost', grouped(lost), '= 0'],
      ['arrived twice', grouped(twice), '= 0'],
      ...metRows(met),
    ],
    left: 1,
  });
}

/** Returns 1 if a target was missed. */
async function onWeakLine(): Promise<number> {
  console.log(`Seed ${seed}: OUTBOX_SEED=${seed} takes the same rounds again.`);
  const { met, ...found } = await runWeakLine(weakRounds, seed);
  const { lost, twice, outOfOrder, differing, draftsWrong } = found;
  publish('outbox-weak-line', {
    about: [
      `${weakRounds} rounds of visits with pictures, edits, concerns, answers and drafts, seed ${seed}, ${conditions()}.`,
      'The line is cut, slow, hangs and flaps, and browser and server are killed meanwhile. Pictures are compared by SHA-256.',
    ],
    rows: [
      ['figure', 'count', 'target'],
      ['handed in', grouped(found.handed), ''],
      ['arrived exactly once', grouped(found.arrived), ''],
      ['still here, with its content', grouped(found.waiting), ''],
      ['refused while its form was open', grouped(found.inForm), ''],
      ['lost', grouped(lost), '= 0'],
      ['arrived twice', grouped(twice), '= 0'],
      ['rounds out of order', grouped(outOfOrder), '= 0'],
      ['pictures', grouped(found.pictures), ''],
      ['pictures that are missing, doubled, or differ in a byte', grouped(differing), '= 0'],
      ['drafts', grouped(found.drafts), ''],
      ['drafts that are gone, or offered though they were handed in', grouped(draftsWrong), '= 0'],
      ...metRows(met),
    ],
    left: 1,
  });
  return lost + twice + outOfOrder + differing + draftsWrong === 0 ? 0 : 1;
}

try {
  const only = process.argv.includes('--weak-line');
  const faults = only
    ? 0
    : journey(['e2e/offline/outbox-faults.test.ts'], { OUTBOX_ROUNDS: String(rounds), OUTBOX_FIGURES: file });
  if (existsSync(file)) show(JSON.parse(readFileSync(file, 'utf8')) as Figures);
  const killed = only
    ? 0
    : journey(['e2e/offline/offline.test.ts', '-g', 'a browser that is killed', `--repeat-each=${kills}`]);
  process.exitCode = (await onWeakLine()) || faults || killed;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The tabs' channels keep a process alive.
process.exit();
