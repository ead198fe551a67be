// The claims about digests: when they are due, that each comes once, what they hold, and that nothing new is no mail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { createDefaultsReader } from '#server/db/settings/company-settings.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createOutbox, queueDeliveries } from '#server/features/notifications/deliveries.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { createTokenSigner } from '#server/lib/secrets/tokens.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, sealed, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { readPictureToken } from './digests/picture-route.ts';
import { digestJob, dueDigest } from './digests/schedule.ts';

const publicUrl = 'http://progress.example.org';
const origin = { origin: publicUrl };
const hour = 3_600_000;

let folder: string;
let testApp: TestApp;
let box: Mailbox;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let outsider: TestPerson;
let projectId: number;
let siteId: number;

function smtpOf({ port }: Mailbox) {
  return { host: '127.0.0.1', port, secure: false, requireTls: false, login: null };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-digest-'));
  for (const [nth, visit] of ['before', 'after'].entries()) {
    mkdirSync(join(folder, 'media/lekki', visit), { recursive: true });
    const rect = { left: 40 + nth * 10, top: 40, width: 900, height: 700 };
    writeFileSync(join(folder, 'media/lekki', visit, 'VP01.jpg'), await scene(7, rect));
  }
  box = await startMailbox();
  testApp = await createTestApp({
    publicUrl,
    smtp: smtpOf(box),
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
  });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  outsider = await testApp.person('client');
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  siteId = await testApp.make.site({ projectId, photographerId: crew.id, name: 'Block A' });
  await testApp.call(admin, `PUT /api/projects/${projectId}/media-roots`, {
    body: { roots: [{ provider: 'local', root: 'lekki' }] },
    headers: origin,
  });
});
afterEach(async () => {
  const db = testApp.database.query;
  await sql`truncate deliveries`.execute(db);
  await sql`delete from notification_settings`.execute(db);
  await sql`delete from muted_projects`.execute(db);
  box.mails.length = 0;
});
afterAll(async () => {
  await testApp.close();
  await box.close();
  rmSync(folder, { recursive: true, force: true });
});

const mailOf = (person: TestPerson) => `${person.username}@example.org`;

function writer() {
  const outbox = createOutbox(
    { publicUrl, smtp: smtpOf(box), gatherMinutes: 0 },
    createSealedBox(testConfig.secret, 'deliveries'),
  );
  return createTransactionRunner(testApp.database, () => undefined, outbox);
}

/** The digest of the last seven days, now. */
async function send(person: TestPerson, key = `digest ${person.id} now`): Promise<void> {
  const payload = {
    since: new Date(Date.now() - 168 * hour).toISOString(),
    until: new Date(Date.now() + hour).toISOString(),
  };
  await writer()({ topics: [] }, (context) =>
    queueDeliveries(context, [{ channel: 'mail', kind: 'digest', recipient: person.id, payload, key }]),
  );
}

async function digestState(person: TestPerson): Promise<string | undefined> {
  const rows = await testApp.database.query
    .selectFrom('deliveries')
    .select('state')
    .where('kind', '=', 'digest')
    .where('user_id', '=', person.id)
    .execute();
  return rows[0]?.state;
}

async function visit(day: string, droneImagesUrl: string | null = null): Promise<number> {
  const body = { projectId, siteId, captureDate: day, phase: 'foundation', droneImagesUrl };
  const made = await testApp.call(crew, 'POST /api/sessions', { body, headers: origin });
  expect(made.status).toBe(201);
  return (made.body as { id: number }).id;
}

async function release(id: number): Promise<number> {
  const answer = await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {}, headers: origin });
  expect(answer.status).toBe(200);
  return id;
}

const monday = Date.parse('2026-11-23T06:00:00Z');
const reader = { id: 7, digest: 'weekly', timeZone: null, createdAt: '2026-01-01T00:00:00Z' } as const;
const lagos = (now: number) => ({ now, timeZone: 'Africa/Lagos' });

test('a weekly digest is due on Monday at seven where its reader is, and tells of the week before', () => {
  expect(dueDigest(reader, lagos(monday))).toEqual({
    channel: 'mail',
    kind: 'digest',
    recipient: 7,
    key: 'digest 7 2026-11-23',
    payload: { since: '2026-11-16T06:00:00.000Z', until: '2026-11-23T06:00:00.000Z' },
  });
  expect(dueDigest(reader, lagos(monday - 1))).toBeNull();
  const inAuckland = dueDigest(reader, { now: Date.parse('2026-11-22T18:00:00Z'), timeZone: 'Pacific/Auckland' });
  expect(inAuckland?.key).toBe('digest 7 2026-11-23');
});

