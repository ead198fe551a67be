// Claims about every address of the product that returns bytes: none reveals to clients, viewers and guests by whom, with what or where.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/core/route.ts';
import { deliverableFields } from '#contract/core/session-fields.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { classifyLink } from '#contract/links/link.ts';
import type { Media } from '#contract/media/endpoints.ts';
import type { MadePack, ReportState, ShareLink } from '#contract/sharing/endpoints.ts';
import { maxCriteria, maxPictures, type StageList } from '#contract/stages/endpoints.ts';
import { cropOfNotice } from '#server/features/disputes/mail-crop.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createFolderStorage, openBytes } from '#server/media/storage/folder-storage.ts';
import { createLightVideos } from '#server/media/videos/light-videos.ts';
import { makeTower, type Onlookers } from '#server/test-support/onlookers.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { createLightRows } from './features/media/light-video-rows.ts';
import { pictureAddress } from './features/projects/digests/picture-route.ts';
import { createFileNames } from './features/sharing/guest-pages.ts';
import { describedVideo } from './test-support/files/described-video.ts';
import { videoBox, videoPlaces } from './test-support/files/made-files.ts';
import { readPdf } from './test-support/files/read-pdf.ts';
import { filesWithMetadata, metadataIn } from './test-support/files/telling-files.ts';

const filmName = 'p-film.mp4';
const film = { codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 400_000 };
const copy = { ...film, codec: 'avc1', width: 1280, height: 720, bytes: 60_000 };
/** Of a video or its copy: where it was taken. */
const told = () => [videoBox('udta', videoBox('\xa9xyz', Buffer.from(videoPlaces[0] ?? '')))];

let folder: string;
let testApp: TestApp;
let people: Onlookers;
let names: string[];
/** By pattern what the world has there. */
let addresses: Record<string, string[]>;

const origin = { origin: 'http://progress.example.org' };
const lead = '/media/folders/site/all';
const idOf = (name: string) => `local:site/all/${name}`;

const call = (by: TestPerson, what: string, body?: object) =>
  testApp.call(by, what, { headers: origin, ...(body ? { body } : {}) });
const made = async <T>(by: TestPerson, what: string, body: object) => (await call(by, what, body)).body as T;

/** Answers of the product that no file goes into. */
const withoutFiles = [
  ...['/ws', '/api/live', '/api/login', '/api/docs', '/api/openapi.json', '/manifest.webmanifest'],
  '/api/disputes/:id/cutouts/:anchor',
  ...['/.well-known/security.txt', '/health/live', '/health/ready', '/metrics', '/unsubscribe/:token'],
  ...[
    '/verify',
    '/verify/:code',
    '/verify/page.js',
    '/verify/hasher.js',
    '/api/verify/:code/stamp',
    '/.well-known/topout-seal',
  ],
  ...[
    '/api/map-tiles',
    '/s/:token/live',
    '/s/:token/script.js',
    '/s/:token/show.js',
    '/s/:token/film.js',
    '/s/:token/film.json',
    '/s/:token/sphere.js',
    '/s/:token/map.js',
    '/s/:token/open.gif',
  ],
];

/** Those for the crew alone: nobody else gets an answer. */
const ofTheCrew = [
  '/api/links/picture/:token/:size',
  '/api/uploads/files/:file',
  '/api/sessions/:id/former/:kind/:item/:size',
  '/api/review-figures/table.csv',
];

const isJson = (pattern: string) =>
  (Object.values(api) as Record<string, Route>[])
    .flatMap((routes) => Object.values(routes))
    .some(({ method, path, reply }) => method === 'GET' && path === pattern && typeof reply !== 'string');

/** Every pattern that the server answers a GET at, of its own tree. */
function servedPatterns(): string[] {
  const path: string[] = [];
  const found: string[] = [];
  for (const line of testApp.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([\s│]*)[├└]── (\S*) \(([A-Z, ]+)\)/.exec(line) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    path.splice(depth, path.length, part);
    if (methods.split(', ').includes('GET')) found.push(path.join(''));
  }
  return found;
}

async function share(wanted: object): Promise<{ path: string; link: ShareLink }> {
  return made(people.client, `POST /api/projects/${project}/share-links`, { recipient: 'The bank', ...wanted });
}

