// The claims about moving what is stored between a folder and a bucket of a real S3 store (behaviour §26.9).
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type Upload, uploadLimits, uploadLink } from '#contract/uploads/endpoints.ts';
import { listBucket } from '#server/media/storage/bucket-storage.ts';
import { builtProgram } from '#server/test-support/built-programs.ts';
import { offsetOf, randomVideo, sendPart } from '#server/test-support/files/sent-files.ts';
import { openFaultyLine } from '#server/test-support/servers/faulty-line.ts';
import { hasSwift, type Swift, startSwift } from '#server/test-support/servers/swift.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { urlOf } from '#server/test-support/test-database.ts';
import { moveStorage, readWay } from './storage.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pyramid = `${hashOf(Buffer.from('a map'))}.tif`;
const pack = '7/1-0123456789abcdef.pdf';

test('a command that says too little or too much is answered with what would be right', () => {
  expect(readWay(['copy', '--to', 'bucket'])).toEqual({ act: 'copy', to: 'bucket', isThorough: false });
  for (const wrong of [[], ['copy'], ['copy', '--to', 'moon'], ['verify', 'it', '--to', 'folder']])
    expect(() => readWay(wrong)).toThrow('npm run storage -- copy --to bucket|folder');
});

describe.skipIf(!hasSwift)('moving what is stored (where Swift is installed)', () => {
  let folder: string;
  let swift: Swift;
  let line: Awaited<ReturnType<typeof openFaultyLine>>;
  let home: TestApp;
  let crew: TestPerson;
  let admin: TestPerson;
  let project: number;
  const root = () => join(folder, 'uploads');
  const dataDir = () => join(folder, 'data');

  const quotaBytes = 1024 ** 4;
  const places = (uploadRoot = root()) => ({
    uploadRoot,
    dataDir: uploadRoot === root() ? dataDir() : `${uploadRoot} data`,
    bucket: { ...swift.address, endpoint: `http://127.0.0.1:${line.port}` },
  });
  type Told = { at?: ReturnType<typeof places>; say?: (line: string) => void };
  const move = (command: string, { at = places(), say = () => undefined }: Told = {}) =>
    moveStorage(home.database, at, { ...readWay(command.split(' ')), say });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'topout-move-'));
    swift = await startSwift();
    line = await openFaultyLine(swift.port);
    mkdirSync(join(dataDir(), 'maps'), { recursive: true });
    writeFileSync(join(dataDir(), 'maps', pyramid), randomBytes(300_000));
    writeFileSync(join(dataDir(), 'maps', `${pyramid}.part`), 'half');
    mkdirSync(join(dataDir(), 'packs/7'), { recursive: true });
    writeFileSync(join(dataDir(), 'packs', pack), randomBytes(50_000));
    home = await createTestApp({ uploads: { root: root(), quotaBytes }, dataDir: dataDir() });
    [admin, crew] = [await home.person('admin'), await home.person('photographer')];
    const client = await home.person('client');
    project = await home.make.project({ clientId: client.id, createdBy: admin.id });
    await home.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  }, 180_000);
  beforeEach(() => line.fail('none'));
  afterAll(async () => {
    await home?.close();
    line?.close();
    swift?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The product over the same database with its files elsewhere. */
  async function serving<T>(
    config: Partial<typeof testConfig>,
    work: (app: TestApp['app'], url: string) => Promise<T>,
  ) {
    const { buildApp } = await import('#server/app.ts');
    const whole = { ...testConfig, ...config };
    const app = await buildApp({ config: whole, database: home.database, pages: null, demoMedia: null });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return work(app, url).finally(() => app.close());
  }
  const inFolder = (at: string) => ({ uploads: { root: at, quotaBytes }, dataDir: `${at} data` });
  const inBucket = () => ({ ...inFolder(join(folder, 'nowhere')), bucket: swift.address });

  async function sendAll(url: string, file: string, bytes: Uint8Array): Promise<void> {
    for (;;) {
      const { offset } = await offsetOf(url, file, crew.cookie);
      if (offset === bytes.length) return;
      const part = bytes.subarray(offset, offset + uploadLimits.chunkBytes);
      const { status } = await sendPart(url, file, { bytes: part, offset, cookie: crew.cookie });
      if (status !== 204) throw new Error(`a part was answered with ${status}`);
    }
  }

  function uploadOf(files: Record<string, Uint8Array>, config: Partial<typeof testConfig>): Promise<Upload> {
    return serving(config, async (_app, url) => {
      const list = Object.entries(files).map(([name, { length }]) => ({ name, bytes: length }));
      const { body } = await home.call(crew, 'POST /api/uploads', { body: { projectId: project, files: list } });
      const upload = body as Upload;
      for (const { id, sentName } of upload.files) await sendAll(url, id, files[sentName] ?? Buffer.alloc(0));
      return upload;
    });
  }

  /** A session whose pictures are these; its number, and the upload. */
  async function sessionOf(files: Record<string, Uint8Array>, config: Partial<typeof testConfig>) {
    const upload = await uploadOf(files, config);
    const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: uploadLink(upload.id) };
    return { id: ((await home.call(crew, 'POST /api/sessions', { body })).body as Session).id, upload };
  }

  /** What people are shown of it where the files lie, with the hash of each file. */
  const shownOf = (session: number, config: Partial<typeof testConfig>) =>
    serving(config, async (_app, url) => {
      const get = (address: string) => fetch(`${url}${address}`, { headers: { cookie: crew.cookie } });
      const media = (await (await get(`/api/sessions/${session}/media/drone`)).json()) as Media;
      const items = (media.items ?? []).map(({ id, name, fileUrl, thumbnailUrl }) => ({
        id,
        name,
        fileUrl,
        thumbnailUrl,
      }));
      const hashes = await Promise.all(
        items.map(async ({ id }) => {
          const address = `/api/sessions/${session}/media/drone/${encodeURIComponent(id)}/file`;
          return hashOf(Buffer.from(await (await get(address)).arrayBuffer()));
        }),
      );
      return { items, hashes };
    });

  const contentKeyOf = (bytes: Uint8Array) => `uploads/content/${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`;
  const overwrite = (bytes: Uint8Array, Body: Uint8Array) =>
    swift.bucket.client.putObject({ Bucket: swift.bucket.name, Key: contentKeyOf(bytes), Body });

  function damaged(bytes: Uint8Array): Buffer {
    const changed = Buffer.from(bytes);
    changed[1_000] = (changed[1_000] ?? 0) ^ 1;
    return changed;
  }

  function start(args: string[], uploadRoot = root()) {
    const { PATH = '' } = process.env;
    const env = {
      PATH,
      DATABASE_URL: urlOf(home.connection),
      UPLOAD_ROOT: uploadRoot,
      DATA_DIR: places(uploadRoot).dataDir,
      STORAGE_URL: swift.url,
    };
    const child = spawn(process.execPath, [builtProgram('cli'), 'storage', ...args], { env });
    child.stdin.end();
    return child;
  }

  async function operate(args: string[]) {
    const child = start(args);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code, out, err };
  }

  /** Ends the command as soon as one file more has arrived; answers how many had. */
  async function killedOnTheWay(child: ReturnType<typeof start>, arrived: () => Promise<number>): Promise<number> {
    const closed = once(child, 'close');
    const before = await arrived();
    await expect.poll(arrived, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    child.kill('SIGKILL');
    const [, signal] = await closed;
    expect(signal).toBe('SIGKILL');
    return arrived();
  }

  test('everything arrives in the bucket byte for byte, is shown as before, and comes back into a folder', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'olive' } })
      .jpeg()
      .toBuffer();
    const video = randomVideo(20_000_000);
    const one = await sessionOf({ 'a.jpg': picture, 'b.mp4': video }, inFolder(root()));
    const two = await sessionOf({ 'again.jpg': picture }, inFolder(root()));
    const before = [await shownOf(one.id, inFolder(root())), await shownOf(two.id, inFolder(root()))];
    expect(before[0]?.hashes).toEqual([hashOf(picture), hashOf(video)]);
    const said: string[] = [];
    const first = await move('copy --to bucket', { say: (words) => void said.push(words) });
    expect(first).toEqual({
      summary: expect.stringMatching(/^Copied 4 files \(19\.\d MB\) to the bucket/),
      faults: [],
    });
    expect(said.at(-1)).toMatch(/^4 of 4 files, /);
    expect(await move('verify --to bucket')).toEqual({ summary: expect.stringMatching(/^Read 4 files/), faults: [] });
    expect((await move('copy --to bucket')).summary).toMatch(/^Copied 0 files \(0 MB\) .* already had 4 files/);
    expect((await listBucket(swift.bucket, '')).map(({ key }) => key).sort()).toEqual(
      [contentKeyOf(picture), contentKeyOf(video), `maps/${pyramid}`, `packs/${pack}`].sort(),
    );
    expect([await shownOf(one.id, inBucket()), await shownOf(two.id, inBucket())]).toEqual(before);
    const three = await sessionOf({ 'later.mp4': randomVideo(70_000) }, inBucket());
    const later = await shownOf(three.id, inBucket());

    const back = join(folder, 'back');
    expect(await move('copy --to folder', { at: places(back) })).toMatchObject({ faults: [] });
    expect(await move('verify --to folder', { at: places(back) })).toMatchObject({ faults: [] });
    expect([await shownOf(one.id, inFolder(back)), await shownOf(two.id, inFolder(back))]).toEqual(before);
    expect(await shownOf(three.id, inFolder(back))).toEqual(later);
    expect(statSync(join(back, 'folders', one.upload.id, 'a.jpg')).nlink).toBe(3);
    expect(readdirSync(join(back, 'arriving'))).toEqual([]);
    for (const kept of [join('maps', pyramid), join('packs', pack)])
      expect(readFileSync(join(`${back} data`, kept)).equals(readFileSync(join(dataDir(), kept)))).toBe(true);
    expect(readFileSync(join(root(), 'folders', one.upload.id, 'b.mp4')).equals(video)).toBe(true);
  }, 120_000);

  test('interrupted in the middle nothing looks whole that is not, and the next run goes on from there', async () => {
    const films = Object.fromEntries(
      Array.from({ length: 8 }, (_, nth) => [`cut ${nth}.mp4`, randomVideo(17_000_000)]),
    );
    await sessionOf(films, inFolder(root()));
    const keys = Object.values(films).map(contentKeyOf);
    let files = 0;
    const fall = () => {
      files += 1;
      if (files === 5) line.fail('away');
    };
    await expect(move('copy --to bucket', { say: fall })).rejects.toThrow(/run the same command again/);
    line.fail('none');
    for (const { key } of await listBucket(swift.bucket, 'uploads/content/')) {
      const { Body } = await swift.bucket.client.getObject({ Bucket: swift.bucket.name, Key: key });
      expect(key).toContain(hashOf((await Body?.transformToByteArray()) ?? Buffer.alloc(0)));
    }
    const there = (await listBucket(swift.bucket, 'uploads/content/')).filter(({ key }) => keys.includes(key)).length;
    expect(there).toBeLessThan(8);
    const rest = await move('copy --to bucket');
    expect(rest).toMatchObject({ summary: expect.stringContaining(`Copied ${8 - there} file`), faults: [] });

    const back = join(folder, 'cut back');
    files = 0;
    await expect(move('copy --to folder', { at: places(back), say: fall })).rejects.toThrow(
      /run the same command again/,
    );
    line.fail('none');
    expect(readdirSync(join(back, 'arriving'))).toEqual([]);
    const contents = readdirSync(join(back, 'content'), { recursive: true, encoding: 'utf8' });
    for (const name of contents.filter(({ length }) => length > 60))
      expect(name).toContain(hashOf(readFileSync(join(back, 'content', name))));
    expect(await move('copy --to folder', { at: places(back) })).toMatchObject({ faults: [] });
    expect(await move('verify --to folder', { at: places(back) })).toMatchObject({ faults: [] });
  }, 180_000);

  test('killed in the middle nothing looks whole that is not, and the same command goes on from there', async () => {
    const films = Array.from({ length: 8 }, () => randomVideo(17_000_000));
    await sessionOf(Object.fromEntries(films.map((bytes, nth) => [`killed ${nth}.mp4`, bytes])), inFolder(root()));
    const keys = films.map(contentKeyOf);
    const inBucketNow = async () =>
      (await listBucket(swift.bucket, 'uploads/content/')).filter(({ key }) => keys.includes(key)).length;
    const there = await killedOnTheWay(start(['copy', '--to', 'bucket']), inBucketNow);
    expect(there).toBeLessThan(8);
    expect(await move('copy --to bucket')).toMatchObject({ faults: [] });
    expect(await inBucketNow()).toBe(8);
    expect(await move('verify --to bucket')).toMatchObject({ faults: [] });

    const back = join(folder, 'killed back');
    const contentsOf = () =>
      existsSync(join(back, 'content'))
        ? readdirSync(join(back, 'content'), { recursive: true, encoding: 'utf8' }).filter(({ length }) => length > 60)
        : [];
    await killedOnTheWay(start(['copy', '--to', 'folder'], back), async () => contentsOf().length);
    for (const name of contentsOf()) expect(name).toContain(hashOf(readFileSync(join(back, 'content', name))));
    expect(await move('copy --to folder', { at: places(back) })).toMatchObject({ faults: [] });
    expect(await move('verify --to folder', { at: places(back) })).toMatchObject({ faults: [] });
  }, 180_000);

  test('one damaged byte is found and named at either end, and mended from the other', async () => {
    const [good, bad, gone] = [randomVideo(60_000), randomVideo(60_000), randomVideo(60_000)];
    const { upload } = await sessionOf({ 'good.mp4': good, 'bad.mp4': bad, 'gone.mp4': gone }, inFolder(root()));
    const at = (name: string) => join(root(), 'folders', upload.id, name);
    writeFileSync(at('bad.mp4'), damaged(bad));
    rmSync(at('gone.mp4'));
    const { faults } = await move('copy --to bucket');
    expect(faults.sort()).toEqual([
      `uploads/${upload.id}/bad.mp4 was not copied, because its bytes differ from what was uploaded`,
      `uploads/${upload.id}/gone.mp4 was not found`,
    ]);
    expect(await listBucket(swift.bucket, contentKeyOf(bad))).toEqual([]);
    await overwrite(bad, bad);
    await overwrite(gone, gone);
    expect(await move('copy --to folder --thorough')).toMatchObject({ faults: [] });
    expect([readFileSync(at('bad.mp4')).equals(bad), readFileSync(at('gone.mp4')).equals(gone)]).toEqual([true, true]);

    await overwrite(good, damaged(good));
    expect((await move('copy --to bucket')).summary).toMatch(/^Copied 0 files/);
    const found = await operate(['verify', '--to', 'bucket']);
    expect(found).toMatchObject({
      code: 1,
      err: expect.stringContaining(`uploads/${upload.id}/good.mp4 has different bytes\n`),
    });
    expect(found.out).toMatch(/See above for 1 file that is not\.\n$/);
    expect(await operate(['copy', '--to', 'bucket', '--thorough'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Copied 1 file \(0\.1 MB\)/),
    });
    expect(await operate(['verify', '--to', 'bucket'])).toMatchObject({ code: 0 });
  }, 180_000);

  test('what was removed while files lay in the bucket does not come back in the folder, and nobody is told of it', async () => {
    const video = randomVideo(50_000);
    const upload = await uploadOf({ 'kept.mp4': randomVideo(50_000), 'removed.mp4': video }, inFolder(root()));
    expect(await move('copy --to bucket')).toMatchObject({ faults: [] });
    const file = upload.files.find(({ name }) => name === 'removed.mp4')?.id;
    await serving(inBucket(), async (app) => {
      const { statusCode } = await app.inject({
        method: 'DELETE',
        url: `/api/uploads/files/${file}`,
        headers: { cookie: crew.cookie },
      });
      expect(statusCode).toBe(200);
    });
    expect(await listBucket(swift.bucket, contentKeyOf(video))).toEqual([]);
    expect(existsSync(join(root(), 'folders', upload.id, 'removed.mp4'))).toBe(true);
    expect(await move('copy --to folder')).toMatchObject({ faults: [] });
    expect(readdirSync(join(root(), 'folders', upload.id))).toEqual(['kept.mp4']);
  }, 60_000);
});
