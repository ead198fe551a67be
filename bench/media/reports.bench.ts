// A report of 60 pictures: time, memory and size; and ten at once while pages respond. `npm run bench -- reports`. Linux only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fillFolder, releaseAlbum } from '#bench/lib/album.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { memoryOf, peakDuring } from '#bench/lib/product-memory.ts';
import { median, table } from '#bench/lib/report.ts';
import type { ReportState } from '#contract/sharing/endpoints.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-reports-'));
const most = { seconds: 10, memory: 200, bytes: 6_000_000 };

type Order = { cookie: string; what: string; body: object };

async function order(product: Gauged, { cookie, what, body }: Order): Promise<ReportState> {
  const answer = await product.ask(what, { cookie, body });
  if (answer.status !== 202) throw new Error(`${what} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as ReportState;
}

async function ready(product: Gauged, cookie: string, key: string): Promise<ReportState> {
  for (;;) {
    const { body } = await product.ask(`GET /api/reports/${key}`, { cookie });
    const state = body as ReportState;
    if (state.state === 'ready') return state;
    if (state.state === 'failed') throw new Error('The report failed');
    await delay(100);
  }
}

async function make(product: Gauged, one: Order) {
  const began = performance.now();
  const { key } = await order(product, one);
  const { bytes } = await ready(product, one.cookie, key);
  return { seconds: (performance.now() - began) / 1000, bytes: bytes ?? 0 };
}

const views = {
  'a page': { what: 'GET /dashboard', words: false },
  'a search': { what: 'GET /api/sessions?limit=20', words: true },
} as const;
type View = keyof typeof views;
type Answers = Record<View, number[]>;

/** Milliseconds of responses, one after the other, until this is over; each search differs. */
async function answersDuring(product: Gauged, cookie: string, work: Promise<unknown>): Promise<Answers> {
  const times: Answers = { 'a page': [], 'a search': [] };
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let count = 0; !isOver; count++) {
    for (const [name, { what, words }] of Object.entries(views)) {
      const began = performance.now();
      const { status } = await product.ask(words ? `${what}&q=${count % 7}x${count}` : what, { cookie });
      times[name as View].push(performance.now() - began);
      if (status !== 200) throw new Error(`${what} answered ${status} while reports were made`);
    }
    await delay(40);
  }
  return times;
}

const at99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

type People = { admin: string; client: string };

/** Another released visit with the same folder: its report differs, with pictures that were processed before. */
async function releaseAnother(
  product: Gauged,
  { cookie, projectId, daysAgo }: { cookie: string; projectId: number; daysAgo: number },
) {
  const captureDate = new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);
  const session = { projectId, captureDate, droneImagesUrl: '/media/folders/flight' };
  const made = await product.ask('POST /api/sessions', { cookie, body: session });
  const { id } = made.body as { id: number };
  const approved = await product.ask(`PUT /api/sessions/${id}/approve`, { cookie, body: {} });
  if (approved.status !== 200) throw new Error(`Approving answered ${approved.status}`);
  return id;
}

/** Ten visits, each a report of its own: five for an admin, five for the client. */
async function tenOrders(product: Gauged, { admin, client }: People, projectId: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let nth = 1; nth <= 10; nth++) {
    const id = await releaseAnother(product, { cookie: admin, projectId, daysAgo: nth });
    const body = { pictures: quick ? 24 : 60, edition: nth % 2 ? 'crew' : 'client' };
    orders.push({ cookie: nth % 2 ? admin : client, what: `POST /api/sessions/${id}/report`, body });
  }
  return orders;
}

/** All at once; how long until the last, the longest queue that one was shown, and how many were made at a time. */
async function makeAll(product: Gauged, orders: readonly Order[]) {
  const began = performance.now();
  const states = await Promise.all(orders.map((one) => order(product, one)));
  let [line, atOnce] = [Math.max(...states.map(({ ahead }) => ahead)), 0];
  for (let left = orders.length; left > 0; await delay(300)) {
    const now = await Promise.all(
      states.map(async ({ key }, nth) => {
        const answer = await product.ask(`GET /api/reports/${key}`, { cookie: orders[nth]?.cookie ?? '' });
        return answer.body as ReportState;
      }),
    );
    if (now.some(({ state }) => state === 'failed')) throw new Error('A report failed');
    line = Math.max(line, ...now.map(({ ahead }) => ahead));
    atOnce = Math.max(atOnce, now.filter(({ state }) => state === 'making').length);
    left = now.filter(({ state }) => state !== 'ready').length;
  }
  return { seconds: (performance.now() - began) / 1000, line, atOnce };
}

async function measureOne(product: Gauged, people: People, album: { id: number; projectId: number }): Promise<void> {
  const server = product.child.pid ?? 0;
  const rows = [['60 pictures', 'seconds', 'MB more', 'file in MB']];
  const measure = async (name: string, id: number, { cookie, edition }: { cookie: string; edition: string }) => {
    const before = memoryOf(server);
    const one = { cookie, what: `POST /api/sessions/${id}/report`, body: { pictures: 60, edition } };
    const { peak, done } = await peakDuring(server, () => make(product, one));
    rows.push([name, done.seconds.toFixed(1), String(peak - before), (done.bytes / 1e6).toFixed(2)]);
    if (done.seconds > most.seconds || peak - before > most.memory || done.bytes > most.bytes) process.exitCode = 1;
  };
  await measure('not seen before', album.id, { cookie: people.client, edition: 'client' });
  const another = await releaseAnother(product, { cookie: people.admin, projectId: album.projectId, daysAgo: 20 });
  await measure('their small pictures are there', another, { cookie: people.admin, edition: 'crew' });
  rows.push(['target', `<= ${most.seconds}`, `<= ${most.memory}`, `<= ${most.bytes / 1e6}`]);
  console.log(table(rows, 1));
}

async function measureTen(product: Gauged, people: People, projectId: number): Promise<void> {
  const orders = await tenOrders(product, people, projectId);
  const quiet = await answersDuring(product, people.client, delay(quick ? 3_000 : 10_000));
  const all = makeAll(product, orders);
  const busy = await answersDuring(product, people.client, all);
  const { seconds, line, atOnce } = await all;
  if (atOnce !== 1) process.exitCode = 1;
  const figures = [
    ['ten asked at once', 'figure', 'target'],
    ['seconds until the last was made', seconds.toFixed(1), ''],
    ['made at a time', String(atOnce), '= 1'],
    ['the longest line that was reported', String(line), ''],
    [
      'pages and searches answered 200 meanwhile',
      `${busy['a page'].length + busy['a search'].length} of as many`,
      'all',
    ],
  ];
  const answers = (Object.keys(views) as View[]).flatMap((name) => [
    [`${name}, quiet`, median(quiet[name]).toFixed(1), at99(quiet[name]).toFixed(1)],
    [`${name}, while they are made`, median(busy[name]).toFixed(1), at99(busy[name]).toFixed(1)],
  ]);
  console.log(`${table(figures, 1)}\n${table([['answers in ms', 'median', 'p99'], ...answers], 1)}`);
}

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  const { origin } = await fillFolder(join(mediaRoot, 'flight'), 60);
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  try {
    const { cookie: client, what } = await releaseAlbum(product, 'flight');
    const people = { client, admin: await product.login('admin', 'topout-demo') };
    const id = Number(/sessions\/(\d+)/.exec(what)?.[1]);
    const session = await product.ask(`GET /api/sessions/${id}`, { cookie: people.admin });
    console.log(`Pictures ${origin}, 5472 × 3648 pixels.`);
    const { projectId } = session.body as { projectId: number };
    await measureOne(product, people, { id, projectId });
    await measureTen(product, people, projectId);
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
