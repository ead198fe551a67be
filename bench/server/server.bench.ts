// What the server answers per second, as a part of what its database can: pages, figures, new sessions, searches, at four sizes.

import { conditions, createEnvironment, type Environment } from '#bench/lib/environment.ts';
import { exponent, grouped, median, table, total } from '#bench/lib/report.ts';
import { type Figure, figures } from './figures.ts';
import { type Cost, type Floored, measure, type Pace, type Seen, type Taken } from './measure.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [20, 2_000] : [20, 2_000, 20_000, 100_000];
/** `warm` is what Node needs to compile the way of an answer. All times in milliseconds. */
const pace: Omit<Pace, 'until'> = quick
  ? { rounds: 3, slice: 80, warm: 200, callers: 16 }
  : { rounds: 5, slice: 300, warm: 1500, callers: 16 };
/** From the start on; under a heavy load the later figures get fewer rounds. */
const patience = quick ? 40_000 : 480_000;

type Row = { figure: Figure; way: string; seen: Seen };
type Cell = (taken: Taken[], floors: Floored[]) => number;

/** The median of the rounds. */
const ratio: Cell = (taken, floors) =>
  median(taken.map(({ rate }, round) => rate / (floors[round]?.rate ?? Number.NaN)));

/** Milliseconds per response or transaction, over all rounds: the clock of processes is too coarse for one. */
function costOf(done: readonly ({ answers: number } & Cost)[], part: 'cpu' | 'databaseCpu' | 'both'): number {
  const used = done.map(
    ({ cpu, databaseCpu }) => (part === 'databaseCpu' ? 0 : cpu) + (part === 'cpu' ? 0 : databaseCpu),
  );
  return total(used) / total(done.map(({ answers }) => answers));
}

/** CPU of the baseline (pgbench and database) to CPU of a response (server and database): independent of what else the machine did. */
const work: Cell = (taken, floors) => costOf(floors, 'both') / costOf(taken, 'both');

const middle =
  (of: (taken: Taken) => number): Cell =>
  (taken) =>
    median(taken.map(of));

function cells({ seen, way }: Row, cell: Cell): number[] {
  return seen.grounds.map(({ ways, floors }) => cell(ways.get(way) ?? [], floors));
}

/** From 2,000 to 100,000 sessions, of what something costs. */
function growth({ seen, way }: Row, cost: (taken: Taken[]) => number): number {
  const at = (size: number) => seen.grounds.find(({ ground }) => ground.sessions === size)?.ways.get(way);
  const [small, big] = [at(2_000), at(100_000)];
  if (!small || !big) return Number.NaN;
  return exponent({ size: 2_000, cost: cost(small) }, { size: 100_000, cost: cost(big) });
}

const shown = (number: number, digits = 2) => (Number.isNaN(number) ? '-' : number.toFixed(digits));

/** `ok` or `MISSED` for a target, nothing where there is none. */
function verdict(reached: number[], isFine: ((each: number) => boolean) | null): string {
  const known = reached.filter((each) => !Number.isNaN(each));
  if (!isFine || known.length === 0) return '';
  return known.every(isFine) ? 'ok' : 'MISSED';
}

function nameOf({ figure, way }: Row): string[] {
  return [figure.ways.length > 1 ? `${figure.name}, ${way}` : figure.name, figure.actor];
}

function ratioLine(row: Row): string[] {
  const { ratio: least, exponent: most } = row.figure.targets;
  const ratios = cells(row, ratio);
  const time = growth(row, (taken) => 1 / median(taken.map(({ rate }) => rate)));
  return [
    ...nameOf(row),
    ...ratios.map((each) => shown(each)),
    least === undefined ? '' : `>= ${least}`,
    verdict(ratios, least === undefined ? null : (each) => each >= least),
    ...cells(row, work).map((each) => shown(each)),
    shown(time),
    shown(growth(row, (taken) => costOf(taken, 'both'))),
    verdict([time], most === undefined ? null : (each) => each <= most),
  ];
}

function costLine(row: Row): string[] {
  const at = (cell: Cell, digits = 2) => cells(row, cell).map((each) => shown(each, digits));
  return [
    ...nameOf(row),
    ...at((taken) => costOf(taken, 'cpu')),
    ...at((taken) => costOf(taken, 'databaseCpu')),
    grouped(
      cells(
        row,
        middle(({ rate }) => rate),
      ).at(-1) ?? 0,
    ),
    grouped(cells(row, (_, floors) => median(floors.map(({ rate }) => rate))).at(-1) ?? 0),
    at(
      middle(({ p99 }) => p99),
      1,
    ).at(-1) ?? '',
  ];
}

async function memory(at: Environment): Promise<string> {
  const lines = await Promise.all(
    at.grounds.map(async ({ sessions, idle, product }) => {
      const { rss } = await product.used();
      return [grouped(sessions), ...[idle, rss].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`)];
    }),
  );
  return table([['sessions', 'memory idle', 'after the run'], ...lines], 1);
}

async function run(at: Environment): Promise<void> {
  const { rounds, slice, callers } = pace;
  const names = at.grounds.map(({ sessions }) => grouped(sessions));
  console.log(`\n${conditions(at.server)}`);
  console.log(
    `${callers} callers, ${rounds} rounds of ${slice} ms, product and floor in turn, middle values; logged in. The floor is`,
  );
  console.log('pgbench -M prepared with the statements that the product sends for one such question.\n');
  const rows: Row[] = [];
  const began = Date.now();
  for (const [nth, figure] of figures.entries()) {
    const until = began + (patience * (nth + 1)) / figures.length;
    const seen = await measure(figure, at, { ...pace, until });
    const found = figure.ways.map((way) => ({ figure, way, seen }));
    rows.push(...found);
    console.error(
      found.map((row) => [...nameOf(row), ...cells(row, ratio).map((each) => shown(each))].join('  ')).join('\n'),
    );
  }
  const ofAll = (word: string) => names.map((name) => `${word} ${name}`);
  const head = ['', '', ...ofAll('rate'), 'target', '', ...ofAll('work'), 'growth', 'of CPU', '<= 0.1'];
  console.log(
    '\nrate: answers per second to transactions per second of the floor. work: the same by CPU (pgbench and database to server and',
  );
  console.log(
    'database), which a busy machine does not change. growth: exponent of the time, and of the CPU, from 2,000 to 100,000 sessions.',
  );
  console.log(table([head, ...rows.map(ratioLine)]));
  const most = names.at(-1);
  const costs = ['', '', ...ofAll('server'), ...ofAll('database'), `/s ${most}`, 'floor /s', 'p99 ms'];
  console.log("\nCPU milliseconds an answer, of the server's process and of its database; answers a second.");
  console.log(table([costs, ...rows.map(costLine)]));
  console.log(`\n${await memory(at)}`);
}

const grounds = await createEnvironment(sizes);
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
