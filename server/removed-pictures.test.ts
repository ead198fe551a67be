// Removal includes pictures: once a session, site or project is gone, no GET of the contract reveals them, except in the history.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { ReportState } from '#contract/sharing/endpoints.ts';
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { addressesIn, createWalk, magenta, type Values, type Walk } from './test-support/contract-walk.ts';
import { scene } from './test-support/files/scenes.ts';
import { createTestApp, sealed, type TestApp, type TestPerson } from './test-support/test-app.ts';

/** In names of nothing else. */
const secret = 'gesicht';
const item = `local:lekki/one/1-${secret}.jpg`;
const twin = 'local:lekki/two/1-north.jpg';
const headers = { origin: 'http://progress.example.org' };

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let walk: Walk;

const send = (by: TestPerson, what: string, body: object = {}) => testApp.call(by, what, { body, headers });
const remove = async (what: string) =>
  expect((await testApp.call(admin, `DELETE ${what}`, { headers })).status).toBe(200);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-removed-'));
  const media = join(folder, 'media/lekki');
  for (const name of ['one', 'two']) mkdirSync(join(media, name), { recursive: true });
  const own = sharp({ create: { width: 300, height: 200, channels: 3, background: magenta } });
  writeFileSync(join(media, 'one', `1-${secret}.jpg`), await own.jpeg({ quality: 90 }).toBuffer());
  writeFileSync(join(media, 'two/1-north.jpg'), await scene(5, { left: 0, top: 0, width: 300, height: 200 }));
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: headers.origin,
  });
  walk = createWalk(testApp, secret, sealed(item));
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

type World = { project: number; site: number; gone: number; kept: number; viewpoint: number; concerns: number[] };

/** A project of two visits: of what is removed a viewpoint, concerns, shares and a report show the picture. */
async function makeWorld(): Promise<World & { starts: string[]; shared: string[] }> {
  const project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const site = await testApp.make.site({ projectId: project, photographerId: crew.id });
  await send(admin, `PUT /api/projects/${project}/media-roots`, { roots: [{ provider: 'local', root: 'lekki' }] });
  const visit = async (captureDate: string, of: string) => {
    const link = `/media/folders/lekki/${of}`;
    const links = { droneImagesUrl: link, deliverablePackageUrl: link, rawFilesUrl: link, reportUrl: link };
    const made = await send(crew, 'POST /api/sessions', { projectId: project, siteId: site, captureDate, ...links });
    const { id } = made.body as Session;
    expect((await send(admin, `PUT /api/sessions/${id}/approve`)).status).toBe(200);
    return id;
  };
  const [gone, kept] = [await visit('2026-01-10', 'one'), await visit('2026-02-10', 'two')];
  const placed = { mediaKind: 'drone', item, name: 'North', kind: 'photo' };
  const made = await send(admin, `POST /api/sessions/${gone}/viewpoints`, { viewpoints: [placed] });
  const viewpoint = (made.body as SessionViewpoints).viewpoints[0]?.id ?? 0;
  await send(admin, `PUT /api/viewpoints/${viewpoint}/pictures/${kept}`, { mediaKind: 'drone', item: twin });
  const anchor = { kind: 'photo', mediaKind: 'drone', file: item, x: 0.5, y: 0.5 };
  const compared = { ...anchor, kind: 'comparison', mode: 'side', file: twin, other: { sessionId: gone, file: item } };
  const raise = async (sessionId: number, of: object) =>
    ((await send(client, 'POST /api/disputes', { sessionId, reason: 'A crack', anchor: of })).body as Dispute).id;
  const concerns = [await raise(gone, anchor), await raise(kept, compared)];
  expect(concerns).toEqual([expect.any(Number), expect.any(Number)]);
  const answer = { message: 'Here it is', anchor, sessionId: gone };
  for (const id of concerns)
    expect(await send(crew, `POST /api/disputes/${id}/messages`, answer)).toMatchObject({
      body: { message: 'Here it is' },
    });
  const share = async (body: object) => {
    const made = await send(client, `POST /api/projects/${project}/share-links`, { recipient: 'The bank', ...body });
    return (made.body as { path: string }).path;
  };
  const pictures = [item, twin].map((one) => ({ mediaKind: 'drone', item: one }));
  const shared = [
    await share({ scope: 'project' }),
    await share({ scope: 'session', sessionId: gone, downloads: true }),
    await share({ scope: 'viewpoint', viewpointId: viewpoint }),
    await share({ scope: 'comparison', sessionId: gone, otherSessionId: kept, pictures }),
  ];
  const report = await send(client, `POST /api/sessions/${gone}/report`, { pictures: 24 });
  const { key } = report.body as ReportState;
  const state = async () => (await testApp.call(client, `GET /api/reports/${key}`)).body as ReportState;
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('ready');
  const world = { project, site, gone, kept, viewpoint, concerns };
  return { ...world, shared, starts: [...addressesOf(world), `/api/reports/${key}/file`] };
}

