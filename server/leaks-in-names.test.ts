// Claims about what the crew calls its folders, which may be a colleague's or another client's name: nobody else reads it anywhere.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/core/route.ts';
import type { Anchor } from '#contract/disputes/anchors.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { Deliverable, Media } from '#contract/media/endpoints.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { HandoverState, ReportState } from '#contract/sharing/endpoints.ts';
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { pushOfNotice } from './features/notifications/push/send-push.ts';
import { createFileIds } from './lib/secrets/file-ids.ts';
import { makeBuiltPages } from './test-support/built-pages.ts';
import { addressesIn, createWalk, occursIn, type Values } from './test-support/contract-walk.ts';
import { silentVideo } from './test-support/files/made-files.ts';
import { readPdf } from './test-support/files/read-pdf.ts';
import { readZip } from './test-support/files/read-zip.ts';
import { scene } from './test-support/files/scenes.ts';
import { makeTower, type Onlookers } from './test-support/onlookers.ts';
import { type Mailbox, startMailbox } from './test-support/servers/mailbox.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from './test-support/test-app.ts';

/** In the names of folders alone. */
const secret = 'dangote';
const root = `Tunde flight 3 for ${secret}`;
const fileIds = createFileIds(testConfig.secret);
const headers = { origin: 'http://progress.example.org' };
const kinds = ['drone', 'videos', 'orthomosaic'] as const;
const links = (visit: string) => ({
  droneImagesUrl: `/media/folders/${root}/${visit}`,
  videoUrl: `/media/files/${root}/films/flight.mp4`,
  orthomosaicUrl: `/media/folders/${root}/${visit}`,
  deliverablePackageUrl: `/media/folders/${root}/${visit}`,
  rawFilesUrl: `/media/folders/${root}`,
  reportUrl: `/media/folders/${root}/${visit}`,
});
const idOf = (path: string) => `local:${root}/${path}`;
const [first, second] = ['one/1.jpg', 'two/1.jpg'].map(idOf) as [string, string];

let folder: string;
let box: Mailbox;
let testApp: TestApp;
let people: Onlookers;
let project: number;
let visits: [number, number];
let viewpoint: number;
let stage: number;
let concerns: number[];
/** Of the seal of the newer visit. */
let code: string;
/** Of guests. */
let shared: string[];
/** What those who are not crew were answered when they wrote. */
const answered: { what: string; body: unknown }[] = [];

/** Nor for guests and viewers; what Drive calls a folder only Drive says, and the state of a report is asked with it. */
const notForClients = [
  ...['/api/audit-log', '/api/checklist', '/api/demo-requests', '/api/drive/folder/:folderId/images', '/api/users'],
  ...['/api/history/disputes', '/api/history/response-times', '/api/history/sessions', '/api/review-figures'],
  ...[
    '/api/dashboard/needs',
    '/api/planned-visits',
    '/api/projects/:id/media-roots',
    '/api/projects/:id/place',
    '/api/projects/:id/visit-codes',
    '/api/uploads/:upload',
    '/api/reports/:key',
  ],
  ...['/api/sessions/:id/changes', '/api/sessions/:id/checks', '/api/sessions/:id/flags'],
  ...['/api/sessions/:id/presence', '/api/settings', '/api/settings/brand', '/api/settings/defaults'],
  ...['/api/settings/rejection-reasons', '/api/settings/retention', '/api/webhooks', '/api/webhooks/:id/deliveries'],
];

async function send(by: TestPerson, what: string, body: object = {}) {
  const answer = await testApp.call(by, what, { body, headers });
  expect([what, answer.body, answer.status < 300]).toEqual([what, answer.body, true]);
  if (by.role === 'client') answered.push({ what, body: answer.body });
  return answer.body;
}

async function release(captureDate: string, visit: string, siteId: number): Promise<number> {
  const { admin, crew } = people;
  const written = { projectId: project, siteId, captureDate, ...links(visit) };
  const { id } = (await send(crew, 'POST /api/sessions', written)) as Session;
  await send(admin, `PUT /api/sessions/${id}/approve`);
  return id;
}

