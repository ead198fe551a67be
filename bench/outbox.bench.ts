// Two hundred rounds of faults around an outbox, and five killed browsers: nothing may be lost, and nothing may arrive twice.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentLoad, machine } from './browser.ts';
import { publish } from './publish.ts';
import { grouped } from './report.ts';

type Figures = Record<'rounds' | 'written' | 'arrived' | 'waiting' | 'inForm' | 'lost' | 'twice', number> & {
  met: Record<string, number>;
};

const quick = process.argv.includes('--quick');
const rounds = quick ? 20 : 200;
const kills = quick ? 1 : 5;
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-outbox-'));
const file = join(folder, 'figures.json');

/** The journeys that also run with each test, fewer times; they have the product and the browser. */
function journey(words: string[], env: Record<string, string> = {}): number {
  const program = ['node_modules/@playwright/test/cli.js', 'test', '--workers=1', '--retries=0', '--reporter=line'];
  const all = { ...process.env, ...env };
  return spawnSync(process.execPath, [...program, ...words], { stdio: 'inherit', env: all }).status ?? 1;
}

function show({ written, arrived, waiting, inForm, lost, twice, met }: Figures): void {
  publish('outbox', {
    about: [
      `${rounds} rounds against the real product and its database, ${machine()}, load ${currentLoad().toFixed(1)}.`,
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
      ...Object.entries(met).map(([fault, times]) => [`met: ${fault}`, grouped(times), '']),
    ],
    left: 1,
  });
}

try {
  const faults = journey(['e2e/outbox-faults.test.ts'], { OUTBOX_ROUNDS: String(rounds), OUTBOX_FIGURES: file });
  if (existsSync(file)) show(JSON.parse(readFileSync(file, 'utf8')) as Figures);
  const killed = journey(['e2e/offline.test.ts', '-g', 'a browser that is killed', `--repeat-each=${kills}`]);
  process.exitCode = faults || killed;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
