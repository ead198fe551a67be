// Light copies of the videos of visits: what a tab says of them, who gets them by which address, and what goes with its original.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { NewestVisit, Session } from '#contract/sessions/endpoints.ts';
import { type Upload, uploadLink } from '#contract/uploads/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createUploadCleanup } from '#server/features/uploads/cleanup.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createUploadStore } from '#server/media/sources/upload-store.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import { createLightVideos } from '#server/media/videos/light-videos.ts';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { pretended } from '#server/test-support/files/filmed.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createLightRows } from './light-video-rows.ts';
import { forgetRemoved, lightVideoCleanup, lightVideoJobs } from './light-videos.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'client' | 'outsider', TestPerson>;
let project: number;
let session: number;
let jobs: ReturnType<typeof jobsOf>;
const decoder = createDecoder();

const video = { width: 3840, height: 2160, seconds: 20, bytes: 400_000, codec: 'hvc1' };
const copy = describedVideo({ codec: 'avc1', width: 1280, height: 720, seconds: 20, bytes: 60_000, sound: 'mp4a' });
const shelf = () => join(folder, 'data/videos');
const headers = { origin: 'http://progress.example.org' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-light-media-'));
  for (const name of ['one', 'two']) mkdirSync(join(folder, 'media/site', name), { recursive: true });
  writeFileSync(join(folder, 'media/site/one/flight.MOV'), describedVideo(video));
  writeFileSync(join(folder, 'media/site/two/roof.mp4'), describedVideo(video));
  writeFileSync(join(folder, 'copy'), copy);
  const pixels = { create: { width: 1280, height: 720, channels: 3, background: '#336' } } as const;
  await sharp(pixels).jpeg().toFile(join(folder, 'poster'));
  const program = `case "$to" in *.mp4) cp ${folder}/copy "$to";; *) cp ${folder}/poster "$to";; esac`;
  const ffmpeg = pretended(join(folder, 'ffmpeg'), program);
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    uploads: { root: join(folder, 'uploads'), quotaBytes: 1024 ** 4 },
    publicUrl: headers.origin,
    ffmpeg,
  });
  jobs = jobsOf(ffmpeg);
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    outsider: await testApp.person('client'),
  };
  const { admin, crew, client } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  await send(admin, `PUT /api/projects/${project}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
}, 60_000);
beforeEach(async () => {
  await sql`delete from light_videos`.execute(testApp.database.query);
  rmSync(shelf(), { recursive: true, force: true });
  session = await submit('/media/folders/site/one');
  await send(people.admin, `PUT /api/sessions/${session}/approve`, {});
});
afterAll(async () => {
  decoder.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const send = (by: TestPerson | null, what: string, body: object = {}) => testApp.call(by, what, { body, headers });

async function submit(videoUrl: string, more: object = {}): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', videoUrl, ...more };
  return ((await send(people.crew, 'POST /api/sessions', body)).body as Session).id;
}

/** As the server's own, on its database and folders. */
function jobsOf(ffmpeg: string) {
  const { query: db, locks } = testApp.database;
  const lightVideos = createLightVideos({
    folder: join(folder, 'making'),
    storage: createFolderStorage(shelf()),
    maxBytes: 100_000_000,
    rows: createLightRows(db),
    locks,
    decoder,
    ffmpeg,
  });
  const uploads = join(folder, 'uploads/folders');
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media'), uploads });
  const deps = { db, source, hosts: {}, lightVideos };
  const store = createUploadStore(join(folder, 'uploads'));
  const write = createTransactionRunner(testApp.database, () => undefined);
  const forgetCopies = (upload: string) => forgetRemoved(deps, upload);
  const cleanup = createUploadCleanup({ db, write, store, source, lightVideos, forgetCopies });
  return {
    make: () =>
      lightVideoJobs({ ...deps, waitsForDevice: async () => new Set() }).lightVideos?.run({ sessionId: session }),
    cleanUp: () => lightVideoCleanup(deps).lightVideosGone.run({}),
    removeExpired: () => cleanup.uploadCleanup?.run({}),
    tidy: (upload: string) => cleanup.tidyUpload?.run({ upload }),
  };
}

async function tabOf(who: TestPerson): Promise<Media['items']> {
  return ((await testApp.call(who, `GET /api/sessions/${session}/media/videos`)).body as Media).items;
}
async function itemFor(who: TestPerson): Promise<Media['items'][number]> {
  const [item] = await tabOf(who);
  if (!item) throw new Error('Nothing is listed');
  return item;
}
const get = (who: TestPerson | null, url: string | undefined, more = {}) =>
  testApp.call(who, `GET ${url}`, { headers: more });
const statusOf = async (who: TestPerson | null, url: string | undefined) => (await get(who, url)).status;
const rowsNow = async () =>
  (await sql<{ file: string }>`select file from light_videos order by file`.execute(testApp.database.query)).rows.map(
    ({ file }) => file,
  );
const shelved = () => (existsSync(shelf()) ? readdirSync(shelf()).map((name) => name.slice(-4)) : []);

test('clients and the crew find a copy with its picture beside the video, whose own address stays', async () => {
  await jobs.make();
  for (const who of [people.client, people.crew, people.admin]) {
    const item = await itemFor(who);
    const light = { bytes: copy.length, original: who !== people.client };
    expect(item).toMatchObject({ name: 'flight.MOV', bytes: 400_000, light });
    expect([item.fileUrl, item.light?.url, item.posterUrl].map((url) => url?.replace(/^.*\/file|=[^&]*/g, ''))).toEqual(
      ['?v', '?v&light', '?v&poster'],
    );
    expect(item.preparing).toBeUndefined();
  }
});

test('a copy comes whole, by parts and from the cache, as what it is; its picture too', async () => {
  await jobs.make();
  const { light, posterUrl, fileUrl } = await itemFor(people.client);
  const whole = await get(people.client, light?.url);
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(copy.length),
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringContaining('flight.mp4'),
    'cache-control': 'private, no-cache',
  });
  const part = await get(people.client, light?.url, { range: 'bytes=10-19' });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${copy.length}`]);
  const { etag } = whole.headers;
  expect((await get(people.client, light?.url, { 'if-none-match': String(etag) })).status).toBe(304);
  expect((await get(people.client, fileUrl ?? '')).headers.etag).not.toBe(etag);
  expect((await get(people.client, posterUrl)).headers['content-type']).toBe('image/jpeg');
  expect((await get(people.client, `${light?.url}&download`)).headers['content-disposition']).toMatch(/^attachment/);
});

