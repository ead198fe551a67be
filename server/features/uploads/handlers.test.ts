// Uploads through the product: who may, what arrives, what is refused, where it is seen, and what goes again.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkCheck, Media } from '#contract/media/endpoints.ts';
import type { ReviewFigures } from '#contract/overview/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { chunkType, type Upload, uploadLimits, uploadLink, uploadOfLink } from '#contract/uploads/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createUploadStore } from '#server/media/sources/upload-store.ts';
import { exifWith, heicWith } from '#server/test-support/files/made-files.ts';
import { noCopies, offsetOf, randomVideo, sendPart } from '#server/test-support/files/sent-files.ts';
import { tiffWithMetadata } from '#server/test-support/files/telling-files.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { createUploadCleanup } from './cleanup.ts';
import { countLeft } from './project-room.ts';

let folder: string;
let root: string;
let testApp: TestApp;
let url: string;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client' | 'lookingOn' | 'stranger', TestPerson>;
let project: number;
const quotaBytes = 60 * 1024 * 1024 * 1024;

const settings = () => ({ uploads: { root, quotaBytes }, dataDir: join(folder, 'data') });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-uploads-'));
  root = join(folder, 'uploads');
  testApp = await createTestApp(settings());
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    lookingOn: await testApp.person('photographer'),
    stranger: await testApp.person('photographer'),
  };
  const { admin, client, crew, otherCrew, lookingOn } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: otherCrew.id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: lookingOn.id, role: 'viewer' });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

