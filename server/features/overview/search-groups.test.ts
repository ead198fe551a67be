// Claims about what a search finds beside its hits: people, concerns, and sessions by their date (behaviour §7.7).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchGroups } from '#contract/overview/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let viewer: TestPerson;
let stranger: TestPerson;
let project: number;
let october: number;
let concern: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin', { firstName: 'Bola', lastName: 'Adeyemi' });
  crew = await testApp.person('photographer', { username: 'dronepilot', firstName: 'Tunde', lastName: 'Bakare' });
  client = await testApp.person('client', { username: 'towerowner', firstName: 'Amaka', lastName: 'Obi' });
  viewer = await testApp.person('client', { firstName: 'Amaka', lastName: 'Eze' });
  stranger = await testApp.person('client', { firstName: 'Amaka', lastName: 'Unknown' });
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: viewer.id, role: 'viewer' });
  october = await visit('2026-10-09', 'Crane dismantled');
  await visit('2026-10-31', 'Slab poured');
  await visit('2026-09-30', 'Crane put up');
  for (const id of [october, october + 1, october + 2])
    await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  const raised = await testApp.call(client, 'POST /api/disputes', {
    body: { sessionId: october, reason: 'There is a crack beside the lift shaft' },
  });
  concern = (raised.body as { id: number }).id;
  await testApp.call(crew, `POST /api/disputes/${concern}/messages`, { body: { message: 'We look at it on Tuesday' } });
});
afterAll(() => testApp.close());

async function visit(captureDate: string, notes: string): Promise<number> {
  const { body } = await testApp.call(crew, 'POST /api/sessions', { body: { projectId: project, captureDate, notes } });
  return (body as { id: number }).id;
}

async function groups(person: TestPerson, q: string, limit = ''): Promise<SearchGroups> {
  const { body } = await testApp.call(person, `GET /api/search/groups?${new URLSearchParams({ q })}${limit}`);
  return body as SearchGroups;
}

const namesOf = ({ people }: SearchGroups) => people.rows.map(({ lastName }) => lastName);

test('people of shared projects are found by their names, each word somewhere in them', async () => {
  expect(namesOf(await groups(client, 'amaka'))).toEqual(['Eze', 'Obi']);
  expect(namesOf(await groups(client, 'bak tun'))).toEqual(['Bakare']);
  expect((await groups(client, 'tunde')).people.rows[0]).toEqual({
    id: crew.id,
    firstName: 'Tunde',
    lastName: 'Bakare',
    role: 'photographer',
    profilePhotoUrl: null,
    projectId: project,
  });
});

test('usernames and e-mails find somebody for admins only', async () => {
  for (const q of ['towerowner', 'towerowner@example.org']) {
    expect((await groups(viewer, q)).people).toEqual({ total: 0, rows: [] });
    expect((await groups(admin, q)).people).toMatchObject({ total: 1, rows: [{ username: 'towerowner' }] });
  }
});

test('who shares no project is found by admins alone, and all are counted', async () => {
  expect((await groups(admin, 'amaka', '&limit=1')).people).toMatchObject({ total: 3, rows: [{ lastName: 'Eze' }] });
  expect((await groups(stranger, 'amaka')).people).toEqual({ total: 0, rows: [] });
});

test.each(['crack', 'CRACK lift', 'tuesday', 'crack tuesday'])(
  'a concern is found by what was written in it: “%s”',
  async (q) => {
    for (const person of [admin, crew, client, viewer])
      expect((await groups(person, q)).concerns).toMatchObject({ total: 1, rows: [{ id: concern }] });
    expect((await groups(stranger, q)).concerns).toEqual({ total: 0, rows: [] });
  },
);

test('a concern is found by its number, and by nobody who may not read it', async () => {
  for (const q of [`concern ${concern}`, `#${concern}`, `Concern #${concern}`])
    expect((await groups(client, q)).concerns.rows.map(({ id }) => id)).toEqual([concern]);
  expect((await groups(stranger, `concern ${concern}`)).concerns.total).toBe(0);
});

test('what the product itself wrote into a concern finds nothing', async () => {
  await testApp.call(crew, `PATCH /api/disputes/${concern}/status`, { body: { status: 'in_progress' } });
  expect((await groups(admin, 'changed')).concerns.total).toBe(0);
});

test('sessions are found by the month and by the day on which they were captured', async () => {
  const { visits } = await groups(client, 'october 2026');
  expect(visits).toMatchObject({ total: 2, from: '2026-10-01', to: '2026-10-31', words: '' });
  expect(visits?.rows.map(({ id }) => id)).toEqual([october + 1, october]);
  expect((await groups(crew, '9 oct 2026')).visits?.rows.map(({ id }) => id)).toEqual([october]);
  expect((await groups(stranger, '2026-10')).visits).toMatchObject({ total: 0, rows: [] });
  expect((await groups(admin, 'october')).visits).toBeNull();
});

test('the words beside a date have to be found too', async () => {
  expect((await groups(client, 'crane 2026-10')).visits).toMatchObject({ total: 1, rows: [{ id: october }] });
});

test('the specified hits are the same with and without groups beside them', async () => {
  const { body } = await testApp.call(client, 'GET /api/search?q=crack');
  expect(body).toEqual({ total: 0, results: [] });
});

test('no words find nothing, and wildcards are ordinary characters', async () => {
  for (const q of ['', ' ', '%', '_', '\u0000']) {
    const found = await groups(admin, q);
    expect([found.people.total, found.concerns.total, found.visits]).toEqual([0, 0, null]);
  }
});
