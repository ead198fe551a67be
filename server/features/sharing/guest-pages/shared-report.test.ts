// The claims about shared reports: what a link to one gives, to whom, without script, and how it ends while it is being taken.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { createDatabase } from '#server/db/open.ts';
import { removeEndedReports } from '#server/features/sharing/reports/shared-files.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
let projectId: number;
let siteId: number;
let visited: number;
const publicUrl = 'http://progress.example.org';
const headers = { origin: publicUrl };

const settings = () => ({
  publicUrl,
  brand: { name: 'Skyline', email: '', linkedin: '', instagram: '' },
  mediaRoot: join(folder, 'media'),
  dataDir: join(folder, 'data'),
});

const post = (by: TestPerson, what: string, body?: object) =>
  testApp.call(by, what, { headers, ...(body ? { body } : {}) });

async function visit(captureDate: string, notes = 'Slab <poured>'): Promise<number> {
  const body = { projectId, siteId, captureDate, notes, droneImagesUrl: '/media/folders/site' };
  const { id } = (await post(crew, 'POST /api/sessions', body)).body as { id: number };
  await post(admin, `PUT /api/sessions/${id}/approve`, {});
  return id;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-shared-reports-'));
  mkdirSync(join(folder, 'media/site'), { recursive: true });
  writeFileSync(join(folder, 'media/site/a.jpg'), await scene(3, { left: 0, top: 0, width: 600, height: 400 }));
  testApp = await createTestApp(settings());
  admin = await testApp.person('admin', { firstName: 'Ada', lastName: 'Adminname' });
  client = await testApp.person('client', { firstName: 'Sade', lastName: 'Clientname' });
  crew = await testApp.person('photographer', { firstName: 'Chidi', lastName: 'Crewname' });
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower <One>' });
  siteId = await testApp.make.site({ projectId, photographerId: crew.id, name: 'North' });
  await sql`update sites set location = 'Secret Street 5' where id = ${siteId}`.execute(testApp.database.query);
  await post(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
  visited = await visit('2026-01-02');
  await visit('2026-02-03');
  await post(client, 'POST /api/disputes', { sessionId: visited, reason: 'A very secret crack' });
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

type Address = { link: ShareLink; path: string };
const asked = (body: object = {}, by = client) =>
  post(by, `POST /api/projects/${projectId}/share-links`, { scope: 'report', recipient: 'The bank', ...body });
const ofSession = () => ({ sessionId: visited, report: { of: 'session', pictures: 12 } });
const ofPeriod = { report: { of: 'period', from: '2026-01-01', to: '2026-01-31' } };
async function share(body: object = ofSession()): Promise<Address> {
  return (await asked(body)).body as Address;
}

type App = Pick<TestApp, 'app'>;
const guest = (url: string, { app }: App = testApp) => app.inject({ url });
const statusOf = async (url: string) => (await guest(url)).statusCode;
const refreshOf = (page: string) => /http-equiv="refresh" content="\d;url=([^"]+)"/.exec(page)?.[1] ?? '';

/** As a browser without script goes: from page to page by itself, to the file. */
async function take(path: string, app: App = testApp) {
  const passed: string[] = [];
  let at = `${path}/report`;
  for (;;) {
    const answer = await guest(at, app);
    if (answer.headers['content-type'] === 'application/pdf')
      return { passed, headers: answer.headers, ...(await readPdf(answer.rawPayload)) };
    passed.push(answer.body);
    at = answer.headers.location ?? refreshOf(answer.body);
    await wait(50);
    if (at === '') throw new Error(`No way on from ${answer.statusCode} ${answer.body}`);
  }
}