/** Another server on the same folder and database. */
async function anotherServer() {
  const { buildApp } = await import('#server/app.ts');
  const config = { ...testConfig, ...settings() };
  const other = await buildApp({ config, database: testApp.database, pages: null, demoMedia: null });
  await other.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`, close: () => other.close() };
}

function jpeg(background: string, side = 40): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

type Sent = Record<string, Uint8Array>;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const inFolder = (id: string) => readdirSync(join(root, 'folders', id)).sort();

async function announce(
  files: Sent | { name: string; bytes: number; folder?: string }[],
  by = people.crew,
  upload?: string,
) {
  const list = Array.isArray(files)
    ? files
    : Object.entries(files).map(([name, { length }]) => ({ name, bytes: length }));
  return testApp.call(by, 'POST /api/uploads', { body: { projectId: project, upload, files: list } });
}

/** As no browser sends it: the path is not normalised. */
async function rawAnswer(
  to: { port: number; method: string; path: string },
  { offset, bytes, cookie }: { offset: number; bytes: Buffer; cookie: string },
): Promise<number> {
  const sent = to.method === 'PATCH' ? { 'content-type': chunkType, 'content-length': bytes.length } : {};
  const headers = { cookie, 'tus-resumable': '1.0.0', 'upload-offset': String(offset), ...sent };
  const out = request({ host: '127.0.0.1', ...to, headers });
  out.end(to.method === 'PATCH' ? bytes : undefined);
  const [answer] = (await once(out, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

/** Announces files and sends every byte of them, in one part each. */
async function send(files: Sent, by = people.crew, upload?: string) {
  const announced = (await announce(files, by, upload)).body as Upload;
  const answers: Record<string, { status: number; message: string }> = {};
  for (const [name, bytes] of Object.entries(files)) {
    const file = announced.files.findLast(({ sentName }) => sentName === name);
    if (file?.state !== 'travelling') continue;
    answers[name] = await sendPart(url, file.id, { bytes, offset: 0, cookie: by.cookie });
  }
  const after = (await testApp.call(by, `GET /api/uploads/${announced.id}`)).body as Upload;
  return { ...after, answers };
}

async function submit(link: string, by = people.crew) {
  const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: link };
  return testApp.call(by, 'POST /api/sessions', { body });
}

const media = async (by: TestPerson, id: number) =>
  (await testApp.call(by, `GET /api/sessions/${id}/media/drone`)).body as Media;
const contents = () => readdirSync(join(root, 'content')).flatMap((part) => readdirSync(join(root, 'content', part)));

describe('an upload', () => {
  test('ends as a folder of files whose every byte is what was sent', async () => {
    const files = { 'DJI_0001.JPG': await jpeg('red'), 'flight.mp4': randomVideo(300_000) };
    const { id, files: kept } = await send(files);
    expect(kept.map(({ name, state }) => [name, state])).toEqual([
      ['DJI_0001.JPG', 'kept'],
      ['flight.mp4', 'kept'],
    ]);
    for (const [name, bytes] of Object.entries(files))
      expect(hashOf(readFileSync(join(root, 'folders', id, name)))).toBe(hashOf(bytes));
    expect(readdirSync(join(root, 'arriving'))).toEqual([]);
  });

  test('goes on where it was, also at another server on the same folder', async () => {
    const bytes = randomVideo(500_000);
    const { files, id } = (await announce({ 'long.mp4': bytes })).body as Upload;
    const file = files[0]?.id ?? '';
    const { cookie } = people.crew;
    const first = await sendPart(url, file, { bytes: bytes.subarray(0, 200_000), offset: 0, cookie });
    expect([first.status, first.offset]).toEqual([204, 200_000]);
    const wrong = await sendPart(url, file, { bytes: bytes.subarray(0, 10), offset: 7, cookie });
    expect([wrong.status, wrong.message]).toEqual([
      409,
      'Another part of this file was expected: ask how much is there',
    ]);
    const other = await anotherServer();
    const there = other.url;
    expect(await offsetOf(there, file, cookie)).toMatchObject({ status: 200, offset: 200_000 });
    const rest = await sendPart(there, file, { bytes: bytes.subarray(200_000), offset: 200_000, cookie });
    expect(rest).toMatchObject({ status: 204, offset: 500_000 });
    await other.close();
    expect(hashOf(readFileSync(join(root, 'folders', id, 'long.mp4')))).toBe(hashOf(bytes));
    expect(await offsetOf(url, file, cookie)).toMatchObject({ status: 200, offset: 500_000 });
  });

  test('exists for nobody but whoever began it', async () => {
    const bytes = await jpeg('blue');
    const { id, files } = (await announce({ 'mine.jpg': bytes })).body as Upload;
    const file = files[0]?.id ?? '';
    for (const person of [people.admin, people.otherCrew, people.stranger]) {
      expect((await testApp.call(person, `GET /api/uploads/${id}`)).status).toBe(404);
      expect((await announce({ 'more.jpg': bytes }, person, id)).status).toBe(person === people.stranger ? 400 : 404);
      expect((await testApp.call(person, `DELETE /api/uploads/files/${file}`)).status).toBe(404);
      expect((await offsetOf(url, file, person.cookie)).status).toBe(404);
      expect((await sendPart(url, file, { bytes, offset: 0, cookie: person.cookie })).status).toBe(404);
    }
    expect((await sendPart(url, file, { bytes, offset: 0, cookie: people.client.cookie })).status).toBe(403);
    expect((await announce({ 'a.jpg': bytes }, people.client)).status).toBe(403);
    expect((await announce({ 'a.jpg': bytes }, people.lookingOn)).status).toBe(403);
    expect(existsSync(join(root, 'arriving', file))).toBe(false);
  });

  test('takes bytes for the file whose sender was asked after, however the address is written', async () => {
    const [own, other] = [randomVideo(300), randomVideo(300)];
    const mine = ((await announce({ 'mine.mp4': own })).body as Upload).files[0]?.id ?? '';
    const others = ((await announce({ 'theirs.mp4': other }, people.otherCrew)).body as Upload).files[0]?.id ?? '';
    const { otherCrew, crew } = people;
    await sendPart(url, others, { bytes: other.subarray(0, 100), offset: 0, cookie: otherCrew.cookie });
    const paths = ['?/', '?x=/', '#/', '?#/', '/?/', '%3F/', '//', ';/', '?/../'].map(
      (between) => `${mine}${between}${others}`,
    );
    for (const path of [...paths, `../files/${mine}?a=//${others}`]) {
      for (const method of ['PATCH', 'HEAD'] as const) {
        const raw = { port: Number(new URL(url).port), method, path: `/api/uploads/files/${path}` };
        await rawAnswer(raw, { offset: 100, bytes: own.subarray(100), cookie: crew.cookie });
      }
      expect((await offsetOf(url, others, otherCrew.cookie)).offset).toBe(100);
    }
    const straight = await offsetOf(url, mine, crew.cookie);
    expect(straight.offset).toBe(0);
  });

  test('goes on after a login that ended in the middle: 401 until there is a new one', async () => {
    const person = await testApp.person('photographer');
    await testApp.make.member({ projectId: project, userId: person.id, role: 'contributor' });
    const bytes = randomVideo(90_000);
    const { files } = (await announce({ 'half.mp4': bytes }, person)).body as Upload;
    const file = files[0]?.id ?? '';
    await sendPart(url, file, { bytes: bytes.subarray(0, 50_000), offset: 0, cookie: person.cookie });
    await testApp.call(person, 'POST /api/logout', { body: {} });
    const late = await sendPart(url, file, { bytes: bytes.subarray(50_000), offset: 50_000, cookie: person.cookie });
    expect(late.status).toBe(401);
    const cookie = await testApp.login(person.username);
    expect((await offsetOf(url, file, cookie)).offset).toBe(50_000);
    const rest = await sendPart(url, file, { bytes: bytes.subarray(50_000), offset: 50_000, cookie });
    expect(rest).toMatchObject({ status: 204, offset: 90_000 });
  });

  test('is taken in parts of a length that is known and at most 8 MB, as long as it was announced, and by no foreign page', async () => {
    const bytes = randomVideo(2_000);
    const { files } = (await announce({ 'short.mp4': bytes })).body as Upload;
    const file = files[0]?.id ?? '';
    const { cookie } = people.crew;
    const large = new Uint8Array(uploadLimits.chunkBytes + 1);
    expect((await sendPart(url, file, { bytes: large, offset: 0, cookie })).status).toBe(413);
    expect(await sendPart(url, file, { bytes: randomVideo(2_001), offset: 0, cookie })).toMatchObject({ status: 413 });
    const path = `${url}/api/uploads/files/${file}`;
    const headers = {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const stream = { method: 'PATCH', headers, body: new Blob([bytes]).stream(), duplex: 'half' } as RequestInit;
    expect((await fetch(path, stream)).status).toBe(411);
    const foreign = { ...headers, origin: 'https://elsewhere.example' };
    expect((await fetch(path, { method: 'PATCH', headers: foreign, body: bytes })).status).toBe(403);
    expect((await fetch(path, { headers: { cookie } })).status).toBe(404);
    const misused = await fetch(`${url}/api/sessions`, { method: 'POST', headers, body: bytes });
    expect(misused.status).toBe(415);
    expect(await offsetOf(url, file, cookie)).toMatchObject({ offset: 0 });
  });

  test('is off where no folder is set for it', async () => {
    const without = await createTestApp();
    const crew = await without.person('admin');
    const projectId = await without.make.project({
      clientId: (await without.make.user('client')).id,
      createdBy: crew.id,
    });
    const answer = await without.call(crew, 'POST /api/uploads', {
      body: { projectId, files: [{ name: 'a', bytes: 1 }] },
    });
    expect(answer).toMatchObject({ status: 503, body: { code: 'uploads_off' } });
    await without.close();
  });
});

