// What requests wait for while pictures are being aligned: `npm run bench -- alignment-load`, `--quick` for fewer windows. Linux only.
//
// The product gets requests for pages and data at a constant rate of about 30 % of its capacity, in alternating windows: without
// anything else, beside a bare loop of the same low priority, which is the floor, and while pictures are aligned. The time of a request
// counts from when it was due.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { currentLoad, machine } from '#bench/lib/browser.ts';
import { processCpu } from '#bench/lib/cpu.ts';
import { load, toQuestion } from '#bench/lib/load.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { processOf } from '#bench/lib/product-memory.ts';
import { median, table } from '#bench/lib/report.ts';
import { loadSteadily } from '#bench/lib/steady-load.ts';
import type { Media } from '#contract/media/endpoints.ts';
import type { Alignment } from '#contract/viewpoints/endpoints.ts';
import { demoPassword } from '#server/db/demo/cast.ts';
import type { ProductReply } from '#server/test-support/processes/product-process.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-alignment-load-'));
const rounds = quick ? 2 : 6;
const windowMilliseconds = quick ? 5_000 : 10_000;
const share = 0.3;
/** The limit of p99 with alignments, whichever is more. */
const goal = { share: 1.1, milliseconds: 4 };
/** Connections: more than ever wait at 30 %. */
const callers = 24;
/** How many pairs are queued while alignments run, so that there is always one. */
const inLine = 3;
const from = 'demo/media/student-lodge';

function body<T>({ status, body: got }: ProductReply): T {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(got)}`);
  return got as T;
}

type Picture = { sessionId: number; item: string };
type Pair = { older: Picture; newer: Picture };
type At = { product: Gauged; cookie: string };

/** A project whose visits are the stages of a building; their pictures, visit by visit. */
async function makeVisits({ product, cookie }: At, mediaRoot: string): Promise<Picture[][]> {
  const call = async <T>(what: string, sent?: unknown) =>
    body<T>(await product.ask(what, { cookie, ...(sent === undefined ? {} : { body: sent }) }));
  const client = await product.login('client', demoPassword);
  const { id: clientId } = body<{ id: number }>(await product.ask('GET /api/user', { cookie: client }));
  const { id: projectId } = await call<{ id: number }>('POST /api/projects', { project: { name: 'Lodge', clientId } });
  await call(`PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'lodge' }] });
  const visits: Picture[][] = [];
  for (const [at, stage] of readdirSync(from).sort().entries()) {
    mkdirSync(join(mediaRoot, 'lodge', stage), { recursive: true });
    for (const name of readdirSync(join(from, stage, 'drone')))
      copyFileSync(join(from, stage, 'drone', name), join(mediaRoot, 'lodge', stage, name));
    const captureDate = new Date(Date.now() - (60 - at) * 86_400_000).toISOString().slice(0, 10);
    const session = { projectId, captureDate, droneImagesUrl: `/media/folders/lodge/${stage}` };
    const { id: sessionId } = await call<{ id: number }>('POST /api/sessions', session);
    const { items } = await call<Media>(`GET /api/sessions/${sessionId}/media/drone`);
    visits.push(items.map(({ id }) => ({ sessionId, item: id })));
  }
  return visits;
}

/** Every picture of a visit with every one of each later visit. */
function allPairs(visits: readonly Picture[][]): Pair[] {
  return visits.flatMap((pictures, at) =>
    visits.slice(at + 1).flatMap((later) => pictures.flatMap((older) => later.map((newer) => ({ older, newer })))),
  );
}

async function stateOf({ product, cookie }: At, { older, newer }: Pair): Promise<Alignment['state']> {
  const query = new URLSearchParams({
    ...{ olderSession: String(older.sessionId), olderKind: 'drone', olderItem: older.item },
    ...{ newerSession: String(newer.sessionId), newerKind: 'drone', newerItem: newer.item },
  });
  return body<Alignment>(await product.ask(`GET /api/alignments?${query}`, { cookie })).state;
}

/** Until the work is over there is always a pair to align, and none afterwards; returns how many were aligned. */
async function alignDuring<T>(at: At, pairs: Pair[], work: () => Promise<T>): Promise<{ done: T; aligned: number }> {
  let [isOver, aligned] = [false, 0];
  const next = async () => {
    const pair = pairs.pop();
    if (!pair) throw new Error('There are no more pairs to align');
    // Pages are notified by the live channel and poll no more often than somebody views them.
    while ((await stateOf(at, pair)) === 'waiting') await delay(1000);
    aligned++;
  };
  // The first one starts the process, which is not measured.
  await next();
  const lanes = Array.from({ length: inLine }, async () => {
    while (!isOver) await next();
  });
  const before = aligned;
  const done = await work().finally(() => {
    isOver = true;
  });
  const during = aligned - before;
  await Promise.all(lanes);
  return { done, aligned: during };
}

