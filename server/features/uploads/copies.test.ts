// Light copies that a device makes of the videos that it uploads: whose are taken, until when, and what is left of those that are not.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type Upload, uploadLink } from '#contract/uploads/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createLightRows } from '#server/features/media/light-video-rows.ts';
import { lightVideoJobs } from '#server/features/media/light-videos.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createUploadStore } from '#server/media/sources/upload-store.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import { createLightVideos, type LightVideos } from '#server/media/videos/light-videos.ts';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { offsetOf, sendPart } from '#server/test-support/files/sent-files.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createUploadCleanup } from './cleanup.ts';
import { waitsForDevice } from './copies.ts';

let folder: string;
let root: string;
let testApp: TestApp;
let url: string;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client', TestPerson>;
let project: number;
const decoder = createDecoder();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-copies-'));
  root = join(folder, 'uploads');
  testApp = await createTestApp({ uploads: { root, quotaBytes }, dataDir: join(folder, 'data') });
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
  };
  const { admin, client, crew, otherCrew } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  for (const { id: userId } of [crew, otherCrew])
    await testApp.make.member({ projectId: project, userId, role: 'contributor' });
});
beforeEach(async () => {
  await sql`delete from upload_copies`.execute(query());
});
afterAll(async () => {
  decoder.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const quotaBytes = 20_000_000;
let count = 0;
/** A drone's, of which no other has the bytes. */
function heavyVideo(seconds = 20): Buffer {
  count += 1;
  const bytes = 200_000 + count;
  return describedVideo({ codec: 'hvc1', width: 3840, height: 2160, seconds, bytes, front: false });
}
const light = { codec: 'avc1', width: 1280, height: 720, seconds: 20, bytes: 20_000, sound: 'mp4a' };
const lightVideo = (fields: Partial<Parameters<typeof describedVideo>[0]> = {}) =>
  describedVideo({ ...light, ...fields });
const picture = () =>
  sharp({ create: { width: 1280, height: 720, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();

const hexId = () => randomBytes(16).toString('hex');
const query = () => testApp.database.query;
const rows = async () => (await sql<{ id: string }>`select id from upload_copies`.execute(query())).rows;
const arriving = () => readdirSync(join(root, 'arriving'));
const shelf = () => (existsSync(join(folder, 'data/videos')) ? readdirSync(join(folder, 'data/videos')) : []);
const bytesWithoutRow = async () => {
  const found = await sql<{ name: string }>`select name from light_videos`.execute(query());
  const named = new Set(found.rows.map(({ name }) => name));
  return shelf().filter((file) => !named.has(file.slice(0, file.indexOf('.'))));
};
const copyOf = async (name: string, upload: string) =>
  (
    await sql<{ state: string; madeBy: string; bytes: number; poster: boolean }>`
      select state, made_by as "madeBy", bytes::int, poster from light_videos
      where file = ${`local:uploads/${upload}/${name}`}`.execute(query())
  ).rows;

async function announced(bytes: Uint8Array, { name = 'flight.mp4', projectId = project } = {}) {
  const body = { projectId, files: [{ name, bytes: bytes.length }] };
  const { id, files } = (await testApp.call(people.crew, 'POST /api/uploads', { body })).body as Upload;
  return { upload: id, file: files[0]?.id ?? '', name };
}

const send = (file: string, bytes: Uint8Array, { by = people.crew, offset = 0 } = {}) =>
  sendPart(url, file, { bytes, offset, cookie: by.cookie });

type Copies = { video?: Buffer; poster?: Buffer | null; ids?: { light: string; poster: string } };
const idsOf = () => ({ light: hexId(), poster: hexId() });

function announceCopies(
  file: string,
  { video = lightVideo(), poster = null, ids = idsOf() }: Copies,
  by = people.crew,
) {
  const body = {
    light: { id: ids.light, bytes: video.length },
    ...(poster ? { poster: { id: ids.poster, bytes: poster.length } } : {}),
  };
  return testApp.call(by, `POST /api/uploads/files/${file}/copies`, { body });
}

/** A video that is kept, with a copy that was announced and of which nothing came yet. */
async function kept({ video = lightVideo(), poster = null }: Copies = {}, projectId = project) {
  const bytes = heavyVideo();
  const there = await announced(bytes, { projectId });
  expect((await send(there.file, bytes)).status).toBe(204);
  const ids = idsOf();
  expect((await announceCopies(there.file, { video, poster, ids })).status).toBe(200);
  return { ...there, ids };
}

async function submitted(upload: string): Promise<Session> {
  const body = { projectId: project, captureDate: '2026-03-04', videoUrl: uploadLink(upload) };
  return (await testApp.call(people.crew, 'POST /api/sessions', { body })).body as Session;
}

const approve = async (session: number) =>
  (await testApp.call(people.admin, `PUT /api/sessions/${session}/approve`, { body: {} })).status;

/** The jobs of another server on the same folders; `age` of what arrived. */
async function tidy() {
  const write = createTransactionRunner(testApp.database, () => undefined);
  const data = join(folder, 'data');
  const lightVideos = createLightVideos({
    folder: join(data, 'videos-making'),
    storage: createFolderStorage(join(data, 'videos')),
    maxBytes: 10_000_000,
    rows: createLightRows(query()),
    locks: testApp.database.locks,
    decoder,
    ffmpeg: null,
  });
  const store = createUploadStore(root);
  const source = createLocalSource({ demo: null, mediaRoot: null, uploads: store.folders });
  const arrivedBefore = () => store.arrivedBefore(Date.now() + 60_000);
  const jobs = createUploadCleanup({
    db: query(),
    write,
    store: { ...store, arrivedBefore },
    lightVideos,
    source,
  });
  await jobs.uploadCleanup?.run({});
}
const age = (minutes: number) =>
  sql`update upload_copies set changed_at = now() - make_interval(mins => ${minutes})`.execute(query());

describe('a light copy from a device', () => {
  test('is kept with its picture once both have come, and holds up neither the upload nor the review', async () => {
    const [video, poster] = [lightVideo(), await picture()];
    const bytes = heavyVideo();
    const { upload, file, name } = await announced(bytes);
    const ids = idsOf();
    expect((await announceCopies(file, { video, poster, ids })).status).toBe(200);
    await send(file, bytes);
    const session = await submitted(upload);
    expect(session).toMatchObject({ status: 'pending', travelling: null });
    expect(await send(ids.poster, poster)).toMatchObject({ status: 204, offset: poster.length });
    const half = await send(ids.light, video.subarray(0, 9_000));
    expect([half.status, half.offset, await copyOf(name, upload)]).toEqual([204, 9_000, []]);
    expect((await testApp.call(people.crew, `GET /api/uploads/${upload}`)).body).toMatchObject({
      files: [{ id: file, state: 'kept' }],
    });
    const rest = await send(ids.light, video.subarray(9_000), { offset: 9_000 });
    expect(rest).toMatchObject({ status: 204, offset: video.length });
    expect(await copyOf(name, upload)).toEqual([
      { state: 'made', madeBy: 'device', bytes: video.length, poster: true },
    ]);
    expect([await rows(), arriving()]).toEqual([[], []]);
    expect(readdirSync(join(root, 'folders', upload))).toEqual([name]);
  });

  test('counts for no quota, also where the project is full', async () => {
    const { admin, client, crew } = people;
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    await testApp.make.member({ projectId, userId: crew.id, role: 'contributor' });
    const { upload, ids, name } = await kept({}, projectId);
    const fill = (bytes: number) =>
      testApp.call(crew, 'POST /api/uploads', { body: { projectId, files: [{ name: 'rest.mp4', bytes }] } });
    expect((await fill(quotaBytes - 201_000)).status).toBe(201);
    expect((await fill(9_000)).status).toBe(409);
    expect((await send(ids.light, lightVideo())).status).toBe(204);
    expect(await copyOf(name, upload)).toHaveLength(1);
  });

  test('is taken from whoever sends the video, and exists for nobody else', async () => {
    const { file, ids, upload, name } = await kept();
    const { admin, otherCrew, client } = people;
    for (const [person, status] of [
      [admin, 404],
      [otherCrew, 404],
      [client, 403],
    ] as const) {
      expect((await announceCopies(file, {}, person)).status).toBe(status);
      expect((await offsetOf(url, ids.light, person.cookie)).status).toBe(status);
      expect((await send(ids.light, lightVideo(), { by: person })).status).toBe(status);
    }
    expect((await announceCopies(ids.light, {})).status).toBe(404);
    expect((await announceCopies(hexId(), {})).status).toBe(404);
    expect(await rows()).toEqual([{ id: ids.light }]);
    expect((await testApp.call(people.crew, `DELETE /api/uploads/files/${ids.light}`)).status).toBe(404);
    await send(ids.light, lightVideo());
    expect(await copyOf(name, upload)).toHaveLength(1);
  });

  test('is announced of a video, smaller than it, and under ids of its own', async () => {
    const bytes = heavyVideo();
    const { file } = await announced(bytes);
    const other = await announced(await picture(), { name: 'a.jpg' });
    const one = await announced(heavyVideo());
    const ask = (to: string, copies: object) =>
      testApp.call(people.crew, `POST /api/uploads/files/${to}/copies`, { body: copies });
    const copy = (bytes: number, id = hexId()) => ({ id, bytes });
    expect(await ask(other.file, { light: copy(9) })).toMatchObject({ status: 400 });
    expect(await ask(file, { light: copy(bytes.length) })).toMatchObject({ status: 400 });
    expect(await ask(file, { light: copy(0) })).toMatchObject({ status: 400 });
    expect(await ask(file, { light: copy(400 * 1024 ** 2 + 1) })).toMatchObject({ status: 400 });
    expect(await ask(file, { light: copy(9), poster: copy(1024 ** 2 + 1) })).toMatchObject({
      status: 400,
    });
    const id = hexId();
    expect(await ask(file, { light: copy(9, id), poster: copy(9, id) })).toMatchObject({ status: 400 });
    expect(await ask(file, { poster: copy(9) })).toMatchObject({ status: 400 });
    expect(await ask(file, { light: copy(9, one.file) })).toMatchObject({ status: 404 });
    expect(await rows()).toEqual([]);
    expect((await ask(one.file, { light: copy(9, id) })).status).toBe(200);
    expect(await ask(file, { light: copy(9, id) })).toMatchObject({ status: 404 });
    const again = { projectId: project, files: [{ id, name: 'x.mp4', bytes: 9 }] };
    expect(await testApp.call(people.crew, 'POST /api/uploads', { body: again })).toMatchObject({ status: 404 });
    await testApp.call(people.crew, `DELETE /api/uploads/files/${one.file}`);
    expect(await rows()).toEqual([]);
  });

  test('announced twice under the same ids is one, and under others replaces the former with what came of it', async () => {
    const { file, ids, upload, name } = await kept();
    await send(ids.light, lightVideo().subarray(0, 5_000));
    expect((await announceCopies(file, { ids })).status).toBe(200);
    expect(await offsetOf(url, ids.light, people.crew.cookie)).toMatchObject({ status: 200, offset: 5_000 });
    const later = idsOf();
    expect((await announceCopies(file, { ids: later })).status).toBe(200);
    expect([await rows(), arriving()]).toEqual([[{ id: later.light }], []]);
    expect((await send(ids.light, lightVideo())).status).toBe(404);
    expect((await send(later.light, lightVideo())).status).toBe(204);
    expect(await copyOf(name, upload)).toHaveLength(1);
  });

  test('is not asked for again after a lost answer: it is gone from what arrives, and there is one already', async () => {
    const { file, ids, upload, name } = await kept();
    await send(ids.light, lightVideo());
    expect((await offsetOf(url, ids.light, people.crew.cookie)).status).toBe(404);
    expect(await announceCopies(file, { ids })).toMatchObject({ status: 409, body: { code: 'made' } });
    expect(await copyOf(name, upload)).toHaveLength(1);
  });

  test('comes before the video only as far as its bytes: it is kept with the video, and waited for meanwhile', async () => {
    const bytes = heavyVideo();
    const { upload, file, name } = await announced(bytes);
    const ids = idsOf();
    await announceCopies(file, { ids });
    expect((await send(ids.light, lightVideo())).status).toBe(204);
    await tidy();
    expect([await copyOf(name, upload), (await rows()).length]).toEqual([[], 1]);
    await send(file, bytes);
    const id = `local:uploads/${upload}/${name}`;
    expect(await waitsForDevice(query(), [id, 'local:uploads/x/y.mp4'])).toEqual(new Set([id]));
    await age(2);
    await tidy();
    expect([(await copyOf(name, upload)).length, await rows(), arriving()]).toEqual([1, [], []]);
    expect(await waitsForDevice(query(), [id])).toEqual(new Set());
  });
});

describe('after the release', () => {
  test('no copy is announced or taken, and a client gets nothing that nobody has seen', async () => {
    const { file, ids, upload, name } = await kept();
    await send(ids.light, lightVideo().subarray(0, 5_000));
    expect(await approve((await submitted(upload)).id)).toBe(200);
    expect(await announceCopies(file, {})).toMatchObject({ status: 409, body: { code: 'released' } });
    const late = await send(ids.light, lightVideo().subarray(5_000), { offset: 5_000 });
    expect(late).toMatchObject({ status: 410 });
    expect(await copyOf(name, upload)).toEqual([]);
  });

  test('a copy that is whole, and that a server which died did not store, is discarded', async () => {
    const { ids, upload, name } = await kept();
    const before = shelf();
    writeFileSync(join(root, 'arriving', ids.light), lightVideo());
    expect(await approve((await submitted(upload)).id)).toBe(200);
    await age(2);
    await tidy();
    expect([await copyOf(name, upload), await rows(), shelf()]).toEqual([[], [], before]);
    expect(existsSync(join(root, 'arriving', ids.light))).toBe(false);
  });
});

describe('what a device sends instead of a copy', () => {
  test('is refused with its first bytes if it is no video, and its picture if it is none', async () => {
    const poster = await picture();
    const first = await kept({ video: Buffer.alloc(9_000), poster });
    expect(await send(first.ids.light, poster.subarray(0, 4_000))).toMatchObject({
      status: 204,
    });
    expect(await send(first.ids.light, Buffer.alloc(10), { offset: 4_000 })).toMatchObject({ status: 415 });
    const second = await kept({ poster: Buffer.alloc(9_000) });
    expect((await send(second.ids.poster, Buffer.alloc(9_000))).status).toBe(415);
    expect((await send(second.ids.light, lightVideo())).status).toBe(404);
    expect([await rows(), arriving()]).toEqual([[], []]);
  });

  test.each([
    ['a video of another length', { seconds: 12 }],
    ['one in 4K', { width: 3840, height: 2160 }],
    ['HEVC', { codec: 'hvc1' }],
    ['one whose table of contents comes last', { front: false }],
  ])('is not kept if it is %s, and nothing is left of it', async (_name, fields) => {
    const video = lightVideo(fields);
    const { ids, upload, name } = await kept({ video });
    const before = shelf();
    expect(await send(ids.light, video)).toMatchObject({
      status: 415,
      message: 'This is no light copy of the video',
    });
    expect([await copyOf(name, upload), await rows(), arriving(), shelf()]).toEqual([[], [], [], before]);
  });
});

describe('what ends', () => {
  test('with its video: a copy that is on its way when the file is removed', async () => {
    const { file, ids } = await kept();
    await send(ids.light, lightVideo().subarray(0, 5_000));
    expect((await testApp.call(people.crew, `DELETE /api/uploads/files/${file}`)).status).toBe(200);
    expect([await rows(), arriving()]).toEqual([[], []]);
    expect((await send(ids.light, lightVideo().subarray(5_000), { offset: 5_000 })).status).toBe(404);
  });

  test('with its video removed while it is stored: no row and no bytes of it stay', async () => {
    for (const milliseconds of [0, 8, 16, 24, 32]) {
      const { file, ids } = await kept();
      writeFileSync(join(root, 'arriving', ids.light), lightVideo());
      const [asked] = await Promise.all([
        offsetOf(url, ids.light, people.crew.cookie),
        wait(milliseconds).then(() => testApp.call(people.crew, `DELETE /api/uploads/files/${file}`)),
      ]);
      expect([200, 404, 415]).toContain(asked.status);
      expect([await rows(), arriving()]).toEqual([[], []]);
      // What was stored before it was removed goes with the rows of videos that are gone.
      await expect.poll(bytesWithoutRow).toEqual([]);
    }
  });

  test('after a day without a part; before that the sweep leaves it', async () => {
    const { ids } = await kept();
    await send(ids.light, lightVideo().subarray(0, 5_000));
    await age(23 * 60);
    await tidy();
    expect(existsSync(join(root, 'arriving', ids.light))).toBe(true);
    await age(25 * 60);
    await tidy();
    expect([await rows(), existsSync(join(root, 'arriving', ids.light))]).toEqual([[], false]);
  });

  test('with a process that dies: what has come whole is stored by the next one, once', async () => {
    const { ids, upload, name } = await kept();
    writeFileSync(join(root, 'arriving', ids.light), lightVideo());
    await age(2);
    await tidy();
    expect([(await copyOf(name, upload)).length, await rows(), arriving()]).toEqual([1, [], []]);
    // The same, where it died between the row of the copy and those of its arrival.
    const { file } = (
      await sql<{ file: string }>`select id as file from upload_files where upload_id = ${upload}`.execute(query())
    ).rows[0] ?? { file: '' };
    const id = hexId();
    const video = lightVideo();
    await sql`insert into upload_copies (id, file_id, what, bytes, changed_at)
      values (${id}, ${file}, 'light', ${video.length}, now() - interval '2 minutes')`.execute(query());
    writeFileSync(join(root, 'arriving', id), video);
    await tidy();
    expect([(await copyOf(name, upload)).length, await rows(), arriving()]).toEqual([1, [], []]);
    const stored = shelf().map((one) => readFileSync(join(folder, 'data/videos', one)).length);
    expect(stored).toContain(video.length);
  });

  test('for the server that waits: half an hour after its device was last heard of', async () => {
    const { file, ids, upload, name } = await kept();
    const id = `local:uploads/${upload}/${name}`;
    const waits = async () => (await waitsForDevice(query(), [id])).has(id);
    await age(29);
    expect(await waits()).toBe(true);
    await age(31);
    expect(await waits()).toBe(false);
    await send(ids.light, lightVideo().subarray(0, 5_000));
    expect(await waits()).toBe(true);
    await age(31);
    await announceCopies(file, { ids });
    expect(await waits()).toBe(true);
  });

  test('for the server’s job, which comes again in ten minutes, once, and makes it itself after the release', async () => {
    const { upload, name } = await kept();
    const { id: sessionId } = await submitted(upload);
    const made: string[] = [];
    const makeAll = async (files: readonly { id: string }[]) => void made.push(...files.map(({ id }) => id));
    const source = createLocalSource({ demo: null, mediaRoot: null, uploads: join(root, 'folders') });
    const db = query();
    const jobs = lightVideoJobs({
      db,
      source,
      hosts: {},
      lightVideos: { makeAll } as unknown as LightVideos,
      waitsForDevice: (files) => waitsForDevice(db, files),
    });
    const run = () => jobs.lightVideos?.run({ sessionId });
    const later = async () =>
      (
        await sql`select 1 from jobs where kind = 'lightVideos' and payload ->> 'sessionId' = ${String(sessionId)}
          and dedupe_key is not null and run_at > now() + interval '9 minutes'`.execute(db)
      ).rows.length;
    vi.useFakeTimers({ toFake: ['Date'] });
    await run();
    await run();
    vi.useRealTimers();
    expect([made, await later()]).toEqual([[], 1]);
    expect(await approve(sessionId)).toBe(200);
    await run();
    expect([made, await later()]).toEqual([[`local:uploads/${upload}/${name}`], 1]);
  });
});
