// Kills the database's primary again and again under a running product: nothing acknowledged may be lost or doubled, and it comes back by itself.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { fillCompany, password } from '#bench/lib/company.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { grouped, median, table } from '#bench/lib/report.ts';
import { migrate } from '#server/db/migrate.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { type StandbyPair, startPair } from '#server/test-support/processes/standby-pair.ts';
import { countFaults, creation, startWriters } from './insistent-writers.ts';

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const rounds = Number(option('rounds') ?? (process.argv.includes('--quick') ? 3 : 20));
const writers = 8;
/** Load before each kill, and the time until a monitor would notice it. */
const [underLoadMs, noticedMs] = [1_500, 1_000];
const mostSeconds = 30;
/** After the last failover jobs are waited for as long as some are done in this time. */
const jobsMs = 60_000;

/** Of an open page: when it last heard of a change, which comes through the database's LISTEN. */
async function startListening(
  product: Gauged,
  cookie: string,
  userId: number,
): Promise<{ heard(): number; close(): void }> {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  let heard = 0;
  socket.on('message', (data) => {
    if ((JSON.parse(String(data)) as { type: string }).type === 'changed') heard = performance.now();
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', userId }));
  return { heard: () => heard, close: () => socket.terminate() };
}

async function until(what: () => boolean): Promise<number> {
  const end = performance.now() + 4 * mostSeconds * 1000;
  while (!what() && performance.now() < end) await delay(10);
  return performance.now();
}

/**
 * Of the jobs that the creations left (not those that come again by themselves): how many are due and nobody does them, and how many wait
 * for the end of a lease, because the primary died between the taking and the answer.
 */
async function countJobs({ query }: Database): Promise<{ left: number; leased: number }> {
  let [end, fewest] = [0, Number.POSITIVE_INFINITY];
  for (;;) {
    const { rows } = await sql<{
      left: number;
      leased: number;
    }>`select count(*) filter (where run_at <= now()) as left, count(*) filter (where run_at > now()) as leased
      from jobs where dedupe_key is null or dedupe_key not like 'every %'`.execute(query);
    const found = rows[0] ?? { left: 0, leased: 0 };
    if (found.left < fewest) end = performance.now() + jobsMs;
    fewest = Math.min(fewest, found.left);
    if (found.left === 0 || performance.now() > end) return found;
    await delay(500);
  }
}

type Round = { backSeconds: number; heardSeconds: number };

async function failOver(
  pair: StandbyPair,
  load: ReturnType<typeof startWriters>,
  page: { heard(): number },
): Promise<Round> {
  await delay(underLoadMs);
  const killed = performance.now();
  await pair.killPrimary();
  await delay(noticedMs);
  await pair.promote();
  const promoted = performance.now();
  const back = await until(() => load.acknowledged.some(({ began }) => began > killed));
  const heard = await until(() => page.heard() > promoted);
  await pair.rejoin();
  await pair.synchronise();
  return { backSeconds: (back - killed) / 1000, heardSeconds: (heard - killed) / 1000 };
}

async function prepare(pair: StandbyPair): Promise<{ database: Database; userId: number }> {
  const first = createDatabase(pair.url('postgres'), { max: 1 });
  await sql`create database company`.execute(first.query);
  await first.close();
  const database = createDatabase(pair.url('company'), { max: 2 });
  await migrate(database);
  await fillCompany(database, 20);
  await pair.synchronise();
  const admin = database.query.selectFrom('users').select('id').where('username', '=', 'admin');
  return { database, userId: (await admin.executeTakeFirstOrThrow()).id };
}

const folder = mkdtempSync(join(tmpdir(), 'topout-bench-failover-'));
const pair = await startPair();
try {
  const { database, userId } = await prepare(pair);
  const product = await startMeasured({ DATABASE_URL: pair.url('company'), DATA_DIR: folder });
  const page = await startListening(product, await product.login('admin', password), userId);
  const refused = new Map<string, number>();
  const load = startWriters({
    cookie: await product.login('photographer', password),
    writers,
    patienceMs: mostSeconds * 1000,
    async ask(request) {
      const status = await product.ask(creation, request).then(
        (answer) => String(answer.status),
        (error: Error) => error.message,
      );
      if (status !== '201') refused.set(status, (refused.get(status) ?? 0) + 1);
      return status;
    },
  });
  const seen: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    const { backSeconds, heardSeconds } = await failOver(pair, load, page);
    seen.push({ backSeconds, heardSeconds });
    console.log(
      `${round}: writes after ${backSeconds.toFixed(1)} s, an open page hears after ${heardSeconds.toFixed(1)} s`,
    );
  }
  await load.stop();
  const { lost, doubled } = await countFaults(
    database,
    load.acknowledged.map(({ key }) => key),
  );
  const jobs = await countJobs(database);
  const slowest = Math.max(...seen.flatMap(({ backSeconds, heardSeconds }) => [backSeconds, heardSeconds]));
  const restarts = product.child.exitCode === null ? 0 : 1;
  console.log(
    table(
      [
        ['primary killed, standby promoted', 'figure', 'target'],
        ['kills', String(seen.length), `= ${rounds}`],
        ['sessions acknowledged', grouped(load.acknowledged.length), ''],
        ['lost', String(lost), '= 0'],
        ['there twice', String(doubled), '= 0'],
        ['seconds until a write is acknowledged, median', median(seen.map((each) => each.backSeconds)).toFixed(1), ''],
        ['seconds until an open page hears, median', median(seen.map((each) => each.heardSeconds)).toFixed(1), ''],
        ['the longest of both', slowest.toFixed(1), `<= ${mostSeconds}`],
        ['jobs due that nobody does', String(jobs.left), '= 0'],
        ['jobs that wait for the end of a lease', String(jobs.leased), ''],
        ['restarts of the product', String(restarts), '= 0'],
        ...[...refused].map(([status, times]) => [`answered with ${status} meanwhile`, grouped(times), '']),
      ],
      1,
    ),
  );
  console.log(
    `load of the machine ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}`,
  );
  if (lost + doubled + jobs.left + restarts > 0 || slowest > mostSeconds) process.exitCode = 1;
  page.close();
  await product.end('SIGTERM');
  await database.close();
} finally {
  await pair.stop();
  rmSync(folder, { recursive: true, force: true });
}