describe('what is uploaded', () => {
  test('lies under its own name without anything that could lead elsewhere', async () => {
    const bytes = await jpeg('green');
    const long = `${'x'.repeat(300)}.jpg`;
    const names = [
      '../../../etc/passwd.jpg',
      '..',
      'a\\b\\c.jpg',
      'C:\\con.jpg',
      'ｐｈｏｔｏ\u202Egpj.exe.jpg',
      '\u00e9.jpg',
      'e\u0301.jpg',
      long,
      '.hidden.jpg',
      'nul',
    ];
    const { id, files } = await send(Object.fromEntries(names.map((name) => [name, bytes])));
    expect(files.every(({ state }) => state === 'kept')).toBe(true);
    const stored = inFolder(id);
    expect(stored).toHaveLength(names.length);
    for (const name of stored) expect(name).toMatch(/^[^./\\:][^/\\:\p{Cc}\p{Cf}]{0,126}$/u);
    expect(new Set(stored.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect((await announce([{ name: 'a\0.jpg', bytes: 5 }])).status).toBe(400);
    expect((await announce([{ name: 'x'.repeat(1001), bytes: 5 }])).status).toBe(400);
  });

  test('keeps the folders that were chosen whole as groups of one level, whatever they are called', async () => {
    const sent = ['100MEDIA', '101MEDIA', '../../../x/101MEDIA', '', '100media'].map((lay, nth) => ({ lay, nth }));
    const bytes = await Promise.all(sent.map(({ nth }) => jpeg('red', 60 + nth)));
    const files = sent.map(({ lay, nth }) => ({ name: 'DJI_1.JPG', folder: lay, bytes: bytes[nth]?.length ?? 0 }));
    const announced = (await announce(files)).body as Upload;
    expect(announced.files.map(({ sentFolder, folder, name }) => [sentFolder, folder, name])).toEqual([
      ['100MEDIA', '100MEDIA', 'DJI_1.JPG'],
      ['101MEDIA', '101MEDIA', 'DJI_1.JPG'],
      ['../../../x/101MEDIA', 'x - 101MEDIA', 'DJI_1.JPG'],
      ['', '', 'DJI_1.JPG'],
      ['100media', '100MEDIA', 'DJI_1 (2).JPG'],
    ]);
    const { cookie } = people.crew;
    for (const [nth, { id }] of announced.files.entries())
      await sendPart(url, id, { bytes: bytes[nth] ?? new Uint8Array(), offset: 0, cookie });
    expect(inFolder(announced.id)).toEqual(['100MEDIA', '101MEDIA', 'DJI_1.JPG', 'x - 101MEDIA']);
    const [gone] = announced.files;
    await testApp.call(people.crew, `DELETE /api/uploads/files/${gone?.id}`);
    const session = (await submit(uploadLink(announced.id))).body as Session;
    expect((await media(people.crew, session.id)).items.map(({ group, name }) => [group ?? '', name])).toEqual([
      ['', 'DJI_1.JPG'],
      ['100MEDIA', 'DJI_1 (2).JPG'],
      ['101MEDIA', 'DJI_1.JPG'],
      ['x - 101MEDIA', 'DJI_1.JPG'],
    ]);
    expect((await announce([{ name: 'a.jpg', bytes: 5, folder: 'a\0' }])).status).toBe(400);
  });

  test('is taken by its content: archives, pages and drawings under a picture’s name are refused one by one, and the others go on', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200));
    const files = {
      'site.jpg': await jpeg('red', 50),
      'archive.jpg': Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(200)]),
      'page.png': html,
      'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'.padEnd(200)),
      'moving.gif': Buffer.from('GIF89a'.padEnd(200)),
      'tool.exe': Buffer.concat([Buffer.from('MZ'), randomBytes(200)]),
    };
    const { id, files: after, answers } = await send(files);
    expect(after.map(({ sentName, state }) => [sentName, state])).toEqual(
      Object.keys(files).map((name) => [name, name === 'site.jpg' ? 'kept' : 'refused']),
    );
    expect(answers['page.png']).toMatchObject({ status: 415, message: expect.stringContaining('Its content counts') });
    expect(inFolder(id)).toEqual(['site.jpg']);
    const again = await offsetOf(url, after[1]?.id ?? '', people.crew.cookie);
    expect(again.status).toBe(415);
  });

  test('is stored with the ending of what it is, so that a picture with a page behind it is served as a picture', async () => {
    const polyglot = Buffer.concat([await jpeg('black'), Buffer.from('<html><script>alert(1)</script></html>')]);
    const { id } = await send({
      'page.html': polyglot,
      'really.png': await jpeg('white'),
      'film.jpg': randomVideo(4_000),
    });
    expect(inFolder(id)).toEqual(['film.jpg.mp4', 'page.html.jpg', 'really.png.jpg']);
    const session = (await submit(uploadLink(id))).body as Session;
    const { items } = await media(people.crew, session.id);
    const page = items.find(({ name }) => name === 'page.html.jpg');
    const picture = await testApp.app.inject({
      url: page?.thumbnailUrl ?? '',
      headers: { cookie: people.crew.cookie },
    });
    expect(picture.headers['content-type']).toMatch(/^image\//);
    expect(picture.headers['x-content-type-options']).toBe('nosniff');
    expect(picture.rawPayload.includes('<script>')).toBe(false);
  });

  test('keeps the name of a raw picture, whose bytes stay with the crew', async () => {
    const raw = tiffWithMetadata({ photometric: 32_803, jpeg: await jpeg('red') });
    const { id } = await send({
      'DJI_1.DNG': raw,
      'IMG_2.cr2': tiffWithMetadata({ isCr2: true, jpeg: await jpeg('red') }),
    });
    expect(inFolder(id).sort()).toEqual(['DJI_1.DNG', 'IMG_2.cr2']);
    const session = (await submit(uploadLink(id))).body as Session;
    await testApp.call(people.admin, `PUT /api/sessions/${session.id}/approve`, { body: {} });
    const shown = (await media(people.client, session.id)).items;
    expect(shown.map(({ kind, fileUrl }) => [kind, fileUrl])).toEqual([
      ['image', null],
      ['image', null],
    ]);
  });

  test('is refused after its first bytes where these say enough, and empty or too long files before any', async () => {
    const list = [
      { name: 'empty.jpg', bytes: 0 },
      { name: 'endless.mp4', bytes: uploadLimits.fileBytes + 1 },
      { name: 'huge.jpg', bytes: uploadLimits.pictureBytes + 1 },
    ];
    const { files } = (await announce(list)).body as Upload;
    expect(files.map(({ refusal }) => refusal)).toEqual(['This file is empty', 'A file may have at most 8 GB', null]);
    const file = files[2]?.id ?? '';
    const { cookie } = people.crew;
    const bytes = await jpeg('red');
    expect((await sendPart(url, file, { bytes, offset: 0, cookie })).status).toBe(204);
    const next = await sendPart(url, file, { bytes, offset: bytes.length, cookie });
    expect(next).toMatchObject({ status: 415, message: 'A picture may have at most 100 MB' });
  });

  test('is kept once, however often the same bytes come, and goes with its last folder', async () => {
    const bytes = randomVideo(70_000);
    const one = await send({ 'a.mp4': bytes, 'b.mp4': bytes });
    const two = await send({ 'c.mp4': bytes }, people.otherCrew);
    expect(contents().filter((name) => name === hashOf(bytes))).toHaveLength(1);
    expect(statSync(join(root, 'folders', two.id, 'c.mp4')).nlink).toBe(4);
    for (const { id } of one.files)
      expect((await testApp.call(people.crew, `DELETE /api/uploads/files/${id}`)).status).toBe(200);
    expect(hashOf(readFileSync(join(root, 'folders', two.id, 'c.mp4')))).toBe(hashOf(bytes));
    await testApp.call(people.otherCrew, `DELETE /api/uploads/files/${two.files[0]?.id}`);
    expect(contents()).not.toContain(hashOf(bytes));
  });

  test('cannot be changed by a part that is still on its way when the file is whole', async () => {
    const bytes = await jpeg('purple');
    const { id, files } = (await announce({ 'p.jpg': bytes })).body as Upload;
    const arriving = join(root, 'arriving', files[0]?.id ?? '');
    await sendPart(url, files[0]?.id ?? '', { bytes: bytes.subarray(0, 100), offset: 0, cookie: people.crew.cookie });
    const { openSync, writeSync, closeSync } = await import('node:fs');
    const held = openSync(arriving, 'r+');
    await sendPart(url, files[0]?.id ?? '', { bytes: bytes.subarray(100), offset: 100, cookie: people.crew.cookie });
    writeSync(held, 'changed', 0);
    closeSync(held);
    expect(hashOf(readFileSync(join(root, 'folders', id, 'p.jpg')))).toBe(hashOf(bytes));
  });

  test('of 100,000 files at once is refused in a sentence, and nothing of it is written', async () => {
    const count = () => sql<{ n: number }>`select count(*) as n from upload_files`.execute(testApp.database.query);
    const before = (await count()).rows[0]?.n;
    const tiny = (length: number) => Array.from({ length }, (_, nth) => ({ name: `${nth}.jpg`, bytes: 1 }));
    expect(await announce(tiny(100_000))).toMatchObject({ status: 413, body: { message: expect.any(String) } });
    expect(await announce(tiny(uploadLimits.files + 1))).toMatchObject({
      status: 400,
      body: { issues: [{ message: 'At most 2,000 files belong to a session' }] },
    });
    expect((await count()).rows[0]?.n).toBe(before);
    expect((await announce(tiny(uploadLimits.files))).status).toBe(201);
  });

  test('stays within a project’s quota, also when two announce at the same moment', async () => {
    const before = await sql<{ sum: number }>`select coalesce(sum(bytes), 0)::float8 as sum from upload_files f
      join uploads u on u.id = f.upload_id where u.project_id = ${project} and f.state <> 'refused'`.execute(
      testApp.database.query,
    );
    const left = quotaBytes - Number(before.rows[0]?.sum);
    const gigabyte = 1024 ** 3;
    const films = Array.from({ length: Math.ceil(left / 2 / (7 * gigabyte)) + 1 }, (_, nth) => ({
      name: `${nth}.mp4`,
      bytes: 7 * gigabyte,
    }));
    const both = await Promise.all([announce(films, people.crew), announce(films, people.otherCrew)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'quota', message: expect.stringContaining('60 GB') });
    const made = both.find(({ status }) => status === 201)?.body as Upload;
    await sql`delete from uploads where id = ${made.id}`.execute(testApp.database.query);
    const many = Array.from({ length: 8 }, (_, nth) => ({ name: `${nth}.mp4`, bytes: 7 * gigabyte }));
    expect(await announce(many)).toMatchObject({ status: 409, body: { code: 'too_much' } });
  });

  test('stays within the quota that an admin set, from the next announcement on', async () => {
    const set = (uploadQuotaGb: number) =>
      testApp.call(people.admin, 'PUT /api/settings/defaults', {
        body: { digest: 'weekly', remindsHalfway: true, uploadQuotaGb },
      });
    const film = [{ name: 'tower.mp4', bytes: 3 * 1024 ** 3 }];
    expect((await set(1)).status).toBe(200);
    expect(await announce(film)).toMatchObject({ status: 409, body: { message: expect.stringContaining('1 GB') } });
    expect((await set(60)).status).toBe(200);
    const made = await announce(film);
    expect(made.status).toBe(201);
    await sql`delete from uploads where id = ${(made.body as Upload).id}`.execute(testApp.database.query);
  });

  test('stays within the quota of the project that it comes to, as it is claimed or its session moves, and nothing is changed', async () => {
    const { admin, client, crew } = people;
    const make = async () => {
      const id = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
      await testApp.make.member({ projectId: id, userId: crew.id, role: 'contributor' });
      return id;
    };
    const [full, roomy] = [await make(), await make()];
    const start = async (projectId: number, count: number) => {
      const files = Array.from({ length: count }, (_, nth) => ({ name: `${nth}.mp4`, bytes: 7 * 1024 ** 3 }));
      return (await testApp.call(crew, 'POST /api/uploads', { body: { projectId, files } })).body as Upload;
    };
    for (const count of [4, 3]) await start(full, count);
    const link = uploadLink((await start(roomy, 2)).id);
    const base = { captureDate: '2026-03-04', droneImagesUrl: link };
    const refusal = { status: 409, body: { code: 'quota', message: expect.stringContaining('60 GB') } };
    const submitTo = (projectId: number) => testApp.call(crew, 'POST /api/sessions', { body: { ...base, projectId } });
    expect(await submitTo(full)).toMatchObject(refusal);
    const { id } = (await submitTo(roomy)).body as Session;
    const move = (projectId: number, more: object = {}) =>
      testApp.call(crew, `PATCH /api/sessions/${id}`, { body: { projectId, ...more } });
    expect(await move(full)).toMatchObject(refusal);
    // Uploads that it no longer names come along too.
    expect(await move(full, { droneImagesUrl: null })).toMatchObject({ status: 200 });
    await move(roomy, { droneImagesUrl: link });
    const seen = (await testApp.call(crew, `GET /api/sessions/${id}`)).body as Session;
    expect(seen.projectId).toBe(roomy);
    const places = await sql<{ at: number }>`select project_id as at from uploads where session_id = ${id}`.execute(
      testApp.database.query,
    );
    expect(places.rows).toEqual([{ at: roomy }]);
  });

  test('holds room for an hour without a byte; then others may have it, and a first byte asks again', async () => {
    const projectId = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
    for (const { id: userId } of [people.crew, people.otherCrew])
      await testApp.make.member({ projectId, userId, role: 'contributor' });
    const each = 7 * 1024 ** 3;
    const start = async (by: TestPerson, count: number, small = 0) => {
      const sizes = [...Array<number>(small).fill(9), ...Array<number>(count).fill(each)];
      const files = sizes.map((bytes, nth) => ({ name: `${nth}.mp4`, bytes }));
      return testApp.call(by, 'POST /api/uploads', { body: { projectId, files } });
    };
    const empty = (await start(people.crew, 7, 1)).body as Upload;
    expect((await start(people.otherCrew, 2)).status).toBe(409);
    const pass = (minutes: number) =>
      sql`update upload_files set changed_at = changed_at - ${minutes} * interval '1 minute',
        begun_at = begun_at - ${minutes} * interval '1 minute' where upload_id = ${empty.id}`.execute(
        testApp.database.query,
      );
    await pass(50);
    expect((await start(people.otherCrew, 2)).status).toBe(409);
    await pass(20);
    const other = (await start(people.otherCrew, 2)).body as Upload;
    const first = (file: string, by: TestPerson) =>
      sendPart(url, file, { bytes: randomVideo(9_000), offset: 0, cookie: by.cookie });
    expect((await first(other.files[0]?.id ?? '', people.otherCrew)).status).toBe(204);
    const late = await first(empty.files[1]?.id ?? '', people.crew);
    expect(late).toMatchObject({ status: 403, message: expect.stringContaining('60 GB') });
    await sql`delete from uploads where id = ${other.id}`.execute(testApp.database.query);
    expect((await first(empty.files[1]?.id ?? '', people.crew)).status).toBe(204);
    expect((await start(people.otherCrew, 2)).status).toBe(409);
  });

  test('holds room for a day after its last part; then others may have it, and the next part asks again', async () => {
    const projectId = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
    for (const { id: userId } of [people.crew, people.otherCrew])
      await testApp.make.member({ projectId, userId, role: 'contributor' });
    const start = async (by: TestPerson, count: number) => {
      const files = Array.from({ length: count }, (_, nth) => ({ name: `${nth}.mp4`, bytes: 7 * 1024 ** 3 }));
      return testApp.call(by, 'POST /api/uploads', { body: { projectId, files } });
    };
    const begun = (await start(people.crew, 7)).body as Upload;
    const send = (nth: number, offset: number) =>
      sendPart(url, begun.files[nth]?.id ?? '', {
        bytes: offset === 0 ? randomVideo(9_000) : Buffer.alloc(9),
        offset,
        cookie: people.crew.cookie,
      });
    const pass = (hours: number) =>
      sql`update upload_files set changed_at = changed_at - ${hours} * interval '1 hour',
        begun_at = begun_at - ${hours} * interval '1 hour' where upload_id = ${begun.id}`.execute(
        testApp.database.query,
      );
    for (let nth = 0; nth < 7; nth++) expect((await send(nth, 0)).status).toBe(204);
    await pass(20);
    // Any part of any of its files reserves the room of all that began.
    expect((await send(0, 9_000)).status).toBe(204);
    await pass(20);
    expect((await start(people.otherCrew, 2)).status).toBe(409);
    await pass(5);
    await countLeft(testApp.database.query, createUploadStore(root).bytesOf);
    const other = (await start(people.otherCrew, 2)).body as Upload;
    expect(await send(0, 9_009)).toMatchObject({ status: 403, message: expect.stringContaining('60 GB') });
    await sql`delete from uploads where id = ${other.id}`.execute(testApp.database.query);
    expect((await send(0, 9_009)).status).toBe(204);
    expect((await start(people.otherCrew, 2)).status).toBe(409);
  });

  test('stays within what a session holds, also when it names several uploads, or is edited at one process while more is announced at another', async () => {
    const { admin, client, crew } = people;
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    await testApp.make.member({ projectId, userId: crew.id, role: 'contributor' });
    const other = await anotherServer();
    const films = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ name: `${nth}.mp4`, bytes: 7 * 1024 ** 3 }));
    const start = async (count: number, upload?: string) =>
      testApp.call(crew, 'POST /api/uploads', { body: { projectId, upload, files: films(count) } });
    const clear = () => sql`delete from uploads where project_id = ${projectId}`.execute(testApp.database.query);
    const linkOf = ({ body }: { body: unknown }) => uploadLink((body as Upload).id);
    const base = { projectId, captureDate: '2026-03-04' };
    const [a, b] = [linkOf(await start(4)), linkOf(await start(4))];
    const both = { ...base, droneImagesUrl: a, videoUrl: b };
    const refused = await testApp.call(crew, 'POST /api/sessions', { body: both });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'too_much', message: expect.stringContaining('50 GB') },
    });
    const one = await testApp.call(crew, 'POST /api/sessions', { body: { ...base, droneImagesUrl: a } });
    // What it once named stays its own, and counts.
    const path = `PATCH /api/sessions/${(one.body as Session).id}`;
    expect(await testApp.call(crew, path, { body: { droneImagesUrl: b } })).toMatchObject({ status: 409 });
    await clear();
    for (let round = 0; round < 4; round++) {
      const first = linkOf(await start(3));
      const second = linkOf(await start(3));
      const made = await testApp.call(crew, 'POST /api/sessions', { body: { ...base, droneImagesUrl: first } });
      const { id } = made.body as Session;
      const [added, edited] = await Promise.all([
        start(3, uploadOfLink(round % 2 ? first : second) ?? ''),
        fetch(`${other.url}/api/sessions/${id}`, {
          method: 'PATCH',
          headers: { cookie: crew.cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ videoUrl: second }),
        }),
      ]);
      expect([added.status, edited.status].filter((status) => status === 409)).toHaveLength(1);
      const held = await sql<{ bytes: number }>`select sum(f.bytes)::float8 as bytes from upload_files f
        join uploads u on u.id = f.upload_id where u.session_id = ${id}`.execute(testApp.database.query);
      expect(held.rows[0]?.bytes).toBeLessThanOrEqual(uploadLimits.bytes);
      await clear();
    }
    await other.close();
  });
});