const photo = { kind: 'photo', mediaKind: 'drone', x: 0.5, y: 0.5 };

/** Anchors as a client's browser sends them: with ids that it was answered. */
async function raiseConcerns(): Promise<number[]> {
  const { client, crew, admin } = people;
  const raise = async (sessionId: number, anchor: object) =>
    ((await send(client, 'POST /api/disputes', { sessionId, reason: 'A crack', anchor })) as Dispute).id;
  const [one, two] = [first, second].map(fileIds.seal);
  const other = { sessionId: visits[0], file: one };
  const compared = { ...photo, kind: 'comparison', mode: 'side', file: two, other };
  const film = { kind: 'film', mediaKind: 'videos', file: fileIds.seal(idOf('films/flight.mp4')), second: 1 };
  const raised = [
    await raise(visits[0], { ...photo, file: one }),
    await raise(visits[1], compared),
    await raise(visits[0], film),
  ];
  const anchor = { ...photo, file: first };
  const answer = { message: 'Here it is', anchor, sessionId: visits[0] };
  for (const by of [crew, client, admin]) await send(by, `POST /api/disputes/${raised[0]}/messages`, answer);
  await send(client, `PUT /api/disputes/${raised[0]}/anchor`, { anchor });
  return raised;
}

/** A stage that the crew claimed and an admin saw in pictures of the first visit. */
async function markStage(): Promise<number> {
  const { admin, crew } = people;
  const list = { stages: [{ name: 'Lintel', criteria: [{ text: 'Cast' }], wanted: [] }] };
  const made = (await send(admin, `PUT /api/projects/${project}/stages`, list)) as { stages: { id: number }[] };
  const id = made.stages[0]?.id ?? 0;
  const pictures = [first, second].map((item, nth) => ({ sessionId: visits[nth], mediaKind: 'drone', item }));
  await send(crew, `POST /api/stages/${id}/marks`, { kind: 'claimed', sessionId: visits[0] });
  const criteria = [{ id: 1, ticked: true, pictures }];
  await send(admin, `POST /api/stages/${id}/marks`, { kind: 'seen', sessionId: visits[0], criteria });
  return id;
}

async function shareAll(): Promise<string[]> {
  const share = async (body: object) => {
    const asked = { recipient: 'The bank', ...body };
    return ((await send(people.client, `POST /api/projects/${project}/share-links`, asked)) as { path: string }).path;
  };
  const pictures = [first, second].map((item) => ({ mediaKind: 'drone', item: fileIds.seal(item) }));
  return [
    await share({ scope: 'project' }),
    await share({ scope: 'session', sessionId: visits[0], downloads: true }),
    await share({ scope: 'viewpoint', viewpointId: viewpoint }),
    await share({ scope: 'comparison', sessionId: visits[0], otherSessionId: visits[1], pictures }),
  ];
}

