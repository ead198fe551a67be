// What 1, 2 and 4 web processes on one database cost: pages, figures, lists, submissions, pictures and sockets, by CPU.
// `npm run bench -- scale`; `--quick` for 1 and 2 processes and a third of the time. Linux only.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { fillFolder, releaseAlbum } from '#bench/lib/album.ts';
import { currentLoad, machine } from '#bench/lib/browser.ts';
import { password } from '#bench/lib/company.ts';
import { createEnvironment, type Environment } from '#bench/lib/environment.ts';
import { load, toQuestion } from '#bench/lib/load.ts';
import { residentOf } from '#bench/lib/product-memory.ts';
import { publish } from '#bench/lib/publish.ts';
import { total } from '#bench/lib/report.ts';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import { type Fleet, type Spent, startFleet } from './fleet.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [1, 2] : [1, 2, 4];
const sliceMs = quick ? 2_000 : 6_000;
const warmMs = quick ? 500 : 2_000;
const callers = 8;
/** Sessions in the database: about 20 projects' three years. */
const sessions = 20_000;
const photos = 12;
const people = 10;
const socketsEach = 20;
const pushes = quick ? 20 : 100;

type Way = { name: string; status: number; question: () => Buffer };
type Row = { webs: number; name: string; answers: number; spent: Spent };
type Ground = { fleet: Fleet; cookies: Record<string, string>; album: Awaited<ReturnType<typeof releaseAlbum>> };

let count = 0;

function waysOf({ cookies, album }: Ground): Way[] {
  const [cookie = '', photographer = ''] = [cookies.client, cookies.photographer];
  const html = { accept: 'text/html', 'accept-encoding': 'br' };
  const fixed = (what: string) => {
    const question = toQuestion(what, { cookie });
    return () => question;
  };
  const page = toQuestion('GET /dashboard', { cookie, headers: html });
  const pictures = album.thumbnails.map((path) => toQuestion(`GET ${path}`, { cookie: album.cookie }));
  const body = {
    projectId: 1,
    siteId: 1,
    captureDate: new Date().toISOString().slice(0, 10),
    notes: 'Slab of the third floor was poured, still curing.',
  };
  return [
    { name: 'page, as the login had it before', status: 200, question: () => page },
    {
      name: 'page, rendered anew',
      status: 200,
      question: () => toQuestion(`GET /sessions?q=a${++count}`, { cookie, headers: html }),
    },
    { name: 'figures, unchanged', status: 200, question: fixed('GET /api/dashboard/stats?') },
    {
      name: 'figures, counted anew',
      status: 200,
      question: () => toQuestion(`GET /api/dashboard/stats?fresh=${++count}`, { cookie }),
    },
    {
      name: 'list of 50, read anew',
      status: 200,
      question: () => toQuestion(`GET /api/sessions?limit=50&fresh=${++count}`, { cookie }),
    },
    { name: 'picture, made before', status: 200, question: () => pictures[++count % pictures.length] as Buffer },
    {
      name: 'submission',
      status: 201,
      question: () =>
        toQuestion('POST /api/sessions', {
          ...{ cookie: photographer, body },
          headers: { 'idempotency-key': randomUUID() },
        }),
    },
  ];
}

/** All web processes at once, as many callers together whatever their number. */
async function askAll({ webs }: Fleet, { question, status }: Way, milliseconds: number): Promise<number> {
  const each = callers / webs.length;
  const seen = await Promise.all(webs.map(({ url }) => load({ url, callers: each, milliseconds, question, status })));
  return total(seen.map(({ answers }) => answers));
}

async function measure(fleet: Fleet, way: Way): Promise<Row> {
  await askAll(fleet, way, warmMs);
  let answers = 0;
  const spent = await fleet.spentOn(async () => {
    answers = await askAll(fleet, way, sliceMs);
    // What a submission leaves to the worker.
    if (way.status === 201) await delay(1_000);
  });
  return { webs: fleet.webs.length, name: way.name, answers, spent };
}

async function open(url: string, cookie: string, userId: number): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', userId })));
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  return socket;
}

