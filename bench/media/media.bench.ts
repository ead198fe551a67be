// What photos cost: thumbnails against plain sharp, cached ones against @fastify/static, memory while fifty clients browse an album.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { fillFolder, releaseAlbum } from '#bench/lib/album.ts';
import { type Load, load, toQuestion } from '#bench/lib/load.ts';
import { type Gauged, gauged, startMeasured, type Used } from '#bench/lib/product.ts';
import { grouped, median, table } from '#bench/lib/report.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { startProduct } from '#server/test-support/processes/product-process.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const batch = quick ? 6 : 12;
const slice = quick ? 300 : 1_500;
const callers = 16;
const photos = quick ? 12 : 60;
const clients = 50;

const folder = mkdtempSync(join(tmpdir(), 'topout-bench-media-'));
const conditions = () =>
  `Node ${process.version}; sharp ${sharp.versions.sharp}; ${cpus().length} × ${cpus()[0]?.model}; load ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`;

/** Milliseconds by the clock: the product decodes in another process, whose CPU does not count here. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** What the product does with a photo, and nothing else. */
function bareSharp(path: string): Promise<Buffer> {
  return sharp(path, { sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize(400, 400, { fit: 'inside', withoutEnlargement: true })
    .avif({ quality: 50, effort: 0 })
    .toBuffer();
}

async function measureMaking(paths: string[], origin: string): Promise<void> {
  const chosen = paths.slice(0, batch);
  const costs = { product: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const pictures = createThumbnails({ folder: join(folder, `pictures-${round}`), maxBytes: 2 ** 30 });
    const make = (path: string, version: string) =>
      pictures.get({ id: `local:${path}`, version, picture: async () => path }, 's400', 'avif');
    const product = () => Promise.all(chosen.map((path) => make(path, '1')));
    // The process that decodes is there already, as in a server at work.
    await make(chosen[0] ?? '', 'before');
    const twoAtOnce = pLimit(2);
    const bare = () => Promise.all(chosen.map((path) => twoAtOnce(() => bareSharp(path))));
    const sides = [
      async () => costs.product.push(await costOf(product)),
      async () => costs.bare.push(await costOf(bare)),
    ];
    // Whoever comes second finds a warmer machine.
    for (const side of round % 2 ? sides : sides.reverse()) await side();
    pictures.close();
  }
  for (const list of Object.values(costs)) list.shift();
  const ratio = median(costs.bare.map((each, round) => each / (costs.product[round] as number)));
  const row = (name: string, list: number[]) => [name, ((1000 * batch) / median(list)).toFixed(1)];
  console.log(`\nThumbnails (s400, AVIF) of ${batch} photos of 20 megapixels, ${origin}: ${conditions()}`);
  const last = ['ratio, target >= 0.9', ratio.toFixed(2)];
  console.log(table([['', '/s'], row('product', costs.product), row('bare sharp, 2 at once', costs.bare), last], 1));
}

type Side = { name: string; url: string; used(): Promise<Used>; question(): Buffer; taken: (Load & { cpu: number })[] };

async function serve(side: Side): Promise<void> {
  const before = (await side.used()).cpu;
  const seen = await load({ url: side.url, callers, milliseconds: slice, question: side.question, status: 200 });
  const after = (await side.used()).cpu;
  const micros = after.user - before.user + after.system - before.system;
  side.taken.push({ ...seen, cpu: micros / seen.answers });
}

/** One request after the other, in turn. */
function roundRobin(questions: Buffer[]): () => Buffer {
  let nth = 0;
  return () => questions[nth++ % questions.length] as Buffer;
}

type Album = Awaited<ReturnType<typeof releaseAlbum>>;
const accept = 'image/avif,image/webp,*/*';

async function measureServing(product: Gauged, { cookie, thumbnails }: Album): Promise<void> {
  const files = join(folder, 'files');
  mkdirSync(files);
  for (const [nth, path] of thumbnails.entries()) {
    const answer = await fetch(`${product.url}${path}`, { headers: { cookie, accept } });
    writeFileSync(join(files, `${nth}.avif`), Buffer.from(await answer.arrayBuffer()));
  }
  const program = ['--import', './bench/lib/instrument.mjs', 'bench/lib/bare-static.mjs', files];
  const floor = gauged(await startProduct({}, { program, channel: true }));
  const ask = (path: string) => toQuestion(`GET ${path}`, { cookie, headers: { accept } });
  const sides: Side[] = [
    { ...product, name: 'product', question: roundRobin(thumbnails.map(ask)), taken: [] },
    {
      ...floor,
      name: '@fastify/static',
      question: roundRobin(thumbnails.map((_, nth) => ask(`/${nth}.avif`))),
      taken: [],
    },
  ];
  for (let round = 0; round <= rounds; round++) for (const side of sides) await serve(side);
  for (const { taken } of sides) taken.shift();
  await floor.end('SIGTERM');
  const row = ({ name, taken }: Side) => [
    name,
    grouped(median(taken.map(({ rate }) => rate))),
    median(taken.map(({ p99 }) => p99)).toFixed(1),
    grouped(median(taken.map(({ cpu }) => cpu))),
  ];
  const [own, bare] = sides as [Side, Side];
  const ratio = (of: (one: Load & { cpu: number }) => number) =>
    median(own.taken.map((each, round) => of(each) / of(bare.taken[round] as Load & { cpu: number })));
  console.log(`\nWarm thumbnails with login, ${callers} callers, ${rounds} rounds of ${slice} ms: ${conditions()}`);
  const last = [
    'ratio, target >= 0.5',
    ratio(({ rate }) => rate).toFixed(2),
    '',
    (1 / ratio(({ cpu }) => cpu)).toFixed(2),
  ];
  console.log(table([['', '/s', 'p99 ms', 'CPU µs each'], ...sides.map(row), last], 1));
}

/** As a browser does: the list, its thumbnails six at a time, every fifth photo larger, ten of them large. */
async function browse(product: Gauged, album: Album, nth: number): Promise<number> {
  let bytes = 0;
  const get = async (path: string) => {
    const answer = await fetch(`${product.url}${path}`, { headers: { cookie: album.cookie, accept } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    bytes += (await answer.arrayBuffer()).byteLength;
  };
  await get(album.what.replace('GET ', ''));
  const larger = album.thumbnails.filter((_, at) => (at + nth) % 5 === 0);
  const large = Array.from({ length: 10 }, (_, at) => album.thumbnails[(nth + at * 7) % album.thumbnails.length] ?? '');
  const wanted = [
    ...album.thumbnails,
    ...larger.map((path) => path.replace('/s400', '/s800')),
    ...large.map((path) => path.replace('/s400', '/s1600')),
  ];
  const six = pLimit(6);
  await Promise.all(wanted.map((path) => six(() => get(path))));
  return bytes;
}

async function measureMemory(product: Gauged, album: Album): Promise<void> {
  const before = (await product.used()).rss;
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, (await product.used()).rss);
  }, 50);
  const began = performance.now();
  const bytes = await Promise.all(Array.from({ length: clients }, (_, nth) => browse(product, album, nth)));
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  const after = (await product.used()).rss;
  await new Promise((rested) => setTimeout(rested, 5_000));
  const rested = (await product.used()).rss;
  const mebibytes = (number: number) => `${Math.round(number / 2 ** 20)} MiB`;
  const sent = mebibytes(bytes.reduce((sum, each) => sum + each, 0));
  console.log(
    `\n${clients} clients browse ${photos} photos from cold in ${seconds.toFixed(1)} s, ${sent}: ${conditions()}`,
  );
  console.log(
    table([['memory before', 'peak', 'at the end', '5 s later'], [before, peak, after, rested].map(mebibytes)], 0),
  );
}

async function run(): Promise<void> {
  const mediaRoot = join(folder, 'media');
  const { paths, origin } = await fillFolder(join(mediaRoot, 'flight'), photos);
  await measureMaking(paths, origin);
  const settings = { DATA_DIR: join(folder, 'data'), MEDIA_ROOT: mediaRoot, DEMO: 'true' };
  const product = await startMeasured(settings);
  try {
    const album = await releaseAlbum(product, 'flight');
    await measureMemory(product, album);
    await measureServing(product, album);
  } finally {
    await product.end('SIGTERM');
  }
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
