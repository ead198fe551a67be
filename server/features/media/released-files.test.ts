// What was released stays what was released: a file that comes into a folder later is not shown to clients unreviewed.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createReleasedFiles, type ReleasedFiles } from './released-files.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
let pins: ReleasedFiles;
let photo: Buffer;
/** The folder and session of this test. */
let visit: string;
let session: number;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-pins-'));
  mkdirSync(join(folder, 'media/lekki'), { recursive: true });
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const write = createTransactionRunner(testApp.database, () => undefined);
  pins = createReleasedFiles({ db: testApp.database.query, write, source, hosts: {}, now: Date.now });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  visit = `lekki/visit-${++count}`;
  mkdirSync(join(folder, 'media', visit));
  put('1.jpg');
  put('2.jpg');
  const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: `/media/folders/${visit}` };
  session = ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id;
});

function put(name: string): void {
  writeFileSync(join(folder, 'media', visit, name), photo);
}

const approve = () => testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {} });
/** Past the second for which a tab is cached. */
let reads = 0;
const tabOf = async (who: TestPerson) =>
  (await testApp.call(who, `GET /api/sessions/${session}/media/drone?read=${++reads}`)).body as Media;
const namesFor = async (who: TestPerson) => (await tabOf(who)).items.map(({ name }) => name);
const statusOf = async (who: TestPerson, name: string, part = 's220') => {
  const item = encodeURIComponent(`local:${visit}/${name}`);
  return (await testApp.call(who, `GET /api/sessions/${session}/media/drone/${item}/${part}`)).status;
};

test('a file that came after the approval is seen by admins and its photographer only, who see how many', async () => {
  await approve();
  await pins.pinSession(session);
  put('3.jpg');
  put('4.mp4');
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
  for (const name of ['3.jpg', '4.mp4'])
    expect(await statusOf(client, name, name === '4.mp4' ? 'file' : 's220')).toBe(404);
  expect((await tabOf(client)).added).toBeUndefined();
  for (const who of [admin, crew]) {
    expect((await tabOf(who)).added).toBe(2);
    expect(await namesFor(who)).toHaveLength(4);
    expect(await statusOf(who, '3.jpg')).toBe(200);
  }
});

test('nothing is pinned before a session is released, and the cover is a released picture too', async () => {
  await pins.pinSession(session);
  put('0.jpg');
  await approve();
  await pins.pinSession(session);
  expect(await namesFor(client)).toEqual(['0.jpg', '1.jpg', '2.jpg']);
  rmSync(join(folder, 'media', visit, '0.jpg'));
  put('00.jpg');
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
  expect((await testApp.call(client, `GET /api/sessions/${session}/cover/s220`)).status).toBe(200);
});

test('an admin releases what was added, which leaves a record', async () => {
  await approve();
  await pins.pinSession(session);
  put('3.jpg');
  const released = await testApp.call(admin, `PUT /api/sessions/${session}/release-added`);
  expect(released).toMatchObject({ status: 200, body: { status: 'approved' } });
  await pins.pinSession(session);
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect((await tabOf(admin)).added).toBeUndefined();
  put('4.jpg');
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  const records = (await testApp.call(admin, `GET /api/sessions/${session}/records`)).body as { action: string }[];
  expect(records.map(({ action }) => action)).toEqual(['created', 'approved', 'edited']);
});

test('a file that comes the moment after the approval, before any job ran, is not released', async () => {
  await approve();
  put('3.jpg');
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
  await pins.pinSession(session);
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
});

test('an approval releases what its reviewer was shown, and names what came since', async () => {
  expect(await namesFor(admin)).toEqual(['1.jpg', '2.jpg']);
  put('3.jpg');
  const other = await testApp.person('admin');
  expect(await namesFor(other)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  await approve();
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
  const { added, items } = await tabOf(admin);
  expect(added).toBe(1);
  expect(items.filter(({ unreleased }) => unreleased)).toMatchObject([
    { name: '3.jpg', thumbnailUrl: expect.stringContaining('/s400') },
  ]);
});

test('a look before a resubmission does not count for the review after it', async () => {
  expect(await namesFor(admin)).toHaveLength(2);
  await testApp.call(admin, `PUT /api/sessions/${session}/reject`, { body: { rejectionReason: 'More, please' } });
  put('3.jpg');
  await testApp.call(crew, `PUT /api/sessions/${session}/resubmit`);
  await approve();
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
});

test('added files are released one by one', async () => {
  await approve();
  put('3.jpg');
  put('4.jpg');
  const body = { kind: 'drone', items: [`local:${visit}/4.jpg`] };
  const released = await testApp.call(admin, `PUT /api/sessions/${session}/release-added`, { body });
  expect(released.status).toBe(200);
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg', '4.jpg']);
  expect((await tabOf(admin)).added).toBe(1);
});

test('an admin’s edit releases no file that came after the approval', async () => {
  await approve();
  put('3.jpg');
  await testApp.call(admin, `PATCH /api/sessions/${session}`, { body: { notes: 'Seen from the north' } });
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
  expect((await tabOf(admin)).added).toBe(1);
});

test('a row that fails, and a host that does not answer, do not stop the pins of others', async () => {
  const db = testApp.database.query;
  const others: number[] = [];
  for (const name of ['broken', 'silent', 'fine']) {
    mkdirSync(join(folder, 'media', `lekki/${name}-${count}`));
    const body = {
      projectId: project,
      captureDate: '2026-03-04',
      droneImagesUrl: `/media/folders/lekki/${name}-${count}`,
    };
    others.push(((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id);
    await testApp.call(admin, `PUT /api/sessions/${others.at(-1)}/approve`, { body: {} });
  }
  await db.deleteFrom('released_media').execute();
  const list: MediaSource['list'] = async ({ id }) => {
    if (id?.includes('broken')) throw new Error('a fault of ours');
    if (id?.includes('silent')) return new Promise(() => undefined);
    return [];
  };
  const write = createTransactionRunner(testApp.database, () => undefined);
  const shaky = createReleasedFiles({ db, write, source: { list }, hosts: {}, now: Date.now, listMilliseconds: 50 });
  await expect(shaky.pinMissing()).rejects.toThrow('a fault of ours');
  const found = await db
    .selectFrom('released_media as m')
    .innerJoin('sessions as s', 's.released_record_id', 'm.record_id')
    .select(['s.id', 'm.complete'])
    .where('s.id', 'in', others)
    .orderBy('s.id')
    .execute();
  expect(found.map(({ complete }) => complete)).toEqual([false, false, true]);
});

test('a folder that cannot be listed at its release is pinned as soon as it can be', async () => {
  const [here, away] = [join(folder, 'media', visit), join(folder, 'away')];
  renameSync(here, away);
  await approve();
  await pins.pinSession(session);
  expect((await tabOf(client)).problem).toBeTruthy();
  renameSync(away, here);
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
  await pins.pinMissing();
  put('3.jpg');
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
});

test('what is pinned stays pinned, however often it is viewed', async () => {
  await approve();
  await pins.pinSession(session);
  put('3.jpg');
  await pins.pinSession(session);
  await pins.pinMissing();
  expect(await namesFor(client)).toEqual(['1.jpg', '2.jpg']);
});
