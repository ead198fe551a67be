// How the cost of a search grows from 1,000 to 100,000 sessions: lists, hits and groups, rare and common words, as each role.
import { sql } from 'kysely';
import { type Actor, actors, words } from '#bench/lib/company.ts';
import { databaseCpu } from '#bench/lib/cpu.ts';
import { conditions, createEnvironment, type Environment, type Ground } from '#bench/lib/environment.ts';
import { load, toQuestion } from '#bench/lib/load.ts';
import { exponent, grouped, table } from '#bench/lib/report.ts';
import { createDatabase, type Database } from '#server/db/open.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [1_000, 20_000] : [1_000, 20_000, 100_000];
/** Smaller tables are read whole, block by block, where bigger ones use an index: their blocks show the planner, not growth. */
const leastTables = quick ? 1_000 : 20_000;
const { rounds, slice, warm } = quick ? { rounds: 3, slice: 100, warm: 100 } : { rounds: 8, slice: 200, warm: 200 };
/** How many responses per round are counted in blocks. */
const counted = 10;
const most = 0.1;

/**
 * A rare word is in the same number of each person's sessions in any company: else a bigger one returns more rows, and the growth would be
 * the response's.
 */
const planted = { word: 'quoinstone', each: 5 };

/** The first is the floor of the others: a page of the same rows without a search. */
const floor = { name: 'page of 50, no words', path: '/api/sessions?limit=50' };
const asked = Object.entries({ common: words.common, rare: planted.word }).flatMap(([kind, word]) => [
  { name: `list of sessions, ${kind} word`, path: `/api/sessions?limit=50&q=${word}` },
  { name: `hits of a search, ${kind} word`, path: `/api/search?limit=50&q=${word}` },
  { name: `groups beside them, ${kind} word`, path: `/api/search/groups?q=${word}` },
  { name: `hits with filters, ${kind} word`, path: `/api/search?limit=50&from=2000-01-01&status=approved&q=${word}` },
]);
type Asked = typeof floor;

let fresh = 0;
const anew = ({ path }: Asked) => `${path}&fresh=${++fresh}`;

type Place = Ground & { database: Database };
type Round = { place: Place; actor: Actor; pid: number };

/** Clients read what was released: for approved sessions that is the present content. */
async function plant({ query }: Database): Promise<void> {
  const own = {
    admin: sql`true`,
    photographer: sql`photographer_id = (select id from users where username = 'photographer')`,
    client: sql`project_id in (select id from projects where client_id = (select id from users where username = 'client'))`,
  };
  for (const actor of actors)
    await sql`update sessions set notes = 'A new ' || ${planted.word} where id in (
      select id from sessions where status = 'approved' and removed_at is null and ${own[actor]} order by id limit ${planted.each})`.execute(
      query,
    );
  await sql`vacuum analyze sessions`.execute(query);
  await sql`create extension pg_stat_statements`.execute(query);
}

/** CPU milliseconds of server and database for a response that is made again. */
async function costOf(one: Asked, { place, actor, pid }: Round, milliseconds: number): Promise<number> {
  const { product, cookies } = place;
  const question = () => toQuestion(`GET ${anew(one)}`, { cookie: cookies[actor] });
  const [before, database] = [(await product.used()).cpu, databaseCpu(pid)];
  const { answers } = await load({ url: product.url, callers: 1, milliseconds, question, status: 200 });
  const after = (await product.used()).cpu;
  const own = (after.user - before.user + after.system - before.system) / 1000;
  return (own + databaseCpu(pid) - database) / answers;
}

type Body = unknown[] | { results: unknown[] } | Record<string, { rows: unknown[] } | null>;

function rowsIn(body: Body): number {
  if (Array.isArray(body)) return body.length;
  if ('results' in body) return (body.results as unknown[]).length;
  return Object.values(body).reduce((sum, group) => sum + (group?.rows.length ?? 0), 0);
}

