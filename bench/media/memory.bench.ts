// Memory while large pictures are made smaller: server and the programs it starts together, at the peak and a minute later. Linux only.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { releaseAlbum } from '#bench/lib/album.ts';
import { startMeasured } from '#bench/lib/product.ts';
import { memoryOf, peakDuring, residentOf } from '#bench/lib/product-memory.ts';
import { table } from '#bench/lib/report.ts';

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

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  await makePictures(join(mediaRoot, 'large'));
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  try {
    const { cookie, thumbnails } = await releaseAlbum(product, 'large');
    const server = product.child.pid ?? 0;
    const before = { once: memoryOf(server), inEach: residentOf(server) };
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
    const getAll = () =>
      Promise.all(sizes.flatMap((size) => thumbnails.map((path) => get(path.replace('/s400', `/${size}`)))));
    const { peak, done: inEach } = await peakDuring(server, () => peakDuring(server, getAll, residentOf));
    await delay(quick ? 20_000 : 60_000);
    const rested = memoryOf(server);
    console.log(answers.sort().join('\n'));
    console.log(
      table(
        [
          ['MB', 'before', 'peak', quick ? '20 s later' : 'a minute later'],
          ['server and its programs', String(before.once), String(peak), String(rested)],
          ['target', '', `<= ${peakTarget}`, `<= ${restTarget}`],
          ['what they share counted in each', String(before.inEach), String(inEach.peak), String(residentOf(server))],
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