async function reportOf(path: string, body: object): Promise<string> {
  const { key } = await made<ReportState>(people.client, `POST ${path}`, body);
  await whenReady(key);
  return `/api/reports/${key}/file`;
}

async function whenReady(key: string): Promise<void> {
  const isReady = async () => {
    const { state } = (await call(people.client, `GET /api/reports/${key}`)).body as ReportState;
    if (state !== 'ready') throw new Error(`The report is ${state}`);
  };
  await vi.waitFor(isReady, { timeout: 120_000, interval: 200 });
}

/** Of a stage that the pictures of the visit show. */
async function packOf(period: object): Promise<string> {
  const { admin, crew, client } = people;
  const { items } = (await call(admin, `GET /api/sessions/${session}/media/drone`)).body as Media;
  const pictures = items.filter(({ kind }) => kind === 'image').map(({ id }) => id);
  const criteria = pictures.slice(0, maxCriteria).map((_, at) => ({ text: `Criterion ${at + 1}` }));
  const list = { stages: [{ name: 'Lintel', criteria, wanted: [] }] };
  const { stages } = await made<StageList>(admin, `PUT /api/projects/${project}/stages`, list);
  const [stage] = stages;
  const marks = `POST /api/stages/${stage?.id}/marks`;
  expect((await call(crew, marks, { kind: 'claimed', sessionId: session })).status).toBe(201);
  const ticked = stage?.criteria.map(({ id }) => {
    const own = pictures.filter((_, at) => at % criteria.length === id - 1).slice(0, maxPictures);
    return { id, ticked: true, pictures: own.map((item) => ({ sessionId: session, mediaKind: 'drone', item })) };
  });
  const seen = await call(admin, marks, { kind: 'seen', sessionId: session, criteria: ticked });
  expect(seen.status, JSON.stringify(seen.body)).toBe(201);
  const { pack, report } = await made<MadePack>(client, `POST /api/projects/${project}/packs`, period);
  await whenReady(report.key);
  return `/api/packs/${pack.id}/file`;
}

let project: number;
let session: number;

async function makeWorld(): Promise<void> {
  const tower = await makeTower(testApp, { root: 'site', headers: origin });
  ({ people, project } = tower);
  const { siteId } = tower;
  const { admin, crew } = people;
  const links = { droneImagesUrl: lead, videoUrl: lead, orthomosaicUrl: lead, deliverablePackageUrl: lead };
  const visit = { projectId: project, siteId, captureDate: '2026-03-04', ...links };
  session = (await made<{ id: number }>(crew, 'POST /api/sessions', visit)).id;
  expect((await call(admin, `PUT /api/sessions/${session}/approve`, {})).status).toBe(200);
}

async function ofPeople(files: Record<string, Buffer>) {
  const { admin, crew, client } = people;
  const asUrl = (name: string) => `data:image/png;base64,${files[name]?.toString('base64')}`;
  const { profilePhotoUrl } = await made<{ profilePhotoUrl: string }>(crew, `POST /api/users/${crew.id}/photo`, {
    profilePhotoUrl: asUrl('b-text.png'),
  });
  const { logo } = await made<{ logo: string }>(admin, 'POST /api/settings/brand/logo', { logo: asUrl('b-text.png') });
  const photo = { kind: 'photo', mediaKind: 'drone', file: idOf('a-text.jpg'), x: 0.5, y: 0.5 };
  const concern = await made<Dispute>(client, 'POST /api/disputes', {
    sessionId: session,
    reason: 'A crack',
    anchor: photo,
  });
  const anchor = concern.anchor as NonNullable<Dispute['anchor']>;
  const now = new Date().toISOString();
  const mail = { reader: client.id, digestAt: now, sessionId: session, kind: 'drone' as const };
  const db = testApp.database.query;
  const notice = await db
    .selectFrom('notifications')
    .select('id')
    .where('related_dispute_id', '=', concern.id)
    .executeTakeFirst();
  const mailed = await cropOfNotice({ db, secret: testConfig.secret }, notice?.id ?? 0);
  return {
    '/api/users/:id/photo/:version': [profilePhotoUrl],
    '/api/brand/logo/:version': [logo],
    '/api/disputes/:id/crops/:anchor': [anchor.cropUrl ?? ''],
    '/mail-pictures/:token': names.map((name) => pictureAddress(testConfig.secret, { ...mail, file: idOf(name) })),
    '/mail-pictures/concerns/:token': [mailed?.path ?? ''],
  };
}