test('who may not see a video gets neither its copy nor its picture: strangers, people without a login, clients before the release', async () => {
  await jobs.make();
  const { light, posterUrl } = await itemFor(people.client);
  for (const url of [light?.url, posterUrl]) {
    expect(await statusOf(people.outsider, url)).toBe(404);
    expect(await statusOf(null, url)).toBe(401);
  }
  session = await submit('/media/folders/site/two');
  await jobs.make();
  const waiting = await itemFor(people.crew);
  for (const url of [waiting.light?.url, waiting.posterUrl])
    expect([await statusOf(people.crew, url), await statusOf(people.client, url)]).toEqual([200, 404]);
});

test('of a video that was taken back, or came after the release, clients get no copy; the crew does', async () => {
  await jobs.make();
  const { light, posterUrl, id } = await itemFor(people.client);
  const item = `/api/sessions/${session}/media/videos/${encodeURIComponent(id)}`;
  expect((await send(people.admin, `PUT ${item}/taken-back`, { reason: 'A face' })).status).toBe(200);
  for (const url of [light?.url, posterUrl])
    expect([await statusOf(people.client, url), await statusOf(people.crew, url)]).toEqual([404, 200]);
  const again = `/api/sessions/${session}/taken-back/${encodeURIComponent(id)}`;
  expect((await send(people.admin, `DELETE ${again}`)).status).toBe(200);
  expect(await statusOf(people.client, light?.url)).toBe(200);
  const late = join(folder, 'media/site/one/late.mp4');
  writeFileSync(late, describedVideo(video));
  await jobs.make();
  const added = (await tabOf(people.admin)).find(({ name }) => name === 'late.mp4');
  expect(added?.light).toBeDefined();
  expect([await statusOf(people.client, added?.light?.url), await statusOf(people.admin, added?.light?.url)]).toEqual([
    404, 200,
  ]);
  rmSync(late);
});

