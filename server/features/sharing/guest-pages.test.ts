// The claims about shared pages: what guests see, who gets in, what is counted, and how a link ends.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatDate } from '#contract/core/day-words.ts';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { createDatabase } from '#server/db/open.ts';
import { createServer } from '#server/http/fastify-server.ts';
import { videoBox, videoContents } from '#server/test-support/files/made-files.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { createFileNames } from './guest-pages.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
let projectId: number;
let siteId: number;
let folder: string;
const publicUrl = 'http://progress.example.org';
const origin = { origin: publicUrl };
const brand = { name: 'Sky & <Sons>\nLtd', email: '', linkedin: '', instagram: '' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-guests-'));
  for (const at of ['site', 'site/flight']) mkdirSync(join(folder, 'media', at), { recursive: true });
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#476' } })
    .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(folder, 'media/site', name), photo);
  writeFileSync(
    join(folder, 'media/site/flight/flight.mp4'),
    Buffer.concat([videoContents('avc1'), videoBox('mdat', Buffer.alloc(24 * 1024 * 1024, 1))]),
  );
  testApp = await createTestApp(settings());
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  crew = await testApp.person('photographer', { firstName: 'Chidi', lastName: 'Secretname' });
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower <One>' });
  siteId = await testApp.make.site({ projectId, photographerId: crew.id, name: 'North' });
  await post(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const settings = () => ({
  publicUrl,
  brand,
  mediaRoot: join(folder, 'media'),
  dataDir: join(folder, 'data'),
  sampleProject: 'first' as const,
});
const post = (by: TestPerson, what: string, body?: object) =>
  testApp.call(by, what, { headers: origin, ...(body ? { body } : {}) });

async function visit(fields: object = {}): Promise<number> {
  const body = { projectId, siteId, captureDate: '2026-01-02', droneImagesUrl: '/media/folders/site', ...fields };
  const { id } = (await post(crew, 'POST /api/sessions', body)).body as { id: number };
  await post(admin, `PUT /api/sessions/${id}/approve`, {});
  return id;
}

type Address = { link: ShareLink; path: string };
async function share(body: object = {}, by = client): Promise<Address> {
  const whole = { scope: 'project', recipient: 'The bank', ...body };
  return (await post(by, `POST /api/projects/${projectId}/share-links`, whole)).body as Address;
}

const guest = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ url, headers });
const statusOf = async (url: string) => (await guest(url)).statusCode;
const hidden = ({ id }: ShareLink, name: string) => createFileNames(testConfig.secret)(id).hide(`local:site/${name}`);
const listed = async (id: number) =>
  ((await testApp.call(admin, `GET /api/projects/${projectId}/share-links`)).body as ShareLink[]).find(
    (one) => one.id === id,
  );
const pictureOf = (page: string) => /src="([^"]+\/pictures\/[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
const scriptOf = (page: string) => /script type="module" src="([^"]+)"/.exec(page)?.[1] ?? '';
const streamOf = (page: string) => /data-live="([^"]+)"/.exec(page)?.[1] ?? '';

test('a shared project shows its released visits, and no name of the crew, concern, original or position', async () => {
  const id = await visit({ notes: 'Slab <poured>', phase: 'framing' });
  await post(client, 'POST /api/disputes', { sessionId: id, reason: 'A very secret crack' });
  const waiting = (await post(crew, 'POST /api/sessions', { projectId, siteId, captureDate: '2026-01-03' })).body as {
    id: number;
  };
  const { path } = await share();
  const page = await guest(path);
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(page.headers['set-cookie']).toBeUndefined();
  expect(page.body).toContain('Tower &lt;One&gt;');
  expect(page.body).toContain('Sky &amp; &lt;Sons&gt; Ltd');
  expect(page.body).toContain(`${path}/visits/${id}`);
  expect(page.body).not.toContain(`${path}/visits/${waiting.id}"`);
  const inside = await guest(`${path}/visits/${id}`);
  expect(inside.body).toContain('Slab &lt;poured&gt;');
  for (const body of [page.body, inside.body])
    expect(body).not.toMatch(/Secretname|Chidi|secret crack|\/api\/|drive\.google/);
  expect(await statusOf(`${path}/visits/${waiting.id}`)).toBe(404);
  const picture = await guest(pictureOf(inside.body), { accept: 'image/webp' });
  expect(picture).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'private, no-cache' } });
  expect((await sharp(picture.rawPayload).metadata()).exif).toBeUndefined();
  expect(await statusOf(pictureOf(inside.body).replace('s400', 'full'))).toBe(404);
});

