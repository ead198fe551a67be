// Uploads whose bytes lie in a bucket of a real S3 store: what holds for a folder holds there (behaviour §26.9).
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { chunkType, type Upload, uploadLimits, uploadLink } from '#contract/uploads/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { copyWithin, createBucketUploads } from '#server/media/sources/bucket-uploads.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';
import { openBucket } from '#server/media/storage/bucket.ts';
import { listBegun, listBucket } from '#server/media/storage/bucket-storage.ts';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { heicWith } from '#server/test-support/files/made-files.ts';
import { noCopies, offsetOf, randomVideo, sendPart } from '#server/test-support/files/sent-files.ts';
import { type Fault, openFaultyLine } from '#server/test-support/servers/faulty-line.ts';
import { hasSwift, inPagesOfTwo, type Swift, startSwift } from '#server/test-support/servers/swift.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { createUploadCleanup } from './cleanup.ts';
import { removeUnnamedBefore } from './contents.ts';

const { chunkBytes } = uploadLimits;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const jpeg = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe.skipIf(!hasSwift)('uploads to a bucket (where Swift is installed)', () => {
  let folder: string;
  let swift: Swift;
  let line: { port: number; fail(how: Fault): void; close(): void };
  let testApp: TestApp;
  let url: string;
  let crew: TestPerson;
  let project: number;
  let store: UploadStore;

  const settings = (nth: number) => ({
    bucket: { ...swift.address, endpoint: `http://127.0.0.1:${line.port}` },
    uploads: { root: join(folder, 'nowhere'), quotaBytes: 1024 ** 4 },
    dataDir: join(folder, `data ${nth}`),
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'topout-bucket-'));
    swift = await startSwift();
    line = await openFaultyLine(swift.port);
    testApp = await createTestApp(settings(1));
    await testApp.app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
    const [admin, client] = [await testApp.person('admin'), await testApp.person('client')];
    crew = await testApp.person('photographer');
    project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
    store = createBucketUploads(swift.bucket, join(folder, 'parts'));
  }, 180_000);
  afterEach(() => line.fail('none'));
  afterAll(async () => {
    await testApp?.close();
    line?.close();
    swift?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function announce(files: { name: string; bytes: number }[]): Promise<Upload> {
    return (await testApp.call(crew, 'POST /api/uploads', { body: { projectId: project, files } })).body as Upload;
  }

  /** In the parts that a browser sends; at the server of that address. */
  async function sendAll(file: string, bytes: Uint8Array, to = url): Promise<number> {
    for (;;) {
      const { offset } = await offsetOf(to, file, crew.cookie);
      if (offset === bytes.length) return 204;
      const part = bytes.subarray(offset, offset + chunkBytes);
      const { status } = await sendPart(to, file, { bytes: part, offset, cookie: crew.cookie });
      if (status !== 204) return status;
    }
  }

  async function uploadOf(files: Record<string, Uint8Array>): Promise<Upload> {
    const list = Object.entries(files).map(([name, { length }]) => ({ name, bytes: length }));
    const upload = await announce(list);
    for (const { id, sentName } of upload.files) await sendAll(id, files[sentName] ?? Buffer.alloc(0));
    return (await testApp.call(crew, `GET /api/uploads/${upload.id}`)).body as Upload;
  }

  /** Sends less than it said, and hangs up. */
  async function cutAfter(file: string, bytes: Uint8Array, offset: number): Promise<void> {
    const headers = { cookie: crew.cookie, 'tus-resumable': '1.0.0', 'upload-offset': String(offset) };
    const length = { 'content-type': chunkType, 'content-length': chunkBytes };
    const out = request(`${url}/api/uploads/files/${file}`, { method: 'PATCH', headers: { ...headers, ...length } });
    out.on('error', () => undefined);
    await new Promise((resolve) => out.write(bytes, resolve));
    await wait(1_000);
    out.destroy();
  }

  const keys = async (prefix: string) => (await listBucket(swift.bucket, prefix)).map(({ key }) => key);
  const contentsOf = async (bytes: Uint8Array) => keys(`uploads/content/${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`);

  async function sessionWith(upload: Upload): Promise<number> {
    const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: uploadLink(upload.id) };
    return ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id;
  }

  async function itemsOf(session: number) {
    const media = (await testApp.call(crew, `GET /api/sessions/${session}/media/drone`)).body as Media;
    return media.items ?? [];
  }

  function fileOf(session: number, item: string, headers: Record<string, string> = {}) {
    const address = `/api/sessions/${session}/media/drone/${encodeURIComponent(item)}/file`;
    return fetch(`${url}${address}`, { headers: { cookie: crew.cookie, ...headers } });
  }

  test('what was sent in parts is kept byte for byte, shown, and read whole, by ranges and as a picture', async () => {
    const [picture, video] = [await jpeg('olive'), randomVideo(2 * chunkBytes + 12_345)];
    const heic = heicWith('jpeg', await jpeg('teal'));
    const upload = await uploadOf({ 'a.jpg': picture, 'b.mp4': video, 'c.heic': heic });
    expect(upload.files.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept']);
    expect(await keys('uploads/arriving/')).toEqual([]);
    const session = await sessionWith(upload);
    const items = await itemsOf(session);
    expect(items.map(({ name }) => name)).toEqual(['a.jpg', 'b.mp4', 'c.heic']);
    expect(items[0]).toMatchObject({ width: 60, height: 40 });
    const [, shown] = items;
    const whole = await fileOf(session, shown?.id ?? '');
    expect(hashOf(Buffer.from(await whole.arrayBuffer()))).toBe(hashOf(video));
    const [from, to] = [chunkBytes - 3, chunkBytes + 4];
    const part = await fileOf(session, shown?.id ?? '', { range: `bytes=${from}-${to}` });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${video.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(from, to + 1))).toBe(true);
    for (const nth of [0, 2]) {
      const address = `/api/sessions/${session}/media/drone/${encodeURIComponent(items[nth]?.id ?? '')}/s220`;
      expect((await fetch(`${url}${address}`, { headers: { cookie: crew.cookie } })).status).toBe(200);
    }
  }, 60_000);

  test('a broken line loses nothing of what came, and another server takes the rest', async () => {
    const video = randomVideo(3 * chunkBytes + 777);
    const { files, id } = await announce([{ name: 'cut.mp4', bytes: video.length }]);
    const file = files[0]?.id ?? '';
    await sendPart(url, file, { bytes: video.subarray(0, chunkBytes), offset: 0, cookie: crew.cookie });
    await cutAfter(file, video.subarray(chunkBytes, chunkBytes + 3_000_000), chunkBytes);
    // How much of it the system had handed over by then is not ours to say; what came is kept.
    await expect
      .poll(async () => (await offsetOf(url, file, crew.cookie)).offset, { timeout: 10_000 })
      .toBeGreaterThan(chunkBytes);
    const { buildApp } = await import('#server/app.ts');
    const config = { ...testConfig, ...settings(2) };
    const other = await buildApp({ config, database: testApp.database, pages: null, demoMedia: null });
    try {
      const there = await other.listen({ host: '127.0.0.1', port: 0 });
      await sendAll(file, video, there);
    } finally {
      await other.close();
    }
    const { body } = await testApp.call(crew, `GET /api/uploads/${id}`);
    expect((body as Upload).files[0]?.state).toBe('kept');
    expect(await contentsOf(video)).toHaveLength(1);
    const session = await sessionWith(body as Upload);
    const [item] = await itemsOf(session);
    const bytes = Buffer.from(await (await fileOf(session, item?.id ?? '')).arrayBuffer());
    expect(hashOf(bytes)).toBe(hashOf(video));
  }, 60_000);

  test('what a server thought dead writes late changes nothing of what came since', async () => {
    const video = randomVideo(2 * chunkBytes + 100);
    const { files } = await announce([{ name: 'late.mp4', bytes: video.length }]);
    const file = files[0]?.id ?? '';
    const { cookie } = crew;
    await sendPart(url, file, { bytes: video.subarray(0, chunkBytes), offset: 0, cookie });
    await sendPart(url, file, { bytes: video.subarray(chunkBytes, chunkBytes + 50), offset: chunkBytes, cookie });
    expect((await offsetOf(url, file, cookie)).offset).toBe(chunkBytes + 50);
    const key = `uploads/arriving/${file}.part`;
    const { client, name } = swift.bucket;
    // The tail of the part before.
    await client.putObject({ Bucket: name, Key: key, Body: randomBytes(1_000), Metadata: { after: '0' } });
    expect((await offsetOf(url, file, cookie)).offset).toBe(chunkBytes);
    await sendAll(file, video);
    expect(await contentsOf(video)).toHaveLength(1);
  }, 60_000);

  test('what is larger than a store copies at once is copied in parts, byte for byte', async () => {
    const { client, name } = swift.bucket;
    const bytes = randomBytes(12 * 1024 ** 2 + 7);
    await client.putObject({ Bucket: name, Key: 'copies/one', Body: bytes });
    const limits = { most: 5 * 1024 ** 2, part: 5 * 1024 ** 2 };
    await copyWithin(swift.bucket, { from: 'copies/one', to: 'copies/other', bytes: bytes.length }, limits);
    const { Body } = await client.getObject({ Bucket: name, Key: 'copies/other' });
    expect(hashOf((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(hashOf(bytes));
    expect(await listBegun(swift.bucket, 'copies/')).toEqual([]);
    for (const Key of ['copies/one', 'copies/other']) await client.deleteObject({ Bucket: name, Key });
  });

  test('longer than announced, of a wrong kind and at a wrong place is refused as in a folder', async () => {
    const picture = await jpeg('navy');
    const { files } = await announce([
      { name: 'long.jpg', bytes: picture.length - 10 },
      { name: 'text.jpg', bytes: 4_000 },
    ]);
    const [long = '', text = ''] = files.map(({ id }) => id);
    const sent = { bytes: picture, offset: 0, cookie: crew.cookie };
    expect((await sendPart(url, long, sent)).status).toBe(413);
    expect((await sendPart(url, long, { ...sent, offset: 5_000 })).status).toBe(409);
    const words = Buffer.alloc(4_000, 'words ');
    expect(await sendPart(url, text, { ...sent, bytes: words })).toMatchObject({ status: 415 });
    await expect.poll(async () => (await keys('uploads/arriving/')).filter((key) => key.includes(text))).toEqual([]);
  });

  test('the same bytes are there once, and go with the last file that has them', async () => {
    const video = randomVideo(50_000);
    const one = await uploadOf({ 'one.mp4': video });
    const two = await uploadOf({ 'two.mp4': video });
    expect(await contentsOf(video)).toHaveLength(1);
    const remove = (upload: Upload) => testApp.call(crew, `DELETE /api/uploads/files/${upload.files[0]?.id}`);
    expect((await remove(one)).status).toBe(200);
    expect(await contentsOf(video)).toHaveLength(1);
    expect((await remove(two)).status).toBe(200);
    expect(await contentsOf(video)).toEqual([]);
  });

  test('while the store is away nothing is lost: pages go on, a part is answered with 503, and the upload goes on after', async () => {
    const video = randomVideo(chunkBytes + 5_000);
    const { files } = await announce([{ name: 'away.mp4', bytes: video.length }]);
    const file = files[0]?.id ?? '';
    const first = { bytes: video.subarray(0, chunkBytes), offset: 0, cookie: crew.cookie };
    expect((await sendPart(url, file, first)).status).toBe(204);
    const last = { bytes: video.subarray(chunkBytes), offset: chunkBytes, cookie: crew.cookie };
    for (const fault of ['away', 'full'] as const) {
      line.fail(fault);
      const answer = await sendPart(url, file, last);
      expect([fault, answer.status]).toEqual([fault, 503]);
      expect(answer.message).toMatch(/try again/);
      expect((await testApp.call(crew, 'GET /api/projects')).status).toBe(200);
    }
    line.fail('none');
    expect(await sendAll(file, video)).toBe(204);
    expect(await contentsOf(video)).toHaveLength(1);
  }, 60_000);

  test('the sweep ends what nobody waits for and removes what no row names, and nothing else', async () => {
    const [kept, orphan] = [randomVideo(40_000), randomVideo(40_000)];
    await uploadOf({ 'kept.mp4': kept });
    const lost = await uploadOf({ 'lost.mp4': orphan });
    const half = await announce([{ name: 'half.mp4', bytes: chunkBytes * 2 }]);
    const file = half.files[0]?.id ?? '';
    await sendPart(url, file, { bytes: randomVideo(chunkBytes), offset: 0, cookie: crew.cookie });
    const db = testApp.database.query;
    // As a process leaves them that died between the row and the file.
    for (const { id } of [lost, half]) await sql`delete from upload_files where upload_id = ${id}`.execute(db);
    await removeUnnamedBefore({ db, store }, Date.now() + 60_000);
    expect([await contentsOf(kept), await contentsOf(orphan)].map(({ length }) => length)).toEqual([1, 0]);
    expect(await store.arrivedBefore(Date.now() + 60_000)).toContain(file);
    const write = createTransactionRunner(testApp.database, () => undefined);
    const late: UploadStore = { ...store, arrivedBefore: () => store.arrivedBefore(Date.now() + 60_000) };
    await createUploadCleanup({ db, write, store: late, ...noCopies }).uploadCleanup?.run({});
    expect(await store.arrivedBefore(Date.now() + 60_000)).not.toContain(file);
    const { client, name } = swift.bucket;
    const begun = (await client.listMultipartUploads({ Bucket: name })).Uploads ?? [];
    expect(begun.map(({ Key = '' }) => Key).filter((key) => key.includes(file))).toEqual([]);
  }, 60_000);

  test('a light copy from a device is stored there, and nothing of its arrival is left', async () => {
    const heavy = { codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 200_000 };
    const video = describedVideo(heavy);
    const copy = describedVideo({ ...heavy, codec: 'avc1', width: 1280, height: 720, bytes: 30_000 });
    const poster = await jpeg('navy');
    const { id, files } = await announce([{ name: 'flight.mp4', bytes: video.length }]);
    const file = files[0]?.id ?? '';
    expect(await sendAll(file, video)).toBe(204);
    const [light, picture] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const body = { light: { id: light, bytes: copy.length }, poster: { id: picture, bytes: poster.length } };
    expect((await testApp.call(crew, `POST /api/uploads/files/${file}/copies`, { body })).status).toBe(200);
    const send = (part: string, bytes: Uint8Array, offset = 0) =>
      sendPart(url, part, { bytes, offset, cookie: crew.cookie });
    await send(picture, poster);
    await send(light, copy.subarray(0, 10_000));
    expect(await send(light, copy.subarray(10_000), 10_000)).toMatchObject({ status: 204, offset: copy.length });
    const found = await sql<{ name: string }>`select name from light_videos
      where file = ${`local:uploads/${id}/flight.mp4`} and state = 'made' and poster`.execute(testApp.database.query);
    const name = found.rows[0]?.name ?? '';
    const stored = (await listBucket(swift.bucket, 'videos/')).map(({ key, bytes }) => [key, bytes]);
    expect(stored).toContainEqual([`videos/${name}.mp4`, copy.length]);
    const left = (await listBucket(swift.bucket, 'uploads/arriving/')).map(({ key }) => key);
    expect(left.filter((key) => key.includes(light) || key.includes(picture))).toEqual([]);
  }, 60_000);

  test('the sweep looks at more than a page of what arrives, and ends tiles and reports that were put there in half', async () => {
    const { client, name } = swift.bucket;
    const paged = createBucketUploads(inPagesOfTwo(openBucket(swift.address)), join(folder, 'parts'));
    const files = ['p1', 'p2', 'p3', 'p4', 'p5'];
    for (const file of files) await store.expect(file, chunkBytes);
    expect(await paged.arrivedBefore(Date.now() + 60_000)).toEqual(expect.arrayContaining(files));
    for (const file of files) await paged.discard(file);
    const left = await paged.arrivedBefore(Date.now() + 60_000);
    expect(left.filter((file) => files.includes(file))).toEqual([]);
    for (const Key of ['maps/half.tif', 'reports/half.pdf']) await client.createMultipartUpload({ Bucket: name, Key });
    await paged.oldContents(Date.now() - 86_400_000);
    expect(await listBegun(swift.bucket, 'maps/')).toHaveLength(1);
    await paged.oldContents(Date.now() + 60_000);
    for (const prefix of ['maps/', 'reports/']) expect(await listBegun(swift.bucket, prefix)).toEqual([]);
  }, 60_000);

  test('all parts came and then the server died: the next one ends it', async () => {
    const video = randomVideo(chunkBytes + 10);
    const { files } = await announce([{ name: 'dead.mp4', bytes: video.length }]);
    const file = files[0]?.id ?? '';
    await sendPart(url, file, { bytes: video.subarray(0, chunkBytes), offset: 0, cookie: crew.cookie });
    const { client, name } = swift.bucket;
    const target = { Bucket: name, Key: `uploads/arriving/${file}` };
    const [begun] = (await client.listMultipartUploads({ Bucket: name, Prefix: target.Key })).Uploads ?? [];
    const part = { UploadId: begun?.UploadId, PartNumber: 2, Body: video.subarray(chunkBytes) };
    await client.uploadPart({ ...target, ...part });
    expect((await offsetOf(url, file, crew.cookie)).offset).toBe(video.length);
    expect(await contentsOf(video)).toHaveLength(1);
  }, 60_000);
});