describe('the link of an upload', () => {
  test('is honoured for its uploader in that project, then for that session alone', async () => {
    const { id } = await send({ 'a.jpg': await jpeg('red'), 'b.jpg': await jpeg('blue', 30) });
    const link = uploadLink(id);
    const check = async (by: TestPerson) => {
      const body = { projectId: project, kind: 'drone', url: link };
      return (await testApp.call(by, 'POST /api/links/check', { body })).body as LinkCheck;
    };
    expect(await check(people.crew)).toMatchObject({ count: 2, problem: null });
    expect(await check(people.otherCrew)).toMatchObject({ count: null });
    const foreign = await submit(link, people.otherCrew);
    expect(foreign.body).toMatchObject({ issues: [{ path: 'droneImagesUrl' }] });
    const session = (await submit(link)).body as Session;
    expect((await media(people.crew, session.id)).items.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    expect((await media(people.admin, session.id)).items).toHaveLength(2);
    expect((await submit(link)).status).toBe(400);
    const one = (await testApp.call(people.crew, `GET /api/uploads/${id}`)).body as Upload;
    const gone = await testApp.call(people.crew, `DELETE /api/uploads/files/${one.files[0]?.id}`);
    expect(gone.status).toBe(409);
    // Written without the form, it leads nowhere.
    const other = (await submit('')).body as Session;
    await sql`update sessions set drone_images_url = ${link} where id = ${other.id}`.execute(testApp.database.query);
    expect((await media(people.crew, other.id)).items).toEqual([]);
  });

  test('shows clients the files once they are released, pinned like others', async () => {
    const { id } = await send({ 'a.jpg': await jpeg('red') });
    const session = (await submit(uploadLink(id))).body as Session;
    expect((await testApp.call(people.client, `GET /api/sessions/${session.id}/media/drone`)).status).toBe(404);
    await testApp.call(people.admin, `PUT /api/sessions/${session.id}/approve`, { body: {} });
    const { items } = await media(people.client, session.id);
    expect(items.map(({ name }) => name)).toEqual(['a.jpg']);
    const picture = await testApp.app.inject({
      url: items[0]?.thumbnailUrl ?? '',
      headers: { cookie: people.client.cookie },
    });
    expect(picture.statusCode).toBe(200);
    await send({ 'later.jpg': await jpeg('blue') }, people.crew, id);
    expect((await media(people.client, session.id)).items).toHaveLength(1);
  });

  test('shows the preview of a phone’s picture, and of one without it says why it is not shown', async () => {
    const { id } = await send({
      'IMG_1.HEIC': heicWith('Exif', exifWith(await jpeg('red'), 1)),
      'IMG_2.HEIC': heicWith('Exif', randomBytes(200)),
    });
    const session = (await submit(uploadLink(id))).body as Session;
    await testApp.call(people.admin, `PUT /api/sessions/${session.id}/approve`, { body: {} });
    const [shown, bare] = (await media(people.crew, session.id)).items;
    expect(shown).toMatchObject({ kind: 'image' });
    expect(bare).toMatchObject({ kind: 'file', problem: expect.stringContaining('Safari shows it') });
    const file = await testApp.app.inject({ url: bare?.fileUrl ?? '', headers: { cookie: people.crew.cookie } });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/heic']);
    const forClient = (await media(people.client, session.id)).items[1];
    expect(forClient).toMatchObject({ fileUrl: null, problem: bare?.problem });
  });

  test('follows no symbolic link that lies in the folder, and cannot be bound to a project', async () => {
    const { id } = await send({ 'a.jpg': await jpeg('red') });
    writeFileSync(join(folder, 'secret.jpg'), await jpeg('white'));
    symlinkSync(join(folder, 'secret.jpg'), join(root, 'folders', id, 'out.jpg'));
    symlinkSync(folder, join(root, 'folders', id, 'way'));
    const session = (await submit(uploadLink(id))).body as Session;
    expect((await media(people.crew, session.id)).items.map(({ name }) => name)).toEqual(['a.jpg']);
    const through = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: `${uploadLink(id)}/out.jpg` };
    const other = (await testApp.call(people.crew, 'POST /api/sessions', { body: through })).body as Session;
    expect((await media(people.crew, other.id)).items).toEqual([]);
    const roots = [{ provider: 'local', root: `uploads/${id}` }];
    const bound = await testApp.call(people.admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
    expect(bound.status).toBe(400);
  });
});

describe('a session whose files travel', () => {
  const notices = async () => {
    const rows = await sql<{ id: number }>`select related_session_id as id from notifications
      where user_id = ${people.admin.id} and type = 'session_submitted'`.execute(testApp.database.query);
    return rows.rows.map(({ id }) => id);
  };

  test('says how many are there, and waits for review once all are', async () => {
    const [first, second] = [await jpeg('red'), await jpeg('blue', 33)];
    const { id, files } = (await announce({ '1.jpg': first, '2.jpg': second, 'never.jpg': first })).body as Upload;
    const { cookie } = people.crew;
    await sendPart(url, files[0]?.id ?? '', { bytes: first, offset: 0, cookie });
    const session = (await submit(uploadLink(id))).body as Session;
    const seen = async () => (await testApp.call(people.admin, `GET /api/sessions/${session.id}`)).body as Session;
    expect((await seen()).travelling).toEqual({ kept: 1, of: 3 });
    for (const way of ['approve', 'reject']) {
      const answer = await testApp.call(people.admin, `PUT /api/sessions/${session.id}/${way}`, {
        body: { rejectionReason: 'x' },
      });
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'travelling', message: expect.stringContaining('1 of 3 uploaded') },
      });
    }
    expect(await notices()).not.toContain(session.id);
    await sendPart(url, files[1]?.id ?? '', { bytes: second, offset: 0, cookie });
    expect((await seen()).travelling).toEqual({ kept: 2, of: 3 });
    await testApp.call(people.crew, `DELETE /api/uploads/files/${files[2]?.id}`);
    const there = await seen();
    expect([there.travelling, there.submittedAt > session.submittedAt]).toEqual([null, true]);
    expect((await notices()).filter((one) => one === session.id)).toHaveLength(1);
    expect((await testApp.call(people.admin, `PUT /api/sessions/${session.id}/approve`, { body: {} })).status).toBe(
      200,
    );
  });

  test('stands in no figure of the review until all are there, and its decision is measured from that moment', async () => {
    const crew = await testApp.person('photographer');
    await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
    const figures = async () => {
      const read = (await testApp.call(people.admin, 'GET /api/review-figures')).body as ReviewFigures;
      return read.photographers.find((row) => row.id === crew.id);
    };
    const bytes = await jpeg('green', 27);
    const { id, files } = (await announce({ '1.jpg': bytes }, crew)).body as Upload;
    const session = (await submit(uploadLink(id), crew)).body as Session;
    expect(await figures()).toBeUndefined();
    // The upload takes longer than timestamps are inexact.
    await wait(100);
    await sendPart(url, files[0]?.id ?? '', { bytes, offset: 0, cookie: crew.cookie });
    const path = `/api/sessions/${session.id}`;
    const { submittedAt } = (await testApp.call(people.admin, `GET ${path}`)).body as Session;
    expect(await figures()).toMatchObject({ waiting: 1, oldest: submittedAt, decisions: 0 });
    const decided = (await testApp.call(people.admin, `PUT ${path}/approve`, { body: {} })).body as Session;
    const seconds = (Date.parse(decided.reviewedAt ?? '') - Date.parse(submittedAt)) / 1000;
    const { median, ...counts } = (await figures()) ?? {};
    expect(counts).toMatchObject({ waiting: 0, decisions: 1 });
    expect(median).toBeCloseTo(seconds, 2);
  });

  test('waits for review once, also when its last two files come at the same moment', async () => {
    const bytes = await Promise.all(['red', 'blue', 'green', 'white'].map((colour, nth) => jpeg(colour, 20 + nth)));
    const { id, files } = (await announce(bytes.map(({ length }, nth) => ({ name: `${nth}.jpg`, bytes: length }))))
      .body as Upload;
    const session = (await submit(uploadLink(id))).body as Session;
    const { cookie } = people.crew;
    const answers = await Promise.all(
      files.map((file, nth) => sendPart(url, file.id, { bytes: bytes[nth] ?? new Uint8Array(), offset: 0, cookie })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await notices()).filter((one) => one === session.id)).toHaveLength(1);
  });
});