/** One change that concerns all of them, again and again; an answer is one socket that heard of it. */
async function measureSockets(
  fleet: Fleet,
  client: pg.Client,
  readers: { id: number; cookie: string }[],
): Promise<Row> {
  const { webs } = fleet;
  const sockets: WebSocket[] = [];
  for (const [nth, { id, cookie }] of readers.entries())
    for (let each = 0; each < socketsEach; each++)
      sockets.push(await open(webs[(nth + each) % webs.length]?.url ?? '', cookie, id));
  const users = readers.map(({ id }) => id);
  const change: ChangeEvent = { topics: ['sessions'], admins: false, users, notes: [], ended: [] };
  const spent = await fleet.spentOn(async () => {
    for (let push = 0; push < pushes; push++) {
      const heard = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve))));
      await client.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify(change)]);
      await heard;
    }
  });
  for (const socket of sockets) socket.terminate();
  return { webs: webs.length, name: 'change, told to a socket', answers: pushes * sockets.length, spent };
}

/** The first time that anybody asks for them. */
async function makePictures({ webs, spentOn }: Fleet, { cookie, thumbnails }: Ground['album']): Promise<Row> {
  const spent = await spentOn(async () => {
    for (const path of thumbnails) await webs[0]?.ask(`GET ${path}`, { cookie });
  });
  return { webs: 1, name: 'picture, made from 20 megapixels', answers: thumbnails.length, spent };
}

function line({ webs, name, answers, spent }: Row): string[] {
  const [web, programs, database, work] = [spent.web, spent.programs, spent.database, spent.work].map(
    (used) => used / answers,
  ) as [number, number, number, number];
  const shown = (each: number) => each.toFixed(each < 10 ? 2 : 0);
  return [
    name,
    String(webs),
    ...[web, programs, database, work].map(shown),
    Math.round(1000 / (web + programs)).toLocaleString('en-US'),
    database < 0.005 ? '-' : ((web + programs) / database).toFixed(1),
  ];
}

async function run(at: Environment, mediaRoot: string): Promise<void> {
  const [ground] = at.grounds;
  if (!ground) throw new Error('There is no database to measure on');
  const settings = {
    DATABASE_URL: at.server.url(ground.connection.database),
    DATA_DIR: at.folder,
    MEDIA_ROOT: mediaRoot,
  };
  await ground.product.end('SIGTERM');
  const fleet = await startFleet(settings, at.server.pid);
  const client = new pg.Client(ground.connection);
  await client.connect();
  try {
    const [first] = fleet.webs;
    if (!first) throw new Error('Nothing serves');
    const album = await releaseAlbum(first, 'flight', password);
    const found = await client.query<{ id: number; username: string }>(
      `select id, username from users where role in ('admin', 'client') order by id limit $1`,
      [people],
    );
    const readers: { id: number; cookie: string }[] = [];
    for (const { id, username } of found.rows) readers.push({ id, cookie: await first.login(username, password) });
    const cookies = {
      client: await first.login('client', password),
      photographer: await first.login('photographer', password),
    };
    const rows: Row[] = [await makePictures(fleet, album)];
    const memory: number[] = [];
    const loads: number[] = [];
    for (const size of sizes) {
      while (fleet.webs.length < size) await fleet.grow();
      for (const way of waysOf({ fleet, cookies, album })) {
        rows.push(await measure(fleet, way));
        loads.push(currentLoad());
        console.error(line(rows.at(-1) as Row).join('  '));
      }
      rows.push(await measureSockets(fleet, client, readers));
      memory.push(...fleet.webs.map(({ child }) => residentOf(child.pid ?? 0)));
    }
    const head = [
      'answer',
      'web processes',
      'web ms',
      'programs ms',
      'database ms',
      'worker ms',
      'a second and core',
      'web cores a database core',
    ];
    publish('scale', {
      about: [
        `${machine()}; load ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}. ${sessions.toLocaleString('en-US')} sessions, ${callers} callers, ${sliceMs / 1000} s each.`,
        'CPU milliseconds an answer: of all web processes, the programs that they start, the database, and the process with `ROLE=work`.',
        'A second and core: what one processor core answers if web processes have it. The last column: how many such cores one core of the database serves.',
        `Memory of a web process with its programs after that: ${Math.min(...memory)} to ${Math.max(...memory)} MB; of the worker ${residentOf(fleet.worker.child.pid ?? 0)} MB.`,
      ],
      rows: [head, ...rows.map(line)],
      left: 1,
    });
  } finally {
    await client.end();
    await fleet.close();
  }
}

const mediaRoot = mkdtempSync(join(tmpdir(), 'topout-bench-scale-'));
await fillFolder(join(mediaRoot, 'flight'), photos);
const at = await createEnvironment([sessions]);
if (!at) console.log('Skipped: PostgreSQL with pgbench is not installed here (Debian: apt-get install postgresql).');
else await run(at, mediaRoot).finally(() => at.close());
rmSync(mediaRoot, { recursive: true, force: true });
