// Freezes the database under a running product, which is stopped but not refused: every page and call answers or says why, and nothing is lost.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, actors, fillCompany, password } from '#bench/lib/company.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { grouped, table } from '#bench/lib/report.ts';
import { findDataDirectory } from '#server/db/embedded/data-directory.ts';
import { findRunning } from '#server/db/embedded/postmaster.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createDatabase } from '#server/db/open.ts';
import { freezeServer } from '#server/test-support/processes/postgres-family.ts';
import { urlOf } from '#server/test-support/test-database.ts';
import { countFaults, creation, newSession, startWriters } from './insistent-writers.ts';

const rounds = process.argv.includes('--quick') ? 1 : 5;
const frozenMs = 20_000;
const mostSeconds = 3;
/** Milliseconds after the freeze at which everything is asked once more: before it can be known, and long after. */
const moments = [0, 300, 1_000, 1_700, 3_000, 6_000, 10_000, 15_000];
/** Asked of a running database before each freeze, so that connections are open and in use. */
const underLoadMs = 2_000;
const writers = 4;
/** After a thaw. */
const patienceMs = 60_000;

/** A page that was sent without its data fetches it, and shows the sentence of that. */
type Answer = { what: string; status: string; seconds: number; sentence: boolean };
type Cookies = Record<Actor, string>;

const pages = ['/dashboard', '/projects', '/sessions', '/sessions/1', '/settings', '/profile'];
const calls = ['/api/user', '/api/sessions?limit=50', '/api/dashboard/stats', '/api/projects', '/api/notifications'];

async function timed(product: Gauged, what: string, request: Parameters<Gauged['ask']>[1]): Promise<Answer> {
  const began = performance.now();
  const answer = await product.ask(what, request).catch((error: Error) => ({ status: error.message, body: null }));
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  return {
    what,
    status: String(answer.status),
    seconds: (performance.now() - began) / 1000,
    sentence: text?.includes('database is not available') ?? false,
  };
}

/** Every page and call, each time for somebody else, a login, and a change. */
function askEverything(product: Gauged, cookies: Cookies, nth: number): Promise<Answer[]> {
  const cookie = cookies[actors[nth % actors.length] ?? 'admin'];
  const reads = [
    ...pages.map((path) => ({ path, headers: { accept: 'text/html' } })),
    // Another address each time, so that no kept answer hides the database.
    ...calls.map((path) => ({ path: `${path}${path.includes('?') ? '&' : '?'}nth=${nth}`, headers: {} })),
  ];
  const body = { username: 'admin', password };
  return Promise.all([
    ...reads.map(({ path, headers }) => timed(product, `GET ${path}`, { cookie, headers })),
    timed(product, 'POST /api/login', { body }),
    timed(product, creation, { cookie: cookies.photographer, body: newSession(randomUUID()) }),
    timed(product, 'GET /health/ready', {}),
  ]);
}

type Round = { answers: Answer[]; backSeconds: number; keys: string[] };

async function freezeOnce(product: Gauged, cookies: Cookies, postmaster: number): Promise<Round> {
  const answers: Answer[] = [];
  const load = startWriters({
    cookie: cookies.photographer,
    writers,
    patienceMs,
    async ask(request) {
      const answer = await timed(product, creation, request);
      answers.push(answer);
      return answer.status;
    },
  });
  await delay(underLoadMs);
  const thaw = freezeServer(postmaster);
  const frozen = performance.now();
  const asked = moments.map(async (moment, nth) => {
    await delay(moment);
    return askEverything(product, cookies, nth);
  });
  await delay(frozenMs);
  const before = answers.length;
  thaw();
  const thawed = performance.now();
  while (!answers.slice(before).some(({ status }) => status === '201') && performance.now() - thawed < patienceMs)
    await delay(20);
  const backSeconds = (performance.now() - thawed) / 1000;
  await load.stop();
  const during = (await Promise.all(asked)).flat();
  console.log(`frozen for ${((thawed - frozen) / 1000).toFixed(1)} s, a write after ${backSeconds.toFixed(1)} s`);
  return { answers: [...during, ...answers], backSeconds, keys: load.acknowledged.map(({ key }) => key) };
}

function report(seen: Round[], { lost, doubled }: { lost: number; doubled: number }): boolean {
  const answers = seen.flatMap((round) => round.answers);
  const late = answers.filter(({ seconds }) => seconds > mostSeconds);
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  const counts = (status: string) => answers.filter((answer) => answer.status === status).length;
  const slowest = answers.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  const mute = answers.filter(({ status, sentence }) => !/^(2|3)/.test(status) && !sentence);
  const backAfter = Math.max(...seen.map(({ backSeconds }) => backSeconds));
  console.log(
    table(
      [
        ['database frozen for 20 s', 'figure', 'target'],
        ['freezes', String(seen.length), ''],
        ['answers', grouped(answers.length), ''],
        ...statuses.map((status) => [`answered with ${status}`, grouped(counts(status)), '']),
        ['seconds until the slowest', `${slowest.seconds.toFixed(1)} (${slowest.what})`, `<= ${mostSeconds}`],
        ['answers that took longer', grouped(late.length), '= 0'],
        ['refusals without a reason', grouped(mute.length), '= 0'],
        ['acknowledged and lost', String(lost), '= 0'],
        ['there twice', String(doubled), '= 0'],
        ['seconds from the thaw to the next write, longest', backAfter.toFixed(1), ''],
      ],
      1,
    ),
  );
  for (const what of new Set(mute.map((each) => `${each.what}: ${each.status}`)))
    console.log(`without a reason: ${what}`);
  const load = loadavg().map((each) => each.toFixed(1));
  console.log(`load of the machine ${load.join(' ')}`);
  return late.length + mute.length + lost + doubled === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'topout-bench-freeze-'));
chmodSync(folder, 0o755);
const server = await startEmbedded({ dataDir: join(folder, 'database'), log: () => undefined });
try {
  const database = createDatabase(server.connection, { max: 2 });
  await migrate(database);
  await fillCompany(database, 200);
  const postmaster = findRunning(findDataDirectory(join(folder, 'database')).cluster)?.pid ?? 0;
  const product = await startMeasured({
    DATABASE_URL: urlOf(server.connection),
    DATA_DIR: join(folder, 'files'),
  });
  const cookies = {} as Cookies;
  for (const actor of actors) cookies[actor] = await product.login(actor, password);
  const seen: Round[] = [];
  for (let round = 0; round < rounds; round++) seen.push(await freezeOnce(product, cookies, postmaster));
  const keys = seen.flatMap((round) => round.keys);
  const isRight = report(seen, await countFaults(database, keys));
  if (!isRight || product.child.exitCode !== null) process.exitCode = 1;
  await product.end('SIGTERM');
  await database.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
