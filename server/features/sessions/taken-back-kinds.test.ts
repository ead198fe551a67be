// The claims about videos, maps and panoramas taken back: clients and guests lose them everywhere, and browsers revalidate at each use.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Media, MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { createDatabase } from '#server/db/open.ts';
import { copyGeoreference } from '#server/media/formats/copy-georeference.ts';
import { addressesIn, createWalk, magenta } from '#server/test-support/contract-walk.ts';
import { georeferenceOnly, placedVideo } from '#server/test-support/files/made-files.ts';
import { createTestApp, sealed, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

/** In names of nothing else. */
const secret = 'gesicht';
const origin = { origin: 'http://progress.example.org' };
const kinds = ['videos', 'orthomosaic', 'tour360'] as const satisfies readonly MediaKind[];
const names = { videos: `1-${secret}.mp4`, orthomosaic: `1-${secret}.tif`, tour360: `1-${secret}.jpg` };
const patience = { timeout: 10_000 };

let folder: string;
let testApp: TestApp;
let elsewhere: FastifyInstance;
let endElsewhere: () => Promise<void>;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
let session: number;
let shared: string;

const post = (by: TestPerson, what: string, body: object = {}) => testApp.call(by, what, { body, headers: origin });

async function draw(media: string): Promise<void> {
  const whole = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: magenta } });
  await whole(2400, 1200)
    .jpeg()
    .toFile(join(media, 'tour360', names.tour360));
  await whole(1500, 1500)
    .tiff({ compression: 'deflate' })
    .toFile(join(media, 'orthomosaic', names.orthomosaic));
  writeFileSync(join(folder, 'place.tif'), georeferenceOnly());
  await copyGeoreference(join(folder, 'place.tif'), join(media, 'orthomosaic', names.orthomosaic));
  writeFileSync(join(media, 'videos', names.videos), placedVideo({ front: true }));
  writeFileSync(join(media, 'videos/2-other.mp4'), placedVideo({ front: false }));
}

