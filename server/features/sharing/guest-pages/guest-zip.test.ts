// The claims about a guest's ZIP: what is in it, who gets it, and how it ends, asked of one process and ended in another.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

const publicUrl = 'http://progress.example.org';
const origin = { origin: publicUrl };

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
let projectId: number;
/** Another process of the same installation. */
let other: { app: FastifyInstance; database: Database };

const settings = () => ({ publicUrl, mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
const send = (by: TestPerson, what: string, body?: object) =>
  testApp.call(by, what, { headers: origin, ...(body ? { body } : {}) });

/** Too much for what lies between two ends of a connection. */
async function writeHeavy(): Promise<void> {
  const noise = { width: 2400, height: 1800, mean: 128, sigma: 60, type: 'gaussian' } as const;
  const picture = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#000', noise } });
  const bytes = await picture.jpeg({ quality: 90 }).toBuffer();
  for (let nth = 0; nth < 16; nth++) writeFileSync(join(folder, `media/site/heavy/${nth}.jpg`), bytes);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-guest-zip-'));
  for (const at of ['small/Flight by Chidi', 'heavy']) mkdirSync(join(folder, 'media/site', at), { recursive: true });
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#476' } });
  const position = { IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } };
  const bytes = await photo.withExif(position).jpeg().toBuffer();
  for (const name of ['a.jpg', 'Flight by Chidi/a.jpg']) writeFileSync(join(folder, 'media/site/small', name), bytes);
  await writeHeavy();
  testApp = await createTestApp(settings());
  const database = createDatabase(testApp.connection);
  const app = await buildApp({ config: { ...testConfig, ...settings() }, database, pages: null, demoMedia: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  other = { app, database };
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  crew = await testApp.person('photographer', { firstName: 'Chidi', lastName: 'Secretname' });
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower <One>' });
  await testApp.make.member({ projectId, userId: crew.id, role: 'contributor' });
  await send(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
}, 60_000);
afterAll(async () => {
  await other.app.close();
  await other.database.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function visit(at = 'small'): Promise<number> {
  const body = { projectId, captureDate: '2026-01-02', droneImagesUrl: `/media/folders/site/${at}` };
  const { id } = (await send(crew, 'POST /api/sessions', body)).body as { id: number };
  await send(admin, `PUT /api/sessions/${id}/approve`, {});
  return id;
}

type Shared = { link: ShareLink; path: string };
async function share(body: object): Promise<Shared> {
  const whole = { scope: 'project', recipient: 'The bank', downloads: true, ...body };
  const answer = await send(client, `POST /api/projects/${projectId}/share-links`, whole);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Shared;
}

const guest = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ url, headers });
const statusOf = async (url: string) => (await guest(url)).statusCode;
const zipOf = ({ path }: Shared, id: number) => `${path}/visits/${id}/pictures.zip`;
const opensOf = async ({ link }: Shared) =>
  ((await send(admin, `GET /api/projects/${projectId}/share-links`)).body as ShareLink[]).find(
    ({ id }) => id === link.id,
  )?.opens;

test('a guest takes all pictures of a visit as one ZIP: no position, no folder of the crew’s, nobody’s name', async () => {
  const id = await visit();
  for (const shared of [await share({}), await share({ scope: 'session', sessionId: id })]) {
    const page = (await guest(`${shared.path}/visits/${id}`)).body;
    expect(page).toContain(`All 2 pictures as one file: <a href="${zipOf(shared, id)}">Download (ZIP, up to 1 MB)</a>`);
    const answer = await guest(zipOf(shared, id));
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/zip', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    });
    expect(answer.headers['content-disposition']).toContain('filename="Tower _One_ - 2026-01-02 - pictures.zip"');
    const files = readZip(answer.rawPayload);
    const base = 'Tower _One_ - 2026-01-02';
    expect([...files.keys()]).toEqual([
      `${base}/Drone photos/a.jpg`,
      `${base}/Drone photos/a (2).jpg`,
      `${base}/manifest.csv`,
    ]);
    const { exif, xmp, width } = await sharp(files.get(`${base}/Drone photos/a.jpg`)).metadata();
    expect([exif, xmp, width]).toEqual([undefined, undefined, 900]);
    expect(files.get(`${base}/manifest.csv`)?.toString()).not.toMatch(/Chidi|Secretname|bank/);
    expect(await opensOf(shared)).toBe(0);
  }
  const small = await guest(`${zipOf(await share({}), id)}?size=s1600`);
  expect(small.headers['content-disposition']).toContain(' - small pictures.zip');
});

test('a link without downloads offers no ZIP and gives none, also once the company allows none', async () => {
  const id = await visit();
  const without = await share({ downloads: false });
  expect((await guest(`${without.path}/visits/${id}`)).body).not.toContain('pictures.zip');
  expect(await statusOf(zipOf(without, id))).toBe(404);
  const shared = await share({});
  expect(await statusOf(zipOf(shared, id))).toBe(200);
  await forbidDownloads();
  expect(await statusOf(zipOf(shared, id))).toBe(404);
  await allowDownloads();
});

async function setRules(downloads: boolean) {
  const rules = (await send(admin, 'GET /api/settings/share-rules')).body as object;
  return send(admin, 'PUT /api/settings/share-rules', { ...rules, downloads });
}
const forbidDownloads = () => setRules(false);
const allowDownloads = () => setRules(true);

test('a link gives the ZIP of what it shows and of nothing else', async () => {
  const [id, second] = [await visit(), await visit()];
  const single = await share({ scope: 'session', sessionId: id });
  expect([await statusOf(zipOf(single, id)), await statusOf(zipOf(single, second))]).toEqual([200, 404]);
  const waiting = await send(crew, 'POST /api/sessions', {
    projectId,
    captureDate: '2026-01-02',
    droneImagesUrl: '/media/folders/site/small',
  });
  expect(await statusOf(zipOf(await share({}), (waiting.body as { id: number }).id))).toBe(404);
  const viewpoints = [{ mediaKind: 'drone', item: 'local:site/small/a.jpg', name: 'Gate', kind: 'photo' }];
  const made = (await send(admin, `POST /api/sessions/${id}/viewpoints`, { viewpoints })).body as {
    viewpoints: { id: number }[];
  };
  const viewpoint = await share({ scope: 'viewpoint', viewpointId: made.viewpoints.at(-1)?.id });
  expect([await statusOf(viewpoint.path), await statusOf(zipOf(viewpoint, id))]).toEqual([200, 404]);
  const report = await share({
    scope: 'report',
    sessionId: id,
    report: { of: 'session', pictures: 12 },
    downloads: false,
  });
  expect(await statusOf(zipOf(report, id))).toBe(404);
  expect(await statusOf(`${single.path}/visits/x/pictures.zip`)).toBe(404);
});

test('behind a PIN the ZIP asks for it', async () => {
  const id = await visit();
  const shared = await share({ pin: '007007' });
  const asked = await guest(zipOf(shared, id));
  expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(asked.body).toContain('Enter the PIN');
  const entered = await testApp.app.inject({
    method: 'POST',
    url: shared.path,
    headers: { ...origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'pin=007007',
  });
  const cookie = String([entered.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  expect(readZip((await guest(zipOf(shared, id), { cookie })).rawPayload).size).toBe(3);
});

test('each ZIP that a guest takes stands in the audit log, by its share and with its address', async () => {
  const id = await visit();
  await guest(zipOf(await share({ recipient: 'The architect' }), id));
  const [entry] = (await send(admin, 'GET /api/audit-log?act=picturesTaken')).body as object[];
  expect(entry).toMatchObject({
    byId: null,
    guest: 'Share link for The architect',
    address: '127.0.0.1',
    subject: { kind: 'session', id },
  });
});

/** Nothing of it is taken: the server waits for its reader. */
function open(path: string) {
  const { port } = other.app.server.address() as AddressInfo;
  const request = get({ port, path, agent: false });
  return { request, answered: new Promise<IncomingMessage>((done) => request.once('response', done)) };
}

const connections = () =>
  new Promise<number>((done) => other.app.server.getConnections((_, count) => done(count ?? -1)));

type Taken = { link: ShareLink; id: number };
const losses: [string, (of: Taken) => Promise<unknown>][] = [
  ['it is revoked', ({ link }) => send(client, `DELETE /api/share-links/${link.id}`)],
  ['it gets a new address', ({ link }) => send(client, `POST /api/share-links/${link.id}/renew`)],
  ['its session is removed', ({ id }) => send(admin, `DELETE /api/sessions/${id}`)],
  [
    'a picture in it is taken back',
    ({ id }) => {
      const item = encodeURIComponent('local:site/heavy/15.jpg');
      return send(admin, `PUT /api/sessions/${id}/media/drone/${item}/taken-back`, { reason: 'A face' });
    },
  ],
  [
    'its time is over',
    async ({ link }) => {
      await sql`update share_links set expires_at = now() where id = ${link.id}`.execute(testApp.database.query);
      return { status: 200 };
    },
  ],
  ['the company allows no downloads any more', forbidDownloads],
];

test.each(losses)('a guest’s ZIP that is being sent ends in another process when %s', async (_, lose) => {
  await allowDownloads();
  const id = await visit('heavy');
  const shared = await share({});
  const { answered } = open(zipOf(shared, id));
  const answer = await answered;
  expect(answer.statusCode).toBe(200);
  const ended = new Promise<string>((done) => {
    answer.once('error', () => done('cut off'));
    answer.once('end', () => done('whole'));
  });
  await wait(1_500);
  expect(await connections()).toBe(1);
  expect(((await lose({ link: shared.link, id })) as { status: number }).status).toBeLessThan(300);
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  answer.resume();
  expect(await ended).toBe('cut off');
  await allowDownloads();
});

test('a guest’s ZIP that waits for another one of its link is refused when the link ends meanwhile', async () => {
  const id = await visit('heavy');
  const shared = await share({});
  const [first, elsewhere] = [open(zipOf(shared, id)), open(zipOf(await share({}), id))];
  const firstAnswer = await first.answered;
  const second = open(zipOf(shared, id));
  // Another link does not wait.
  expect((await elsewhere.answered).statusCode).toBe(200);
  await expect.poll(connections).toBe(3);
  firstAnswer.on('error', () => undefined);
  await send(client, `DELETE /api/share-links/${shared.link.id}`);
  expect((await second.answered).statusCode).toBe(404);
  elsewhere.request.destroy();
  second.request.destroy();
});
