// A ZIP of 2,000 pictures, originals and re-encoded ones: how long, and how much memory. `npm run bench -- downloads`, `--quick` for fewer. Linux only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFolder, releaseAlbum } from './album.ts';
import { startMeasured } from './product.ts';
import { memoryOf, peakDuring } from './product-memory.ts';
import { grouped, table } from './report.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-downloads-'));
const originals = quick ? 200 : 2_000;
/** Each is decoded and encoded once. */
const made = quick ? 20 : 200;
/** Beyond what the server and its decoder hold anyway. */
const target = 150;

async function take(
  url: string,
  cookie: string,
): Promise<{ bytes: number; announced: string | null; seconds: number }> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return { bytes, announced: answer.headers.get('content-length'), seconds: (performance.now() - began) / 1000 };
}

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  const { origin } = await fillFolder(join(mediaRoot, 'flight'), originals);
  const product = await startMeasured({ DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' });
  const server = product.child.pid ?? 0;
  try {
    const { cookie: client, what } = await releaseAlbum(product, 'flight');
    const admin = await product.login('admin', 'topout-demo');
    const id = /sessions\/(\d+)/.exec(what)?.[1];
    const base = `${product.url}/api/sessions/${id}/pictures.zip`;
    const listed = await product.ask(`GET /api/sessions/${id}/download`, { cookie: client });
    const keys = (listed.body as { pictures: { key: string }[] }).pictures.slice(0, made).map(({ key }) => key);
    const rows = [['pictures', 'MB', 'announced', 'seconds', 'MB of memory before', 'at the peak', 'target']];
    const asked = [
      { name: `${grouped(originals)} originals`, url: base, cookie: admin },
      { name: `${grouped(made)} encoded anew, small`, url: `${base}?size=s1600&pictures=${keys}`, cookie: client },
    ];
    for (const { name, url, cookie } of asked) {
      const before = memoryOf(server);
      const { peak, done } = await peakDuring(server, () => take(url, cookie));
      const announced = done.announced === null ? 'no' : String(Number(done.announced) === done.bytes);
      rows.push([
        name,
        grouped(done.bytes / 1e6),
        announced,
        done.seconds.toFixed(1),
        String(before),
        String(peak),
        `<= ${before + target}`,
      ]);
      if (peak > before + target && url === base) process.exitCode = 1;
    }
    console.log(`Pictures ${origin}, 5472 × 3648 pixels.\n${table(rows, 1)}`);
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
