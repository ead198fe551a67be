// How long a right login takes while 450 connections from one address try wrong passwords for names that change each time.
import { setTimeout as delay } from 'node:timers/promises';
import { password } from '#bench/lib/company.ts';
import { conditions, createEnvironment, type Environment } from '#bench/lib/environment.ts';
import { load, toQuestion } from '#bench/lib/load.ts';
import { median, table } from '#bench/lib/report.ts';

const quick = process.argv.includes('--quick');
const connections = 450;
const seconds = quick ? 10 : 30;
/** Addresses for documentation, which the product believes a proxy on this machine. */
const flooding = '192.0.2.1';
const elsewhere = '198.51.100.1';
/** Who logs in rightly meanwhile, and how long that may take. */
const sides = [
  { name: 'from elsewhere', address: elsewhere, target: 1_000, times: [] as number[] },
  { name: 'from that address', address: flooding, target: 3_000, times: [] as number[] },
];

let names = 0;
function guess(): Buffer {
  const body = { username: `nobody-${names++}`, password: 'a wrong password' };
  return toQuestion('POST /api/login', { cookie: '', headers: { 'x-forwarded-for': flooding }, body });
}

async function timeLogin(url: string, address: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username: 'client', password }),
  });
  if (answer.status !== 200) throw new Error(`A right login was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - began;
}

async function run(at: Environment): Promise<void> {
  const [ground] = at.grounds;
  if (!ground) throw new Error('There is no product to measure');
  const { url } = ground.product;
  const alone = await timeLogin(url, elsewhere);
  const flood = load({ url, callers: connections, milliseconds: seconds * 1000, question: guess, status: 401 });
  const end = performance.now() + (seconds - 3) * 1000;
  while (performance.now() < end) {
    await delay(200);
    for (const { address, times } of sides) times.push(await timeLogin(url, address));
  }
  const { answers, rate } = await flood;
  console.log(`\n${conditions(at.server)}`);
  console.log(`${connections} connections for ${seconds} s: ${answers} guesses, ${rate.toFixed(0)}/s.`);
  console.log(`A login alone took ${alone.toFixed(0)} ms.`);
  const rows = sides.map(({ name, target, times }) => [
    name,
    String(times.length),
    median(times).toFixed(0),
    Math.max(...times).toFixed(0),
    `<= ${target}${isMissed({ target, times }) ? ' missed' : ''}`,
  ]);
  console.log(`\n${table([['right logins', 'taken', 'middle ms', 'longest ms', 'target'], ...rows], 1)}`);
  if (sides.some(isMissed)) process.exitCode = 1;
}

/** Also where no login was timed. */
function isMissed({ target, times }: Pick<(typeof sides)[number], 'target' | 'times'>): boolean {
  return times.length === 0 || Math.max(...times) > target;
}

const grounds = await createEnvironment([20], { own: { TRUST_PROXY: '127.0.0.1' } });
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
