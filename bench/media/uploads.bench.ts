// Uploads to a folder and to a bucket: what a breaking connection costs, memory at twenty at once, a video of 4 GB; servers killed while receiving.
// `npm run bench -- uploads`; `--quick` for less of each, `--bucket` for the bucket alone. Linux only.
// FULL_LINE=1 for the connection in real time (13 minutes each, not two).
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { body } from '#bench/lib/album.ts';
import { findChromium, machine, noChromium } from '#bench/lib/browser.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { memoryOf, peakDuring } from '#bench/lib/product-memory.ts';
import { publish } from '#bench/lib/publish.ts';
import { type Upload, uploadLimits } from '#contract/uploads/endpoints.ts';
import { demoPassword } from '#server/db/demo/cast.ts';
import { offsetOf, sendPart } from '#server/test-support/files/sent-files.ts';
import { openSlowLine, type SlowLine } from './slow-line.ts';
import { hashOf, inFolder, inSwift, type UploadPlace } from './upload-places.ts';

const quick = process.argv.includes('--quick');
const isBucketAlone = process.argv.includes('--bucket');
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'topout-bench-uploads-'));

/** The connection is this many times as fast, and breaks as many times as often: the same number of bytes pass between two cuts. */
const scale = process.env.FULL_LINE ? 1 : 8;
const line = { bitsPerSecond: 5e6 * scale, cutEverySeconds: 20 / scale, awaySeconds: 1 / scale };
const photos = quick ? 12 : 60;
const photoBytes = 8_000_000;
const videoBytes = quick ? 400_000_000 : 4_000_000_000;
const together = 20;
const rounds = quick ? 4 : 20;
/** In bytes. */
const mostOverhead = 0.05;
/** MB above idle. */
const mostMemory = 60;

type Row = [what: string, figure: string, target: string];
const rows: Row[] = [];
const executablePath = findChromium();

/** Printed at once too: the whole takes a while. */
function note(isMet: boolean, [what, figure, target]: Row): void {
  const row: Row = [what, isMet ? figure : `${figure} MISSED`, target];
  rows.push(row);
  console.log(row.join('  '));
  if (!isMet) process.exitCode = 1;
}

function makePhotos(): string[] {
  const paths = Array.from({ length: photos }, (_, nth) => join(folder, 'card', `DJI_${1000 + nth}.JPG`));
  mkdirSync(join(folder, 'card'));
  for (const path of paths) {
    const bytes = randomBytes(photoBytes);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    writeFileSync(path, bytes);
  }
  return paths;
}

async function openForm(page: Page, url: string, projectName: string): Promise<void> {
  await page.goto(`${url}/dashboard`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'New Progress Session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  const field = dialog.getByLabel('Project');
  await field.click();
  await field.fill(projectName);
  await page.getByRole('option', { name: projectName, exact: true }).click();
  await dialog.getByRole('button', { name: 'Upload Drone Photos' }).click();
  await dialog.getByRole('button', { name: 'Choose files' }).waitFor();
}

type Part = { file: string; offset: number };

/** Where each part of a file began, in the order in which they were sent. */
function watchParts(page: Page): Part[] {
  const parts: Part[] = [];
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset'];
    if (request.method() === 'PATCH' && offset !== undefined)
      parts.push({ file: request.url().split('/').at(-1) ?? '', offset: Number(offset) });
  });
  return parts;
}

/** How many parts began before a byte at which an earlier part of their file had begun. */
function backwards(parts: readonly Part[]): number {
  const farthest = new Map<string, number>();
  return parts.filter(({ file, offset }) => {
    const before = farthest.get(file) ?? 0;
    farthest.set(file, Math.max(before, offset));
    return offset < before;
  }).length;
}

/** Of those that were sent, by name: how many did not arrive as they were. */
async function differing({ keptHash }: UploadPlace, upload: Upload, hashes: Map<string, string>): Promise<number> {
  let others = 0;
  for (const [name, sha256] of hashes) {
    const isKept = upload.files.some((file) => file.name === name && file.state === 'kept');
    if (!isKept || (await keptHash(upload, name, sha256)) !== sha256) others++;
  }
  return others;
}