function addressesOf({ project, site, gone, kept, viewpoint, concerns }: World): string[] {
  const alignment = new URLSearchParams({
    ...{ olderSession: `${gone}`, olderKind: 'drone', olderItem: item },
    ...{ newerSession: `${kept}`, newerKind: 'drone', newerItem: twin },
  });
  const queries: Record<string, string> = {
    '/api/alignments': `?${alignment}`,
    '/api/sessions/:id/pairs': `?with=${kept}&kind=drone&otherKind=drone`,
    '/api/projects/:id/report-preview': '?from=2026-01-01&to=2026-12-31',
    '/api/projects/:id/viewpoints': `?siteId=${site}`,
    '/api/search': `?q=${secret}`,
  };
  const ids: Record<string, Values> = {
    sessions: [gone, kept],
    projects: [project],
    viewpoints: [viewpoint],
    disputes: concerns,
    users: [client.id, crew.id, admin.id],
  };
  const values: Record<string, Values> = {
    kind: ['drone'],
    field: ['deliverablePackageUrl', 'rawFilesUrl', 'reportUrl'],
    item: [item, twin].map(encodeURIComponent),
    size: ['s220', 's400'],
    anchor: Array.from({ length: 10 }, (_, nth) => nth + 1),
  };
  return addressesIn({
    valuesOf: (path, name) => (name === 'id' ? ids[path.split('/')[2] ?? ''] : values[name]) ?? [1],
    queryOf: (path) => queries[path] ?? '',
  });
}

const kept = (url: string) => /^\/api\/(?:history|audit-log)/.test(url);

/** Every address that reveals the picture to any of them, except in the history. */
async function tellingOf({ starts, shared }: { starts: readonly string[]; shared: readonly string[] }) {
  const people = [admin, crew, client];
  const revealing: string[] = [];
  for (const person of people) revealing.push(...(await walk(person, starts)));
  const guests = shared.flatMap((path) => [path, `${path}/preview.jpg`]);
  revealing.push(...(await walk(null, [...guests, ...starts.filter((url) => url.startsWith('/s/'))])));
  return [...new Set(revealing)].filter((url) => !kept(url));
}

async function tellingBefore(world: Awaited<ReturnType<typeof makeWorld>>): Promise<string[]> {
  const before = await tellingOf(world);
  for (const part of ['/media/drone', '/deliverables/', '/crops/', '/pictures.zip', '/pairs', '/viewpoints', '/file'])
    expect([part, before.some((url) => url.includes(part))]).toEqual([part, true]);
  for (const path of world.shared) expect([path, before.some((url) => url.startsWith(path))]).toEqual([path, true]);
  return before;
}

test('of a removed session, and then of its removed site, no picture, crop, viewpoint or alignment is in any answer', async () => {
  const world = await makeWorld();
  const { project, gone, site } = world;
  const starts = [...world.starts, ...(await tellingBefore(world))];
  await remove(`/api/sessions/${gone}`);
  expect(await tellingOf({ ...world, starts })).toEqual([]);
  await remove(`/api/sessions/${world.kept}`);
  await testApp.make.site({ projectId: project });
  const sites = (await testApp.call(admin, `GET /api/projects/${project}/sites`)).body as { id: number }[];
  const left = sites.filter(({ id }) => id !== site);
  expect((await send(admin, `PATCH /api/projects/${project}`, { project: {}, sites: left })).status).toBe(200);
  expect(await tellingOf({ ...world, starts })).toEqual([]);
}, 300_000);

test('of a removed project nothing is either', async () => {
  const world = await makeWorld();
  const starts = [...world.starts, ...(await tellingBefore(world))];
  await remove(`/api/projects/${world.project}`);
  expect(await tellingOf({ ...world, starts })).toEqual([]);
}, 300_000);
