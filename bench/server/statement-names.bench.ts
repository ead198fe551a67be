// What it costs that statements have no names, as through a pooler that keeps none: CPU of the product and of the database for each answer.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { currentLoad, machine } from '#bench/lib/browser.ts';
import { databaseCpu } from '#bench/lib/cpu.ts';
import { createEnvironment, type Environment } from '#bench/lib/environment.ts';
import { load, toQuestion } from '#bench/lib/load.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { publish } from '#bench/lib/publish.ts';
import { median } from '#bench/lib/report.ts';
import { createDatabase } from '#server/db/open.ts';
import { startPooler } from '#server/test-support/processes/pooler.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 9;
const sliceMs = 1_500;
const callers = 4;
const sessions = 20_000;

/** The same product, by how it reaches the one database. */
type Way = { name: string; product: Gauged };
type Cost = { product: number; database: number };
type Question = { name: string; status: number; next: () => Buffer };

/** What a connection sends by itself, with a pooler its role has; then all ways differ by their names alone. */
const settingsOfRole = { timezone: 'UTC', jit: 'off', plan_cache_mode: 'force_generic_plan' };

async function settleRole({ server }: Environment): Promise<void> {
  const database = createDatabase(server.connection, { max: 1 });
  for (const [name, value] of Object.entries(settingsOfRole))
    await sql.raw(`alter role ${server.connection.user} set ${name} = '${value}'`).execute(database.query);
  await database.close();
}

let count = 0;

function questionsOf(cookies: Environment['grounds'][number]['cookies']): Question[] {
  // Another address each time: nothing comes from the cache.
  const get = (path: string) => () => toQuestion(`GET ${path}fresh=${++count}`, { cookie: cookies.client });
  const body = {
    projectId: 1,
    siteId: 1,
    captureDate: new Date().toISOString().slice(0, 10),
    notes: 'Slab of the third floor was poured, still curing.',
  };
  const key = () => ({ 'idempotency-key': randomUUID() });
  return [
    { name: 'list of 50', status: 200, next: get('/api/sessions?limit=50&') },
    { name: 'figures', status: 200, next: get('/api/dashboard/stats?') },
    {
      name: 'submission',
      status: 201,
      next: () => toQuestion('POST /api/sessions', { cookie: cookies.photographer, body, headers: key() }),
    },
  ];
}

/** Milliseconds for each answer. */
async function costOf({ product }: Way, question: Question, pid: number): Promise<Cost> {
  const before = { product: (await product.used()).cpu, database: databaseCpu(pid) };
  const { next, status } = question;
  const given = { url: product.url, callers, milliseconds: sliceMs, question: next, status };
  const { answers } = await load(given);
  const after = { product: (await product.used()).cpu, database: databaseCpu(pid) };
  const used = after.product.user + after.product.system - before.product.user - before.product.system;
  return { product: used / 1000 / answers, database: (after.database - before.database) / answers };
}

function rowOf(question: Question, ways: readonly Way[], costs: readonly Cost[][]): string[] {
  const middle = (nth: number, part: keyof Cost) => median((costs[nth] ?? []).map((cost) => cost[part]));
  const cell = (nth: number) => {
    const [own, database] = [middle(nth, 'product'), middle(nth, 'database')];
    const named = middle(0, 'product') + middle(0, 'database');
    return `${own.toFixed(2)} + ${database.toFixed(2)} ms (${((own + database) / named).toFixed(2)})`;
  };
  return [question.name, ...ways.map((_, nth) => cell(nth))];
}

/** One way after the other in each round, so that whatever else the machine does falls on all alike. */
async function compare(ways: readonly Way[], questions: readonly Question[], pid: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const question of questions) {
    const costs: Cost[][] = ways.map(() => []);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++)
      for (const [nth, way] of ways.entries()) {
        const cost = await costOf(way, question, pid);
        if (round > 0) costs[nth]?.push(cost);
      }
    rows.push(rowOf(question, ways, costs));
  }
  return rows;
}

const environment = await createEnvironment([sessions], { own: { ROLE: 'web' } });
if (environment === null) {
  console.log('PostgreSQL and its pgbench are not installed: nothing was measured.');
  process.exit();
}
const { server, folder, grounds } = environment;
const [ground] = grounds;
if (!ground) throw new Error('No company was filled in');
const others: Way[] = [];
const pooler = await startPooler(ground.connection, { connections: 20 });
try {
  await settleRole(environment);
  const address = server.url(ground.connection.database);
  const start = (DATABASE_URL: string) =>
    startMeasured({ DATABASE_URL, DATABASE_DIRECT_URL: address, DATA_DIR: folder, ROLE: 'web' });
  others.push({ name: 'no names', product: await start(address) });
  if (pooler) others.push({ name: 'no names, through PgBouncer', product: await start(pooler.url) });
  const ways = [{ name: 'names', product: ground.product }, ...others];
  const rows = await compare(ways, questionsOf(ground.cookies), server.pid);
  publish('statement-names', {
    about: [
      `CPU for each answer, of the product and of the database, and in brackets how many times that with names: middle of ${rounds} rounds, ${callers} callers, ${sessions} sessions.`,
      `${machine()}; ${currentLoad()}.`,
    ],
    rows: [['answer', ...ways.map(({ name }) => name)], ...rows],
    left: 1,
  });
} finally {
  await Promise.all(others.map(({ product }) => product.end('SIGTERM')));
  await pooler?.stop();
  await environment.close();
}