test('pages and scripts for guests are compressed where the browser accepts it', async () => {
  await visit();
  const { path } = await share();
  const plain = await guest(path);
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const [accepted, unpack] of [
    ['gzip, br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await guest(path, { 'accept-encoding': accepted });
    expect(packed.headers).toMatchObject({
      'content-encoding': accepted === 'gzip' ? 'gzip' : 'br',
      vary: 'Cookie, Accept-Encoding',
    });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(unpack(packed.rawPayload).toString()).toContain('Tower &lt;One&gt;');
  }
  const script = await guest(scriptOf(plain.body), { 'accept-encoding': 'br' });
  expect(script.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(script.rawPayload).toString()).toContain('EventSource');
});

test('a project’s page grows with what is released', async () => {
  const { path } = await share();
  const id = await visit({ captureDate: '2026-01-09' });
  expect((await guest(path)).body).toContain(`/visits/${id}"`);
});

test('a page says by the company’s day when its link ends', async () => {
  await visit();
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  // An hour ahead of UTC it is the next day already.
  const { path } = await share({ expiresAt: `${day}T23:30:00.000Z` });
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  expect((await guest(path)).body).toContain(`This link ends on ${formatDate(next)}.`);
});

test('a link to one session shows that one, and a link to two both', async () => {
  const [one, two, three] = [await visit(), await visit({ captureDate: '2026-01-05' }), await visit()];
  const single = await share({ scope: 'session', sessionId: one });
  expect((await guest(single.path)).body).toContain('a.jpg');
  expect([
    await statusOf(`${single.path}/visits/${two}`),
    await statusOf(`${single.path}/pictures/${two}/drone/cover/s400`),
  ]).toEqual([404, 404]);
  const pictures = [
    { mediaKind: 'drone', item: 'local:site/b.jpg' },
    { mediaKind: 'drone', item: 'local:site/a.jpg' },
  ];
  const both = await share({ scope: 'comparison', sessionId: two, otherSessionId: one, pictures });
  const { body } = await guest(both.path);
  expect(body.indexOf(`/pictures/${one}/drone/${hidden(both.link, 'a.jpg')}`)).toBeGreaterThan(0);
  expect(body.indexOf(`/pictures/${one}/`)).toBeLessThan(
    body.indexOf(`/pictures/${two}/drone/${hidden(both.link, 'b.jpg')}`),
  );
  expect([await statusOf(`${both.path}/visits/${two}`), await statusOf(`${both.path}/visits/${three}`)]).toEqual([
    200, 404,
  ]);
  const unpaired = await share({ scope: 'comparison', sessionId: one, otherSessionId: two });
  expect((await guest(unpaired.path)).body.match(/class="pair over swipe"/g)).toHaveLength(2);
});

test('a link to a viewpoint shows its pictures, and no other picture of those visits', async () => {
  const id = await visit();
  const body = { viewpoints: [{ mediaKind: 'drone', item: 'local:site/a.jpg', name: 'Gate', kind: 'photo' }] };
  const made = (await post(admin, `POST /api/sessions/${id}/viewpoints`, body)).body as {
    viewpoints: { id: number }[];
  };
  const { path, link } = await share({ scope: 'viewpoint', viewpointId: made.viewpoints.at(-1)?.id });
  const page = await guest(path);
  expect(page.body).toContain('Gate');
  expect(await statusOf(pictureOf(page.body))).toBe(200);
  const others = [
    `${path}/pictures/${id}/drone/${hidden(link, 'b.jpg')}/s800`,
    `${path}/pictures/${id}/drone/cover/s800`,
    `${path}/visits/${id}`,
  ];
  for (const other of others) expect(await statusOf(other)).toBe(404);
  const later = await visit({ captureDate: '2026-01-12' });
  const placed = `PUT /api/viewpoints/${made.viewpoints.at(-1)?.id}/pictures/${later}`;
  await post(admin, placed, { mediaKind: 'drone', item: 'local:site/a.jpg' });
  // On a long page the newest ones are watched.
  const watched = new URL(streamOf((await guest(path)).body), publicUrl).searchParams.get('of')?.split(',');
  expect(watched?.map((key) => Number.parseInt(key, 10))).toEqual([later, id]);
});

test('pictures are downloaded where the link allows it, re-encoded under their names', async () => {
  const id = await visit();
  const { path } = await share({ scope: 'session', sessionId: id, downloads: true });
  const { body } = await guest(path);
  const save = /data-save="([^"]+)"/.exec(body)?.[1] ?? '';
  const answer = await guest(save);
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' },
  });
  expect((await sharp(answer.rawPayload).metadata()).exif).toBeUndefined();
  const without = await share({ scope: 'session', sessionId: id });
  expect((await guest(without.path)).body).not.toContain('download');
  expect(await statusOf(save.replace(path, without.path))).toBe(404);
});

