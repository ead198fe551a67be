// The claims about what the mail of an invitation says: who invites, where to and what for, and no more than its reader will see.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/accounts/users.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { type ArrivedMail, type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

const publicUrl = 'http://progress.example.org';
const headers = { origin: publicUrl };

let testApp: TestApp;
let box: Mailbox;
let admin: TestPerson;
let count = 0;

beforeAll(async () => {
  box = await startMailbox();
  const smtp = { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null };
  testApp = await createTestApp({ publicUrl, smtp });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await testApp.person('admin', { firstName: 'Ngozi', lastName: 'Eze' });
});
beforeEach(() => {
  box.mails.length = 0;
});
afterAll(async () => {
  await testApp.close();
  await box.close();
});

const textOf = (mail: ArrivedMail) => mail.part('text/plain')?.toString() ?? '';

async function invite(role: string, by = admin): Promise<User & { email: string }> {
  const username = `invited${++count}`;
  const body = { username, firstName: 'Bisi', lastName: 'Cole', email: `${username}@x.example`, role };
  const made = await testApp.call(by, 'POST /api/invitations', { body, headers });
  expect(made.status).toBe(201);
  return (made.body as { user: User & { email: string } }).user;
}

async function mailAgain({ id, email }: { id: number; email: string }): Promise<ArrivedMail> {
  box.mails.length = 0;
  expect((await testApp.call(admin, `POST /api/users/${id}/invitation`, { headers })).status).toBe(201);
  return box.waitFor(email);
}

const newProject = async (body: object) =>
  (await testApp.call(admin, 'POST /api/projects', { body, headers })).body as { id: number };

test('a client made with a project reads who invites, of which company, and to which project', async () => {
  const client = { firstName: 'Ada', lastName: 'Obi', email: 'ada@obi.example', company: 'Obi Estates' };
  await newProject({ project: { name: 'Lekki Towers', clientId: null }, client });
  const mail = await box.waitFor(client.email);
  expect(mail.header('subject')).toBe('Ngozi Eze invites you to Lekki Towers');
  expect(textOf(mail)).toContain(
    'Ngozi Eze of Topout made an account for you. There you can follow how Lekki Towers is built, visit by visit.',
  );
  expect(textOf(mail)).toMatch(/Choose a password: http:\/\/progress\.example\.org\/invite\/[\w-]+/);
});

test('without a project it says who and what for, by the role', async () => {
  const said = [];
  for (const role of ['client', 'photographer', 'admin']) {
    const { email } = await invite(role);
    const mail = await box.waitFor(email);
    expect(mail.header('subject')).toBe('Ngozi Eze invites you to Topout');
    said.push(/for you\. ([^\r\n]*)/.exec(textOf(mail))?.[1]);
  }
  expect(said).toEqual([
    'There you can follow how your projects are built, visit by visit, as soon as you are added to one.',
    'There you record your visits to building sites, as soon as you are added to one.',
    'There you review what crews record, and release it to clients.',
  ]);
});

test('a renewed one names the projects that were given since, the first of many, and none that was removed', async () => {
  const other = await testApp.person('client');
  const crew = await invite('photographer');
  await box.waitFor(crew.email);
  const ids = [];
  for (const name of ['Lekki Towers', 'Ikoyi Bridge', 'Yaba Hall', 'Apapa Dock', 'Gone', 'Foreign']) {
    const id = await testApp.make.project({ clientId: other.id, createdBy: admin.id, name });
    if (name !== 'Foreign') await testApp.make.site({ projectId: id, photographerId: crew.id });
    ids.push(id);
  }
  expect((await testApp.call(admin, `DELETE /api/projects/${ids[4]}`, { headers })).status).toBe(200);
  const mail = await mailAgain(crew);
  expect(mail.header('subject')).toBe('Ngozi Eze invites you to Lekki Towers and 3 more');
  expect(textOf(mail)).toContain('There you record your visits to Lekki Towers, Ikoyi Bridge, Yaba Hall and 1 more.');
  expect(mail.raw).not.toMatch(/Gone|Foreign/);
});

test('an admin is not told the names of all projects', async () => {
  const { email } = await invite('admin');
  expect((await box.waitFor(email)).raw).not.toContain('Lekki');
});

test('names of any length and with markup or lines stay names', async () => {
  const by = await testApp.person('admin', {
    firstName: '<b>Zoë</b>\r\nBcc: x@y.example',
    lastName: 'N'.repeat(50),
  });
  await sql`update users set company = 'Sky & <i>Sons</i>' where id = ${by.id}`.execute(testApp.database.query);
  const client = { firstName: 'Ada', lastName: 'Obi', email: 'ada2@obi.example', company: 'Obi' };
  const project = { name: `<img src=x> ${'W'.repeat(188)}`, clientId: null };
  const made = await testApp.call(by, 'POST /api/projects', { body: { project, client }, headers });
  expect(made.status).toBe(201);
  const mail = await box.waitFor(client.email);
  const html = mail.part('text/html')?.toString() ?? '';
  expect(html).toContain('&lt;b&gt;Zoë&lt;/b&gt; Bcc: x@y.example NNN');
  expect(html).toContain('of Sky &amp; &lt;i&gt;Sons&lt;/i&gt; made an account for you at Topout.');
  expect(html).not.toMatch(/<b>|<i>|<img/);
  expect(mail.header('bcc')).toBeUndefined();
  expect(mail.header('subject')?.length).toBeLessThanOrEqual(300);
  expect(textOf(mail)).toContain('W…');
});

test('whose inviter left meanwhile, and what the version before queued, goes without a name', async () => {
  const by = await testApp.person('admin', { firstName: 'Former', lastName: 'Colleague' });
  const db = testApp.database.query;
  await sql`create function hold() returns trigger language plpgsql as
    $$ begin new.due_at := now() + interval '1 hour'; return new; end $$`.execute(db);
  await sql`create trigger hold before insert on deliveries for each row execute function hold()`.execute(db);
  const [first, second] = [await invite('client', by), await invite('client')];
  await sql`drop trigger hold on deliveries`.execute(db);
  expect((await testApp.call(admin, `DELETE /api/users/${by.id}`, { headers })).status).toBe(200);
  const sealed = createSealedBox(testConfig.secret, 'deliveries');
  const rows = await db.selectFrom('deliveries').selectAll().where('user_id', '=', second.id).execute();
  const { by: _, ...former } = JSON.parse(sealed.open(rows[0]?.payload as Buffer) ?? '{}');
  await db
    .updateTable('deliveries')
    .set({ payload: sealed.seal(JSON.stringify(former)) })
    .where('user_id', '=', second.id)
    .execute();
  await sql`update deliveries set due_at = now() where state = 'waiting'`.execute(db);
  await sql`select pg_notify('topout_jobs', 'mail')`.execute(db);
  for (const { email } of [first, second]) {
    const mail = await box.waitFor(email);
    expect(mail.header('subject')).toBe('Your account at Topout');
    expect(textOf(mail)).toContain('An account was made for you.');
    expect(mail.raw).not.toContain('Former');
  }
});