async function hashesOf(paths: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const path of paths) hashes.set(path.split('/').at(-1) ?? '', await hashOf(createReadStream(path)));
  return hashes;
}

type Served = { product: Gauged; slow: SlowLine; place: UploadPlace };

/** As a photographer does it, in a browser, with the form. */
async function overBrokenLine({ product, slow, place }: Served, executablePath: string): Promise<void> {
  const paths = makePhotos();
  const browser = await chromium.launch({ executablePath });
  try {
    const context = await browser.newContext();
    const cookie = await product.login('photographer', demoPassword);
    const equals = cookie.indexOf('=');
    await context.addCookies([{ name: cookie.slice(0, equals), value: cookie.slice(equals + 1), url: slow.url }]);
    const page = await context.newPage();
    await openForm(page, slow.url, 'Lekki Palm Residences');
    const parts = watchParts(page);
    const crossed = slow.begin();
    const began = performance.now();
    await page.locator('input[type="file"][multiple]').first().setInputFiles(paths);
    await page.getByText(`${photos} of ${photos} uploaded`).first().waitFor({ timeout: 3_000_000 });
    const seconds = (performance.now() - began) / 1000;
    const { bytes, cuts } = crossed();
    const link = await page.getByRole('textbox', { name: 'Drone Photos' }).inputValue();
    const path = `GET /api/uploads/${link.split('/').at(-1)}`;
    const upload = body<Upload>(await product.ask(path, { cookie }));
    const content = photos * photoBytes;
    const more = (bytes - content) / content;
    const others = await differing(place, upload, await hashesOf(paths));
    const pace = `${line.bitsPerSecond / 1e6} Mbit/s, cut every ${line.cutEverySeconds} s`;
    note(true, [`${photos} photos of 8 MB: ${pace}`, `${seconds.toFixed(0)} s, ${cuts} cuts`, '']);
    note(more <= mostOverhead, ['bytes over the line beyond the photos', `${(more * 100).toFixed(2)} %`, '<= 5 %']);
    note(others === 0, ['photos of which a byte differs', String(others), '= 0']);
    const again = backwards(parts);
    note(again === 0, ['parts that began before what was there', String(again), '= 0']);
    note(true, [
      'parts begun, of them after a cut',
      `${parts.length}, ${parts.filter(({ offset }) => offset > 0).length}`,
      '',
    ]);
  } finally {
    await browser.close();
    rmSync(join(folder, 'card'), { recursive: true });
  }
}

type Film = { name: string; bytes: number };

const worthRepeating = [0, 408, 409, 423, 429, 503];

/** As the browser's library does: a failed upload resumes from what has arrived. */
async function sendWhole(to: { url: string; file: string; cookie: string }, bytes: Uint8Array, offset: number) {
  const { url, file, cookie } = to;
  let at = offset;
  while (at < offset + bytes.length) {
    const part = { bytes: bytes.subarray(at - offset), offset: at, cookie };
    const { status, message } = await sendPart(url, file, part).catch(() => ({ status: 0, message: '' }));
    if (status === 204) return;
    if (!worthRepeating.includes(status)) throw new Error(`A part at ${at} was answered ${status}: ${message}`);
    await delay(500);
    at = Math.max(at, (await offsetOf(url, file, cookie).catch(() => null))?.offset ?? at);
  }
}

/** Its bytes are generated while being sent; returns their hash. */
async function sendVideo(
  url: string,
  file: string,
  { bytes, cookie }: { bytes: number; cookie: string },
): Promise<string> {
  const part = randomBytes(uploadLimits.chunkBytes);
  const hash = createHash('sha256');
  for (let offset = 0; offset < bytes; offset += part.length) {
    part.writeUInt32BE(offset / part.length);
    if (offset === 0) part.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
    const now = part.subarray(0, Math.min(part.length, bytes - offset));
    hash.update(now);
    await sendWhole({ url, file, cookie }, now, offset);
  }
  return hash.digest('hex');
}

type Sender = { product: Gauged; place: UploadPlace; cookie: string; projectId: number };