test('players of other hosts stand there only where the sharer included them, and never those of Google Drive', async () => {
  const id = await visit({
    videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    indoorImagesUrl: 'https://drive.google.com/drive/folders/folderNumber1',
  });
  const without = await guest((await share({ scope: 'session', sessionId: id })).path);
  expect(without.body).not.toContain('<iframe');
  expect(without.headers['content-security-policy']).toContain("frame-src 'none'");
  const included = await guest((await share({ scope: 'session', sessionId: id, players: true })).path);
  expect(included.body.match(/<iframe/g)).toHaveLength(1);
  expect(included.body).not.toContain('drive.google');
  expect(included.headers['content-security-policy']).toContain('frame-src https://www.youtube-nocookie.com;');
});

test('previews name what was shared, with a small picture, and behind a PIN only the company', async () => {
  const id = await visit();
  const { path } = await share({ scope: 'session', sessionId: id });
  const { body } = await guest(path);
  expect(body).toContain('<meta property="og:title" content="Tower &lt;One&gt;, January 2, 2026"/>');
  expect(body).toContain(`<meta property="og:image" content="${publicUrl}${path}/preview.jpg"/>`);
  expect((await guest(`${path}/preview.jpg`)).headers['content-type']).toBe('image/jpeg');
  const guarded = await share({ scope: 'session', sessionId: id, pin: '123456' });
  const form = await guest(guarded.path);
  expect(form.body).toContain('<meta property="og:title" content="Sky &amp; &lt;Sons&gt; Ltd"/>');
  expect(form.body).not.toMatch(/Tower|og:image|The bank/);
  expect(await statusOf(`${guarded.path}/preview.jpg`)).toBe(404);
});