test('a copy of other bytes than those that are there is not shown', async () => {
  await jobs.make();
  const path = join(folder, 'media/site/two/roof.mp4');
  session = await submit('/media/folders/site/two');
  await jobs.make();
  expect((await itemFor(people.crew)).light).toBeDefined();
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  await expect.poll(async () => (await itemFor(people.crew)).light).toBeUndefined();
});

const newestOf = async (who: TestPerson) => (await testApp.call(who, 'GET /api/news/newest-visit')).body as NewestVisit;
const coverOf = () => `/api/sessions/${session}/cover/s400`;

test('a client’s newest visit of videos alone opens with a picture of one, once that was made', async () => {
  expect(await newestOf(people.client)).toMatchObject({ session: { id: session }, videoCover: null });
  expect(await statusOf(people.client, coverOf())).toBe(404);
  await jobs.make();
  const { videoCover } = await newestOf(people.client);
  expect(videoCover).toContain(coverOf());
  expect((await get(people.client, videoCover ?? '')).headers['content-type']).toMatch(/^image/);
  expect(await statusOf(people.outsider, videoCover ?? '')).toBe(404);
  expect(await statusOf(null, videoCover ?? '')).toBe(401);
  expect((await newestOf(people.outsider)).session).toBeNull();
});

test('with a picture from above the newest visit opens with that', async () => {
  await jobs.make();
  mkdirSync(join(folder, 'media/site/above'), { recursive: true });
  copyFileSync(join(folder, 'poster'), join(folder, 'media/site/above/a.jpg'));
  session = await submit('/media/folders/site/one', { droneImagesUrl: '/media/folders/site/above' });
  await send(people.admin, `PUT /api/sessions/${session}/approve`, {});
  const newest = await newestOf(people.client);
  expect([newest.session?.id, newest.session?.coverUrl, newest.videoCover]).toEqual([
    session,
    expect.stringContaining('/cover/s400'),
    null,
  ]);
  await send(people.admin, `DELETE /api/sessions/${session}`);
});

test('the newest visit opens with no video that waits, was taken back, came after the release, or is broken', async () => {
  await jobs.make();
  const released = session;
  session = await submit('/media/folders/site/two');
  await jobs.make();
  expect((await newestOf(people.client)).session?.id).toBe(released);
  expect([await statusOf(people.client, coverOf()), await statusOf(people.crew, coverOf())]).toEqual([404, 200]);
  session = released;
  const { id } = await itemFor(people.client);
  const hide = `/api/sessions/${session}/media/videos/${encodeURIComponent(id)}/taken-back`;
  expect((await send(people.admin, `PUT ${hide}`, { reason: 'A face' })).status).toBe(200);
  expect((await newestOf(people.client)).videoCover).toBeNull();
  const late = join(folder, 'media/site/one/late.mp4');
  writeFileSync(late, describedVideo(video));
  await jobs.make();
  expect((await newestOf(people.client)).videoCover).toBeNull();
  expect([await statusOf(people.client, coverOf()), await statusOf(people.crew, coverOf())]).toEqual([404, 200]);
  rmSync(late);
  const shown = `/api/sessions/${session}/taken-back/${encodeURIComponent(id)}`;
  expect((await send(people.admin, `DELETE ${shown}`)).status).toBe(200);
  mkdirSync(join(folder, 'media/site/broken'));
  writeFileSync(join(folder, 'media/site/broken/cut.mp4'), describedVideo(video).subarray(0, 60));
  session = await submit('/media/folders/site/broken');
  await send(people.admin, `PUT /api/sessions/${session}/approve`, {});
  await jobs.make();
  expect(await newestOf(people.client)).toMatchObject({ session: { id: session }, videoCover: null });
  expect(await statusOf(people.client, coverOf())).toBe(404);
});