/** The archive of the project, which the walk then reads too. */
async function makeHandover(): Promise<void> {
  await send(people.client, `POST /api/projects/${project}/handover`);
  await vi.waitFor(
    async () => {
      const { body } = await testApp.call(people.client, `GET /api/projects/${project}/handover`);
      expect((body as HandoverState).state).toBe('ready');
    },
    { timeout: 120_000, interval: 200 },
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-names-'));
  const lay = (path: string, bytes: Buffer) => {
    const at = join(folder, 'media', root, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, bytes);
  };
  const picture = await scene(5, { left: 0, top: 0, width: 600, height: 400 });
  for (const visit of ['one', 'two']) {
    lay(`${visit}/1.jpg`, picture);
    lay(`${visit}/Level 2/2.jpg`, await sharp(picture).negate().jpeg().toBuffer());
    lay(`${visit}/Level 2/Final.pdf`, Buffer.from('%PDF-1.7'));
  }
  lay('films/flight.mp4', silentVideo(50_000));
  box = await startMailbox();
  const smtp = { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null };
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: headers.origin,
    smtp,
    mailFrom: { name: 'Topout', address: 'progress@example.org' },
  });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const tower = await makeTower(testApp, { root, headers });
  ({ people, project } = tower);
  const { siteId } = tower;
  const { admin } = people;
  visits = [await release('2026-01-10', 'one', siteId), await release('2026-02-10', 'two', siteId)];
  const placed = { mediaKind: 'drone', item: first, name: 'North', kind: 'photo' };
  const made = await send(admin, `POST /api/sessions/${visits[0]}/viewpoints`, { viewpoints: [placed] });
  viewpoint = (made as SessionViewpoints).viewpoints[0]?.id ?? 0;
  await send(admin, `PUT /api/viewpoints/${viewpoint}/pictures/${visits[1]}`, { mediaKind: 'drone', item: second });
  concerns = await raiseConcerns();
  stage = await markStage();
  shared = await shareAll();
  const sealed = await vi.waitFor(
    async () => {
      const found = await sql<{ code: string }>`select code from seals where number = 2`.execute(
        testApp.database.query,
      );
      expect(found.rows).toHaveLength(1);
      return found.rows[0];
    },
    { timeout: 60_000, interval: 100 },
  );
  code = sealed?.code ?? '';
  await makeHandover();
}, 240_000);
afterAll(async () => {
  await testApp.close();
  await box.close();
  rmSync(folder, { recursive: true });
});

function startsOf(items: readonly string[]): string[] {
  const [older = '', newer = ''] = items;
  const alignment = new URLSearchParams({
    ...{ olderSession: `${visits[0]}`, olderKind: 'drone', olderItem: older },
    ...{ newerSession: `${visits[1]}`, newerKind: 'drone', newerItem: newer },
  });
  const queries: Record<string, string> = {
    '/api/alignments': `?${alignment}`,
    '/api/sessions/:id/pairs': `?with=${visits[1]}&kind=drone&otherKind=drone`,
    '/api/projects/:id/report-preview': '?from=2026-01-01&to=2026-12-31',
    '/api/file-ids': `?item=${encodeURIComponent(older)}`,
    '/api/search': '?q=crack',
    '/api/search/groups': '?q=crack',
  };
  const { client, crew, admin } = people;
  const ids: Record<string, Values> = {
    ...{ sessions: visits, projects: [project], viewpoints: [viewpoint], disputes: concerns, stages: [stage] },
    users: [client.id, crew.id, admin.id],
  };
  const values: Record<string, Values> = {
    ...{
      kind: kinds,
      field: ['deliverablePackageUrl', 'rawFilesUrl', 'reportUrl'],
      size: ['s400'],
      anchor: [1, 2, 3],
      code: [code],
    },
    item: items.map(encodeURIComponent),
  };
  return addressesIn({
    valuesOf: (path, name) => (name === 'id' ? ids[path.split('/')[2] ?? ''] : values[name]) ?? [1],
    queryOf: (path) => queries[path] ?? '',
  });
}

async function reportOf(path: string, body: object): Promise<string> {
  const { key } = (await send(people.client, `POST ${path}`, body)) as ReportState;
  const state = async () => ((await testApp.call(people.client, `GET /api/reports/${key}`)).body as ReportState).state;
  await expect.poll(state, { timeout: 120_000 }).toBe('ready');
  return `/api/reports/${key}/file`;
}

test('no answer of any call tells clients, viewers and guests what the crew calls its folders, nor does a header or a file', async () => {
  const walk = createWalk(testApp, secret);
  const starts = startsOf([first, second].map(fileIds.seal));
  for (const person of [people.client, people.viewer])
    expect([person.username, await walk(person, starts)]).toEqual([person.username, []]);
  for (const path of shared) expect((await testApp.call(null, `GET ${path}`)).status).toBe(200);
  expect(await walk(null, shared)).toEqual([]);
  expect(await walk(people.crew, [`/api/sessions/${visits[0]}`])).toHaveLength(1);
  expect(answered.length).toBeGreaterThan(8);
  expect(answered.filter(({ body }) => occursIn(Buffer.from(JSON.stringify(body)), secret))).toEqual([]);
}, 300_000);

