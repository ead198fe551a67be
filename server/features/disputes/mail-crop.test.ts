// The claims about the crops in emails: what they show, to whom, and when they stop working.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { pictureAddress } from '#server/features/projects/digests/picture-route.ts';
import { type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { cropOfNotice, readCropToken } from './mail-crop.ts';

const publicUrl = 'http://progress.example.org';
const headers = { origin: publicUrl };
const hour = 3_600_000;

let folder: string;
let box: Mailbox;
let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
let session: number;

const db = () => testApp.database.query;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-crops-'));
  mkdirSync(join(folder, 'media/lekki'), { recursive: true });
  const red = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a04030' } });
  const position = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' } };
  writeFileSync(join(folder, 'media/lekki/1.jpg'), await red.withExif(position).jpeg().toBuffer());
  box = await startMailbox();
  testApp = await createTestApp({
    publicUrl,
    smtp: { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null },
    mailFrom: { name: 'Topout', address: 'progress@example.org' },
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
  });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots }, headers });
  const visit = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: '/media/folders/lekki' };
  session = ((await testApp.call(crew, 'POST /api/sessions', { body: visit, headers })).body as Session).id;
  await testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {}, headers });
});
afterAll(async () => {
  await testApp.close();
  await box.close();
  rmSync(folder, { recursive: true });
});

const item = 'local:lekki/1.jpg';
const area = { left: 0.7, top: 0.6, width: 0.1, height: 0.1 };
const photo = { kind: 'photo', mediaKind: 'drone', file: item, x: 0.75, y: 0.65, box: area };

type Mailed = { admin: string; crew: string };

/** The emails of a new concern to its recipients, as HTML. */
async function raise(anchor: object | null): Promise<Mailed> {
  box.mails.length = 0;
  // As if a minute had passed: more than five emails within a minute are sent as one.
  await sql`update deliveries set paced_at = paced_at - interval '1 minute'`.execute(testApp.database.query);
  const body = { sessionId: session, reason: 'A crack', ...(anchor && { anchor }) };
  const raised = await testApp.call(client, 'POST /api/disputes', { body, headers });
  expect(raised.status, JSON.stringify(raised.body)).toBe(201);
  const mailTo = async ({ username }: TestPerson) => {
    const mail = await box.waitFor(`${username}@example.org`, 'Concern raised');
    expect(mail.part('image/jpeg')).toBeUndefined();
    return mail.part('text/html')?.toString() ?? '';
  };
  return { admin: await mailTo(admin), crew: await mailTo(crew) };
}

/** Where an email loads its crop from. */
const addressIn = (html: string) => /<img src="http:\/\/progress\.example\.org([^"]+)"/.exec(html)?.[1] ?? '';

async function sentTo(person: keyof Mailed): Promise<string> {
  return addressIn((await raise(photo))[person]);
}

const get = (url: string) => testApp.app.inject({ url });
const statusOf = async (url: string) => (await get(url)).statusCode;

test('a mail about a pinned concern shows its crop with the place marked, fetched without a login', async () => {
  const { admin: html } = await raise(photo);
  expect(html).toContain('alt="The place that the concern is about, cut out of 1.jpg"');
  const url = addressIn(html);
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const { width, height, exif } = await sharp(answer.rawPayload).metadata();
  expect([Math.max(width, height), exif]).toEqual([360, undefined]);
  expect(answer.rawPayload.length).toBeLessThan(200_000);
  // Nothing in this picture is as light as what surrounds the mark.
  expect((await sharp(answer.rawPayload).raw().toBuffer()).some((value) => value > 240)).toBe(true);
  const again = await testApp.app.inject({ url, headers: { 'if-none-match': `${answer.headers.etag}` } });
  expect(again.statusCode).toBe(304);
});

test('its address is bound to its picture and reader, and is no other mail’s', async () => {
  const url = await sentTo('admin');
  const token = url.split('/').at(-1) ?? '';
  const [payload = '', signature = ''] = token.split('.');
  const forged = Buffer.from(payload, 'base64url')
    .toString()
    .replace(/\d+\]$/, '999]');
  const digest = pictureAddress(testConfig.secret, {
    reader: admin.id,
    digestAt: new Date().toISOString(),
    sessionId: session,
    kind: 'drone',
    file: item,
  });
  expect(await statusOf(digest)).toBe(200);
  for (const other of [`${Buffer.from(forged).toString('base64url')}.${signature}`, digest.split('/').at(-1), 'e30.x'])
    expect(await statusOf(url.replace(token, `${other}`))).toBe(404);
  expect(await statusOf(`/mail-pictures/${token}`)).toBe(404);
});

test('it is gone for whoever may not read the concern any more, has no account any more, and after sixty days', async () => {
  const url = await sentTo('crew');
  const other = await testApp.person('photographer');
  expect(await statusOf(url)).toBe(200);
  await sql`update sessions set photographer_id = ${other.id} where id = ${session}`.execute(db());
  expect(await statusOf(url)).toBe(404);
  await sql`update sessions set photographer_id = ${crew.id} where id = ${session}`.execute(db());
  await sql`update users set closed_at = now() where id = ${crew.id}`.execute(db());
  expect(await statusOf(url)).toBe(404);
  await sql`update users set closed_at = null where id = ${crew.id}`.execute(db());
  expect(await statusOf(url)).toBe(200);
  const token = url.split('/').at(-1) ?? '';
  const days = (count: number) => Date.now() + count * 24 * hour;
  expect(readCropToken(testConfig.secret, token, days(59))).toMatchObject({ reader: crew.id });
  expect(readCropToken(testConfig.secret, token, days(61))).toBeNull();
});

test('a mail about a concern without a place has none', async () => {
  expect((await raise(null)).admin).not.toContain('<img');
});

test('what was taken back is gone from the mails of admins too, and comes with no later one', async () => {
  const url = await sentTo('admin');
  const [{ id }] = (await testApp.call(admin, 'GET /api/notifications')).body as [{ id: number }];
  const later = () => cropOfNotice({ db: db(), secret: testConfig.secret }, id);
  expect(await later()).toMatchObject({ caption: '1.jpg' });
  const at = `/api/sessions/${session}/media/drone/${encodeURIComponent(item)}/taken-back`;
  await testApp.call(admin, `PUT ${at}`, { body: { reason: 'A face' }, headers });
  expect([await statusOf(url), await later()]).toEqual([404, null]);
  await testApp.call(admin, `DELETE /api/sessions/${session}/taken-back/${encodeURIComponent(item)}`, { headers });
  expect(await statusOf(url)).toBe(200);
});

test('it goes with its session', async () => {
  const url = await sentTo('admin');
  expect(await statusOf(url)).toBe(200);
  await testApp.call(admin, `DELETE /api/sessions/${session}`, { headers });
  expect(await statusOf(url)).toBe(404);
});