type From = { app?: FastifyInstance; remoteAddress?: string };
function enter(path: string, pin: string, { app = testApp.app, remoteAddress = '203.0.113.9' }: From = {}) {
  const headers = { ...origin, 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({ pin }).toString();
  return app.inject({ method: 'POST', url: path, headers, payload, remoteAddress });
}

test('a PIN is asked for by a form, and its cookie is for this link alone', async () => {
  const id = await visit();
  const { path, link } = await share({ scope: 'session', sessionId: id, pin: '007007' });
  expect(link.hasPin).toBe(true);
  const inside = `${path}/pictures/${id}/drone/cover/s400`;
  expect(await statusOf(inside)).toBe(404);
  const wrong = await enter(path, '123456');
  expect(wrong).toMatchObject({ statusCode: 403 });
  expect(wrong.body).toContain('This PIN is wrong.');
  expect(wrong.headers['set-cookie']).toBeUndefined();
  const right = await enter(path, '007007');
  expect(right).toMatchObject({ statusCode: 303, headers: { location: path } });
  const [cookie = ''] = [right.headers['set-cookie']].flat();
  expect(cookie).toContain(`; Path=${path}; HttpOnly; SameSite=Lax`);
  const pass = { cookie: cookie.split(';')[0] ?? '' };
  expect((await guest(path, pass)).body).toContain('a.jpg');
  expect((await guest(inside, pass)).statusCode).toBe(200);
  const second = await share({ scope: 'session', sessionId: id, pin: '007007' });
  expect((await guest(second.path, pass)).body).toContain('Enter the PIN');
});

test('a PIN opens with the spaces and signs that it is pasted with, and what has not six digits is no try', async () => {
  const from = { remoteAddress: '203.0.113.55' };
  const { path, link } = await share({ pin: '007007' });
  for (const typed of ['', '00700', '0070077', 'seven'])
    expect((await enter(path, typed, from)).body).toContain('A PIN has six digits.');
  expect(
    await sql<{ n: number }>`select wrong_pins as n from share_links where id = ${link.id}`.execute(
      testApp.database.query,
    ),
  ).toMatchObject({ rows: [{ n: 0 }] });
  for (const typed of ['007 007', ' 007007\n', '\u200b007-007\u200e', '\u2068００７００７\u2069'])
    expect((await enter(path, typed, from)).statusCode).toBe(303);
  expect((await guest(path)).body).not.toContain('maxlength="6"');
});

test('addresses of pictures and films hold no name of a folder or file, and those of one link are of no use under another', async () => {
  const sessionId = await visit({ videoUrl: '/media/folders/site/flight' });
  const [one, other] = [await share({ scope: 'session', sessionId }), await share({ scope: 'session', sessionId })];
  const { body } = await guest(one.path);
  const addresses = [...body.matchAll(/(?:src|href|srcset)="([^"]+\/(?:pictures|films)\/[^"]+)"/gi)].map(
    ([, url = '']) => url,
  );
  expect(addresses.length).toBeGreaterThan(6);
  for (const url of addresses) {
    expect(decodeURIComponent(url)).not.toMatch(/local|site|flight|jpg/);
    expect(Buffer.from(url.split('/')[6] ?? '', 'base64url').toString('latin1')).not.toMatch(/local|site|flight|jpg/);
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url.replace(one.path, other.path))).toBe(404);
  }
  expect(
    await statusOf(`${one.path}/pictures/${sessionId}/drone/${encodeURIComponent('local:site/a.jpg')}/s400`),
  ).not.toBe(200);
});

test('a link opens with what messengers and people leave around it', async () => {
  const { path } = await share();
  const left = [
    '.',
    ')',
    ',',
    '/',
    '%20',
    '%E2%80%8B',
    '%EF%BB%BF',
    '%3E',
    '%22',
    '…',
    '.%0A',
    '/)',
    '_',
    '%E2%80%9D.',
  ];
  for (const url of left.map((sign) => encodeURI(path) + sign.replace('…', '%E2%80%A6'))) {
    const { statusCode, headers } = await guest(`${url}?fbclid=IwAR0abc`);
    expect([url, statusCode, headers.location]).toEqual([url, 302, path]);
  }
  for (const start of ['%E2%80%8B', '%20', '%3C', '%E2%81%A8'])
    expect((await guest(path.replace('/s/', `/s/${start}`))).headers.location).toBe(path);
  expect(await statusOf(`${path}?fbclid=IwAR0abc`)).toBe(200);
  expect((await guest(path, { host: 'PROGRESS.Example.ORG' })).statusCode).toBe(200);
  const id = await visit();
  expect(await statusOf(`${path}/visits/${id}?fbclid=1`)).toBe(200);
  expect((await guest(`${path}/visits/${id}).`)).headers.location).toBe(`${path}/visits/${id}`);
  expect(await statusOf(`${path}aa`)).toBe(404);
});

test('a PIN sent by another site’s page is refused', async () => {
  const { path } = await share({ pin: '123456' });
  const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await testApp.app.inject({ method: 'POST', url: path, headers, payload: 'pin=123456' });
  expect(answer.statusCode).toBe(403);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.body).toContain('<h1>This is not allowed</h1>');
});