test('a daily one is due every day and tells of the day before; after an outage one comes late, at most a day and a half', () => {
  const daily = { ...reader, digest: 'daily' } as const;
  const wednesday = monday + 48 * hour;
  expect(dueDigest(daily, lagos(wednesday))).toMatchObject({
    key: 'digest 7 2026-11-25',
    payload: { since: '2026-11-24T06:00:00.000Z' },
  });
  expect(dueDigest(reader, lagos(monday + 35 * hour))).not.toBeNull();
  expect(dueDigest(reader, lagos(monday + 37 * hour))).toBeNull();
});

test('of the time before somebody had an account they get no digest', () => {
  expect(dueDigest({ ...reader, createdAt: '2026-11-23T06:00:00Z' }, lagos(monday))).toBeNull();
});

test('four processes that look at once queue one digest for each person and day', async () => {
  const db = testApp.database.query;
  await sql`update users set created_at = '2026-01-01'`.execute(db);
  await sql`insert into notification_settings (user_id, digest) values (${outsider.id}, 'never')`.execute(db);
  const job = () =>
    digestJob({
      db,
      write: writer(),
      settings: async () => defaultSettings,
      defaults: createDefaultsReader(null),
      now: () => monday,
    });
  await Promise.all([1, 2, 3, 4].map(() => job().run({})));
  await job().run({});
  const rows = await db.selectFrom('deliveries').select(['user_id', 'key']).where('kind', '=', 'digest').execute();
  const expected = [admin, crew, client].map(({ id }) => ({ user_id: id, key: `digest ${id} 2026-11-23` }));
  expect(rows.toSorted((a, b) => (a.user_id ?? 0) - (b.user_id ?? 0))).toEqual(expected);
});

test('where the company set none, only who chose one gets a digest', async () => {
  const db = testApp.database.query;
  const choose = { user_id: crew.id, digest: 'weekly' } as const;
  await db.insertInto('notification_settings').values(choose).execute();
  await db
    .insertInto('settings')
    .values({ key: 'defaultDigest', value: JSON.stringify('never') })
    .execute();
  const now = () => monday + 7 * 24 * 3_600_000;
  const defaults = createDefaultsReader(null);
  await digestJob({ db, write: writer(), settings: async () => defaultSettings, defaults, now }).run({});
  const rows = await db.selectFrom('deliveries').select('user_id').where('key', 'like', '% 2026-11-30').execute();
  expect(rows).toEqual([{ user_id: crew.id }]);
  await sql`delete from deliveries where key like '% 2026-11-30'`.execute(db);
  await db.deleteFrom('settings').where('key', '=', 'defaultDigest').execute();
  await db.deleteFrom('notification_settings').where('user_id', '=', crew.id).execute();
});

test('nothing new is no mail', async () => {
  await send(outsider);
  await expect.poll(() => digestState(outsider)).toBe('dropped');
  expect(box.mails).toEqual([]);
});

