// An archive of 50 GB from sparse files: reading it once, sending it, and how much memory. `npm run bench -- handover`, `--quick` for 2 GB. Linux only.
import {
  createReadStream,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { body, releaseAlbum } from '#bench/lib/album.ts';
import { startMeasured } from '#bench/lib/product.ts';
import { memoryOf } from '#bench/lib/product-memory.ts';
import { grouped, table } from '#bench/lib/report.ts';
import type { HandoverState } from '#contract/sharing/endpoints.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-handover-'));
const files = quick ? 20 : 500;
const bytesEach = 100_000_000;
/** Memory while an archive is sent, as a multiple of that before. */
const mostRatio = 1.5;

/** Each begins like a video, and has another first byte behind that; the rest are holes. */
function fillFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  for (let nth = 0; nth < files; nth++) {
    const handle = openSync(join(path, `flight-${nth}.mp4`), 'w');
    ftruncateSync(handle, bytesEach);
    writeSync(handle, Buffer.from(`\0\0\0\u0018ftypmp42\0\0\0\0mp42isom${nth}`, 'latin1'), 0);
  }
}

/** The floor: the same files, read and nothing else. */
async function readAll(path: string): Promise<number> {
  const began = performance.now();
  let bytes = 0;
  for (const name of readdirSync(path))
    for await (const chunk of createReadStream(join(path, name))) bytes += (chunk as Buffer).length;
  return bytes / ((performance.now() - began) / 1000);
}

type Watched<T> = { result: T; seconds: number; peak: number };

async function watched<T>(server: number, work: () => Promise<T>): Promise<Watched<T>> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, 200);
  const began = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - began) / 1000, peak: Math.max(peak, memoryOf(server)) };
  } finally {
    clearInterval(timer);
  }
}

async function take(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { headers });
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return bytes;
}

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  fillFolder(join(mediaRoot, 'flight'));
  const floor = await readAll(join(mediaRoot, 'flight'));
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  const server = product.child.pid ?? 0;
  try {
    const { what } = await releaseAlbum(product, 'flight');
    const cookie = await product.login('admin', 'topout-demo');
    const session = /sessions\/(\d+)/.exec(what)?.[1];
    const { projectId } = body<{ projectId: number }>(await product.ask(`GET /api/sessions/${session}`, { cookie }));
    const path = `/api/projects/${projectId}/handover`;
    const before = memoryOf(server);
    const made = await watched(server, async () => {
      body(await product.ask(`POST ${path}`, { cookie }));
      for (;;) {
        const state = body<HandoverState>(await product.ask(`GET ${path}`, { cookie }));
        if (state.state === 'ready') return state;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
    const url = `${product.url}${path}.zip`;
    const beforeSending = memoryOf(server);
    const sent = await watched(server, () => take(url, { cookie }));
    const whole = made.result.bytes ?? 0;
    const tail = await watched(server, () => take(url, { cookie, range: `bytes=${whole - 1_000_000}-` }));
    const rate = (one: Watched<unknown>, bytes: number) => grouped(bytes / one.seconds / 1e6);
    const ratio = (one: Watched<unknown>, from: number) => (one.peak / from).toFixed(2);
    const rows = [
      ['', 'MB', 'seconds', 'MB/s', 'floor MB/s', 'memory: highest to before', 'target'],
      [
        'made ready',
        grouped(whole / 1e6),
        made.seconds.toFixed(1),
        rate(made, whole),
        grouped(floor / 1e6),
        ratio(made, before),
        '',
      ],
      [
        'sent',
        grouped(sent.result / 1e6),
        sent.seconds.toFixed(1),
        rate(sent, sent.result),
        grouped(floor / 1e6),
        ratio(sent, beforeSending),
        `<= ${mostRatio}`,
      ],
      ['its last MB, by Range', '1', tail.seconds.toFixed(2), '', '', '', ''],
    ];
    console.log(`${files} sparse files of ${bytesEach / 1e6} MB.\n${table(rows, 1)}`);
    if (sent.result !== whole || sent.peak / beforeSending > mostRatio) process.exitCode = 1;
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
