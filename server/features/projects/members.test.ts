// The claims about members: who sees them, who changes them, and what membership gives.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/projects/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let head: TestPerson;
let viewer: TestPerson;
let crew: TestPerson;
let stranger: TestPerson;
let projectId: number;
let path: string;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  head = await testApp.person('client');
  viewer = await testApp.person('client');
  crew = await testApp.person('photographer');
  stranger = await testApp.person('client');
});
beforeEach(async () => {
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  path = `/api/projects/${projectId}/members`;
  await testApp.make.member({ projectId, userId: head.id, role: 'admin' });
  await testApp.make.member({ projectId, userId: viewer.id, role: 'viewer' });
});
afterAll(() => testApp.close());

function add(by: TestPerson, body: object) {
  return testApp.call(by, `POST ${path}`, { body });
}

test('everybody who sees the project sees its members, in the order they came', async () => {
  for (const person of [admin, client, head, viewer]) {
    expect(await testApp.call(person, `GET ${path}`)).toMatchObject({
      status: 200,
      headers: { 'x-total-count': '2' },
      body: [
        { userId: head.id, role: 'admin', person: { id: head.id, role: 'client', firstName: 'client' } },
        { userId: viewer.id, role: 'viewer' },
      ],
    });
  }
  expect((await testApp.call(stranger, `GET ${path}`)).status).toBe(404);
});

test('admins read the usernames of members, others their own alone', async () => {
  const names = async (person: TestPerson) => {
    const { body } = await testApp.call(person, `GET ${path}`);
    return (body as Member[]).map((member) => member.person.username);
  };
  expect(await names(admin)).toEqual([head.username, viewer.username]);
  expect(await names(client)).toEqual([undefined, undefined]);
  expect(await names(viewer)).toEqual([undefined, viewer.username]);
  const body = { role: 'contributor', version: 99 };
  const stale = await testApp.call(head, `PATCH ${path}/${viewer.id}`, { body });
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale', present: { userId: viewer.id } } });
  expect(JSON.stringify(stale.body)).not.toContain(viewer.username);
  const changed = await testApp.call(head, `PATCH ${path}/${viewer.id}`, { body: { role: 'contributor' } });
  expect((changed.body as Member).person).not.toHaveProperty('username');
});

test('an admin adds clients and photographers, who are notified and see the project at once', async () => {
  const before = await testApp.call(crew, `GET /api/projects/${projectId}`);
  expect(before.status).toBe(404);
  expect(await add(admin, { userId: crew.id, role: 'contributor' })).toMatchObject({
    status: 201,
    body: { userId: crew.id, role: 'contributor', person: { role: 'photographer' } },
  });
  expect(await testApp.call(crew, `GET /api/projects/${projectId}`)).toMatchObject({
    body: { standing: { member: 'contributor' } },
  });
  expect((await testApp.call(crew, 'GET /api/notifications')).body).toMatchObject([
    { type: 'project_assigned', relatedProjectId: projectId, relatedSessionId: null },
  ]);
  expect((await testApp.call(admin, 'GET /api/notifications')).body).toEqual([]);
});

test('nobody is a member twice, also when two add at the same moment', async () => {
  const answers = await Promise.all([add(admin, { userId: crew.id }), add(admin, { userId: crew.id })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await add(admin, { userId: crew.id })).toMatchObject({ status: 409, body: { code: 'already_member' } });
});

test('admins and unknown people cannot be members', async () => {
  for (const userId of [admin.id, 2_000_000_000])
    expect(await add(admin, { userId })).toMatchObject({ status: 400, body: { issues: [{ path: 'userId' }] } });
});

test('a project admin changes viewers and contributors, never admins, and makes none', async () => {
  const one = `${path}/${viewer.id}`;
  expect((await testApp.call(head, `PATCH ${one}`, { body: { role: 'contributor' } })).status).toBe(200);
  expect((await testApp.call(head, `PATCH ${one}`, { body: { role: 'admin' } })).status).toBe(403);
  expect((await testApp.call(head, `DELETE ${one}`)).status).toBe(200);
  expect((await testApp.call(head, `PATCH ${path}/${head.id}`, { body: { role: 'viewer' } })).status).toBe(403);
  expect((await testApp.call(head, `DELETE ${path}/${head.id}`)).status).toBe(403);
  expect((await testApp.call(admin, `DELETE ${path}/${head.id}`)).status).toBe(200);
});

test('a project admin adds whom they see; others answer like unknown people', async () => {
  expect(await add(head, { userId: stranger.id })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'userId' }] },
  });
  await testApp.make.site({ projectId, photographerId: crew.id });
  expect((await add(head, { userId: crew.id, role: 'admin' })).status).toBe(403);
  expect((await add(head, { userId: crew.id })).status).toBe(201);
});

test('the client, contributors and viewers change nobody', async () => {
  await testApp.make.member({ projectId, userId: crew.id, role: 'contributor' });
  for (const person of [client, crew, viewer]) {
    expect((await add(person, { userId: head.id })).status).toBe(403);
    expect((await testApp.call(person, `PATCH ${path}/${viewer.id}`, { body: { role: 'viewer' } })).status).toBe(403);
    expect((await testApp.call(person, `DELETE ${path}/999999`)).status).toBe(403);
  }
});

test('who is no member is 404, and one who was removed sees nothing any more', async () => {
  expect((await testApp.call(admin, `DELETE ${path}/${stranger.id}`)).status).toBe(404);
  expect((await testApp.call(viewer, `GET /api/projects/${projectId}`)).status).toBe(200);
  await testApp.call(admin, `DELETE ${path}/${viewer.id}`);
  expect((await testApp.call(viewer, `GET /api/projects/${projectId}`)).status).toBe(404);
});

test('a role that somebody else changed since one read it is not overwritten', async () => {
  const change = (by: TestPerson, body: object) => testApp.call(by, `PATCH ${path}/${viewer.id}`, { body });
  const [, member] = (await testApp.call(admin, `GET ${path}`)).body as { version: number }[];
  const version = member?.version;
  expect((await change(head, { role: 'contributor', version })).status).toBe(200);
  expect(await change(admin, { role: 'viewer', version })).toMatchObject({
    status: 409,
    body: { code: 'stale', present: { userId: viewer.id, role: 'contributor' } },
  });
  expect((await change(admin, { role: 'viewer' })).status).toBe(200);
});
