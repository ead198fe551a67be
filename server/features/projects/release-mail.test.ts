// The claims about mails of released sessions: what one says and shows, that several are one, and that none says what its reader may not see.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scene } from '#server/test-support/files/scenes.ts';
import { type ArrivedMail, type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, sealed, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const publicUrl = 'http://progress.example.org';
const headers = { origin: publicUrl };

let folder: string;
let testApp: TestApp;
let box: Mailbox;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let member: TestPerson;
let lekki: { projectId: number; siteId: number };
let ikoyi: { projectId: number; siteId: number };

async function projectNamed(name: string) {
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name });
  const siteId = await testApp.make.site({ projectId, photographerId: crew.id, name: 'Block A' });
  await testApp.call(admin, `PUT /api/projects/${projectId}/media-roots`, {
    body: { roots: [{ provider: 'local', root: 'lekki' }] },
    headers,
  });
  return { projectId, siteId };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-release-'));
  for (const [nth, visited] of ['before', 'after'].entries()) {
    mkdirSync(join(folder, 'media/lekki', visited), { recursive: true });
    const rect = { left: 40 + nth * 10, top: 40, width: 900, height: 700 };
    writeFileSync(join(folder, 'media/lekki', visited, 'VP01.jpg'), await scene(7, rect));
  }
  box = await startMailbox();
  const smtp = { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null };
  const dirs = { mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') };
  testApp = await createTestApp({ publicUrl, smtp, ...dirs, gatherMinutes: 10 });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  member = await testApp.person('client');
  lekki = await projectNamed('Lekki Towers');
  ikoyi = await projectNamed('Ikoyi Quay');
}, 60_000);
afterEach(async () => {
  const db = testApp.database.query;
  for (const table of ['deliveries', 'notifications', 'notification_choices', 'project_users'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update sessions set removed_at = now() where removed_at is null`.execute(db);
  box.mails.length = 0;
});
afterAll(async () => {
  await testApp.close();
  await box.close();
  rmSync(folder, { recursive: true, force: true });
});

const mailOf = (person: TestPerson) => `${person.username}@example.org`;
const textOf = (mail: ArrivedMail) => (mail.part('text/plain')?.toString() ?? '').replaceAll('\r\n', '\n');
const htmlOf = (mail: ArrivedMail) => mail.part('text/html')?.toString() ?? '';

async function approve(id: number): Promise<void> {
  expect((await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {}, headers })).status).toBe(200);
}

async function release(captureDate: string, fields: object = {}): Promise<number> {
  const body = { ...lekki, captureDate, phase: 'foundation', ...fields };
  const made = await testApp.call(crew, 'POST /api/sessions', { body, headers });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: number };
  await approve(id);
  return id;
}

/** Ten minutes pass for what waits, of everybody or of one person. */
async function letTimePass(person?: TestPerson): Promise<void> {
  const whose = person ? sql`and user_id = ${person.id}` : sql``;
  await sql`update deliveries set due_at = due_at - interval '10 minutes' where state = 'waiting' ${whose}`.execute(
    testApp.database.query,
  );
  await sql`select pg_notify('topout_jobs', 'mail')`.execute(testApp.database.query);
}

async function statesOf(person: TestPerson): Promise<Record<string, number>> {
  const found = await sql<{ state: string; n: number }>`select state, count(*)::integer as n from deliveries
    where channel = 'mail' and user_id = ${person.id} group by state order by state`.execute(testApp.database.query);
  return Object.fromEntries(found.rows.map(({ state, n }) => [state, n]));
}

const clientMails = () => box.mails.filter(({ to }) => to.includes(mailOf(client)));

test('a release comes with site, day, note and the pair of pictures, as HTML and as text', async () => {
  const older = await release('2026-03-01', { droneImagesUrl: '/media/folders/lekki/before' });
  await testApp.database.query.deleteFrom('deliveries').execute();
  const notes = 'Slab poured.\nCuring until Friday.';
  const newer = await release('2026-03-08', { droneImagesUrl: '/media/folders/lekki/after', notes });
  expect(await statesOf(client)).toEqual({ waiting: 1 });
  await letTimePass();
  const mail = await box.waitFor(mailOf(client));
  expect(mail.header('subject')).toBe('Session approved: Lekki Towers, Block A');
  const text = textOf(mail);
  expect(text).toContain(
    'Lekki Towers, Block A: visit of March 8, 2026\n\nFoundation. Drone photos.\n\nSlab poured.\nCuring until Friday.',
  );
  const comparison = `${publicUrl}/projects/${lekki.projectId}/compare?compare=${older},${newer}`;
  expect(text).toContain(`- Compare with the visit of March 1, 2026\n  ${comparison}`);
  expect(text).toContain(`Open session: ${publicUrl}/sessions/${newer}`);
  const html = htmlOf(mail);
  const addresses = [...html.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)].map(([, src = '', alt]) => ({ src, alt }));
  expect(addresses.map(({ alt }) => alt)).toEqual([
    'Lekki Towers, Block A on March 1, 2026',
    'Lekki Towers, Block A on March 8, 2026',
  ]);
  expect(html).toContain('Before: March 1, 2026');
  expect(html).toContain('Now: March 8, 2026');
  expect(html).toContain('Slab poured.<br>Curing until Friday.');
  for (const { src } of addresses) {
    const shown = await testApp.app.inject({ url: src.replace(publicUrl, '') });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await sharp(shown.rawPayload).metadata()).width).toBeLessThanOrEqual(400);
  }
  // Its photographer reads of it as well.
  expect((await box.waitFor(mailOf(crew))).header('subject')).toBe('Session approved: Lekki Towers, Block A');
});

test('a first visit shows its own picture, one without pictures says what was recorded', async () => {
  await release('2026-04-01', { droneImagesUrl: '/media/folders/lekki/before' });
  await letTimePass();
  const first = await box.waitFor(mailOf(client));
  expect(htmlOf(first).match(/<img /g)).toHaveLength(1);
  expect(textOf(first)).not.toContain('Compare');
  box.mails.length = 0;
  await release('2026-04-02', { ...ikoyi, videoUrl: 'https://youtu.be/dQw4w9WgXcQ', phase: null });
  await letTimePass();
  const second = await box.waitFor(mailOf(client));
  expect(htmlOf(second)).not.toContain('<img');
  expect(textOf(second)).toContain('Ikoyi Quay, Block A: visit of April 2, 2026\n\nVideo.\n\nOpen session');
});

test('releases within ten minutes reach a reader as one mail, whichever projects they are of', async () => {
  const ids = [
    await release('2026-05-01', { droneImagesUrl: '/media/folders/lekki/before' }),
    await release('2026-05-08', { droneImagesUrl: '/media/folders/lekki/after' }),
    await release('2026-05-02', ikoyi),
  ];
  expect(await statesOf(client)).toEqual({ waiting: 3 });
  await sql`update deliveries set due_at = now() where id = (select min(id) from deliveries where user_id = ${client.id})`.execute(
    testApp.database.query,
  );
  await letTimePass(member);
  const mail = await box.waitFor(mailOf(client));
  expect(mail.header('subject')).toBe('3 sessions were approved on 2 projects');
  const text = textOf(mail);
  for (const id of ids) expect(text).toContain(`Open session: ${publicUrl}/sessions/${id}`);
  expect(text.indexOf('Ikoyi Quay, Block A')).toBeLessThan(text.indexOf('Lekki Towers, Block A: visit of May 8, 2026'));
  expect(htmlOf(mail).match(/<img /g)).toHaveLength(3);
  await expect.poll(() => statesOf(client)).toEqual({ bundled: 3, sent: 1 });
  // The next one begins a mail of its own.
  await release('2026-05-15');
  expect(await statesOf(client)).toEqual({ bundled: 3, sent: 1, waiting: 1 });
  expect(clientMails()).toHaveLength(1);
});

test('a session that is released, edited and released again meanwhile stands in the mail once, as it is then', async () => {
  const id = await release('2026-06-01', { notes: 'First words.' });
  const edit = { ...lekki, captureDate: '2026-06-02', notes: 'Second words.' };
  expect((await testApp.call(crew, `PATCH /api/sessions/${id}`, { body: edit, headers })).status).toBe(200);
  await approve(id);
  expect(await statesOf(client)).toEqual({ waiting: 2 });
  await letTimePass();
  const mail = await box.waitFor(mailOf(client));
  expect(mail.header('subject')).toBe('Session approved: Lekki Towers, Block A');
  expect(textOf(mail)).toContain('visit of June 2, 2026');
  expect(textOf(mail)).toContain('Second words.');
  expect(mail.raw).not.toContain('First words');
  await expect.poll(() => statesOf(client)).toEqual({ bundled: 2, sent: 1 });
});

test('what was removed, read or muted meanwhile is left out, and nothing left is no mail', async () => {
  const gone = await release('2026-07-01', { notes: 'Gone words.' });
  const read = await release('2026-07-02', { notes: 'Read words.' });
  const kept = await release('2026-07-03', { notes: 'Kept words.' });
  expect((await testApp.call(admin, `DELETE /api/sessions/${gone}`, { headers })).status).toBe(200);
  await sql`update notifications set is_read = true where user_id = ${client.id} and related_session_id = ${read}`.execute(
    testApp.database.query,
  );
  await letTimePass();
  const mail = await box.waitFor(mailOf(client));
  expect(textOf(mail)).toContain(`/sessions/${kept}`);
  expect(textOf(mail)).toContain('Kept words.');
  expect(mail.raw).not.toMatch(/Gone words|Read words/);
  box.mails.length = 0;
  await testApp.database.query.deleteFrom('deliveries').execute();
  const both = [await release('2026-07-04'), await release('2026-07-05')];
  for (const id of both) await testApp.call(admin, `DELETE /api/sessions/${id}`, { headers });
  await letTimePass();
  await expect.poll(async () => (await statesOf(client)).waiting ?? 0).toBe(0);
  expect(clientMails()).toEqual([]);
});

test('who left one of the projects meanwhile reads of the other alone', async () => {
  for (const { projectId } of [lekki, ikoyi])
    await testApp.make.member({ projectId, userId: member.id, role: 'viewer' });
  await release('2026-08-01', { notes: 'Lekki words.' });
  await release('2026-08-02', { ...ikoyi, notes: 'Ikoyi words.' });
  expect(
    (await testApp.call(admin, `DELETE /api/projects/${lekki.projectId}/members/${member.id}`, { headers })).status,
  ).toBe(200);
  // Nobody else’s mail is under way when the next test counts them.
  await letTimePass(member);
  const mail = await box.waitFor(mailOf(member));
  expect(mail.header('subject')).toBe('Session approved: Ikoyi Quay, Block A');
  expect(mail.raw).not.toContain('Lekki');
});

test('who ends these mails meanwhile gets none', async () => {
  await release('2026-09-01');
  await release('2026-09-02');
  const body = {
    choices: [{ kind: 'session_approved', mail: false, push: false }],
    ...{ digest: 'weekly', quietFrom: null, quietUntil: null, timeZone: null },
  };
  expect((await testApp.call(client, 'PUT /api/notification-preferences', { body, headers })).status).toBe(200);
  await letTimePass();
  await box.waitFor(mailOf(crew));
  await expect.poll(() => statesOf(client)).toEqual({ dropped: 2 });
  expect(clientMails()).toEqual([]);
});

test('a picture taken back between release and mail is not shown', async () => {
  const id = await release('2026-10-01', { droneImagesUrl: '/media/folders/lekki/before' });
  const item = encodeURIComponent(sealed('local:lekki/before/VP01.jpg'));
  const taken = await testApp.call(admin, `PUT /api/sessions/${id}/media/drone/${item}/taken-back`, {
    body: { reason: 'A face' },
    headers,
  });
  expect(taken.status).toBe(200);
  await letTimePass();
  const mail = await box.waitFor(mailOf(client));
  expect(textOf(mail)).toContain('visit of October 1, 2026');
  expect(htmlOf(mail)).not.toContain('<img');
});

test('names and notes of any length and with markup stay words', async () => {
  const long = await projectNamed(`<img src=x onerror=alert(1)> ${'W'.repeat(180)}`);
  const notes = `<script>alert(1)</script>\r\n\u202E${'note '.repeat(1000)}`;
  await release('2026-11-01', { ...long, notes });
  await release('2026-11-02', { ...long, notes });
  await letTimePass();
  const mail = await box.waitFor(mailOf(client));
  const html = htmlOf(mail);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;');
  expect(mail.header('subject')?.length).toBeLessThanOrEqual(300);
  expect(mail.raw.length).toBeLessThan(40_000);
  expect(textOf(mail)).not.toContain('\u202E');
});