describe('files that will not come', () => {
  /** A session of this person with one file that has arrived, and one that never does. */
  async function halfSent(by: TestPerson) {
    const bytes = await jpeg('red', 24);
    const { id, files } = (await announce({ 'there.jpg': bytes, 'never.jpg': bytes }, by)).body as Upload;
    await sendPart(url, files[0]?.id ?? '', { bytes, offset: 0, cookie: by.cookie });
    const session = (await submit(uploadLink(id), by)).body as Session;
    return { session, upload: id, missing: files[1]?.id ?? '', bytes };
  }
  const approve = (id: number) => testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  const noticesOf = async (id: number) => {
    const rows = await sql<{ message: string }>`select message from notifications
      where user_id = ${people.admin.id} and type = 'session_submitted' and related_session_id = ${id}`.execute(
      testApp.database.query,
    );
    return rows.rows;
  };

  test('are waited for no longer once an edit names another folder: the admins are notified, and can decide', async () => {
    const { session, upload, missing, bytes } = await halfSent(people.crew);
    expect(await approve(session.id)).toMatchObject({ status: 409, body: { code: 'travelling' } });
    const path = `PATCH /api/sessions/${session.id}`;
    await testApp.call(people.crew, path, { body: { notes: 'The same link, still waited for' } });
    expect(await approve(session.id)).toMatchObject({ status: 409, body: { code: 'travelling' } });
    const link = 'https://drive.google.com/drive/folders/1aBcDeFgHiJkLmNoPqRsTuVwXyZ012345';
    const edited = (await testApp.call(people.crew, path, { body: { droneImagesUrl: link } })).body as Session;
    expect(edited.travelling).toBe(null);
    expect(await noticesOf(session.id)).toHaveLength(1);
    expect((await sendPart(url, missing, { bytes, offset: 0, cookie: people.crew.cookie })).status).toBe(404);
    // What arrived still belongs to the session.
    const { files } = (await testApp.call(people.crew, `GET /api/uploads/${upload}`)).body as Upload;
    expect(files.map(({ name }) => name)).toEqual(['there.jpg']);
    expect((await approve(session.id)).status).toBe(200);
  });

  test('are not announced to an upload that its session no longer names, nor to one of a removed session', async () => {
    const { session, upload } = await halfSent(people.crew);
    const more = [{ name: 'more.jpg', bytes: 100 }];
    expect((await announce(more, people.crew, upload)).status).toBe(201);
    const path = `PATCH /api/sessions/${session.id}`;
    const link = 'https://drive.google.com/drive/folders/1aBcDeFgHiJkLmNoPqRsTuVwXyZ012345';
    await testApp.call(people.crew, path, { body: { droneImagesUrl: link } });
    const late = await announce(more, people.crew, upload);
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'not_named',
        message: `Session ${session.id} no longer links to this upload: upload to a new folder`,
      },
    });
    expect((await testApp.call(people.crew, `GET /api/sessions/${session.id}`)).body).toMatchObject({
      travelling: null,
    });
    // Another tab may name it again.
    await testApp.call(people.crew, path, { body: { indoorImagesUrl: uploadLink(upload) } });
    expect((await announce(more, people.crew, upload)).status).toBe(201);
    expect((await testApp.call(people.admin, `DELETE /api/sessions/${session.id}`)).status).toBe(200);
    expect(await announce(more, people.crew, upload)).toMatchObject({ status: 409, body: { code: 'not_named' } });
  });

  test('are left out by an admin or the photographer, also of somebody whose account was closed, and by nobody else', async () => {
    const gone = await testApp.person('photographer');
    await testApp.make.member({ projectId: project, userId: gone.id, role: 'contributor' });
    const { session } = await halfSent(gone);
    const path = `DELETE /api/sessions/${session.id}/missing-files`;
    expect((await testApp.call(people.otherCrew, path)).status).toBe(404);
    expect((await testApp.call(people.client, path)).status).toBe(404);
    expect((await testApp.call(people.admin, `DELETE /api/users/${gone.id}`)).status).toBe(200);
    const left = await testApp.call(people.admin, path);
    expect(left).toMatchObject({ status: 200, body: { travelling: null } });
    expect(await noticesOf(session.id)).toHaveLength(1);
    expect((await testApp.call(people.admin, path)).status).toBe(200);
    expect(await noticesOf(session.id)).toHaveLength(1);
    expect((await media(people.admin, session.id)).items.map(({ name }) => name)).toEqual(['there.jpg']);
    expect((await approve(session.id)).status).toBe(200);
    const own = await halfSent(people.crew);
    const by = await testApp.call(people.crew, `DELETE /api/sessions/${own.session.id}/missing-files`);
    expect(by).toMatchObject({ status: 200, body: { travelling: null } });
  });
});

