// What a page costs the server: rendered for a login's first request, and requested again, against a static file of the same size.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { currentLoad, machine } from '#bench/lib/browser.ts';
import { type Actor, actors, password } from '#bench/lib/company.ts';
import { createEnvironment, type Ground } from '#bench/lib/environment.ts';
import { gauged, type Used } from '#bench/lib/product.ts';
import { publish } from '#bench/lib/publish.ts';
import { median } from '#bench/lib/report.ts';
import { startProduct } from '#server/test-support/processes/product-process.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
/** Each login requests once, from its own device, a page that has to be rendered; Node has compiled the code after the first of them. */
const loginsPerRound = quick ? 10 : 20;
const keptPerRound = quick ? 100 : 400;
const goals = { rebuilt: 12, kept: 0.2 };

type Asked = { actor: Actor; path: string };
type Taken = { rebuilt: number[]; kept: number[]; floor: number[]; bytes: number; loads: number[] };
type Answer = { status: number; bytes: number };

/** As a browser requests a page; the response stays compressed. */
async function ask(url: string, cookie = ''): Promise<Answer> {
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'br' };
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode ?? 0, bytes: body.length }), reject);
    }).once('error', reject);
  });
}

/** CPU of the server's process, with all its threads, in milliseconds for each of these requests, one after the other. */
async function costOf(server: { used(): Promise<Used> }, requests: (() => Promise<Answer>)[]): Promise<number> {
  const before = (await server.used()).cpu;
  for (const request of requests) {
    const { status } = await request();
    if (status !== 200) throw new Error(`A page was answered with ${status}`);
  }
  const after = (await server.used()).cpu;
  return (after.user + after.system - before.user - before.system) / 1000 / requests.length;
}

/** A device for each request: a page rendered for one device is not sent to another. */
const zones = Intl.supportedValuesOf('timeZone').map((zone) => `topout_zone=${encodeURIComponent(zone)}`);

/** A session of the measured client's, which the other two see as well; its project. */
async function pagesOf({ product, cookies }: Ground): Promise<Asked[]> {
  const { body } = await product.ask('GET /api/sessions?limit=1', { cookie: cookies.client });
  const [seen] = body as { id: number; projectId: number }[];
  if (!seen) throw new Error('The client sees no session');
  return [
    ...actors.flatMap((actor) => ['/dashboard', '/sessions'].map((path) => ({ actor, path }))),
    { actor: 'client', path: `/projects/${seen.projectId}` },
    { actor: 'client', path: `/sessions/${seen.id}` },
  ];
}

/** A few at once: checking a password occupies a processor. */
async function login({ product }: Ground, actor: Actor, count: number): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < count)
    cookies.push(...(await Promise.all(Array.from({ length: 4 }, () => product.login(actor, password)))));
  return cookies.slice(0, count);
}

type Floor = Awaited<ReturnType<typeof startFloor>>;

async function startFloor(folder: string) {
  const program = ['--import', './bench/lib/instrument.mjs', 'bench/lib/bare-static.mjs', folder];
  const server = gauged(await startProduct({}, { program, channel: true }));
  return {
    server,
    /** Incompressible bytes, like those of a compressed page. */
    put: (name: string, bytes: number) => writeFileSync(join(folder, name), randomBytes(bytes)),
  };
}

/** Separate logins in every round: what is cached for one is made again for the next. */
async function measure(asked: Asked, at: { ground: Ground; floor: Floor; cookies: string[] }): Promise<Taken> {
  const { ground, floor, cookies } = at;
  const { product } = ground;
  const url = product.url + asked.path;
  const taken: Taken = { rebuilt: [], kept: [], floor: [], bytes: 0, loads: [] };
  const [first = ''] = cookies;
  const { bytes } = await ask(url, first);
  const file = `${asked.actor}${asked.path.replaceAll('/', '-')}.bin`;
  floor.put(file, bytes);
  for (let round = 0; round <= rounds; round++) {
    const fresh = cookies.slice(round * loginsPerRound, (round + 1) * loginsPerRound);
    const again = Array.from({ length: keptPerRound });
    taken.rebuilt.push(
      await costOf(
        product,
        fresh.map((cookie, nth) => () => ask(url, `${cookie}; ${zones[round * loginsPerRound + nth]}`)),
      ),
    );
    taken.kept.push(
      await costOf(
        product,
        again.map(() => () => ask(url, first)),
      ),
    );
    taken.floor.push(
      await costOf(
        floor.server,
        again.map(() => () => ask(`${floor.server.url}/${file}`)),
      ),
    );
    taken.loads.push(currentLoad());
  }
  // The first round only warms up.
  for (const list of [taken.rebuilt, taken.kept, taken.floor]) list.shift();
  return { ...taken, bytes };
}

function row({ actor, path }: Asked, { rebuilt, kept, floor, bytes, loads }: Taken): string[] {
  const shown = (value: number, goal: number) => `${value.toFixed(2)}${value <= goal ? '' : '*'}`;
  const [made, again, least] = [median(rebuilt), median(kept), median(floor)];
  return [
    path.replace(/\d+/, 'ID'),
    actor,
    shown(made, goals.rebuilt),
    shown(again, goals.kept),
    least.toFixed(2),
    (made / least).toFixed(1),
    (again / least).toFixed(1),
    (bytes / 1024).toFixed(1),
    median(loads).toFixed(1),
  ];
}

async function run(): Promise<void> {
  const at = await createEnvironment([2_000]);
  if (!at) {
    console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-pages-'));
  const floor = await startFloor(folder);
  try {
    const [ground] = at.grounds;
    if (!ground) throw new Error('There is no product to measure');
    const rows: string[][] = [];
    const cookies = {} as Record<Actor, string[]>;
    for (const actor of actors) cookies[actor] = await login(ground, actor, (rounds + 1) * loginsPerRound);
    // Else the first row would include compiling, in the product and in the floor.
    await measure({ actor: 'admin', path: '/projects' }, { ground, floor, cookies: cookies.admin });
    for (const asked of await pagesOf(ground))
      rows.push(row(asked, await measure(asked, { ground, floor, cookies: cookies[asked.actor] })));
    const head = [
      'page',
      'as',
      'made ms',
      'again ms',
      'static file ms',
      'made ratio',
      'again ratio',
      'KiB sent',
      'load',
    ];
    publish('pages', {
      about: [
        `${machine()}; CPU of the server's process with all its threads, milliseconds a page; 2,000 sessions, one caller, middle of ${rounds} rounds.`,
        `Made: rendered and sent for a login's first request, from a device that nobody has used, goal ${goals.rebuilt}. Again: the same once more, goal ${goals.kept}. A star where the goal is missed.`,
        'The static file is as long as the compressed page, from @fastify/static.',
      ],
      rows: [head, ...rows],
      left: 2,
    });
  } finally {
    await floor.server.end('SIGTERM');
    await at.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();
