// The claims about pictures taken back: who may, that clients and guests lose them everywhere at once, and that the crew keeps them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverableFields } from '#contract/core/session-fields.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { type Media, mediaKinds, pictureSizes } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { ReportState } from '#contract/sharing/endpoints.ts';
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { createDigestComposer } from '#server/features/projects/digests.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { addressesIn, createWalk, magenta, type Values, type Walk } from '#server/test-support/contract-walk.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, sealed, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

/** Occurs in no other name. */
const secret = 'gesicht';
const hidden = `local:lekki/one/1-${secret}.jpg`;
const twin = 'local:lekki/two/1-north.jpg';
const origin = { origin: 'http://progress.example.org' };

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let ada: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let outsider: TestPerson;
let project: number;
/** Older, with the picture; newer, of another folder; one more of the folder of the first. */
let first: number;
let second: number;
let third: number;
let viewpoint: number;
let concern: Dispute;
let shared: string[];
let walk: Walk;

const post = (by: TestPerson, what: string, body: object = {}) => testApp.call(by, what, { body, headers: origin });

async function visit(captureDate: string, links: object): Promise<number> {
  const { id } = (await post(crew, 'POST /api/sessions', { projectId: project, captureDate, ...links }))
    .body as Session;
  await post(admin, `PUT /api/sessions/${id}/approve`);
  return id;
}