/** All at the same time; returns how many differ in the end. */
async function sendVideos({ product, place, cookie, projectId }: Sender, films: readonly Film[]): Promise<number> {
  const asked = { cookie, body: { projectId, files: films } };
  const upload = body<Upload>(await product.ask('POST /api/uploads', asked));
  const hashes = await Promise.all(upload.files.map(({ id, bytes }) => sendVideo(product.url, id, { bytes, cookie })));
  const sent = new Map(upload.files.map(({ name }, nth) => [name, hashes[nth] ?? '']));
  const kept = body<Upload>(await product.ask(`GET /api/uploads/${upload.id}`, { cookie }));
  return differing(place, kept, sent);
}

const named = (count: number, bytes: number): Film[] =>
  Array.from({ length: count }, (_, nth) => ({ name: `${count}-${nth}.mp4`, bytes }));

/** The same in the run before, which was with a folder. */
const inFolderBefore = new Map<string, number>();

async function inMemory(sender: Sender): Promise<void> {
  const server = sender.product.child.pid ?? 0;
  for (const [what, films] of [
    [`${together} films of 24 MB at once`, named(together, 24_000_000)],
    [`a film of ${videoBytes / 1e9} GB`, named(1, videoBytes)],
  ] as const) {
    const idle = memoryOf(server);
    const before = inFolderBefore.get(what);
    const began = performance.now();
    const { peak, done } = await peakDuring(server, () => sendVideos(sender, films));
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    note(peak - idle <= mostMemory, [
      `${what}: MB of memory over ${idle}`,
      `${peak - idle} in ${seconds} s${before === undefined ? '' : `, ${before} with a folder`}`,
      `<= ${mostMemory}`,
    ]);
    inFolderBefore.set(what, peak - idle);
    note(done === 0, [`${what}: files of which a byte differs`, String(done), '= 0']);
  }
}

/** Runs the test of it, which has its own database, with this many rounds. */
function underKills(): void {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'server/upload-kill.test.ts'];
  // It runs half as many as other tests: each starts a new server.
  const env = { ...process.env, KILL_ROUNDS: String(rounds * 2) };
  const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit', env });
  note(status === 0, ['servers killed with -9 while they receive, every byte equal', String(rounds), `= ${rounds}`]);
}

function requireRoom(): void {
  const { bavail, bsize } = statfsSync(folder);
  // While a file is copied to its final place it takes twice its size, in a folder and in the store.
  const wanted = 4 * videoBytes + 4 * photos * photoBytes + 3e9;
  if (bavail * bsize < wanted)
    throw new Error(`${folder} has no ${wanted / 1e9} GB free: name another in BENCH_FOLDER.`);
}

async function runIn(place: UploadPlace): Promise<void> {
  console.log(`In a ${place.name}`);
  const first = rows.length;
  const dataDir = join(folder, `data of the ${place.name}`);
  const product = await startMeasured({ DATA_DIR: dataDir, DEMO: 'true', ...place.settings });
  const slow = await openSlowLine(product.url, line);
  try {
    const cookie = await product.login('photographer', demoPassword);
    const [project] = body<{ id: number }[]>(await product.ask('GET /api/projects', { cookie }));
    if (executablePath) await overBrokenLine({ product, slow, place }, executablePath);
    else console.log(noChromium);
    await inMemory({ product, place, cookie, projectId: project?.id ?? 0 });
  } finally {
    await slow.close();
    await product.end('SIGTERM');
    place.close();
  }
  for (const row of rows.slice(first)) row[0] = `${place.name}: ${row[0]}`;
}

async function run(): Promise<void> {
  requireRoom();
  if (!isBucketAlone) await runIn(inFolder(folder));
  const swift = await inSwift();
  if (swift) await runIn(swift);
  else console.log('Left out with a bucket: Swift is not installed.');
  if (!isBucketAlone) underKills();
  const about =
    scale === 1 ? [] : [`The line is ${scale} times as fast as 5 Mbit/s and breaks ${scale} times as often.`];
  publish('uploads', { about: [machine(), ...about], rows: [['what', 'figure', 'target'], ...rows], left: 1 });
}

await run().finally(() => rmSync(folder, { recursive: true, force: true }));