test('opening a tab whose videos nobody has looked at asks for their copies once, and says that they are being made', async () => {
  const { query } = testApp.database;
  await sql`delete from jobs where kind = 'lightVideos'`.execute(query);
  expect((await itemFor(people.client)).preparing).toBe(0);
  await Promise.all([itemFor(people.admin), itemFor(people.crew)]);
  const asked = await sql`select payload from jobs where kind = 'lightVideos'`.execute(query);
  expect(asked.rows).toEqual([{ payload: { sessionId: session } }]);
  await sql`delete from jobs where kind = 'lightVideos'`.execute(query);
  await jobs.make();
  await expect.poll(async () => (await itemFor(people.client)).preparing).toBeUndefined();
  expect((await sql`select 1 from jobs where kind = 'lightVideos'`.execute(query)).rows).toEqual([]);
});

test('a submitted session and a release ask for copies', async () => {
  const { query } = testApp.database;
  const asked = await sql<{ payload: { sessionId: number } }>`select distinct payload from jobs
    where kind = 'lightVideos' and payload ->> 'sessionId' = ${String(session)}`.execute(query);
  expect(asked.rows).toHaveLength(1);
});

/** Answers its upload. */
async function uploaded(): Promise<string> {
  const bytes = describedVideo({ ...video, bytes: 300_000 });
  const body = { projectId: project, files: [{ name: 'hand.mp4', bytes: bytes.length }] };
  const upload = (await send(people.crew, 'POST /api/uploads', body)).body as Upload;
  const file = upload.files[0]?.id ?? '';
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sent = await testApp.app.inject({
    method: 'PATCH',
    url: `/api/uploads/files/${file}`,
    headers: { ...headers, ...tus, cookie: people.crew.cookie },
    payload: bytes,
  });
  expect(sent.statusCode).toBe(204);
  return upload.id;
}

test('with an uploaded video that is removed its copy goes, its picture, and what is known of it', async () => {
  const upload = await uploaded();
  session = await submit(uploadLink(upload));
  await jobs.make();
  expect([await rowsNow(), shelved().sort()]).toEqual([[`local:uploads/${upload}/hand.mp4`], ['.jpg', '.mp4']]);
  await jobs.tidy(upload);
  expect(shelved()).toHaveLength(2);
  await sql`update sessions set removed_at = now() - interval '91 days' where id = ${session}`.execute(
    testApp.database.query,
  );
  await jobs.removeExpired();
  await jobs.tidy(upload);
  expect([await rowsNow(), shelved()]).toEqual([[], []]);
});

test('copies of videos that are gone from a folder go after a week, those of changed ones at once, and bytes of no row after a day', async () => {
  const { query } = testApp.database;
  const path = join(folder, 'media/site/two/passing.mp4');
  writeFileSync(path, describedVideo(video));
  session = await submit('/media/folders/site/two');
  await jobs.make();
  const all = await rowsNow();
  expect(all).toHaveLength(2);
  rmSync(path);
  await jobs.cleanUp();
  expect(await rowsNow()).toEqual(all);
  writeFileSync(path, describedVideo(video));
  await sql`update light_videos set missing_since = now() - interval '8 days' where missing_since is not null`.execute(
    query,
  );
  await jobs.cleanUp();
  expect(await rowsNow(), 'its bytes are others').toEqual(['local:site/two/roof.mp4']);
  rmSync(path);
  await sql`insert into light_videos (name, file, version, state, reason, missing_since)
    values (repeat('a', 64), 'local:site/two/long-gone.mp4', '1', 'none', 'light', now() - interval '8 days')`.execute(
    query,
  );
  const stray = join(shelf(), `${'b'.repeat(64)}.mp4`);
  writeFileSync(stray, copy);
  await jobs.cleanUp();
  expect([await rowsNow(), existsSync(stray)]).toEqual([['local:site/two/roof.mp4'], true]);
  utimesSync(stray, new Date(), new Date(Date.now() - 2 * 86_400_000));
  await jobs.cleanUp();
  expect([existsSync(stray), shelved().length]).toEqual([false, 2]);
});