async function sealOf(): Promise<string> {
  const read = () =>
    sql<{ code: string }>`select code from seals where project_id is not null`.execute(testApp.database.query);
  const found = await vi.waitFor(
    async () => {
      const { rows } = await read();
      if (!rows[0]) throw new Error('Nothing is sealed yet');
      return rows[0];
    },
    { timeout: 120_000, interval: 500 },
  );
  return `/api/verify/${found.code}/seal`;
}

/** The client's own. */
async function handover(): Promise<string> {
  const path = `/api/projects/${project}/handover`;
  await call(people.client, `POST ${path}`, {});
  const isReady = async () => {
    const { body } = await testApp.call(people.client, `GET ${path}`);
    if ((body as { state: string }).state !== 'ready') throw new Error(JSON.stringify(body));
  };
  await vi.waitFor(isReady, { timeout: 120_000, interval: 500 });
  return `${path}.zip`;
}

async function ofSessions() {
  const of = `/api/sessions/${session}`;
  const items = ['drone', 'orthomosaic', 'videos'].flatMap((kind) =>
    names.map((name) => `${of}/media/${kind}/${encodeURIComponent(idOf(name))}`),
  );
  const fields = deliverableFields.flatMap((field) =>
    names.map((name) => `${of}/deliverables/${field}/${encodeURIComponent(idOf(name))}/file`),
  );
  const period = { from: '2026-03-01', to: '2026-03-31' };
  return {
    '/api/sessions/:id/cover/:size': ['s220', 's1600', 'full'].map((size) => `${of}/cover/${size}`),
    '/api/sessions/:id/media/:kind/:item/:size': items.map((item) => `${item}/s400`),
    '/api/sessions/:id/media/:kind/:item/file': items.flatMap((item) => [
      `${item}/file`,
      `${item}/file?pyramid`,
      `${item}/file?light`,
      `${item}/file?poster`,
    ]),
    '/api/sessions/:id/deliverables/:field/:item/file': fields,
    '/api/sessions/:id/pictures.zip': [`${of}/pictures.zip?size=full`],
    '/api/verify/:code/seal': [await sealOf()],
    '/api/projects/:id/handover.zip': [await handover()],
    '/api/packs/:id/file': [await packOf({ from: '2026-03-01', to: new Date().toISOString().slice(0, 10) })],
    '/api/reports/:key/file': [
      await reportOf(`${of}/report`, { pictures: 12 }),
      await reportOf(`/api/projects/${project}/report`, period),
    ],
  };
}

async function ofGuests() {
  const embedSites = ['https://www.example.com'];
  const { path, link } = await share({ scope: 'session', sessionId: session, downloads: true, embedSites });
  const report = await share({ scope: 'report', sessionId: session, report: { of: 'session', pictures: 12 } });
  const project = await share({ scope: 'project', downloads: true });
  const ofVisit = `${project.path}/visits/${session}/report`;
  for (const url of [`${report.path}/report`, ofVisit]) {
    const isMade = async () => {
      await testApp.app.inject({ url });
      const { statusCode } = await testApp.app.inject({ url: `${url}/file` });
      if (statusCode !== 200) throw new Error(`The report answers ${statusCode}`);
    };
    await vi.waitFor(isMade, { timeout: 120_000, interval: 500 });
  }
  const { hide } = createFileNames(testConfig.secret)(link.id);
  const items = ['drone', 'orthomosaic'].flatMap((kind) =>
    names.map((name) => `${session}/${kind}/${hide(idOf(name))}`),
  );
  const pictures = items.map((item) => `${path}/pictures/${item}`);
  const visit = '/s/:token/pictures/:sessionId/:kind/:item';
  return {
    '/s/:token': [path],
    '/s/:token/embed': [`${path}/embed`],
    '/s/:token/visits/:id': [`${path}/visits/${session}`],
    '/s/:token/visits/:id/pictures.zip': [`${path}/visits/${session}/pictures.zip`],
    [`${visit}/:size`]: pictures.flatMap((one) => [`${one}/s400`, `${one}/full?download`]),
    [`${visit}/sphere`]: pictures.map((one) => `${one}/sphere`),
    [`${visit}/levels`]: pictures.map((one) => `${one}/levels`),
    [`${visit}/tiles/:level/:column/:row`]: pictures.map((one) => `${one}/tiles/0/0/0`),
    '/s/:token/films/:sessionId/:kind/:item': items.map((item) => `${path}/films/${item}`),
    '/s/:token/films/:sessionId/:kind/:item/light': items.map((item) => `${path}/films/${item}/light`),
    '/s/:token/preview.jpg': [`${path}/preview.jpg`],
    '/s/:token/visits/:id/report': [`${ofVisit}?wait=1`],
    '/s/:token/visits/:id/report/file': [`${ofVisit}/file`],
    '/s/:token/report': [`${report.path}/report?wait=1`],
    '/s/:token/report/file': [`${report.path}/report/file`],
  };
}

