// How the time of a search grows from 1,000 to 100,000 sessions: lists, hits and groups, rare and common words, as each role, beside the floor.
import { type Actor, actors, words } from './company.ts';
import { conditions, createEnvironment, type Environment } from './environment.ts';
import type { Figure } from './figures.ts';
import { type Cost, measure, type Seen } from './measure.ts';
import { exponent, grouped, median, table, total } from './report.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
const pace = quick
  ? { rounds: 3, slice: 80, warm: 200, callers: 4 }
  : { rounds: 5, slice: 300, warm: 1000, callers: 4 };
/** Milliseconds in all; under a heavy load the later figures get fewer rounds. */
const patience = quick ? 60_000 : 400_000;
const most = 0.1;

const asked = {
  'list of sessions': '/api/sessions?limit=50&q=',
  'hits of a search': '/api/search?limit=50&q=',
  'groups beside them': '/api/search/groups?q=',
};

function figureOf(name: string, actor: Actor, [kind, word]: [string, string]): Figure {
  const path = asked[name as keyof typeof asked];
  return {
    name: `${name}, ${kind} word`,
    actor,
    ways: ['rebuilt'],
    asked: { what: `GET ${path}${word}`, status: 200 },
    targets: { exponent: most },
  };
}

const figures = Object.keys(asked).flatMap((name) =>
  Object.entries(words).flatMap((word) => actors.map((actor) => figureOf(name, actor, word))),
);

function cost(done: readonly ({ answers: number } & Cost)[]): number {
  return total(done.map(({ cpu, databaseCpu }) => cpu + databaseCpu)) / total(done.map(({ answers }) => answers));
}

/** By CPU of server and database together: what else the machine does changes it little. */
function lineOf(figure: Figure, { grounds }: Seen): string[] {
  const costs = grounds.map(({ ground, ways, floors }) => ({
    size: ground.sessions,
    cost: cost(ways.get('rebuilt') ?? []),
    floor: cost(floors),
    p99: median((ways.get('rebuilt') ?? []).map(({ p99 }) => p99)),
  }));
  const [small, big] = [costs[0], costs.at(-1)];
  const grows = small && big ? exponent(small, big) : Number.NaN;
  return [
    figure.name,
    figure.actor,
    ...costs.map((each) => each.cost.toFixed(2)),
    ...costs.map((each) => each.floor.toFixed(2)),
    (big?.p99 ?? Number.NaN).toFixed(1),
    grows.toFixed(2),
    grows <= most ? 'ok' : 'MISSED',
  ];
}

async function run(at: Environment): Promise<void> {
  const names = at.grounds.map(({ sessions }) => grouped(sessions));
  console.log(`\n${conditions(at.server)}`);
  console.log(
    `${pace.callers} callers, ${pace.rounds} rounds of ${pace.slice} ms, product and floor (pgbench with its statements) in turn.\n`,
  );
  const lines: string[][] = [];
  const began = Date.now();
  for (const [nth, figure] of figures.entries()) {
    const until = began + (patience * (nth + 1)) / figures.length;
    const line = lineOf(figure, await measure(figure, at, { ...pace, until }));
    console.error(line.join('  '));
    lines.push(line);
  }
  const head = [
    '',
    '',
    ...names.map((name) => `ms ${name}`),
    ...names.map((name) => `floor ${name}`),
    'p99 ms',
    'growth',
    `<= ${most}`,
  ];
  console.log('CPU milliseconds an answer; growth: its exponent from the first size to the last.');
  console.log(table([head, ...lines]));
}

const grounds = await createEnvironment(sizes);
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
