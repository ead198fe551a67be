// Adding to an upload: by whoever may edit its session, twice without becoming two, and no longer than somebody would see it.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkCheck, Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type Upload, uploadLink } from '#contract/uploads/endpoints.ts';
import { sendPart } from '#server/test-support/files/sent-files.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let url: string;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client', TestPerson>;
let project: number;
let otherProject: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-adding-'));
  const uploads = { root: join(folder, 'uploads'), quotaBytes: 60 * 1024 ** 3 };
  testApp = await createTestApp({ uploads, dataDir: join(folder, 'data') });
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
  };
  const make = () => testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
  [project, otherProject] = [await make(), await make()];
  for (const projectId of [project, otherProject])
    for (const { id: userId } of [people.crew, people.otherCrew])
      await testApp.make.member({ projectId, userId, role: 'contributor' });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const jpeg = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();
const randomId = (digit: string) => digit.repeat(32);

type Announced = { id?: string; name: string; bytes: number; print?: string };
type Options = { by?: TestPerson; upload?: string; projectId?: number };

function announce(files: Announced[], { by = people.crew, upload, projectId = project }: Options = {}) {
  return testApp.call(by, 'POST /api/uploads', { body: { projectId, upload, files } });
}

/** Announced and sent in one part. */
async function send(name: string, bytes: Uint8Array, options: Options = {}) {
  const { cookie } = options.by ?? people.crew;
  const upload = (await announce([{ name, bytes: bytes.length }], options)).body as Upload;
  const answer = await sendPart(url, upload.files.at(-1)?.id ?? '', { bytes, offset: 0, cookie });
  expect(answer.status).toBe(204);
  return upload;
}

async function submit(link: string, projectId = project) {
  const body = { projectId, captureDate: '2026-03-04', droneImagesUrl: link };
  return testApp.call(people.crew, 'POST /api/sessions', { body });
}

const media = async (by: TestPerson, id: number) =>
  (await testApp.call(by, `GET /api/sessions/${id}/media/drone`)).body as Media;
const names = ({ items }: Media) => items.map(({ name }) => name);

test('an admin adds a picture to the upload of a released session: the link stays, and clients lose nothing that they saw', async () => {
  const { id } = await send('1.jpg', await jpeg('red'));
  await send('2.jpg', await jpeg('blue'), { upload: id });
  const session = (await submit(uploadLink(id))).body as Session;
  expect((await testApp.call(people.admin, `PUT /api/sessions/${session.id}/approve`, { body: {} })).status).toBe(200);
  const { admin, otherCrew, client } = people;
  const seen = (await testApp.call(admin, `GET /api/uploads/${id}`)).body as Upload;
  expect(seen.files.map(({ name, isMine }) => [name, isMine])).toEqual([
    ['1.jpg', false],
    ['2.jpg', false],
  ]);
  await send('3.jpg', await jpeg('green'), { by: admin, upload: id });
  expect(names(await media(admin, session.id))).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect(names(await media(client, session.id))).toEqual(['1.jpg', '2.jpg']);
  expect((await announce([{ name: 'x.jpg', bytes: 5 }], { by: otherCrew, upload: id })).status).toBe(404);
  expect((await testApp.call(otherCrew, `GET /api/uploads/${id}`)).status).toBe(404);
});

test('a file is sent by whoever announced it, and by nobody else who may edit the session', async () => {
  const { id } = await send('1.jpg', await jpeg('red'));
  await submit(uploadLink(id));
  const bytes = await jpeg('black');
  const { files } = (await announce([{ name: '2.jpg', bytes: bytes.length }], { upload: id })).body as Upload;
  const file = files.at(-1)?.id ?? '';
  expect((await sendPart(url, file, { bytes, offset: 0, cookie: people.admin.cookie })).status).toBe(404);
  expect((await testApp.call(people.admin, `DELETE /api/uploads/files/${file}`)).status).toBe(404);
  expect((await sendPart(url, file, { bytes, offset: 0, cookie: people.crew.cookie })).status).toBe(204);
});

test('what a device announces twice under its own ids, as after a lost answer, is there once', async () => {
  const upload = randomId('a');
  const files = [
    { id: randomId('1'), name: 'a.jpg', bytes: 5, print: '1_2_3' },
    { id: randomId('2'), name: 'a.jpg', bytes: 6 },
  ];
  const first = await announce(files, { upload });
  expect(first).toMatchObject({ status: 201, body: { id: upload } });
  const more = await announce([...files, { id: randomId('3'), name: 'b.jpg', bytes: 7 }], { upload });
  const listed = (more.body as Upload).files.map(({ id, name, print, isMine }) => [id, name, print, isMine]);
  expect(listed).toEqual([
    [randomId('1'), 'a.jpg', '1_2_3', true],
    [randomId('2'), 'a (2).jpg', null, true],
    [randomId('3'), 'b.jpg', null, true],
  ]);
  const elsewhere = await announce([{ id: randomId('1'), name: 'a.jpg', bytes: 5 }], { by: people.otherCrew });
  expect(elsewhere.status).toBe(404);
  const twice = { id: randomId('4'), name: 'a.jpg', bytes: 5 };
  expect((await announce([twice, twice])).status).toBe(400);
  expect((await announce([{ id: '../../x', name: 'a.jpg', bytes: 5 }])).status).toBe(400);
});

test('an upload goes with its form to another project, until a session names it', async () => {
  const { id } = await send('1.jpg', await jpeg('red'));
  const body = { projectId: otherProject, kind: 'drone', url: uploadLink(id) };
  expect((await testApp.call(people.crew, 'POST /api/links/check', { body })).body as LinkCheck).toMatchObject({
    count: 1,
    problem: null,
  });
  await send('2.jpg', await jpeg('blue'), { upload: id, projectId: otherProject });
  const session = (await submit(uploadLink(id))).body as Session;
  expect(session).toMatchObject({ projectId: project });
  const there = (await testApp.call(people.crew, `GET /api/uploads/${id}`)).body as Upload;
  expect(there).toMatchObject({ projectId: project, sessionId: session.id });
  expect(names(await media(people.crew, session.id))).toEqual(['1.jpg', '2.jpg']);
  const added = await announce([{ name: '3.jpg', bytes: 5 }], { upload: id, projectId: otherProject });
  expect(added.body).toMatchObject({ projectId: project });
});

test('no part is taken once the session was removed, or whoever sends it has lost the project', async () => {
  const bytes = await jpeg('red');
  const start = async () => {
    const { id, files } = (await announce([{ name: 'a.jpg', bytes: bytes.length }])).body as Upload;
    const session = (await submit(uploadLink(id))).body as Session;
    return { session, part: () => sendPart(url, files[0]?.id ?? '', { bytes, offset: 0, cookie: people.crew.cookie }) };
  };
  const removed = await start();
  await testApp.call(people.admin, `DELETE /api/sessions/${removed.session.id}`);
  expect(await removed.part()).toMatchObject({
    status: 410,
    message: `Session ${removed.session.id} was removed: this file is not accepted`,
  });
  const lost = await testApp.person('photographer');
  await testApp.make.member({ projectId: project, userId: lost.id, role: 'contributor' });
  const { files } = (await announce([{ name: 'a.jpg', bytes: bytes.length }], { by: lost })).body as Upload;
  await testApp.call(people.admin, `DELETE /api/projects/${project}/members/${lost.id}`);
  const late = await sendPart(url, files[0]?.id ?? '', { bytes, offset: 0, cookie: lost.cookie });
  expect(late).toMatchObject({ status: 403, message: 'You can no longer add files to this project' });
});