describe('the cleanup', () => {
  const run = async () => {
    const { database } = testApp;
    const write = createTransactionRunner(database, () => undefined);
    const jobs = createUploadCleanup({ db: database.query, write, store: createUploadStore(root), ...noCopies });
    await jobs.uploadCleanup?.run({});
  };
  const age = (id: string, days: number) =>
    sql`with old as (update upload_files set changed_at = now() - ${days} * interval '1 day' where upload_id = ${id})
      update uploads set created_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(
      testApp.database.query,
    );

  test('has the quota count what lies on the disk of a file that stopped coming, and all of it once it goes on', async () => {
    const { admin, client, crew, otherCrew } = people;
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    for (const { id: userId } of [crew, otherCrew])
      await testApp.make.member({ projectId, userId, role: 'contributor' });
    const gigabyte = 1024 ** 3;
    const start = (by: TestPerson, ...sizes: number[]) => {
      const files = sizes.map((size, nth) => ({ name: `${nth}.mp4`, bytes: size * gigabyte }));
      return testApp.call(by, 'POST /api/uploads', { body: { projectId, files } });
    };
    const begun = (await start(crew, 7, 7)).body as Upload;
    const [first = ''] = begun.files.map(({ id }) => id);
    const send = (offset: number) => sendPart(url, first, { bytes: randomVideo(9_000), offset, cookie: crew.cookie });
    await send(0);
    // Room for sparse zeros that take no disk space.
    truncateSync(join(root, 'arriving', first), 6 * gigabyte);
    await sql`update upload_files set changed_at = changed_at - interval '25 hours',
      begun_at = begun_at - interval '25 hours' where upload_id = ${begun.id}`.execute(testApp.database.query);
    const statuses = [(await start(otherCrew, ...Array<number>(7).fill(7))).status];
    const ask = async (size: number) => statuses.push((await start(otherCrew, size)).status);
    await ask(4.5);
    await run();
    await ask(4.5);
    await ask(1);
    statuses.push((await send(6 * gigabyte)).status);
    await sql`delete from uploads where project_id = ${projectId}`.execute(testApp.database.query);
    expect(statuses).toEqual([201, 409, 201, 409, 403]);
  });

  test('discards what no session names after 7 days, and what a session names 90 days after its removal', async () => {
    const old = await send({ 'old.jpg': await jpeg('red', 21) });
    const young = await send({ 'young.jpg': await jpeg('red', 22) });
    const named = await send({ 'named.jpg': await jpeg('red', 23) });
    const session = (await submit(uploadLink(named.id))).body as Session;
    await age(old.id, 8);
    await age(young.id, 6);
    await age(named.id, 100);
    await run();
    expect([old, young, named].map(({ id }) => existsSync(join(root, 'folders', id)))).toEqual([false, true, true]);
    await testApp.call(people.admin, `DELETE /api/sessions/${session.id}`);
    const removed = (days: number) =>
      sql`update sessions set removed_at = now() - ${days} * interval '1 day' where id = ${session.id}`.execute(
        testApp.database.query,
      );
    await removed(89);
    await run();
    expect(existsSync(join(root, 'folders', named.id, 'named.jpg'))).toBe(true);
    await removed(91);
    await run();
    expect(existsSync(join(root, 'folders', named.id))).toBe(false);
    expect(contents()).not.toContain(hashOf(await jpeg('red', 23)));
  });

  test('finishes a file whose last byte came before its server died', async () => {
    const bytes = await jpeg('orange');
    const { id, files } = (await announce({ 'o.jpg': bytes })).body as Upload;
    writeFileSync(join(root, 'arriving', files[0]?.id ?? ''), bytes);
    await sql`update upload_files set changed_at = now() - interval '2 minutes' where upload_id = ${id}`.execute(
      testApp.database.query,
    );
    await run();
    expect(inFolder(id)).toEqual(['o.jpg']);
  });
});