/** Of the film, as its crew's device would send it: with a picture, and with where both were taken. */
async function giveLightCopy(files: Record<string, Buffer>): Promise<void> {
  const { query, locks } = testApp.database;
  const decoder = createDecoder();
  const lightVideos = createLightVideos({
    folder: join(folder, 'data/videos-making'),
    storage: createFolderStorage(join(folder, 'data/videos')),
    ...{ maxBytes: 10_000_000, rows: createLightRows(query), locks, decoder, ffmpeg: null },
  });
  const stored = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return { path, bytes: bytes.length, open: (range: string | null) => openBytes(path, range) };
  };
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media'), uploads: null });
  const listed = await source.list(classifyLink(lead, {}), [{ provider: 'local', root: 'site' }]);
  const original = listed?.find(({ name }) => name === filmName);
  if (!original) throw new Error('The film is not listed');
  const given = {
    video: stored('light.mp4', describedVideo({ ...copy, more: told() })),
    poster: stored('poster.jpg', files['a.jpg'] ?? Buffer.alloc(0)),
  };
  expect(await lightVideos.keep(original, given)).toBeNull();
  decoder.close();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-addresses-'));
  mkdirSync(join(folder, 'media/site/all'), { recursive: true });
  const files = await filesWithMetadata();
  files[filmName] = describedVideo({ ...film, more: told() });
  names = Object.keys(files);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'media/site/all', name), bytes);
  testApp = await createTestApp({
    publicUrl: origin.origin,
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
  });
  // So that jobs run: they seal, and make archives ready.
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  await makeWorld();
  await giveLightCopy(files);
  addresses = { ...(await ofPeople(files)), ...(await ofSessions()), ...(await ofGuests()) };
}, 300_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

test('every address that answers something else than JSON is walked, or known to be without files', () => {
  const served = servedPatterns().filter((pattern) => !isJson(pattern) && !pattern.startsWith('/sample'));
  expect(served.length).toBeGreaterThan(30);
  const known = [...Object.keys(addresses), ...ofTheCrew, ...withoutFiles];
  expect(served.filter((pattern) => !known.includes(pattern))).toEqual([]);
});

/** What is packed in archives and papers too, and of papers their words. */
async function leaksWithin(bytes: Buffer): Promise<string[]> {
  const words = bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length > 1_000 ? (await readPdf(bytes)).text : '';
  return [...(await metadataIn(bytes)), ...(await metadataIn(Buffer.from(words)))];
}

test('nothing that clients, viewers and guests get there tells more than what is seen', async () => {
  const unanswered: string[] = [];
  for (const [pattern, asked] of Object.entries(addresses)) {
    let answers = 0;
    for (const person of [people.client, people.viewer, null])
      for (const url of asked) {
        const { statusCode, rawPayload } = await testApp.app.inject({
          url,
          headers: person ? { cookie: person.cookie } : {},
        });
        if (statusCode !== 200) continue;
        answers++;
        expect([url, await leaksWithin(rawPayload)]).toEqual([url, []]);
      }
    if (answers === 0) unanswered.push(pattern);
  }
  expect(unanswered).toEqual([]);
}, 300_000);

test('what is for the crew alone is no client’s', async () => {
  const values = { id: session, kind: 'drone', item: encodeURIComponent(idOf('a.jpg')), size: 's400' };
  for (const pattern of ofTheCrew)
    for (const { cookie } of [people.client, people.viewer]) {
      const url = pattern.replace(/:(\w+)/g, (_, name: keyof typeof values) => String(values[name] ?? 'x'.repeat(43)));
      const { statusCode } = await testApp.app.inject({ url, headers: { cookie } });
      expect(statusCode, url).toBeGreaterThanOrEqual(400);
    }
});