test('so many wrong PINs from one address are throttled, through whichever process they come', async () => {
  const { path, link } = await share({ pin: '123456' });
  const second = await secondProcess();
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) {
    const from = { app: n % 2 === 0 ? testApp.app : second.app, remoteAddress: '203.0.113.200' };
    answers.push((await enter(path, '000000', from)).statusCode);
  }
  await second.close();
  expect(answers).toEqual([...Array(10).fill(403), 429]);
  const refused = await enter(path, '000000', { remoteAddress: '203.0.113.200' });
  expect(refused).toMatchObject({ statusCode: 429, body: expect.stringContaining('<h1>Please wait a moment</h1>') });
  expect(await listed(link.id)).toMatchObject({ state: 'live' });
});

/** A second process of the same installation. */
async function secondProcess() {
  const database = createDatabase(testApp.connection);
  const app = await buildApp({ config: { ...testConfig, ...settings() }, database, pages: null, demoMedia: null });
  await app.ready();
  return {
    app,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

test('twenty wrong PINs end a link, counted as one across processes, and its sharer is notified', async () => {
  const { path, link } = await share({ pin: '654321' });
  const second = await secondProcess();
  const all = Array.from({ length: 40 }, (_, n) =>
    enter(path, '000000', { app: n % 2 === 0 ? testApp.app : second.app, remoteAddress: `198.51.100.${n}` }),
  );
  const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 403)).toHaveLength(19);
  expect(statuses.filter((status) => status === 404)).toHaveLength(21);
  expect((await enter(path, '654321', { app: second.app, remoteAddress: '198.51.100.99' })).statusCode).toBe(404);
  await second.close();
  expect(await listed(link.id)).toMatchObject({ state: 'too_many_pins' });
  const notices = (await testApp.call(client, 'GET /api/notifications')).body as { type: string; message: string }[];
  expect(notices.filter(({ type }) => type === 'share_ended')).toHaveLength(1);
});

test('an open counts when the page’s script or its counting picture is fetched, once for each page', async () => {
  const { path, link } = await share();
  const { body } = await guest(path);
  expect(await listed(link.id)).toMatchObject({ opens: 0, firstOpenedAt: null });
  await guest(`${path}/preview.jpg`);
  await testApp.app.inject({ method: 'HEAD', url: scriptOf(body) });
  expect(await listed(link.id)).toMatchObject({ opens: 0 });
  await guest(scriptOf(body));
  await guest(scriptOf(body));
  expect(await listed(link.id)).toMatchObject({ opens: 1, firstOpenedAt: expect.any(String) });
  const again = await guest(path);
  await guest(/src="([^"]+open\.gif[^"]+)"/.exec(again.body)?.[1] ?? '');
  const after = await listed(link.id);
  expect(after).toMatchObject({ opens: 2 });
  expect(after?.lastOpenedAt).not.toBe(after?.firstOpenedAt);
});

test('what is no page of the link counts nothing, a page counts once whatever came between, and one address counts 30 a minute', async () => {
  const { path, link } = await share();
  const other = await share();
  const opens = async () => (await listed(link.id))?.opens;
  const pageOf = async (of: string) => scriptOf((await guest(of)).body).split('page=')[1];
  const foreign = await pageOf(other.path);
  for (const page of ['abcdefghijkl', 'a'.repeat(24), foreign, '', '%00'])
    expect((await guest(`${path}/script.js?page=${page}`)).statusCode).toBe(200);
  expect(await opens()).toBe(0);
  const [a, b] = [await pageOf(path), await pageOf(path)];
  for (let n = 0; n < 4; n++) await guest(`${path}/script.js?page=${n % 2 ? a : b}`);
  expect(await opens()).toBe(2);
  const from = { remoteAddress: '203.0.113.91' };
  const marks = await Promise.all(Array.from({ length: 62 }, () => pageOf(path)));
  for (const page of marks) await testApp.app.inject({ url: `${path}/script.js?page=${page}`, ...from });
  // The minute may end meanwhile.
  const counted = (await opens()) ?? 0;
  expect(counted).toBeGreaterThanOrEqual(32);
  expect(counted).toBeLessThanOrEqual(62);
});

