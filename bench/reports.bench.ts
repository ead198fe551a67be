// A report of 60 pictures: time, memory and size; and ten at once while pages answer. `npm run bench -- reports`. Linux only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReportState } from '#contract/reports.ts';
import { fillFolder, releaseAlbum } from './album.ts';
import { type Gauged, startMeasured } from './product.ts';
import { memoryOf, peakDuring } from './product-memory.ts';
import { median, table } from './report.ts';

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

/** Milliseconds of answers, one after the other, until this is over. */
async function answersDuring(product: Gauged, cookie: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let count = 0; !isOver; count++) {
    const began = performance.now();
    await product.ask(`GET /api/sessions?limit=20&q=${count % 7}x${count}`, { cookie });
    times.push(performance.now() - began);
    await delay(40);
  }
  return times;
}

const at99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  const { origin } = await fillFolder(join(mediaRoot, 'flight'), 60);
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  const server = product.child.pid ?? 0;
  try {
    const { cookie: client, what } = await releaseAlbum(product, 'flight');
    const admin = await product.login('admin', 'topout-demo');
    const id = /sessions\/(\d+)/.exec(what)?.[1];
    const of = (cookie: string, pictures: number, edition = 'client'): Order => ({
      cookie,
      what: `POST /api/sessions/${id}/report`,
      body: { pictures, edition },
    });
    const rows = [['60 pictures', 'seconds', 'MB more', 'file in MB']];
    const note = async (name: string, one: Order) => {
      const before = memoryOf(server);
      const { peak, done } = await peakDuring(server, () => make(product, one));
      rows.push([name, done.seconds.toFixed(1), String(peak - before), (done.bytes / 1e6).toFixed(2)]);
      if (done.seconds > most.seconds || peak - before > most.memory || done.bytes > most.bytes) process.exitCode = 1;
    };
    await note('not seen before', of(client, 60));
    await note('their small pictures are there', of(admin, 60, 'crew'));
    rows.push(['target', `<= ${most.seconds}`, `<= ${most.memory}`, `<= ${most.bytes / 1e6}`]);
    console.log(`Pictures ${origin}, 5472 × 3648 pixels.\n${table(rows, 1)}`);

    const quiet = await answersDuring(product, client, delay(quick ? 3_000 : 10_000));
    const crew = await product.login('photographer', 'topout-demo');
    const own = (await product.ask('GET /api/sessions?limit=5&status=approved', { cookie: crew })).body as {
      id: number;
    }[];
    const ten = [of(admin, 24, 'crew'), of(admin, 12, 'crew'), of(admin, 12), of(admin, 24), of(client, 24)];
    for (const session of own)
      ten.push({
        cookie: crew,
        what: `POST /api/sessions/${session.id}/report`,
        body: { pictures: 60, edition: 'crew' },
      });
    const began = performance.now();
    const all = Promise.all(ten.map((one) => make(product, one)));
    const busy = await answersDuring(product, client, all);
    await all;
    const seconds = (performance.now() - began) / 1000;
    console.log(
      `${ten.length} asked at once were made in ${seconds.toFixed(1)} s.\n${table(
        [
          ['a search meanwhile, ms', 'median', 'p99'],
          ['quiet', median(quiet).toFixed(1), at99(quiet).toFixed(1)],
          ['while they are made', median(busy).toFixed(1), at99(busy).toFixed(1)],
        ],
        1,
      )}`,
    );
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
