// Claims about a project made together with its client and its crew (behaviour §1.8).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '#contract/projects/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let mailing: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;

const smtp = { host: 'localhost', port: 2525, secure: false, requireTls: false, login: null };

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
});
afterAll(async () => {
  await testApp.close();
  await mailing?.close();
});

let count = 0;
const newClient = () => ({
  firstName: 'Ada',
  lastName: 'Obi',
  email: `ada${++count}@example.org`,
  company: 'Obi Estates',
});
const project = { name: 'Lekki Towers', clientId: null };

async function create(
  body: object,
  { by = admin, headers = {} }: { by?: TestPerson; headers?: Record<string, string> } = {},
) {
  const answer = await testApp.call(by, 'POST /api/projects', { body, headers });
  return { status: answer.status, body: answer.body as Project & { message: string; field?: string; code?: string } };
}

async function counts() {
  const of = (table: 'projects' | 'users' | 'project_users' | 'audit_log') =>
    testApp.database.query
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
  return Promise.all([of('projects'), of('users'), of('project_users'), of('audit_log')]);
}

test('the client is made with the project, logs in by e-mail and password, and sees it', async () => {
  const one = newClient();
  const made = await create({ project, client: one, password: testApp.password });
  expect(made.status).toBe(201);
  expect(made.body.client).toMatchObject({
    firstName: 'Ada',
    lastName: 'Obi',
    email: one.email,
    company: 'Obi Estates',
  });
  const cookie = await testApp.login(one.email);
  const seen = await testApp.call({ cookie }, 'GET /api/projects');
  expect((seen.body as Project[]).map(({ id }) => id)).toEqual([made.body.id]);
});

test('the audit log keeps the account and the project, one after the other', async () => {
  await create({ project, client: newClient(), password: testApp.password });
  const { body } = await testApp.call(admin, 'GET /api/audit-log?limit=2');
  expect((body as { act: string }[]).map(({ act }) => act).toSorted()).toEqual(['projectCreated', 'userCreated']);
  expect(JSON.stringify(body)).not.toContain(testApp.password);
});

test('an e-mail that somebody has is refused in words, and neither account nor project is made', async () => {
  const before = await counts();
  const one = { ...newClient(), email: `${client.username}@example.org` };
  const refused = await create({ project, client: one, password: testApp.password });
  expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect(await counts()).toEqual(before);
});

test('a site that cannot be made takes the client with it', async () => {
  const before = await counts();
  const sites = [{ name: 'Block A', photographerId: client.id }];
  expect((await create({ project, client: newClient(), password: testApp.password, sites })).status).toBe(400);
  expect(await counts()).toEqual(before);
});

test('of two at once with one e-mail one wins', async () => {
  const body = { project, client: newClient(), password: testApp.password };
  const answers = await Promise.all([create(body), create(body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('the same press makes both once', async () => {
  const body = { project, client: newClient(), password: testApp.password };
  const headers = { 'idempotency-key': 'one-press' };
  const [first, second] = [await create(body, { headers }), await create(body, { headers })];
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
});

test.each([
  ['no client at all', { project }, 'Client is required'],
  [
    'a client chosen and made',
    { project: { ...project, clientId: 1 }, client: { firstName: 'A', lastName: 'B', email: 'a@b.org' } },
    'Choose a client or make a new one, not both',
  ],
  [
    'no e-mail',
    { project, client: { firstName: 'A', lastName: 'B', email: 'nobody' }, password: 'long enough 1' },
    'Valid email is required',
  ],
  [
    'no password where no mail is sent',
    { project, client: { firstName: 'A', lastName: 'B', email: 'no@mail.org' } },
    'Choose a password for the client: email is not set up here',
  ],
  [
    'a password that everybody has',
    { project, client: { firstName: 'A', lastName: 'B', email: 'w@eak.org' }, password: 'password' },
    'This password is one of the most used: choose another',
  ],
])('%s is refused and changes nothing', async (_, body, sentence) => {
  const before = await counts();
  const refused = await create(body);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain(sentence);
  expect(await counts()).toEqual(before);
});

test('only admins make projects and clients', async () => {
  for (const by of [crew, client])
    expect((await create({ project, client: newClient(), password: testApp.password }, { by })).status).toBe(403);
});

test('where mail is set the client is invited, and has no password until they choose one', async () => {
  mailing = await createTestApp({ publicUrl: 'http://topout.example', smtp });
  const by = await mailing.person('admin');
  const one = newClient();
  const made = await mailing.call(by, 'POST /api/projects', { body: { project, client: one } });
  expect(made.status).toBe(201);
  const found = await mailing.call(by, `GET /api/users?q=${one.email}`);
  expect(found.body).toMatchObject([{ username: one.email, role: 'client', invitedUntil: expect.any(String) }]);
  const queued = await mailing.database.query.selectFrom('deliveries').selectAll().execute();
  expect(queued.filter(({ kind }) => kind === 'invitation')).toHaveLength(1);
});

test('the crew of a project without sites are its members from the start, are notified, and may submit', async () => {
  const other = await testApp.person('photographer');
  const made = await create({ project: { ...project, clientId: client.id }, crew: [crew.id, other.id, crew.id] });
  const { body: members } = await testApp.call(admin, `GET /api/projects/${made.body.id}/members`);
  const roles = new Map((members as { userId: number; role: string }[]).map(({ userId, role }) => [userId, role]));
  expect([roles.size, roles.get(crew.id), roles.get(other.id)]).toEqual([2, 'contributor', 'contributor']);
  const notices = await testApp.call(other, 'GET /api/notifications');
  expect(notices.body).toMatchObject([{ type: 'project_assigned', relatedProjectId: made.body.id }]);
  const body = { projectId: made.body.id, captureDate: '2026-11-02' };
  expect((await testApp.call(other, 'POST /api/sessions', { body })).status).toBe(201);
  const log = await testApp.call(admin, 'GET /api/audit-log?limit=3');
  expect((log.body as { act: string }[]).filter(({ act }) => act === 'memberAdded')).toHaveLength(2);
});

test('a crew with somebody who is no photographer is refused, and no project is made', async () => {
  const before = await counts();
  const refused = await create({ project: { ...project, clientId: client.id }, crew: [crew.id, client.id] });
  expect([refused.status, refused.body.message]).toEqual([400, 'Somebody of the crew is not a photographer']);
  expect(await counts()).toEqual(before);
});