test('every call that reads is among those that are asked, and answers what was released', async () => {
  const routes = (Object.values(api) as Record<string, Route>[]).flatMap((noun) => Object.values(noun));
  const withIds = routes.filter(({ method, reply }) => method === 'GET' && typeof reply !== 'string');
  const asked = startsOf([first, second].map(fileIds.seal));
  const statuses = new Map<string, number[]>();
  for (const url of asked) {
    const path = withIds.find((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}(\\?|$)`).test(url))?.path;
    if (path)
      statuses.set(path, [...(statuses.get(path) ?? []), (await testApp.call(people.client, `GET ${url}`)).status]);
  }
  const refused = [...statuses].flatMap(([path, found]) => (found.includes(200) ? [] : [path]));
  expect(refused.sort()).toEqual(notForClients.toSorted());
}, 120_000);

test('reports tell nothing of it either, and their links lead to what they name', async () => {
  const period = { from: '2026-01-01', to: '2026-12-31' };
  for (const path of [
    await reportOf(`/api/sessions/${visits[0]}/report`, { pictures: 12 }),
    await reportOf(`/api/projects/${project}/report`, period),
  ]) {
    const { rawPayload } = await testApp.app.inject({ url: path, headers: { cookie: people.client.cookie } });
    const read = await readPdf(rawPayload);
    expect(occursIn(Buffer.from(JSON.stringify(read)), secret)).toBe(false);
    expect(occursIn(rawPayload, secret)).toBe(false);
  }
}, 300_000);

test('mails, pushes and the live channel name a pinned file as calls do', async () => {
  const { client, crew, admin } = people;
  const { port } = testApp.app.server.address() as AddressInfo;
  const stop = new AbortController();
  const url = `http://127.0.0.1:${port}/api/live?userId=${client.id}`;
  const stream = await fetch(url, { headers: { cookie: client.cookie }, signal: stop.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const answer = { message: 'Look again', anchor: { ...photo, file: first }, sessionId: visits[0] };
  let streamed = '';
  const next = async () => {
    streamed += (await reader?.read())?.value ?? '';
  };
  while (!streamed.includes('"ready"')) await next();
  await send(crew, `POST /api/disputes/${concerns[0]}/messages`, answer);
  while (!streamed.includes('"notification"')) await next();
  stop.abort();
  expect(streamed).toContain(fileIds.seal(first));
  expect(occursIn(Buffer.from(streamed), secret)).toBe(false);

  const notices = (await testApp.call(client, 'GET /api/notifications')).body as Notification[];
  const [pinned] = notices.filter(({ anchor }) => anchor !== null);
  const push = await pushOfNotice({ db: testApp.database.query, fileIds }, pinned?.id ?? 0);
  expect(push?.path).toContain(encodeURIComponent(fileIds.seal(first)));
  for (const { username } of [client, admin, crew]) await box.waitFor(`${username}@example.org`);
  const mails = box.mails.map((mail) => `${mail.part('text/plain')}${mail.part('text/html')}`);
  expect(mails.filter((mail) => occursIn(Buffer.from(mail), secret))).toEqual([]);
  expect(mails.join()).toContain(`item=${encodeURIComponent(fileIds.seal(first))}`);
}, 120_000);

test('what an id of a file was, and what it is, name the same file in every call', async () => {
  const { client, admin } = people;
  const { items } = (await testApp.call(client, `GET /api/sessions/${visits[0]}/media/drone`)).body as Media;
  expect(items.map(({ id }) => fileIds.open(id))).toEqual([
    first,
    ...['2.jpg', 'Final.pdf'].map((name) => idOf(`one/Level 2/${name}`)),
  ]);
  for (const id of [first, fileIds.seal(first)]) {
    const file = await testApp.call(
      client,
      `GET /api/sessions/${visits[0]}/media/drone/${encodeURIComponent(id)}/s400`,
    );
    expect(file.status).toBe(200);
    const taken = `/api/sessions/${visits[0]}/media/drone/${encodeURIComponent(id)}/taken-back`;
    await send(admin, `PUT ${taken}`, { reason: 'A face' });
    await send(admin, `DELETE /api/sessions/${visits[0]}/taken-back/${encodeURIComponent(id)}`);
  }
  const rows = await testApp.database.query.selectFrom('anchors').select(['file']).execute();
  expect(rows.every(({ file }) => file.startsWith('local:'))).toBe(true);
  const { anchor } = (await testApp.call(client, `GET /api/disputes/${concerns[0]}`)).body as { anchor: Anchor };
  expect(anchor.file).toBe(fileIds.seal(first));
});

test('a browser exchanges the path of a file for its sealed id, of one that is there or not', async () => {
  for (const item of [first, 'local:nowhere/9.jpg']) {
    const answer = await testApp.call(people.client, `GET /api/file-ids?item=${encodeURIComponent(item)}`);
    expect([answer.status, answer.body]).toEqual([200, { item: fileIds.seal(item) }]);
    const again = await testApp.call(people.client, `GET /api/file-ids?item=${encodeURIComponent(fileIds.seal(item))}`);
    expect(again.body).toEqual({ item: fileIds.seal(item) });
  }
});

test('a page that an older link names by the path of a file opens under an address that names none', async () => {
  const pages = makeBuiltPages();
  const config = { ...testConfig, dataDir: pages };
  const app = await buildApp({ config, database: testApp.database, pages, demoMedia: null });
  const { cookie } = people.client;
  const url = (item: string) => `/sessions/${visits[0]}?${new URLSearchParams({ tab: 'drone', item, pin: '1' })}`;
  const { statusCode, headers: answer } = await app.inject({ url: url(first), headers: { cookie } });
  expect([statusCode, answer.location]).toEqual([302, url(fileIds.seal(first))]);
  expect((await app.inject({ url: url(fileIds.seal(first)), headers: { cookie } })).statusCode).toBe(200);
  await app.close();
  rmSync(pages, { recursive: true });
});

test('the archive of a project names none of them, and is among what is asked', async () => {
  await makeHandover();
  const url = `/api/projects/${project}/handover.zip`;
  const { rawPayload, statusCode } = await testApp.app.inject({ url, headers: { cookie: people.client.cookie } });
  expect(statusCode).toBe(200);
  expect(startsOf([first, second])).toContain(url);
  expect([...readZip(rawPayload).keys()].some((name) => name.endsWith('Level 2/2.jpg'))).toBe(true);
  expect(occursIn(rawPayload, secret)).toBe(false);
}, 180_000);

test('folders within the one that a session names are called by their names, which its reviewer saw, in lists and archives', async () => {
  const { client, crew } = people;
  const url = `/api/sessions/${visits[0]}`;
  for (const by of [client, crew]) {
    const { items } = (await testApp.call(by, `GET ${url}/media/drone`)).body as Media;
    const { files } = (await testApp.call(by, `GET ${url}/deliverables/deliverablePackageUrl`)).body as Deliverable;
    for (const listed of [items, files])
      expect([...new Set(listed.map(({ group }) => group))]).toEqual([undefined, 'Level 2']);
  }
  const { rawPayload } = await testApp.app.inject({
    url: `${url}/pictures.zip?size=s1600`,
    headers: { cookie: client.cookie },
  });
  const names = ['1.jpg', 'Level 2/2.jpg'].map((name) => `Tower - North - 2026-01-10/Drone photos/${name}`);
  expect([...readZip(rawPayload).keys()]).toEqual(expect.arrayContaining(names));
});
