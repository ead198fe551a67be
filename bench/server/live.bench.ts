// One notification to many sockets: from its commit to the last of them, against a bare ws server that receives the same bytes.
import pg from 'pg';
import { WebSocket } from 'ws';
import { password } from '#bench/lib/company.ts';
import { conditions, createEnvironment, type Environment } from '#bench/lib/environment.ts';
import { gauged, type Used } from '#bench/lib/product.ts';
import { median, table } from '#bench/lib/report.ts';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import { startProduct } from '#server/test-support/processes/product-process.ts';

const quick = process.argv.includes('--quick');
const many = quick ? 200 : 1_000;
const rounds = 5;
const pushes = quick ? 5 : 20;

/** `times` in milliseconds, `cpu` of the server in milliseconds per push, one of each per round. */
type Side = {
  name: string;
  sockets: WebSocket[];
  push(): Promise<unknown>;
  used(): Promise<Used>;
  idle: number;
  times: number[];
  cpu: number[];
};

/** `hello` is the auth message, which is answered once. */
function open(url: string, cookie = '', hello = ''): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => (hello ? socket.send(hello) : resolve(socket)));
    socket.once('message', () => resolve(socket));
  });
}

/** A hundred at a time. */
async function openMany(one: () => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < many) sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, many) }, one))));
  return sockets;
}

/** Resolves when each has received one more message. */
function everyoneHears(sockets: WebSocket[]): Promise<void> {
  return new Promise((resolve) => {
    let missing = sockets.length;
    for (const socket of sockets) socket.once('message', () => --missing === 0 && resolve());
  });
}

async function measure(side: Side): Promise<void> {
  const times: number[] = [];
  const before = await side.used();
  for (let nth = 0; nth < pushes; nth++) {
    const heard = everyoneHears(side.sockets);
    const began = performance.now();
    await side.push();
    await heard;
    times.push(performance.now() - began);
  }
  const after = await side.used();
  side.times.push(median(times));
  side.cpu.push((after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000 / pushes);
}

/** As many as one person may have (server/websocket/connections.ts). */
const each = 20;

/** Enough admins for all sockets, each with one notification. The rows are there already; what is timed is their notice. */
async function makeReaders(client: pg.Client): Promise<{ id: number; userId: number; username: string }[]> {
  const made = await client.query(
    `with readers as (
       insert into users (username, password, email, first_name, last_name, role)
       select 'reader' || n, (select password from users where username = 'admin'), 'reader' || n || '@example.org', 'R', n::text, 'admin'
       from generate_series(1, $1::integer) n returning id, username),
     notes as (
       insert into notifications (user_id, title, message, type)
       select id, 'Session submitted', 'Ada Obi submitted session #100 of Lekki Towers. It is waiting for review.', 'session_submitted'
       from readers returning id, user_id)
     select notes.id, user_id as "userId", username from notes join readers on readers.id = user_id`,
    [Math.ceil(many / each)],
  );
  return made.rows;
}

/** What one submission does where many review: an item for each of them, on all their screens. */
async function productSide({ grounds: [ground] }: Environment): Promise<Side & { close(): Promise<void> }> {
  if (!ground) throw new Error('There is no product to measure');
  const { product, connection } = ground;
  const client = new pg.Client(connection);
  await client.connect();
  const readers = await makeReaders(client);
  const notes = readers.map(({ id, userId }) => [id, userId] as [number, number]);
  const notice: ChangeEvent = { topics: [], admins: false, users: [], notes, ended: [] };
  const cookies: string[] = [];
  for (const { username } of readers) cookies.push(await product.login(username, password));
  const before = (await product.used()).rss;
  const sockets: WebSocket[] = [];
  for (const [nth, { userId }] of readers.entries()) {
    const one = () => open(product.url, cookies[nth], JSON.stringify({ type: 'auth', userId }));
    sockets.push(...(await Promise.all(Array.from({ length: each }, one))));
  }
  const idle = (await product.used()).rss - before;
  const push = () => client.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify(notice)]);
  return { name: 'product', sockets, push, used: product.used, idle, times: [], cpu: [], close: () => client.end() };
}

async function bareSide(bytes: string): Promise<Side & { close(): Promise<void> }> {
  const program = ['--import', './bench/lib/instrument.mjs', 'bench/lib/bare-ws.mjs'];
  const server = gauged(await startProduct({}, { program, channel: true }));
  const before = (await server.used()).rss;
  const sockets = await openMany(() => open(server.url));
  const idle = (await server.used()).rss - before;
  const push = async () => void server.child.send({ say: bytes });
  return {
    name: 'bare ws',
    sockets,
    push,
    used: server.used,
    idle,
    times: [],
    cpu: [],
    close: () => server.end('SIGTERM'),
  };
}

function print(sides: Side[]): void {
  const row = ({ name, times, cpu, idle }: Side) => [
    name,
    median(times).toFixed(1),
    median(cpu).toFixed(2),
    (idle / 1024 / many).toFixed(1),
  ];
  const [product, bare] = sides as [Side, Side];
  const ratio = (of: (side: Side) => number[]) =>
    median(of(product).map((each, round) => each / (of(bare)[round] ?? Number.NaN))).toFixed(2);
  const last = ['ratio', ratio(({ times }) => times), ratio(({ cpu }) => cpu), (product.idle / bare.idle).toFixed(2)];
  const head = ['', 'last socket after ms', 'CPU ms a push', 'KiB an idle socket'];
  console.log(`\n${table([head, ...sides.map(row), last], 1)}`);
}

async function run(at: Environment): Promise<void> {
  const product = await productSide(at);
  const heard = new Promise<string>((resolve) => product.sockets[0]?.once('message', (data) => resolve(String(data))));
  await Promise.all([everyoneHears(product.sockets), product.push()]);
  const bare = await bareSide(await heard);
  console.log(`\n${conditions(at.server)}`);
  console.log(`${many} sockets, ${rounds} rounds of ${pushes} pushes, interleaved, middle values.`);
  const sides = [product, bare];
  for (let round = 0; round <= rounds; round++) for (const side of sides) await measure(side);
  for (const { times, cpu } of sides) for (const list of [times, cpu]) list.shift();
  print(sides);
  for (const { sockets, close } of sides) {
    for (const socket of sockets) socket.terminate();
    await close();
  }
}

const grounds = await createEnvironment([20]);
if (!grounds)
  console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(grounds).finally(() => grounds.close());