test('twenty pages of one link get live notices at one address, one more polls, and other addresses and links get theirs', async () => {
  const [one, two] = [await share(), await share()];
  const [second, third] = [await secondProcess(), await secondProcess()];
  const urls = await Promise.all([second, third].map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })));
  const [url = ''] = urls;
  const leaving = new AbortController();
  const listen = async ({ path }: Address, at = url) => fetch(`${at}${path}/live?of=`, { signal: leaving.signal });
  const all = await Promise.all(Array.from({ length: 24 }, (_, n) => listen(one, urls[n % 2])));
  expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
  for (const at of urls) expect((await listen(one, at)).status).toBe(429);
  expect((await fetch(`${url}${one.path}/live?of=&once`)).status).toBe(204);
  expect((await listen(two)).status).toBe(200);
  leaving.abort();
  await expect
    .poll(async () => (await fetch(`${url}${one.path}/live?of=`, { signal: AbortSignal.timeout(3000) })).status)
    .toBe(200);
  await Promise.all([second.close(), third.close()]);
});

test('the streams of a server that died end by themselves', async () => {
  const { path, link } = await share();
  const second = await secondProcess();
  const url = await second.app.listen({ host: '127.0.0.1', port: 0 });
  const rows = Array.from({ length: 20 }, () => ({ id: randomUUID(), link_id: link.id, address: '127.0.0.1' }));
  const lease = (seconds: number) => new Date(Date.now() + 1000 * seconds).toISOString();
  const { query } = testApp.database;
  await query
    .insertInto('guest_streams')
    .values(rows.map((row) => ({ ...row, until: lease(30) })))
    .execute();
  const statusOfStream = async () =>
    (await fetch(`${url}${path}/live?of=`, { signal: AbortSignal.timeout(3000) })).status;
  expect(await statusOfStream()).toBe(429);
  await query
    .updateTable('guest_streams')
    .set({ until: lease(-1) })
    .execute();
  expect(await statusOfStream()).toBe(200);
  await second.close();
});

test('its sharer reads on which days a link was opened', async () => {
  const { path, link } = await share();
  for (let n = 0; n < 2; n++) await guest(scriptOf((await guest(path)).body));
  expect((await listed(link.id))?.openedOn).toHaveLength(1);
  await sql`update share_links set last_opened_at = now() - interval '1 day' where id = ${link.id}`.execute(
    testApp.database.query,
  );
  await guest(scriptOf((await guest(path)).body));
  const { openedOn = [], firstOpenedAt, lastOpenedAt } = (await listed(link.id)) ?? {};
  expect(openedOn).toEqual([lastOpenedAt, firstOpenedAt]);
});

test('the audit log keeps making, the first open of a day, and the end of a link', async () => {
  const { path, link } = await share({ recipient: 'The auditor' });
  for (let n = 0; n < 2; n++) await guest(scriptOf((await guest(path)).body));
  await post(client, `DELETE /api/share-links/${link.id}`);
  const answer = await testApp.call(admin, `GET /api/audit-log?projectId=${projectId}`);
  type Entry = { act: string; guest: string | null; byId: number | null; subject: { kind: string; id: number } };
  const own = (answer.body as Entry[]).filter(({ subject: { kind, id } }) => kind === 'shareLink' && id === link.id);
  expect(own.map(({ act }) => act)).toEqual(['shareLinkEnded', 'shareLinkOpened', 'shareLinkCreated']);
  expect(own[1]).toMatchObject({ byId: null, guest: 'Share link for The auditor', subject: { kind: 'shareLink' } });
  expect(JSON.stringify(own)).not.toContain(path.slice(3));
});

test('wrong, ended and expired addresses are answered alike, and many wrong ones are throttled', async () => {
  const ended = await share();
  await post(client, `DELETE /api/share-links/${ended.link.id}`);
  const expired = await share();
  await sql`update share_links set expires_at = now() - interval '1 second' where id = ${expired.link.id}`.execute(
    testApp.database.query,
  );
  const bodies = new Set<string>();
  for (const path of ['/s/AAAAAAAAAAAAAAAAAAAAAA', '/s/x', ended.path, expired.path]) {
    const answer = await guest(path);
    expect(answer.statusCode).toBe(404);
    bodies.add(answer.body);
  }
  expect(bodies.size).toBe(1);
  const from = { remoteAddress: '203.0.113.77' };
  const answers = [];
  for (let n = 0; n < 62; n++) answers.push((await testApp.app.inject({ url: `/s/wrong${n}`, ...from })).statusCode);
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
  const { path } = await share();
  expect((await testApp.app.inject({ url: path, ...from })).statusCode).toBe(200);
});