async function startElsewhere(): Promise<void> {
  const database = createDatabase(testApp.connection, { max: 4 });
  const places = { mediaRoot: join(folder, 'media'), dataDir: join(folder, 'elsewhere'), publicUrl: origin.origin };
  elsewhere = await buildApp({ config: { ...testConfig, ...places }, database, pages: null, demoMedia: null });
  await elsewhere.ready();
  endElsewhere = async () => {
    await elsewhere.close();
    await database.close();
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-taken-kinds-'));
  const media = join(folder, 'media/lekki');
  for (const kind of kinds) mkdirSync(join(media, kind), { recursive: true });
  await draw(media);
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: origin.origin,
  });
  await startElsewhere();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  await post(admin, `PUT /api/projects/${project}/media-roots`, { roots: [{ provider: 'local', root: 'lekki' }] });
  const links = {
    videoUrl: '/media/folders/lekki/videos',
    orthomosaicUrl: '/media/folders/lekki/orthomosaic',
    tour360Url: '/media/folders/lekki/tour360',
  };
  const visit = { projectId: project, captureDate: '2026-01-10', ...links };
  session = ((await post(crew, 'POST /api/sessions', visit)).body as Session).id;
  await post(admin, `PUT /api/sessions/${session}/approve`);
  const scope = { recipient: 'The bank', scope: 'session', sessionId: session };
  shared = ((await post(client, `POST /api/projects/${project}/share-links`, scope)).body as { path: string }).path;
}, 60_000);
afterAll(async () => {
  await endElsewhere();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function itemOf(who: TestPerson, kind: keyof typeof names): Promise<MediaItem> {
  const { items } = (await testApp.call(who, `GET /api/sessions/${session}/media/${kind}`)).body as Media;
  const found = items.find(({ name }) => name === names[kind]);
  if (!found) throw new Error(`${names[kind]} is not listed`);
  return found;
}

const prepared = () =>
  expect.poll(async () => (await itemOf(client, 'orthomosaic')).mapUrl, { timeout: 30_000 }).toContain('&pyramid');

/** Every address of an item that leads to bytes. */
const addressesOf = (item: MediaItem) =>
  [item.imageUrl, item.fullUrl, item.fileUrl, item.mapUrl].filter((url): url is string => Boolean(url));

async function cachingOf(who: TestPerson): Promise<Record<string, string>> {
  const items = await Promise.all(kinds.map((kind) => itemOf(who, kind)));
  const asked = items.flatMap(addressesOf).map(async (url) => {
    const answer = await testApp.call(who, `HEAD ${url}`);
    expect([url, answer.status]).toEqual([url, 200]);
    return [url, String(answer.headers['cache-control'])] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}

test('browsers of clients ask for films, maps with their pyramids and panoramas at each use, those of the crew keep them', async () => {
  await prepared();
  const [ofClient, ofCrew] = [await cachingOf(client), await cachingOf(crew)];
  expect(Object.keys(ofClient).filter((url) => url.includes('pyramid'))).toHaveLength(1);
  expect(new Set(Object.values(ofClient))).toEqual(new Set(['private, no-cache']));
  expect(new Set(Object.values(ofCrew))).toEqual(new Set(['private, max-age=31536000, immutable']));
});

/** Every GET of the contract that this world has something for. */
function starts(): string[] {
  const values: Record<string, readonly (string | number)[]> = {
    kind: kinds,
    item: Object.entries(names).map(([kind, name]) => encodeURIComponent(`local:lekki/${kind}/${name}`)),
    size: ['s400', 's1600', 'full'],
  };
  const idOf = (path: string) => [path.startsWith('/api/projects') ? project : session];
  return addressesIn({
    valuesOf: (path, name) => (name === 'id' ? idOf(path) : (values[name] ?? ['1'])),
    queryOf: (path) => (path === '/api/search' ? `?q=${secret}` : ''),
  });
}

test('a film, a map and a panorama that are taken back are in no answer to clients and guests any more, on either of two processes', async () => {
  await prepared();
  const guests = [shared, `${shared}/preview.jpg`];
  const ids = Object.entries(names).map(([kind, name]) => sealed(`local:lekki/${kind}/${name}`));
  const walks = [testApp, { app: elsewhere }].map((one) => createWalk(one, secret, ...ids));
  const before: string[] = [];
  for (const walk of walks) {
    const [ofClient, ofGuest] = [await walk(client, starts()), await walk(null, guests)];
    for (const kind of kinds)
      expect([kind, ofClient.some((url) => url.endsWith(`/media/${kind}`))]).toEqual([kind, true]);
    expect(ofGuest).toContain(shared);
    before.push(...ofClient, ...ofGuest);
  }
  const items = await Promise.all(kinds.map((kind) => itemOf(client, kind)));
  const addresses = items.flatMap(addressesOf);
  const cookie = { cookie: client.cookie };
  const validators = new Map<string, string>();
  for (const url of addresses)
    validators.set(url, String((await testApp.app.inject({ url, headers: cookie })).headers.etag));

  for (const [nth, kind] of kinds.entries()) {
    const path = `/api/sessions/${session}/media/${kind}/${encodeURIComponent(items[nth]?.id ?? '')}/taken-back`;
    expect((await post(admin, `PUT ${path}`, { reason: 'A face' })).status).toBe(200);
  }
  for (const app of [testApp.app, elsewhere])
    for (const url of addresses) {
      const headers = { ...cookie, 'if-none-match': `${validators.get(url)}` };
      const ask = async () => (await app.inject({ url, headers })).statusCode;
      await expect.poll(ask, patience).toBe(404);
    }
  for (const walk of walks) {
    const again = async () => [await walk(client, [...starts(), ...before]), await walk(null, [...guests, ...before])];
    await expect.poll(again, patience).toEqual([[], []]);
  }
  expect((await itemOf(crew, 'videos')).takenBack).toBe('A face');
}, 120_000);