async function secondProcess() {
  const database = createDatabase(testApp.connection);
  const app = await buildApp({ config: { ...testConfig, ...settings() }, database, pages: null, demoMedia: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    at: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** What is left of a file, taken slowly; rejects where it is cut off. */
async function restOf(reader: ReadableStreamDefaultReader | undefined): Promise<'whole'> {
  for (;;) {
    const { done } = (await reader?.read()) ?? { done: true };
    await wait(5);
    if (done) return 'whole';
  }
}

test('the report of a session is the guest’s edition, without names, concerns and places, and leads to the share', async () => {
  const { path } = await share();
  const page = await guest(path);
  expect(page.body).toContain('Tower &lt;One&gt;');
  expect(page.body).toContain('Session report, January 2, 2026');
  expect(page.body).toContain(`href="${path}/report">Report (PDF)</a>`);
  const report = await take(path);
  expect(report.text).toContain('Slab <poured>');
  expect(report.text).not.toMatch(/Adminname|Clientname|Crewname|Ada|Sade|Chidi|secret crack|Secret Street/);
  expect(report.links).toEqual([publicUrl + path]);
  expect(report.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="Tower/),
  });
}, 120_000);

test('without script a page says how far the report is, and goes on to the file by itself', async () => {
  const { path } = await share();
  const { passed } = await take(path);
  expect(passed[0]).toContain('The report is being made');
  expect(refreshOf(passed[0] ?? '')).toMatch(/\/report\?wait=[\w-]{43}$/);
  const last = passed.at(-1) ?? '';
  expect(last).toContain('The report is ready');
  expect(last).toContain(`href="${path}/report/file">Save report</a>`);
  expect(passed.join('')).not.toContain('<script');
  // Made once: now it is there at once, in another process too.
  expect((await guest(`${path}/report`)).headers.location).toBe(`${path}/report/file`);
  const second = await secondProcess();
  expect((await guest(`${path}/report`, second)).headers.location).toBe(`${path}/report/file`);
  await second.close();
}, 120_000);

test('the report of a period holds what is released in it, and grows with that', async () => {
  const { path, link } = await share(ofPeriod);
  expect(link).toMatchObject({ scope: 'report', subject: '2026-01-01 2026-01-31', sessionId: null });
  expect((await guest(path)).body).toContain('Progress report, January 1, 2026 to January 31, 2026');
  expect((await guest(path)).body).toContain('1 visit<');
  const before = await take(path);
  expect(before.text).not.toMatch(/February|Crewname|Clientname/);
  await visit('2026-01-20');
  expect((await guest(path)).body).toContain('2 visits');
  expect((await take(path)).text).toContain('January 20, 2026');
}, 180_000);

test('a link to a report shows its file and nothing that it is made of, and other links no report', async () => {
  const { path } = await share();
  for (const rest of [
    'visits/1',
    `visits/${visited}`,
    `pictures/${visited}/drone/cover/s400`,
    `films/${visited}/drone/x`,
    'preview.jpg',
  ])
    expect(await statusOf(`${path}/${rest}`)).toBe(404);
  const session = await share({ scope: 'session', sessionId: visited });
  expect([await statusOf(`${session.path}/report`), await statusOf(`${session.path}/report/file`)]).toEqual([404, 404]);
});

test('a shared project that may be kept offers each visit’s report, which leads back to the visit', async () => {
  const { path, link } = await share({ scope: 'project', downloads: true });
  const own = `${path}/visits/${visited}`;
  expect((await guest(path)).body).toContain(`href="${own}/report">Report of January 2, 2026 (PDF)</a>`);
  expect((await guest(own)).body).toContain(`href="${own}/report">Report of this visit (PDF)</a>`);
  const report = await take(own);
  expect(report.text).toContain('Slab <poured>');
  expect(report.text).not.toMatch(/Adminname|Clientname|Crewname|secret crack|Secret Street/);
  expect(report.links).toEqual([publicUrl + own]);
  expect((await guest(`${path}/embed`)).body).not.toContain('/report');

  const wrong = [`${path}/report`, `${path}/visits/999999/report`, `${path}/visits/x/report`];
  for (const at of [...wrong, `${path}/visits/999999/report/file`]) expect([at, await statusOf(at)]).toEqual([at, 404]);
  await post(client, `DELETE /api/share-links/${link.id}`);
  for (const rest of ['/report', '/report/file']) expect(await statusOf(own + rest)).toBe(404);
}, 120_000);

test('a visit that is not released, or no longer, and a link that allows no downloads have no report', async () => {
  const { path } = await share({ scope: 'project', downloads: true });
  const body = { projectId, siteId, captureDate: '2026-03-03', droneImagesUrl: '/media/folders/site' };
  const { id } = (await post(crew, 'POST /api/sessions', body)).body as { id: number };
  expect(await statusOf(`${path}/visits/${id}/report`)).toBe(404);
  await post(admin, `PUT /api/sessions/${id}/approve`, {});
  await take(`${path}/visits/${id}`);
  await post(admin, `DELETE /api/sessions/${id}`);
  expect(await statusOf(`${path}/visits/${id}/report/file`)).toBe(404);

  const shown = await share({ scope: 'project' });
  expect((await guest(shown.path)).body).not.toContain('/report');
  expect((await guest(`${shown.path}/visits/${visited}`)).body).not.toContain('/report');
  expect(await statusOf(`${shown.path}/visits/${visited}/report`)).toBe(404);
}, 120_000);

test('the report of a visit that is being sent is cut off when its link allows no downloads any more', async () => {
  const { path } = await share({ scope: 'project', downloads: true });
  const own = `${path}/visits/${visited}`;
  await take(own);
  for (const file of readdirSync(join(folder, 'data/reports')))
    writeFileSync(join(folder, 'data/reports', file), Buffer.alloc(24 * 1024 * 1024, 1));
  const second = await secondProcess();
  const answer = await fetch(`${second.at}${own}/report/file`);
  const reader = answer.body?.getReader();
  await reader?.read();
  const rules = (downloads: boolean, version: number) =>
    testApp.call(admin, 'PUT /api/settings/share-rules', {
      headers,
      body: { longestDays: 365, pinAlways: false, downloads, version },
    });
  expect(await rules(false, 1)).toMatchObject({ status: 200 });
  await expect(restOf(reader)).rejects.toThrow();
  expect(await statusOf(`${own}/report/file`)).toBe(404);
  expect(await rules(true, 2)).toMatchObject({ status: 200 });
  await second.close();
}, 120_000);

test('a PIN guards page and file, from whichever of them it is entered', async () => {
  const { path } = await share({ ...ofSession(), pin: '123456' });
  for (const rest of ['', '/report', '/report/file']) {
    const { body } = await guest(path + rest);
    expect(body).toContain(`<form action="${path}" method="post">`);
    expect(body).not.toMatch(/Tower|Report/);
  }
});

test.each([
  ['no report', {}, 'report'],
  ['days that are none', { report: { of: 'period', from: '2026-02-30', to: '2026-03-01' } }, 'report'],
  ['an end before the beginning', { report: { of: 'period', from: '2026-03-02', to: '2026-03-01' } }, 'report'],
  [
    'a period in which nothing was released',
    { report: { of: 'period', from: '2020-01-01', to: '2020-12-31' } },
    'report',
  ],
  ['a session’s report of no session', { report: { of: 'session', pictures: 12 } }, 'sessionId'],
  ['another number of pictures', { sessionId: 1, report: { of: 'session', pictures: 13 } }, 'report'],
])('refuses a link to a report with %s', async (_, body, path) => {
  const answer = await asked(body);
  expect(answer).toMatchObject({ status: 400 });
  expect((answer.body as { issues: { path: string }[] }).issues[0]?.path).toContain(path);
});

test('a report that is being sent is cut off in every process when its link ends, and its page when a session of it goes', async () => {
  const gone = await visit('2025-05-05');
  const { path, link } = await share({ sessionId: gone, report: { of: 'session', pictures: 12 } });
  await take(path);
  // As long as it takes to be sent.
  for (const file of readdirSync(join(folder, 'data/reports')))
    writeFileSync(join(folder, 'data/reports', file), Buffer.alloc(24 * 1024 * 1024, 1));
  const second = await secondProcess();
  const answer = await fetch(`${second.at}${path}/report/file`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const reader = answer.body?.getReader();
  await reader?.read();
  await post(client, `DELETE /api/share-links/${link.id}`);
  await expect(restOf(reader)).rejects.toThrow();
  expect([await statusOf(path), await statusOf(`${path}/report`), await statusOf(`${path}/report/file`)]).toEqual([
    404, 404, 404,
  ]);

  const other = await share({ report: { of: 'period', from: '2025-05-01', to: '2025-05-31' } });
  const live = /data-live="([^"]+)"/.exec((await guest(other.path)).body)?.[1] ?? '';
  const stream = (await fetch(second.at + live)).text();
  await post(admin, `DELETE /api/sessions/${gone}`);
  expect(await stream).toContain('event: ended');
  expect(await statusOf(other.path)).toBe(404);
  await second.close();
}, 120_000);

test('the file of a report goes when its link ends, gets a new address or expires', async () => {
  const kept = () => readdirSync(join(folder, 'data/reports')).filter((name) => name.startsWith('share-'));
  const [ended, renewed, expired, open] = [await share(), await share(), await share(), await share()];
  for (const { path } of [ended, renewed, expired, open]) await take(path);
  const before = kept().length;
  await post(client, `DELETE /api/share-links/${ended.link.id}`);
  await vi.waitFor(() => expect(kept()).toHaveLength(before - 1));
  await post(client, `POST /api/share-links/${renewed.link.id}/renew`);
  await vi.waitFor(() => expect(kept()).toHaveLength(before - 2));
  const db = testApp.database.query;
  await sql`update share_links set expires_at = now() where id = ${expired.link.id}`.execute(db);
  await removeEndedReports(db, createFolderStorage(join(folder, 'data/reports')));
  expect(kept()).toHaveLength(before - 3);
  expect((await guest(`${open.path}/report`)).headers.location).toBe(`${open.path}/report/file`);
}, 120_000);

test('the audit log keeps of which report a link is', async () => {
  const { link } = await share(ofPeriod);
  const answer = await testApp.call(admin, `GET /api/audit-log?projectId=${projectId}`);
  type Entry = { act: string; subject: { id: number }; changes: { field: string; after: string | null }[] };
  const made = (answer.body as Entry[]).find(
    ({ act, subject: { id } }) => act === 'shareLinkCreated' && id === link.id,
  );
  const report = made?.changes.find(({ field }) => field === 'report')?.after;
  expect(report).toContain('2026-01-01');
  expect(report).toContain('2026-01-31');
});
