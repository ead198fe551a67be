// Checking a link before it is submitted: who may, what is said, and whose the pictures are.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkCheck } from '#contract/media/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { createUrlSigner } from './signed-urls.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'viewer' | 'stranger' | 'client', TestPerson>;
let project: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-check-'));
  for (const path of ['lekki/one', 'lekki/empty', 'lekki/other', 'ikoyi'])
    mkdirSync(join(folder, 'media', path), { recursive: true });
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  for (let count = 1; count <= 6; count++) writeFileSync(join(folder, `media/lekki/one/${count}.jpg`), bytes);
  writeFileSync(join(folder, 'media/lekki/one/fly.mp4'), 'film');
  writeFileSync(join(folder, 'media/ikoyi/1.jpg'), bytes);
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    viewer: await testApp.person('photographer'),
    stranger: await testApp.person('photographer'),
    client: await testApp.person('client'),
  };
  const { admin, crew, otherCrew, viewer, client } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  for (const { id } of [crew, otherCrew])
    await testApp.make.member({ projectId: project, userId: id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: viewer.id, role: 'viewer' });
  await bind('lekki');
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function bind(...roots: string[]): Promise<void> {
  const body = { roots: roots.map((root) => ({ provider: 'local', root })) };
  await testApp.call(people.admin, `PUT /api/projects/${project}/media-roots`, { body });
}

const ask = (who: TestPerson | null, url: string, kind = 'drone') =>
  testApp.call(who, 'POST /api/links/check', { body: { projectId: project, kind, url } });
const found = async (url: string, kind = 'drone') => (await ask(people.crew, url, kind)).body as LinkCheck;
const one = '/media/folders/lekki/one';

describe('a checked link', () => {
  test('counts what can be shown, and says where nothing can', async () => {
    for (const name of ['plan.pdf', 'log.bin']) writeFileSync(join(folder, 'media/lekki/other', name), name);
    expect(await found('/media/folders/lekki/other')).toMatchObject({
      label: expect.stringContaining('2 files'),
      count: 0,
      problem: 'Nothing here can be shown: the 2 files are for download only',
    });
    writeFileSync(join(folder, 'media/lekki/other/fly.mp4'), 'film');
    expect(await found('/media/folders/lekki/other')).toMatchObject({ count: 1, problem: null });
  });

  test('says what it was taken for, how much is there, and shows the first pictures', async () => {
    const checked = await found(one);
    expect(checked).toMatchObject({
      provider: 'local',
      kind: 'folder',
      label: 'Own storage folder, 6 photos, 1 video',
      count: 7,
      problem: null,
    });
    expect(checked.thumbnails).toHaveLength(4);
    const picture = await testApp.app.inject({
      url: `${checked.thumbnails[0]}`,
      headers: { cookie: people.crew.cookie },
    });
    expect(picture.statusCode).toBe(200);
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(220);
  });

  test('says what is wrong in a sentence to act on', async () => {
    expect((await found('/media/folders/ikoyi')).problem).toContain('an admin has to bind it');
    expect((await found('/media/folders/lekki/gone')).problem).toContain('There is no such folder');
    expect((await found('/media/folders/lekki/empty')).problem).toBe('No images found in this folder');
    expect((await found('https://127.0.0.1/photos/1.jpg')).problem).toBeTruthy();
    const refused = await ask(people.crew, 'javascript:alert(1)');
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'url' }] } });
  });

  test('shows nothing of a folder of another project', async () => {
    expect((await found('/media/folders/ikoyi')).thumbnails).toEqual([]);
    const elsewhere = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
    await testApp.make.member({ projectId: elsewhere, userId: people.crew.id, role: 'contributor' });
    const body = { projectId: elsewhere, kind: 'drone', url: one };
    const checked = (await testApp.call(people.crew, 'POST /api/links/check', { body })).body as LinkCheck;
    expect(checked).toMatchObject({ count: null, thumbnails: [], problem: expect.stringContaining('bind') });
  });

  test('is for those who may submit to the project', async () => {
    expect((await ask(null, one)).status).toBe(401);
    expect((await ask(people.client, one)).status).toBe(403);
    expect((await ask(people.viewer, one)).status).toBe(403);
    expect(await ask(people.stranger, one)).toMatchObject({ status: 400, body: { issues: [{ path: 'projectId' }] } });
    expect((await ask(people.admin, one)).status).toBe(200);
  });
});

describe('a ticket for a picture', () => {
  const statusOf = async (who: TestPerson | null, address: string) =>
    (await testApp.call(who, `GET ${address}`)).status;

  test('is of one person only', async () => {
    const [address = ''] = (await found(one)).thumbnails;
    expect(await statusOf(people.crew, address)).toBe(200);
    for (const who of [people.otherCrew, people.admin, people.client]) expect(await statusOf(who, address)).toBe(404);
    expect(await statusOf(null, address)).toBe(401);
  });

  test('is worth nothing changed, forged or over', async () => {
    const { crew } = people;
    const given = { person: crew.id, project, url: one, item: 'local:lekki/one/1.jpg' };
    const address = (ticket: string) => `/api/links/picture/${ticket}/s220`;
    const own = createUrlSigner(testConfig.secret);
    expect(await statusOf(crew, address(own.sign(given)))).toBe(200);
    const [words = '', seal = ''] = own.sign(given).split('.');
    const [others = ''] = own.sign({ ...given, item: 'local:lekki/one/2.jpg' }).split('.');
    const forged = createUrlSigner('another secret of another house').sign(given);
    const over = createUrlSigner(testConfig.secret, () => Date.now() - 16 * 60_000).sign(given);
    for (const ticket of [`${others}.${seal}`, `${words}.`, `.${seal}`, words, `${words}.${seal}x`, '..', forged, over])
      expect(await statusOf(crew, address(ticket))).toBe(404);
    expect(await statusOf(crew, `/api/links/picture/${own.sign(given)}/full`)).toBe(400);
  });

  test('opens no other file than a picture of that link', async () => {
    const { crew } = people;
    const own = createUrlSigner(testConfig.secret);
    for (const item of ['local:lekki/one/fly.mp4', 'local:ikoyi/1.jpg', 'local:lekki/one/../../../secret']) {
      const ticket = own.sign({ person: crew.id, project, url: one, item });
      expect(await statusOf(crew, `/api/links/picture/${ticket}/s220`)).toBe(404);
    }
  });

  test('ends with the binding of its folder', async () => {
    const [address = ''] = (await found(one)).thumbnails;
    await bind();
    expect(await statusOf(people.crew, address)).toBe(404);
    await bind('lekki');
    expect(await statusOf(people.crew, address)).toBe(200);
  });

  test('holds the longest link and item', async () => {
    const long = `/media/folders/lekki/${'ü'.repeat(980)}`;
    const ticket = createUrlSigner(testConfig.secret).sign({
      person: people.crew.id,
      project,
      url: long,
      item: `local:${long}`,
    });
    expect(await statusOf(people.crew, `/api/links/picture/${ticket}/s220`)).toBe(404);
  });
});

test('somebody who previews too many links has to wait, and nobody else', async () => {
  const { otherCrew, crew } = people;
  const answers = [];
  for (let count = 0; count < 41; count++) answers.push(await ask(otherCrew, '/media/folders/ikoyi'));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  expect((await ask(crew, one)).status).toBe(200);
});