/** Possible subjects of a link, besides its project, made of these sessions. */
const subjects: [string, (sessions: [number, number]) => object | Promise<object>][] = [
  ['a session', ([sessionId]) => ({ scope: 'session', sessionId })],
  ['a comparison', ([otherSessionId, sessionId]) => ({ scope: 'comparison', sessionId, otherSessionId })],
  ['a viewpoint', async ([id]) => ({ scope: 'viewpoint', viewpointId: await viewpointOf(id) })],
  [
    'the report of a session',
    ([sessionId]) => ({ scope: 'report', sessionId, report: { of: 'session', pictures: 12 } }),
  ],
  [
    'the report of a period',
    () => ({ scope: 'report', report: { of: 'period', from: '2020-02-02', to: '2020-02-02' } }),
  ],
];

async function viewpointOf(sessionId: number): Promise<number> {
  const body = { viewpoints: [{ mediaKind: 'drone', item: 'local:site/a.jpg', name: 'Fence', kind: 'photo' }] };
  const made = await post(admin, `POST /api/sessions/${sessionId}/viewpoints`, body);
  return (made.body as { viewpoints: { id: number }[] }).viewpoints.at(-1)?.id ?? 0;
}

test.each(subjects)(
  'a link to %s that was removed is answered like a wrong one, and its sharer reads that',
  async (_, of) => {
    const sessions: [number, number] = [await visit({ captureDate: '2020-02-02' }), await visit()];
    const subject = await of(sessions);
    const [open, guarded] = [await share(subject), await share({ ...subject, pin: '123456' })];
    expect([await statusOf(open.path), await statusOf(guarded.path)]).toEqual([200, 200]);
    await post(admin, `DELETE /api/sessions/${sessions[0]}`);
    const wrong = (await guest('/s/AAAAAAAAAAAAAAAAAAAAAA')).body;
    for (const { path, link } of [open, guarded]) {
      expect(await guest(path)).toMatchObject({ statusCode: 404, body: wrong });
      expect((await enter(path, '123456')).statusCode).toBe(404);
      expect(await listed(link.id)).toMatchObject({ state: 'gone' });
      expect((await post(client, `POST /api/share-links/${link.id}/renew`)).status).toBe(409);
    }
  },
);

/** As if by time: nothing is announced. */
async function expire({ link }: { link: ShareLink }) {
  await sql`update share_links set expires_at = now() where id = ${link.id}`.execute(testApp.database.query);
  return { status: 200 };
}

/** Reads a video that is being sent to its end; rejects if it is cut off. `ended`: of the link, after which nothing waits. */
async function readOn(answer: Response, ended: Promise<unknown>): Promise<'whole'> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const reader = answer.body?.getReader();
  for (;;) {
    const { done } = (await reader?.read()) ?? { done: true };
    // As slow as a phone, so that it is still being sent when the link ends.
    if (!isOver) await new Promise((resolve) => setTimeout(resolve, 50));
    if (done) return 'whole';
  }
}