test('a digest holds what was released with the best pair, and concerns with their clocks; of at most 300 kB', async () => {
  await release(await visit('2026-03-01', '/media/folders/lekki/before'));
  const newer = await release(await visit('2026-03-08', '/media/folders/lekki/after'));
  const hidden = await visit('2026-03-15');
  const raised = await testApp.call(client, 'POST /api/disputes', {
    body: { sessionId: newer, reason: 'A crack in the <b>slab</b>', priority: 'high' },
    headers: origin,
  });
  expect(raised.status).toBe(201);
  const file = sealed('local:lekki/after/VP01.jpg');
  const anchor = { kind: 'photo', mediaKind: 'drone', file, x: 0.5, y: 0.5 };
  const pinned = await testApp.call(client, 'POST /api/disputes', {
    body: { sessionId: newer, reason: 'A gap in the wall', anchor },
    headers: origin,
  });
  expect(pinned.status).toBe(201);
  await send(client);
  const mail = await box.waitFor(mailOf(client), 'What is new');
  expect(mail.header('subject')).toBe('What is new: Lekki Towers');
  const text = (mail.part('text/plain')?.toString() ?? '').replaceAll('\r\n', '\n');
  const linkOf = (reason: string) => text.match(new RegExp(`${reason}.*\\n {2}(\\S+)`))?.[1]?.replace(publicUrl, '');
  expect(linkOf('slab')).toBe(`/sessions/${newer}#concern-${(raised.body as { id: number }).id}`);
  const exact = new URLSearchParams({ tab: 'drone', item: file, pin: linkOf('wall')?.split('pin=')[1] ?? '' });
  expect(linkOf('wall')).toBe(`/sessions/${newer}?${exact}`);
  expect(mail.raw).not.toContain('local%3A');
  expect(text).toContain('2 sessions released:');
  expect(text).toContain(`- Session #${newer}, Block A, March 8, 2026, Foundation`);
  expect(text).toMatch(/Concern about session #\d+: A crack in the <b>slab<\/b> \(answer due by /);
  expect(text).not.toContain(`#${hidden}`);
  const html = mail.part('text/html')?.toString() ?? '';
  expect(html).toContain('A crack in the &lt;b&gt;slab&lt;/b&gt;');
  expect(
    html.match(
      /<img src="http:\/\/progress\.example\.org\/mail-pictures\/[\w.-]+" alt="[^"]+" width="264" height="\d+"/g,
    ),
  ).toHaveLength(2);
  expect(html).toContain('alt="Lekki Towers on March 1, 2026"');
  expect(mail.part('image/jpeg')).toBeUndefined();
  expect(mail.raw.length).toBeLessThan(300_000);
  expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

/** Where the pictures in this person's digest, sent now, load from. */
async function picturesSentTo(person: TestPerson): Promise<string[]> {
  await send(person);
  const html = (await box.waitFor(mailOf(person), 'What is new')).part('text/html')?.toString() ?? '';
  return [...html.matchAll(/<img src="http:\/\/[^/]+([^"]+)"/g)].map(([, path = '']) => path);
}

test('its pictures come without a login, small and without positions, and are authorised again each time', async () => {
  const paths = await picturesSentTo(client);
  expect(paths).toHaveLength(2);
  for (const url of paths) {
    const answer = await testApp.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { width, height, exif } = await sharp(answer.rawPayload).metadata();
    expect([Math.max(width, height), exif]).toEqual([400, undefined]);
    const again = await testApp.app.inject({ url, headers: { 'if-none-match': `${answer.headers.etag}` } });
    expect(again.statusCode).toBe(304);
    for (const changed of [`${url}x`, url.replace('/mail-pictures/', '/mail-pictures/A'), '/mail-pictures/e30.x'])
      expect((await testApp.app.inject({ url: changed })).statusCode).toBe(404);
  }
});

test('their addresses hold no name of a folder or file, and those of older mails are good still', async () => {
  const [path = ''] = await picturesSentTo(client);
  const token = path.slice('/mail-pictures/'.length);
  const named = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  expect(JSON.stringify(named)).not.toMatch(/lekki|local:|\.jpg/);
  const files = [...named.slice(0, 4), 'local:lekki/before/VP01.jpg'];
  const older = `/mail-pictures/${createTokenSigner(testConfig.secret, 'digest picture').sign(files)}`;
  expect((await testApp.app.inject({ url: older })).statusCode).toBe(200);
});

test('they are gone for whoever no longer sees the project, has no account any more, and after sixty days', async () => {
  const db = testApp.database.query;
  const [path = ''] = await picturesSentTo(client);
  const status = async () => (await testApp.app.inject({ url: path })).statusCode;
  expect(await status()).toBe(200);
  await sql`update projects set client_id = ${outsider.id} where id = ${projectId}`.execute(db);
  expect(await status()).toBe(404);
  await sql`update projects set client_id = ${client.id} where id = ${projectId}`.execute(db);
  await sql`update users set closed_at = now() where id = ${client.id}`.execute(db);
  expect(await status()).toBe(404);
  await sql`update users set closed_at = null where id = ${client.id}`.execute(db);
  expect(await status()).toBe(200);
  const token = path.slice('/mail-pictures/'.length);
  const days = (count: number) => Date.now() + count * 24 * hour;
  expect(readPictureToken(testConfig.secret, token, days(59))).toMatchObject({ reader: client.id, kind: 'drone' });
  expect(readPictureToken(testConfig.secret, token, days(61))).toBeNull();
});

test('what was taken back is gone from the mails of its photographer too, who goes on seeing it in the product', async () => {
  const paths = await picturesSentTo(crew);
  const found = await testApp.call(crew, `GET /api/sessions?projectId=${projectId}&from=2026-03-01&to=2026-03-01`);
  const [{ id = 0 } = {}] = found.body as { id: number }[];
  const item = encodeURIComponent('local:lekki/before/VP01.jpg');
  const at = `/api/sessions/${id}/media/drone/${item}`;
  const body = { reason: 'A face' };
  const taken = await testApp.call(admin, `PUT ${at}/taken-back`, { body, headers: origin });
  expect(taken.status).toBe(200);
  expect((await testApp.call(crew, `GET ${at}/s400`)).status).toBe(200);
  const statuses = await Promise.all(paths.map(async (url) => (await testApp.app.inject({ url })).statusCode));
  expect(statuses).toEqual([404, 200]);
  await testApp.call(admin, `DELETE /api/sessions/${id}/taken-back/${item}`, { headers: origin });
});

test('what was new before is no news again: concerns that only stay open make no mail', async () => {
  const payload = {
    since: new Date(Date.now() + hour).toISOString(),
    until: new Date(Date.now() + 2 * hour).toISOString(),
  };
  const later = { channel: 'mail', kind: 'digest', recipient: client.id, payload, key: 'digest later' } as const;
  await writer()({ topics: [] }, (context) => queueDeliveries(context, [later]));
  await expect.poll(() => digestState(client)).toBe('dropped');
  expect(box.mails).toEqual([]);
});

test('a client’s digest says nothing of what is not released; its photographer and admins read of concerns', async () => {
  for (const person of [client, crew, admin]) {
    await send(person);
    const mail = await box.waitFor(mailOf(person), 'What is new');
    const text = mail.part('text/plain')?.toString() ?? '';
    expect(text).toContain('Concern about session');
    expect(text).toContain('2 sessions released:');
    expect(text).not.toContain('March 15, 2026');
  }
});

test('a muted project is left out, and a digest that was turned off meanwhile is not sent', async () => {
  const db = testApp.database.query;
  await sql`insert into muted_projects (user_id, project_id) values (${client.id}, ${projectId})`.execute(db);
  await send(client);
  await expect.poll(() => digestState(client)).toBe('dropped');
  await sql`insert into notification_settings (user_id, digest) values (${crew.id}, 'never')`.execute(db);
  await send(crew);
  await expect.poll(() => digestState(crew)).toBe('dropped');
  expect(box.mails).toEqual([]);
});

const summaryFor = async (person: TestPerson) => {
  const answer = await testApp.call(person, `GET /api/projects/${projectId}/summary`);
  expect(answer.status).toBe(200);
  return (answer.body as { text: string }).text;
};

test('the summary of a project is text to pass on, made of what was released, whoever asks', async () => {
  const text = await summaryFor(client);
  expect(text.split('\n')[0]).toBe('*Lekki Towers*');
  expect(text.split('\n')[1]).toMatch(/^[A-Z][a-z]{2} \d{1,2}(, \d{4})? – [A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  expect(text).toContain('2 sessions released:');
  expect(text).toContain(', March 8, 2026, Foundation');
  expect(text).toContain('2 open concerns.');
  expect(text).not.toContain('crack');
  expect(text).not.toContain('March 15, 2026');
  expect(await summaryFor(admin)).toBe(text);
  expect((await testApp.call(outsider, `GET /api/projects/${projectId}/summary`)).status).toBe(404);
});

test('a photographer’s summary tells of their own sessions alone, and says so', async () => {
  const other = await testApp.person('photographer');
  const blockB = await testApp.make.site({ projectId, photographerId: other.id, name: 'Block B\n*Fake*' });
  const body = { projectId, siteId: blockB, captureDate: '2026-03-09', phase: 'foundation' };
  const made = await testApp.call(other, 'POST /api/sessions', { body, headers: origin });
  await release((made.body as { id: number }).id);
  const [own, others, all] = [await summaryFor(crew), await summaryFor(other), await summaryFor(client)];
  expect(own).toContain('2 sessions released:');
  expect(own).toContain(', my sessions\n');
  expect(others).toContain('1 session released:');
  expect(others).toContain('No open concerns.');
  expect(all).toContain('3 sessions released:');
  expect(all).not.toContain('my sessions');
  // A name of several lines is one line in the text.
  for (const text of [own, others, all]) expect(text).not.toMatch(/^\*Fake/m);
});

test('marks of stages are news, with who gave them in the mail and without names in the text to pass on', async () => {
  const list = [
    { name: 'Lintel', criteria: [{ text: 'Cast' }], wanted: [] },
    { name: 'Roof', criteria: [], wanted: [] },
  ];
  const made = await testApp.call(admin, `PUT /api/projects/${projectId}/stages`, {
    body: { siteId, stages: list },
    headers: origin,
  });
  const [{ id = 0 } = {}] = (made.body as { stages: { id: number }[] }).stages;
  const body = { kind: 'claimed', sessionId: await visit('2026-03-20') };
  expect((await testApp.call(crew, `POST /api/stages/${id}/marks`, { body, headers: origin })).status).toBe(201);
  await send(client, 'digest of stages');
  const mail = await box.waitFor(mailOf(client), 'What is new');
  const text = mail.part('text/plain')?.toString() ?? '';
  expect(text).toMatch(/- Stage Lintel, Block A: claimed \(by \S.+\)/);
  expect(text).toContain('- Current stage of Block A: Lintel · 0 of 2 stages confirmed · next: Roof');
  const summary = await summaryFor(client);
  expect(summary).toContain('• Stage Lintel, Block A: claimed\n');
  expect(summary).toContain('Current stage of Block A: Lintel · 0 of 2 stages confirmed · next: Roof');
});