async function share(body: object): Promise<string> {
  const answer = await post(client, `POST /api/projects/${project}/share-links`, { recipient: 'The bank', ...body });
  return (answer.body as { path: string }).path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-taken-back-'));
  const media = join(folder, 'media/lekki');
  for (const name of ['one', 'two']) mkdirSync(join(media, name), { recursive: true });
  const own = await sharp({ create: { width: 300, height: 200, channels: 3, background: magenta } })
    .jpeg({ quality: 90 })
    .toBuffer();
  writeFileSync(join(media, 'one', `1-${secret}.jpg`), own);
  for (const [path, seed] of Object.entries({ 'one/2-south': 3, 'two/1-north': 5, 'two/2-south': 3 }))
    writeFileSync(join(media, `${path}.jpg`), await scene(seed, { left: 0, top: 0, width: 300, height: 200 }));
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: origin.origin,
  });
  walk = createWalk(testApp, secret, sealed(hidden));
  admin = await testApp.person('admin');
  ada = await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' });
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  outsider = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  await post(admin, `PUT /api/projects/${project}/media-roots`, { roots: [{ provider: 'local', root: 'lekki' }] });
  const one = '/media/folders/lekki/one';
  first = await visit('2026-01-10', { droneImagesUrl: one, deliverablePackageUrl: one, rawFilesUrl: one });
  second = await visit('2026-02-10', {
    droneImagesUrl: '/media/folders/lekki/two',
    videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
  third = await visit('2026-03-10', { indoorImagesUrl: '/media/folders/lekki/one' });
  const placed = { mediaKind: 'drone', item: hidden, name: 'North', kind: 'photo' };
  const made = await post(admin, `POST /api/sessions/${first}/viewpoints`, { viewpoints: [placed] });
  viewpoint = (made.body as SessionViewpoints).viewpoints[0]?.id ?? 0;
  await post(admin, `PUT /api/viewpoints/${viewpoint}/pictures/${second}`, { mediaKind: 'drone', item: twin });
  const anchor = { kind: 'photo', mediaKind: 'drone', file: hidden, x: 0.5, y: 0.5 };
  concern = (await post(client, 'POST /api/disputes', { sessionId: first, reason: 'A crack', anchor })).body as Dispute;
  const other = { sessionId: first, file: hidden };
  const compared = { kind: 'comparison', mode: 'side', mediaKind: 'drone', file: twin, x: 0.5, y: 0.5, other };
  const moved = await post(client, 'POST /api/disputes', { sessionId: second, reason: 'It moved', anchor: compared });
  expect(moved.status).toBe(201);
  await post(crew, `POST /api/disputes/${concern.id}/messages`, { message: 'Here it is', anchor, sessionId: first });
  const pictures = [first, second].map((_, nth) => ({ mediaKind: 'drone', item: nth === 0 ? hidden : twin }));
  shared = [
    await share({ scope: 'project' }),
    await share({ scope: 'session', sessionId: first, downloads: true }),
    await share({ scope: 'viewpoint', viewpointId: viewpoint }),
    await share({ scope: 'comparison', sessionId: first, otherSessionId: second, pictures }),
    await share({ scope: 'report', sessionId: first, report: { of: 'session', pictures: 24 } }),
  ];
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const at = (session: number, item = hidden, kind = 'drone') =>
  `/api/sessions/${session}/media/${kind}/${encodeURIComponent(item)}`;
const takeBack = (by: TestPerson, body: object = { reason: 'A face' }, path = at(first)) =>
  post(by, `PUT ${path}/taken-back`, body);
const showAgain = (by: TestPerson, session = first, item = hidden) =>
  testApp.call(by, `DELETE /api/sessions/${session}/taken-back/${encodeURIComponent(item)}`, { headers: origin });
const mediaOf = async (who: TestPerson, session = first, kind = 'drone') =>
  (await testApp.call(who, `GET /api/sessions/${session}/media/${kind}`)).body as Media;

/** Every value that can fill a path parameter of the contract in these fixtures. */
function valuesOf(path: string, name: string): Values {
  const ids: [RegExp, Values][] = [
    [/^\/api\/sessions/, [first, second, third]],
    [/^\/api\/projects/, [project]],
    [/^\/api\/viewpoints/, [viewpoint]],
    [/^\/api\/disputes/, [concern.id, concern.id + 1]],
    [/^\/api\/users/, [client.id, crew.id, admin.id]],
  ];
  const values: Record<string, Values> = {
    id: ids.find(([pattern]) => pattern.test(path))?.[1] ?? [1, 2, 3],
    kind: [...mediaKinds],
    field: [...deliverableFields],
    item: [hidden, twin].map(encodeURIComponent),
    size: Object.keys(pictureSizes),
    anchor: [1, 2, 3],
  };
  return values[name] ?? ['1'];
}

function queryOf(path: string): string {
  const alignment = new URLSearchParams({
    ...{ olderSession: `${first}`, olderKind: 'drone', olderItem: hidden },
    ...{ newerSession: `${second}`, newerKind: 'drone', newerItem: twin },
  });
  const queries: Record<string, string> = {
    '/api/alignments': `?${alignment}`,
    '/api/sessions/:id/pairs': `?with=${second}&kind=drone&otherKind=drone`,
    '/api/projects/:id/report-preview': '?from=2026-01-01&to=2026-12-31',
    '/api/search': `?q=${secret}`,
  };
  return queries[path] ?? '';
}

async function finished(key: string): Promise<string> {
  const state = async () => (await testApp.call(client, `GET /api/reports/${key}`)).body as ReportState;
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('ready');
  return `/api/reports/${key}/file`;
}

async function reportOf(session: number): Promise<string> {
  const { key } = (await post(client, `POST /api/sessions/${session}/report`, { pictures: 24 })).body as ReportState;
  return finished(key);
}

async function sharedReport(): Promise<string> {
  const path = shared.at(-1) ?? '';
  const ask = async () => (await testApp.app.inject({ url: `${path}/report/file` })).statusCode;
  await expect.poll(ask, { timeout: 60_000, interval: 200 }).toBe(200);
  return `${path}/report/file`;
}

test('nobody but admins takes a picture back, for a reason of at most 300 characters, once', async () => {
  expect((await takeBack(crew)).status).toBe(403);
  expect((await takeBack(client)).status).toBe(403);
  expect((await takeBack(outsider)).status).toBe(404);
  expect((await testApp.call(null, `PUT ${at(first)}/taken-back`, { body: { reason: 'A face' } })).status).toBe(401);
  for (const reason of ['', '   ', 'x'.repeat(301), 7, null])
    expect((await takeBack(admin, { reason })).status).toBe(400);
  expect((await takeBack(admin, { reason: 'A face' }, at(first, 'local:lekki/one/9.jpg'))).status).toBe(404);
  expect((await takeBack(admin, { reason: 'A face' }, at(first, hidden, 'indoor'))).status).toBe(404);
  expect((await showAgain(admin)).status).toBe(404);
  expect((await mediaOf(client)).items.map(({ name }) => name)).toEqual([`1-${secret}.jpg`, '2-south.jpg']);
});

test('of a link to a single film nothing is taken back, and the answer says what to do', async () => {
  const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const answer = await takeBack(admin, { reason: 'A face' }, at(second, `link:${link}`, 'videos'));
  expect(answer).toMatchObject({
    status: 400,
    body: { issues: [{ message: expect.stringContaining('edit the session') }] },
  });
});

test('a session that clients do not see has nothing to take back', async () => {
  const body = { projectId: project, captureDate: '2026-04-10', droneImagesUrl: '/media/folders/lekki/two' };
  const { id } = (await post(crew, 'POST /api/sessions', body)).body as Session;
  expect((await takeBack(admin, { reason: 'A face' }, at(id, twin))).status).toBe(409);
});

test('a picture that is taken back is in no answer to clients and guests any more: no name, no id, no bytes, by no address that worked before', async () => {
  const report = await reportOf(first);
  await sharedReport();
  const guests = shared.flatMap((path) => [path, `${path}/preview.jpg`, `${path}/report/file`]);
  const starts = [...addressesIn({ valuesOf, queryOf }), report];
  const before = { client: await walk(client, starts), guest: await walk(null, guests) };
  for (const part of [
    '/media/drone',
    '/cover/',
    '/crops/',
    '/download',
    '/pictures.zip',
    '/pairs',
    '/viewpoints',
    '/file',
  ])
    expect([part, before.client.some((url) => url.includes(part))]).toEqual([part, true]);
  for (const path of shared) expect([path, before.guest.some((url) => url.startsWith(path))]).toEqual([path, true]);
  const cached = await testApp.call(client, `GET ${at(first)}/s400`);
  expect(cached.headers['cache-control']).toBe('private, no-cache');

  expect((await takeBack(admin)).status).toBe(200);
  const etag = { 'if-none-match': String(cached.headers.etag) };
  expect((await testApp.call(client, `GET ${at(first)}/s400`, { headers: etag })).status).toBe(404);
  expect((await testApp.call(client, `GET ${report}`)).status).toBe(404);
  const again = await reportOf(first);
  await sharedReport();
  expect(await walk(client, [...starts, ...before.client, again])).toEqual([]);
  expect(await walk(null, [...guests, ...before.guest])).toEqual([]);
}, 400_000);

test('the crew goes on seeing it with the reason; covers and viewpoints fall back to the next picture for clients', async () => {
  for (const who of [admin, crew]) {
    const { items } = await mediaOf(who);
    expect(items.map(({ name, takenBack }) => [name, takenBack])).toEqual([
      [`1-${secret}.jpg`, 'A face'],
      ['2-south.jpg', undefined],
    ]);
    expect((await testApp.call(who, `GET ${at(first)}/s400`)).status).toBe(200);
  }
  expect((await mediaOf(crew, third, 'indoor')).items[0]?.takenBack).toBe('A face');
  expect((await testApp.call(client, `GET /api/sessions/${first}/cover/s400`)).status).toBe(200);
  const { items } = await mediaOf(client);
  expect(items.map(({ name }) => name)).toEqual(['2-south.jpg']);
  const seen = await testApp.call(client, `GET /api/viewpoints/${viewpoint}`);
  expect(seen.body).toMatchObject({ visitCount: 1, first: { sessionId: second }, newest: { sessionId: second } });
});

test('a concern about it stays, and says to clients that its picture is no longer shown', async () => {
  const of = async (who: TestPerson) => (await testApp.call(who, `GET /api/disputes/${concern.id}`)).body as Dispute;
  expect((await of(client)).anchor).toMatchObject({ takenBack: true, file: '', name: '', cropUrl: null, mark: null });
  const { anchor } = await of(admin);
  expect(anchor).toMatchObject({ takenBack: true, file: sealed(hidden), cropUrl: expect.any(String) });
  expect((await testApp.call(admin, `GET ${anchor?.cropUrl}`)).status).toBe(200);
  expect((await testApp.call(client, `GET ${anchor?.cropUrl}`)).status).toBe(404);
  const again = { kind: 'photo', mediaKind: 'drone', file: hidden, x: 0.5, y: 0.5 };
  expect((await post(client, 'POST /api/disputes', { sessionId: first, reason: 'R', anchor: again })).status).toBe(400);
});

test('whoever gets the changes of the project is notified at once, and an open shared page ends', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log where act = 'pictureTakenBack'`.execute(
    testApp.database.query,
  );
  expect(Number(rows[0]?.n)).toBe(1);
  const page = await testApp.app.inject({ url: shared[1] ?? '' });
  const [, live = ''] = /data-live="([^"]+)"/.exec(page.body.replaceAll('&amp;', '&')) ?? [];
  const ended = testApp.app.inject({ url: live });
  expect((await showAgain(admin)).status).toBe(200);
  expect((await ended).body).toContain('event: ended');
});

test('shown again it is there as before, and both acts stand in the audit log', async () => {
  expect((await mediaOf(client)).items.map(({ name }) => name)).toEqual([`1-${secret}.jpg`, '2-south.jpg']);
  expect((await testApp.call(client, `GET ${concern.anchor?.cropUrl}`)).status).toBe(200);
  const { body } = await testApp.call(admin, 'GET /api/audit-log?act=pictureShownAgain');
  expect(body).toMatchObject([{ subject: { kind: 'session', id: first }, project: { id: project } }]);
  const taken = await testApp.call(admin, 'GET /api/audit-log?act=pictureTakenBack');
  expect(JSON.stringify(taken.body)).toContain('A face');
});

test('of two admins at once one takes it back, and the other reads who did', async () => {
  const answers = await Promise.all([takeBack(ada), takeBack(admin, { reason: 'A plate' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await takeBack(admin)).body).toMatchObject({
    message: expect.stringContaining('already taken this picture back'),
  });
  const ends = await Promise.all([showAgain(admin), showAgain(ada, third)]);
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('mails that were sent lose it too, and a digest that is made afterwards lacks it', async () => {
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const thumbnails = createThumbnails({ folder: join(folder, 'mails'), maxBytes: 100_000_000 });
  const { secret: signs } = testConfig;
  const compose = createDigestComposer({
    db: testApp.database.query,
    hosts: {},
    source,
    thumbnails,
    secret: signs,
    fileIds: createFileIds(signs),
  });
  const picturesNow = async () => {
    const payload = { since: '2020-01-01T00:00:00Z', until: new Date().toISOString() };
    const made = await compose(client.id, { id: 0, isBundle: false, notificationId: null, payload });
    const sections = made && 'content' in made ? (made.content.sections ?? []) : [];
    return sections.flatMap(({ pictures }) => pictures.map(({ path }) => path));
  };
  const get = (url: string, headers = {}) => testApp.app.inject({ url, headers });
  const [older = '', newer = ''] = await picturesNow();
  const shown = await get(older);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await createWalk(testApp, secret, sealed(hidden))(null, [older, newer])).toEqual([older]);
  expect((await takeBack(admin)).status).toBe(200);
  expect((await get(older, { 'if-none-match': shown.headers.etag })).statusCode).toBe(404);
  expect((await get(newer)).statusCode).toBe(200);
  expect(await createWalk(testApp, secret, sealed(hidden))(null, await picturesNow())).toEqual([]);
  await showAgain(admin);
  expect((await get(older)).statusCode).toBe(200);
  thumbnails.close();
}, 240_000);

test('what was taken back stays so when its session is released again, with the same folder or by another tab', async () => {
  await takeBack(admin);
  await post(admin, `PUT /api/sessions/${first}/release-added`);
  await post(admin, `PATCH /api/sessions/${first}`, {
    droneImagesUrl: null,
    indoorImagesUrl: '/media/folders/lekki/one',
  });
  expect((await mediaOf(client, first, 'indoor')).items.map(({ name }) => name)).toEqual(['2-south.jpg']);
});

test('clients are not led to a folder at its host that would show what was taken back', async () => {
  const droneImagesUrl = 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
  const id = await visit('2026-05-10', { droneImagesUrl });
  const shownTo = async (who: TestPerson) => {
    const { embedUrl, originalUrl } = await mediaOf(who, id);
    return [embedUrl !== null, originalUrl !== null];
  };
  expect(await shownTo(client)).toEqual([true, true]);
  await testApp.database.query
    .insertInto('hidden_pictures')
    .values({
      ...{ session_id: id, media_kind: 'drone', link: `${droneImagesUrl}?usp=sharing`, file: 'google-drive:1' },
      ...{ name: 'a.jpg', reason: 'A face', hidden_by: admin.id },
    })
    .execute();
  await expect.poll(() => shownTo(client), { timeout: 5_000 }).toEqual([false, false]);
  expect(await shownTo(crew)).toEqual([true, true]);
});