/** Rows of a response, and the blocks that the database read for it: those are the same on any machine, however busy. */
async function countOf(one: Asked, { place, actor }: Round): Promise<{ rows: number; blocks: number }> {
  const { query } = place.database;
  await sql`select pg_stat_statements_reset()`.execute(query);
  let rows = 0;
  for (let n = 0; n < counted; n++) {
    const answer = await fetch(`${place.product.url}${anew(one)}`, { headers: { cookie: place.cookies[actor] } });
    rows = rowsIn((await answer.json()) as Body);
  }
  const found = await sql<{ blocks: number }>`
    select sum(shared_blks_hit + shared_blks_read)::float8 as blocks from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())`.execute(query);
  return { rows, blocks: (found.rows[0]?.blocks ?? 0) / counted };
}

type Measured = { size: number; rows: number; blocks: number; cost: number };

/**
 * The cheapest of several rounds: other programs and jobs of the product disturb some. The sizes alternate, so that they are disturbed
 * alike.
 */
async function measure(one: Asked, { actor, places, pid }: Omit<Round, 'place'> & { places: Place[] }) {
  const found = places.map(
    ({ sessions }): Measured => ({
      size: sessions,
      rows: 0,
      blocks: Number.POSITIVE_INFINITY,
      cost: Number.POSITIVE_INFINITY,
    }),
  );
  for (const place of places) await costOf(one, { place, actor, pid }, warm);
  for (let round = 0; round < rounds; round++)
    for (const [at, place] of places.entries()) {
      const least = found[at] as Measured;
      least.cost = Math.min(least.cost, await costOf(one, { place, actor, pid }, slice));
      const { rows, blocks } = await countOf(one, { place, actor, pid });
      least.rows = rows;
      least.blocks = Math.min(least.blocks, blocks);
    }
  return found;
}

/** From the smallest size that returns as many rows as the biggest: more rows are no growth of the search. */
function growthOf(found: Measured[], by: 'cost' | 'blocks'): number {
  const big = found.at(-1);
  const least = by === 'blocks' ? leastTables : 0;
  const small = found.find(({ size, rows }) => size >= least && rows === big?.rows);
  if (!small || !big || small === big) return Number.NaN;
  return exponent({ size: small.size, cost: small[by] }, { size: big.size, cost: big[by] });
}

function verdict(growth: number): string {
  if (Number.isNaN(growth)) return 'rows differ';
  return `${growth.toFixed(2)} ${growth <= most ? 'ok' : 'MISSED'}`;
}

function toLine(one: Asked, actor: Actor, found: Measured[]): string[] {
  return [
    one.name,
    actor,
    found.map(({ rows }) => rows).join(' / '),
    found.map(({ blocks }) => blocks.toFixed(0)).join(' / '),
    verdict(growthOf(found, 'blocks')),
    found.map(({ cost }) => cost.toFixed(2)).join(' / '),
    verdict(growthOf(found, 'cost')),
  ];
}

async function run({ grounds, server }: Environment): Promise<void> {
  const places = grounds.map((ground) => ({ ...ground, database: createDatabase(ground.connection, { max: 1 }) }));
  for (const { database } of places) await plant(database);
  console.log(`\n${conditions(server)}`);
  console.log(`One caller, the cheapest of ${rounds} rounds of ${slice} ms; no answer is cached.\n`);
  const lines: string[][] = [];
  for (const one of [floor, ...asked])
    for (const actor of actors) {
      const line = toLine(one, actor, await measure(one, { actor, places, pid: server.pid }));
      console.error(line.join('  '));
      lines.push(line);
    }
  console.log(
    `Of ${grounds.map(({ sessions }) => grouped(sessions)).join(' / ')} sessions: rows, blocks of the database and CPU`,
  );
  console.log(
    'milliseconds of server and database for an answer. Growth: its exponent between sizes that answer as many rows.',
  );
  console.log(table([['', '', 'rows', 'blocks', `<= ${most}`, 'ms', `<= ${most}`], ...lines]));
  for (const { database } of places) await database.close();
}

const grounds = await createEnvironment(sizes, {
  database: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_utility': 'off' },
});
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