/** The delay that the machine itself adds while a processor is busy, whatever with. */
async function besideLoop<T>(work: () => Promise<T>): Promise<T> {
  const loop = spawn(process.execPath, ['-e', "require('node:os').setPriority(19); for (;;) Math.sqrt(2)"]);
  try {
    return await work();
  } finally {
    loop.kill('SIGKILL');
  }
}

/** Two pages and two data requests, alternating; one of the responses is made again each time. */
function questionsOf(cookie: string): () => Buffer {
  const page = { accept: 'text/html', 'accept-encoding': 'br' };
  const pages = ['/dashboard', '/sessions'].map((path) => toQuestion(`GET ${path}`, { cookie, headers: page }));
  const stats = toQuestion('GET /api/dashboard/stats', { cookie });
  let count = 0;
  return () => {
    const nth = count++ % 4;
    if (nth === 3) return toQuestion(`GET /api/sessions?limit=50&fresh=${count}`, { cookie });
    return pages[nth] ?? stats;
  };
}

const at99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

type Window = { p50: number; p99: number };

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  mkdirSync(mediaRoot);
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  try {
    const at = { product, cookie: await product.login('admin', demoPassword) };
    const pairs = allPairs(await makeVisits(at, mediaRoot));
    const asked = { url: product.url, callers, question: questionsOf(at.cookie), status: 200 };
    await load({ ...asked, callers: 4, milliseconds: windowMilliseconds / 2 });
    const { rate } = await load({ ...asked, callers: 4, milliseconds: windowMilliseconds / 2 });
    const perSecond = Math.max(1, Math.round(rate * share));
    const window = async (): Promise<Window> => {
      const times = await loadSteadily({ ...asked, milliseconds: windowMilliseconds, perSecond });
      return { p50: median(times), p99: at99(times) };
    };
    const quiet: Window[] = [];
    const floor: Window[] = [];
    const busy: Window[] = [];
    let [aligned, cpu] = [0, 0];
    for (let round = 0; round <= rounds; round++) {
      const without = await window();
      const loop = await besideLoop(window);
      const used = () => processCpu(processOf(product.child.pid ?? 0, 'aligner'));
      const beside = await alignDuring(at, pairs, async () => {
        const before = used();
        const measured = await window();
        return { measured, cpu: used() - before };
      });
      // The first round only warms up.
      if (round === 0) continue;
      quiet.push(without);
      floor.push(loop);
      busy.push(beside.done.measured);
      aligned += beside.aligned;
      cpu += beside.done.cpu;
    }
    report({ quiet, floor, busy, perSecond, rate, aligned, cpu });
  } finally {
    await product.end('SIGTERM');
  }
}

type Result = {
  quiet: Window[];
  floor: Window[];
  busy: Window[];
  perSecond: number;
  rate: number;
  aligned: number;
  cpu: number;
};

function report({ quiet, floor, busy, perSecond, rate, aligned, cpu }: Result): void {
  const of = (windows: readonly Window[], key: keyof Window) => median(windows.map((one) => one[key]));
  const ratios = quiet.map(({ p99 }, nth) => (busy[nth]?.p99 ?? Number.NaN) / p99);
  const [without, bare, beside] = [of(quiet, 'p99'), of(floor, 'p99'), of(busy, 'p99')];
  const limit = Math.max(without * goal.share, without + goal.milliseconds);
  const seconds = (rounds * windowMilliseconds) / 1000;
  const row = (name: string, windows: readonly Window[]) => [
    name,
    of(windows, 'p50').toFixed(2),
    of(windows, 'p99').toFixed(2),
  ];
  console.log(
    `${machine()}; load ${currentLoad().toFixed(1)}; ${perSecond} requests a second of ${rate.toFixed(0)} that it can answer; two pages and two answers in turn; ${rounds} windows of ${windowMilliseconds / 1000} s each, middle values.`,
  );
  if (getPriority() > 0)
    console.log(
      `This ran at priority ${getPriority()}: so low that the process that aligns could hardly give way to it.`,
    );
  console.log(
    `Aligned meanwhile: ${aligned} pairs in ${seconds} s, ${(cpu / 1000 / seconds).toFixed(2)} processors.\n`,
  );
  console.log(
    table(
      [
        ['milliseconds', 'median', 'p99'],
        row('without alignments', quiet),
        row('floor: beside a bare loop', floor),
        row('while pictures are aligned', busy),
        ['ratio', (of(busy, 'p50') / of(quiet, 'p50')).toFixed(2), (beside / without).toFixed(2)],
        ['ratio to the floor', (of(busy, 'p50') / of(floor, 'p50')).toFixed(2), (beside / bare).toFixed(2)],
        ['ratio of p99, window by window', '', ratios.map((ratio) => ratio.toFixed(2)).join(' ')],
        ['goal', '', `≤ ${limit.toFixed(2)}${beside > limit ? ' missed' : ''}`],
      ],
      1,
    ),
  );
  if (!(beside <= limit) || aligned === 0) process.exitCode = 1;
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
