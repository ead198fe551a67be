// Memory while large pictures are made smaller: server and decoder together, at the peak and a minute later. Linux only.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { releaseAlbum } from './album.ts';
import { type Gauged, startMeasured } from './product.ts';
import { table } from './report.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-memory-'));
const peakTarget = 700;
const restTarget = 300;

type Made = { width: number; height: number; progressive: boolean };
const pictures: Record<string, Made> = {
  'a 108 megapixels': { width: 12_000, height: 9_000, progressive: false },
  'b 108 megapixels, progressive': { width: 12_000, height: 9_000, progressive: true },
  ...Object.fromEntries(
    [1, 2, 3, 4].map((nth) => [
      `c${nth} 256 megapixels, progressive`,
      { width: 16_000, height: 16_000, progressive: true },
    ]),
  ),
};

async function makePictures(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const [name, { width, height, progressive }] of Object.entries(pictures)) {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = {
      width: Math.ceil(width / 16),
      height: Math.ceil(height / 16),
      channels: 3,
      background: 'black',
      noise,
    } as const;
    const small = await sharp({ create }).png().toBuffer();
    await sharp(small)
      .resize(width, height, { kernel: 'nearest' })
      .jpeg({ progressive })
      .toFile(join(to, `${name}.jpg`));
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Megabytes of the server and of its decoder, without its database. */
function memoryOf(server: number): number {
  const isDecoder = (pid: string) =>
    read(`/proc/${pid}/status`).includes(`PPid:\t${server}\n`) && read(`/proc/${pid}/cmdline`).includes('decoder');
  const pids = [String(server), ...readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isDecoder(name))];
  const kibibytes = pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0));
  return Math.round((kibibytes.reduce((sum, one) => sum + one, 0) * 1024) / 1_000_000);
}

async function watch(product: Gauged, work: () => Promise<unknown>): Promise<number> {
  const server = product.child.pid ?? 0;
  let peak = memoryOf(server);
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, 50);
  await work().finally(() => clearInterval(timer));
  return peak;
}

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  await makePictures(join(mediaRoot, 'large'));
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  try {
    const { cookie, thumbnails } = await releaseAlbum(product, 'large');
    const before = memoryOf(product.child.pid ?? 0);
    const answers: string[] = [];
    const get = async (path: string) => {
      const answer = await fetch(`${product.url}${path}`, { headers: { cookie, accept: 'image/avif,image/webp,*/*' } });
      await answer.arrayBuffer();
      answers.push(
        `${decodeURIComponent(path.split('/').at(-2) ?? '')
          .split('/')
          .at(-1)} ${path.split('/').at(-1)?.split('?')[0]}: ${answer.status}`,
      );
    };
    const sizes = ['s400', 's1600', 'full'];
    const peak = await watch(product, () =>
      Promise.all(sizes.flatMap((size) => thumbnails.map((path) => get(path.replace('/s400', `/${size}`))))),
    );
    await delay(quick ? 20_000 : 60_000);
    const rested = memoryOf(product.child.pid ?? 0);
    console.log(answers.sort().join('\n'));
    console.log(
      table(
        [
          ['MB', 'before', 'peak', quick ? '20 s later' : 'a minute later'],
          ['server and decoder', String(before), String(peak), String(rested)],
          ['target', '', `<= ${peakTarget}`, `<= ${restTarget}`],
        ],
        1,
      ),
    );
    if (peak > peakTarget || rested > restTarget) process.exitCode = 1;
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
