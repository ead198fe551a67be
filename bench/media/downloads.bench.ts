// A ZIP of 2,000 pictures, originals and re-encoded ones: how long, and how much memory. `npm run bench -- downloads`, `--quick` for fewer. Linux only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFolder, releaseAlbum } from '#bench/lib/album.ts';
import { startMeasured } from '#bench/lib/product.ts';
import { memoryOf } from '#bench/lib/product-memory.ts';
import { grouped, table } from '#bench/lib/report.ts';

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'topout-bench-downloads-'));
const originals = quick ? 200 : 2_000;
/** Each is decoded and encoded once. */
const made = quick ? 20 : 200;
/** MB beyond what the server and its decoder hold anyway. */
const most = 150;
/** MB that the last quarter of an archive may take beyond the first: nothing of what was sent is kept. */
const mostGrowth = 40;

type Taken = { bytes: number; announced: string | null; seconds: number; peaks: number[] };

/** `peaks`: the most memory in each quarter of the bytes, of which there will be about so many. */
async function take(
  server: number,
  { url, cookie, about }: { url: string; cookie: string; about: number },
): Promise<Taken> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const peaks = [0, 0, 0, 0];
  let bytes = 0;
  const note = () => {
    const quarter = Math.min(3, Math.floor((4 * bytes) / about));
    peaks[quarter] = Math.max(peaks[quarter] ?? 0, memoryOf(server));
  };
  const timer = setInterval(note, 50);
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  } finally {
    clearInterval(timer);
  }
  note();
  return { bytes, announced: answer.headers.get('content-length'), seconds: (performance.now() - began) / 1000, peaks };
}

function saidBefore(announced: string | null, bytes: number): string {
  if (announced === null) return 'no, begins anew';
  return Number(announced) === bytes ? 'exactly' : 'WRONG';
}

type Listed = { pictures: { key: string; bytes: Record<'full' | 's1600', number> }[] };

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
    const sizes = async (cookie: string, size: 'full' | 's1600', many: number) => {
      const { body } = await product.ask(`GET /api/sessions/${id}/download`, { cookie });
      const pictures = (body as Listed).pictures.slice(0, many);
      const about = pictures.reduce((sum, { bytes }) => sum + bytes[size], 0);
      return { keys: pictures.map(({ key }) => key), about };
    };
    const small = await sizes(client, 's1600', made);
    const asked = [
      {
        name: `${grouped(originals)} originals`,
        url: base,
        cookie: admin,
        about: (await sizes(admin, 'full', originals)).about,
      },
      {
        name: `${grouped(made)} encoded anew, small`,
        url: `${base}?size=s1600&pictures=${small.keys}`,
        cookie: client,
        about: small.about,
      },
    ];
    const rows = [
      ['pictures', 'MB', 'length said before', 'seconds', 'MB of memory more, by quarters', 'most', 'target'],
    ];
    for (const { name, ...one } of asked) {
      const before = memoryOf(server);
      const { bytes, announced, seconds, peaks } = await take(server, one);
      const more = peaks.map((peak) => Math.max(0, peak - before));
      const said = saidBefore(announced, bytes);
      const peak = Math.max(...more);
      rows.push([name, grouped(bytes / 1e6), said, seconds.toFixed(1), more.join(' '), String(peak), `<= ${most}`]);
      const growth = (more[3] ?? 0) - (more[0] ?? 0);
      if (peak > most || growth > mostGrowth || said === 'WRONG') process.exitCode = 1;
    }
    rows.push([`target: the last quarter at most ${mostGrowth} MB above the first`]);
    console.log(`Pictures ${origin}, 5472 × 3648 pixels.\n${table(rows, 1)}`);
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
