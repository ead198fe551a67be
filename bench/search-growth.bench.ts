// How the cost of a search grows from 1,000 to 100,000 sessions: lists, hits and groups, rare and common words, as each role.
import { type Actor, actors, words } from './company.ts';
import { databaseCpu } from './cpu.ts';
import { conditions, createEnvironment, type Environment, type Ground } from './environment.ts';
import { load, toQuestion } from './load.ts';
import { exponent, grouped, table } from './report.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
const { rounds, slice, warm } = quick ? { rounds: 3, slice: 100, warm: 100 } : { rounds: 4, slice: 400, warm: 300 };
const most = 0.1;

/** The first is the floor of the others: a page of the same rows that nobody has to look for. */
const floor = { name: 'page of 50, no words', path: '/api/sessions?limit=50' };
const asked = Object.entries(words).flatMap(([kind, word]) => [
  { name: `list of sessions, ${kind} word`, path: `/api/sessions?limit=50&q=${word}` },
  { name: `hits of a search, ${kind} word`, path: `/api/search?limit=50&q=${word}` },
  { name: `groups beside them, ${kind} word`, path: `/api/search/groups?q=${word}` },
]);
type Asked = typeof floor;

let fresh = 0;

type Round = { ground: Ground; actor: Actor; pid: number };

/** CPU milliseconds of server and database for an answer that is made anew: a busy machine changes them little. */
async function costOf({ path }: Asked, { ground, actor, pid }: Round, milliseconds: number): Promise<number> {
  const { product, cookies } = ground;
  const question = () => toQuestion(`GET ${path}&fresh=${++fresh}`, { cookie: cookies[actor] });
  const [before, database] = [(await product.used()).cpu, databaseCpu(pid)];
  const { answers } = await load({ url: product.url, callers: 1, milliseconds, question, status: 200 });
  const after = (await product.used()).cpu;
  const own = (after.user - before.user + after.system - before.system) / 1000;
  return (own + databaseCpu(pid) - database) / answers;
}

/** Of several rounds the cheapest: jobs of the product fall into some. */
async function leastOf(one: Asked, round: Round): Promise<number> {
  await costOf(one, round, warm);
  const costs: number[] = [];
  while (costs.length < rounds) costs.push(await costOf(one, round, slice));
  return Math.min(...costs);
}

async function lineOf(one: Asked, actor: Actor, { grounds, server }: Environment): Promise<string[]> {
  const times: { size: number; cost: number }[] = [];
  for (const ground of grounds) {
    const cost = await leastOf(one, { ground, actor, pid: server.pid });
    times.push({ size: ground.sessions, cost });
  }
  const [small, big] = [times[0], times.at(-1)];
  const grows = small && big ? exponent(small, big) : Number.NaN;
  return [
    one.name,
    actor,
    ...times.map(({ cost }) => cost.toFixed(2)),
    grows.toFixed(2),
    grows <= most ? 'ok' : 'MISSED',
  ];
}

async function run(at: Environment): Promise<void> {
  const names = at.grounds.map(({ sessions }) => grouped(sessions));
  console.log(`\n${conditions(at.server)}`);
  console.log(`One caller, the cheapest of ${rounds} rounds of ${slice} ms; no answer is cached.\n`);
  const lines: string[][] = [];
  for (const one of [floor, ...asked])
    for (const actor of actors) {
      const line = await lineOf(one, actor, at);
      console.error(line.join('  '));
      lines.push(line);
    }
  console.log(
    'CPU milliseconds an answer, of server and database; growth: its exponent from the first size to the last.',
  );
  console.log(table([['', '', ...names.map((name) => `ms ${name}`), 'growth', `<= ${most}`], ...lines]));
}

const grounds = await createEnvironment(sizes);
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
