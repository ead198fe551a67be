// What a session's tabs and pictures show, and to whom: only what a link that the asker may read leads to.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client' | 'otherClient', TestPerson>;
let project: number;
/** Released with the folder 'lekki/one'; its owner has since put 'lekki/two' there, which waits for review. */
let session: number;

async function picture(path: string, background: string): Promise<void> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();
  writeFileSync(join(folder, 'media', path), bytes);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-media-'));
  for (const path of ['lekki/one', 'lekki/two', 'ikoyi']) mkdirSync(join(folder, 'media', path), { recursive: true });
  await picture('lekki/one/2.jpg', 'red');
  await picture('lekki/two/9.jpg', 'blue');
  await picture('ikoyi/1.jpg', 'green');
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    otherClient: await testApp.person('client'),
  };
  const { admin, crew, client, otherCrew } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: otherCrew.id, role: 'contributor' });
  await bind('lekki');
  session = await submit('/media/folders/lekki/one');
  await testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {} });
  await testApp.call(crew, `PATCH /api/sessions/${session}`, { body: { droneImagesUrl: '/media/folders/lekki/two' } });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function bind(...roots: string[]): Promise<void> {
  const body = { roots: roots.map((root) => ({ provider: 'local', root })) };
  await testApp.call(people.admin, `PUT /api/projects/${project}/media-roots`, { body });
}

async function submit(droneImagesUrl: string): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl };
  return ((await testApp.call(people.crew, 'POST /api/sessions', { body })).body as Session).id;
}

const ask = (who: TestPerson | null, path: string, headers = {}) =>
  testApp.call(who, `GET /api/sessions/${session}/${path}`, { headers });

async function itemsOf(who: TestPerson): Promise<Media['items']> {
  return ((await ask(who, 'media/drone')).body as Media).items;
}

test('a client is shown the released folder while a changed one waits for review', async () => {
  expect((await itemsOf(people.client)).map(({ name }) => name)).toEqual(['2.jpg']);
  expect((await itemsOf(people.crew)).map(({ name }) => name)).toEqual(['9.jpg']);
  const [released, waiting] = [await ask(people.client, 'cover/s400'), await ask(people.admin, 'cover/s400')];
  expect(released.status).toBe(200);
  expect(waiting.status).toBe(200);
  expect(released.headers.etag).not.toBe(waiting.headers.etag);
});

test('addresses of pictures hold no name of a folder or file, and those by a file’s id are good still', async () => {
  const [picture] = await itemsOf(people.client);
  const addresses = [picture?.thumbnailUrl, picture?.imageUrl, picture?.fullUrl].map(String);
  for (const url of addresses) {
    expect(decodeURIComponent(url)).not.toMatch(/lekki|local:|\.jpg/);
    expect((await testApp.call(people.client, `GET ${url}`)).status).toBe(200);
    expect((await testApp.call(people.otherClient, `GET ${url}`)).status).toBe(404);
  }
  const former = `media/drone/${encodeURIComponent(picture?.id ?? '')}/s400`;
  expect((await ask(people.client, former)).status).toBe(200);
});

test('a picture that is not released yet does not exist for a client', async () => {
  const [waiting] = await itemsOf(people.crew);
  const path = `media/drone/${encodeURIComponent(waiting?.id ?? '')}/s400`;
  expect((await ask(people.crew, path)).status).toBe(200);
  expect((await ask(people.client, path)).status).toBe(404);
});

test('nobody else sees that there is anything', async () => {
  const paths = ['media/drone', 'cover/s400', `media/drone/${encodeURIComponent('local:lekki/one/2.jpg')}/s400`];
  for (const path of paths) {
    expect((await ask(null, path)).status).toBe(401);
    expect((await ask(people.otherClient, path)).status).toBe(404);
    expect((await ask(people.otherCrew, path)).status).toBe(404);
  }
});

test('a folder of another project is not shown, whoever pasted its link', async () => {
  const pasted = await submit('/media/folders/ikoyi');
  const { body } = await testApp.call(people.crew, `GET /api/sessions/${pasted}/media/drone`);
  expect(body).toMatchObject({
    items: [],
    originalUrl: null,
    problem: expect.stringContaining('an admin has to bind'),
  });
  expect((await testApp.call(people.crew, `GET /api/sessions/${pasted}/cover/s400`)).status).toBe(404);
});

test('a picture under the hash of its bytes is cached for good, a cover is validated again: a folder may get another first picture', async () => {
  const [shown] = await itemsOf(people.client);
  const asked = await testApp.call(people.client, `GET ${shown?.imageUrl}`);
  // It may be taken back from clients.
  expect([asked.status, asked.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const [first] = await itemsOf(people.crew);
  const item = await testApp.call(people.crew, `GET ${first?.imageUrl}`);
  expect(item.headers['cache-control']).toContain('immutable');
  const stale = await testApp.call(people.crew, `GET ${first?.imageUrl?.replace(/v=.*/, 'v=1')}`);
  expect(stale.headers['cache-control']).not.toContain('immutable');

  const { coverUrl } = (await testApp.call(people.crew, `GET /api/sessions/${session}`)).body as Session;
  const before = await testApp.call(people.crew, `GET ${coverUrl}`);
  expect(before.headers['cache-control']).not.toContain('immutable');
  const same = await testApp.call(people.crew, `GET ${coverUrl}`, {
    headers: { 'if-none-match': `${before.headers.etag}` },
  });
  expect(same.status).toBe(304);
  await picture('lekki/two/1.jpg', 'white');
  const after = await testApp.call(people.crew, `GET ${coverUrl}`, {
    headers: { 'if-none-match': `${before.headers.etag}` },
  });
  expect(after.status).toBe(200);
});

test('a picture that was just seen is gone with the right to see it', async () => {
  const { admin, client } = people;
  const [first] = (await itemsOf(client)).slice(-1);
  const see = () => testApp.call(client, `GET ${first?.thumbnailUrl}`);
  expect((await see()).status).toBe(200);
  await bind('ikoyi');
  expect((await see()).status).toBe(404);
  await bind('lekki');
  expect((await see()).status).toBe(200);
  const given = (clientId: number) =>
    testApp.call(admin, `PATCH /api/projects/${project}`, { body: { project: { clientId } } });
  expect((await given(people.otherClient.id)).status).toBe(200);
  expect((await see()).status).toBe(404);
  await given(client.id);
  expect((await see()).status).toBe(200);
});