const videoOf = (page: string) => /<video[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
/** How long an open page may stay open after an expiry, and as long again for a busy machine. */
const mostMilliseconds = 10_000;

/** The ways in which a link, or what it shows, ends. */
const endings: [string, (made: { link: ShareLink; id: number; by: TestPerson }) => Promise<unknown>][] = [
  ['it is revoked', ({ link }) => post(client, `DELETE /api/share-links/${link.id}`)],
  ['an admin ends all', () => post(admin, `DELETE /api/projects/${projectId}/share-links`)],
  ['it gets a new address', ({ link, by }) => post(by, `POST /api/share-links/${link.id}/renew`)],
  ['its session is removed', ({ id }) => post(admin, `DELETE /api/sessions/${id}`)],
  ['it expires', expire],
];
const byMember: typeof endings = [
  ['its sharer leaves the project', ({ by }) => post(admin, `DELETE /api/projects/${projectId}/members/${by.id}`)],
  [
    'its sharer becomes a viewer',
    ({ by }) => post(admin, `PATCH /api/projects/${projectId}/members/${by.id}`, { role: 'viewer' }),
  ],
  ['its sharer’s account is closed', ({ by }) => post(admin, `DELETE /api/users/${by.id}`)],
];

async function sharedByMember() {
  const by = await testApp.person('client');
  await testApp.make.member({ projectId, userId: by.id, role: 'contributor' });
  return by;
}

test.each([...endings.map((one) => [...one, false] as const), ...byMember.map((one) => [...one, true] as const)])(
  'pages, pictures, open streams and films end at once in every process when %s',
  async (_, end, isMember) => {
    const second = await secondProcess();
    await second.app.listen({ port: 0, host: '127.0.0.1' });
    const at = `http://127.0.0.1:${(second.app.server.address() as AddressInfo).port}`;
    try {
      const by = isMember ? await sharedByMember() : client;
      const id = await visit({ videoUrl: '/media/files/site/flight/flight.mp4' });
      const { link, path } = await share({ scope: 'session', sessionId: id }, by);
      const { body } = await guest(path);
      const picture = pictureOf(body);
      const stream = await fetch(at + streamOf(body).replaceAll('&amp;', '&'));
      const film = await fetch(at + videoOf(body));
      expect([stream.status, film.status, (await fetch(at + picture)).status]).toEqual([200, 200, 200]);
      const heard = stream.text();
      const sent = readOn(film, heard).catch(() => 'cut off');
      const began = performance.now();
      expect(((await end({ link, id, by })) as { status: number }).status).toBeLessThan(300);
      expect(await heard).toContain('event: ended');
      expect(performance.now() - began).toBeLessThan(end === expire ? mostMilliseconds : Number.POSITIVE_INFINITY);
      expect(await sent).toBe('cut off');
      expect([(await fetch(at + path)).status, (await fetch(at + picture)).status, await statusOf(picture)]).toEqual([
        404, 404, 404,
      ]);
    } finally {
      await second.close();
    }
  },
  60_000,
);

test('a link does not come back with the rights of its sharer', async () => {
  const by = await sharedByMember();
  const { path, link } = await share({}, by);
  await post(admin, `DELETE /api/projects/${projectId}/members/${by.id}`);
  await vi.waitFor(async () => expect((await listed(link.id))?.state).toBe('not_allowed'));
  await vi.waitFor(async () => {
    const row = await sql<{
      over: boolean;
    }>`select ended_at is not null as over from share_links where id = ${link.id}`.execute(testApp.database.query);
    expect(row.rows[0]?.over).toBe(true);
  });
  await testApp.make.member({ projectId, userId: by.id, role: 'admin' });
  expect(await statusOf(path)).toBe(404);
});

test('no log holds a token', async () => {
  const lines: string[] = [];
  const app = createServer({ logLevel: 'info', trustProxy: false });
  app.addHook('onRequest', async ({ log }) => {
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(log, level).mockImplementation((...words: unknown[]) => void lines.push(JSON.stringify(words)));
  });
  app.get('/s/:token', async () => 'page');
  app.get('/s/:token/pictures/:item', async () => 'picture');
  for (const url of [
    '/s/secrettoken',
    '/%73/secrettoken',
    '/s/secrettoken/pictures/a',
    '/s/secrettoken/none',
    '//s/secrettoken',
  ])
    await app.inject({ url });
  await app.close();
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).not.toContain('secrettoken');
});

test('the live sample shows one project of the operator’s, without a login, throttled, and is nobody’s link', async () => {
  await visit();
  const page = await guest('/sample');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('/sample/visits/');
  expect(page.body).toContain('A sample of');
  expect(
    ((await testApp.call(admin, `GET /api/projects/${projectId}/share-links`)).body as ShareLink[]).some(
      ({ recipient }) => recipient === 'Visitors',
    ),
  ).toBe(false);
  const from = { remoteAddress: '203.0.113.50' };
  const answers = [];
  for (let n = 0; n < 602; n++)
    answers.push((await testApp.app.inject({ url: '/sample/live?once', ...from })).statusCode);
  expect(answers.slice(-2)).toEqual([429, 429]);
  expect(answers.slice(0, 600).every((status) => status === 204)).toBe(true);
});
