// Claims about what is new to a client: since when, in which projects, and what moves that moment.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewestVisit, News, Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let projectId: number;
let siteId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
});
afterAll(() => testApp.close());
beforeEach(async () => {
  client = await testApp.person('client');
  ({ projectId, siteId } = await project());
});

async function project(clientId = client.id) {
  const made = await testApp.make.project({ clientId, createdBy: admin.id });
  return { projectId: made, siteId: await testApp.make.site({ projectId: made, photographerId: crew.id }) };
}

async function submit(captureDate: string, at = { projectId, siteId }): Promise<number> {
  return ((await testApp.call(crew, 'POST /api/sessions', { body: { ...at, captureDate } })).body as Session).id;
}

async function release(captureDate: string, at = { projectId, siteId }): Promise<number> {
  const id = await submit(captureDate, at);
  expect((await testApp.call(admin, `PUT /api/sessions/${id}/approve`)).status).toBe(200);
  return id;
}

const look = (id: number, by = client) => testApp.call(by, `PUT /api/sessions/${id}/seen`);
const read = async (by = client) => ((await testApp.call(by, 'GET /api/news')).body as News).projects;
const newest = async (by = client) => (await testApp.call(by, 'GET /api/news/newest-visit')).body as NewestVisit;

/** As if everything had happened this many minutes earlier. */
async function later(minutes: number): Promise<void> {
  const { query } = testApp.database;
  const back = sql`make_interval(mins => ${minutes})`;
  await sql`update seen_projects set since = since - ${back}, seen_at = seen_at - ${back}`.execute(query);
  await sql`update sessions set released_at = released_at - ${back}`.execute(query);
  // Responses are cached for a minute; a write drops them, as time would.
  await submit('2020-01-01');
}

test('before the first look nothing is new, however much was released', async () => {
  await release('2026-01-01');
  await release('2026-02-01');
  expect(await read()).toEqual([]);
});

test('what is released after a look is new, and what waits or was rejected is not', async () => {
  const first = await release('2026-01-01');
  expect(await look(first)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await read()).toMatchObject([{ projectId, visits: 0 }]);
  await release('2026-02-01');
  await submit('2026-03-01');
  await testApp.call(admin, `PUT /api/sessions/${await submit('2026-03-02')}/reject`, {
    body: { rejectionReason: 'Blurred' },
  });
  expect(await read()).toMatchObject([{ projectId, visits: 1 }]);
});

test('what was new when a stay began stays new while it lasts, and is known after it', async () => {
  await look(await release('2026-01-01'));
  await later(31);
  const fresh = await release('2026-02-01');
  const before = await read();
  expect(before).toMatchObject([{ visits: 1 }]);
  await look(fresh);
  await later(29);
  expect(await read()).toMatchObject([{ visits: 1 }]);
  await later(2);
  expect(await read()).toMatchObject([{ visits: 0 }]);
});

test('without a look nothing moves: what was read on a list only is new the next time too', async () => {
  await look(await release('2026-01-01'));
  await later(31);
  await release('2026-02-01');
  await testApp.call(client, 'GET /api/sessions');
  await later(600);
  expect(await read()).toMatchObject([{ visits: 1 }]);
});

test('the moment never moves back, and of two tabs at once both are kept', async () => {
  const first = await release('2026-01-01');
  const answers = await Promise.all(Array.from({ length: 6 }, () => look(first)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const ahead = sql`update seen_projects set since = now() + interval '4 minutes', seen_at = now() + interval '5 minutes'
    where user_id = ${client.id}`;
  await ahead.execute(testApp.database.query);
  // As if at a view whose transaction began before that of another tab.
  expect((await look(first)).status).toBe(200);
  const { rows } = await sql<{ ahead: boolean; rows: number }>`
    select bool_and(seen_at > now()) as ahead, count(*) as rows from seen_projects where user_id = ${client.id}`.execute(
    testApp.database.query,
  );
  expect(rows).toEqual([{ ahead: true, rows: 1 }]);
});

test('looks from two tabs at visits of different projects never wait for each other in a circle', async () => {
  const other = await project();
  const [here, there] = [await release('2026-01-01'), await release('2026-01-01', other)];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => look(index % 2 ? here : there)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('each project has its own moment: a look at one leaves what is new in another', async () => {
  const other = await project();
  await look(await release('2026-01-01'));
  await later(31);
  const here = await release('2026-02-01');
  await release('2026-02-02', other);
  await look(here);
  await later(31);
  expect(await read()).toMatchObject([
    { projectId, visits: 0 },
    { projectId: other.projectId, visits: 1 },
  ]);
});

test('of a project that was added later nothing is new but what was released since they were here at all', async () => {
  await look(await release('2026-01-01'));
  const { projectId: added, siteId: itsSite } = await project(admin.id);
  await release('2026-01-02', { projectId: added, siteId: itsSite });
  await sql`update sessions set released_at = now() - interval '1 day' where project_id = ${added}`.execute(
    testApp.database.query,
  );
  await later(31);
  await testApp.make.member({ projectId: added, userId: client.id, role: 'viewer' });
  await release('2026-02-02', { projectId: added, siteId: itsSite });
  expect(await read()).toMatchObject([
    { projectId, visits: 0 },
    { projectId: added, visits: 1 },
  ]);
});

test('clients count the projects they see and no others, and a removed visit is not counted', async () => {
  const stranger = await testApp.person('client');
  await look(await release('2026-01-01'));
  const gone = await release('2026-02-01');
  expect(await read()).toMatchObject([{ visits: 1 }]);
  expect(await read(stranger)).toEqual([]);
  await testApp.call(admin, `DELETE /api/sessions/${gone}`);
  expect(await read()).toMatchObject([{ visits: 0 }]);
});

test('a visit that is released again is new again, one that is completed is not', async () => {
  const id = await release('2026-01-01');
  await look(id);
  await testApp.call(admin, `PATCH /api/sessions/${id}`, { body: { status: 'completed' } });
  expect(await read()).toMatchObject([{ visits: 0 }]);
  await testApp.call(crew, `PATCH /api/sessions/${id}`, { body: { notes: 'More pictures' } });
  await testApp.call(admin, `PUT /api/sessions/${id}/approve`);
  expect(await read()).toMatchObject([{ visits: 1 }]);
});

test('the newest visit is the latest of what is new, else of all, with the one before it at its site', async () => {
  expect(await newest()).toEqual({ session: null, videoCover: null, hasThenAndNow: false, before: null });
  const elsewhere = await testApp.make.site({ projectId, photographerId: crew.id });
  const first = await release('2026-01-01');
  const second = await release('2026-03-01');
  await release('2026-02-01', { projectId, siteId: elsewhere });
  expect(await newest()).toMatchObject({ session: { id: second }, before: { id: first, captureDate: '2026-01-01' } });
  await look(second);
  await later(31);
  const late = await release('2026-02-15');
  expect(await newest()).toMatchObject({ session: { id: late }, before: { id: first } });
});

test('the only visit of a site has none before it', async () => {
  const only = await release('2026-01-01');
  expect(await newest()).toMatchObject({ session: { id: only }, before: null });
});

test('when somebody’s account goes, the record of what they viewed goes with it', async () => {
  const other = await testApp.person('client');
  await testApp.make.member({ projectId, userId: other.id, role: 'contributor' });
  const id = await release('2026-01-01');
  await look(id, other);
  await testApp.call(other, 'POST /api/disputes', { body: { sessionId: id, reason: 'The wall leans' } });
  expect((await testApp.call(admin, `DELETE /api/users/${other.id}`)).status).toBe(200);
  const rows = await testApp.database.query
    .selectFrom('seen_projects')
    .selectAll()
    .where('user_id', '=', other.id)
    .execute();
  expect(rows).toEqual([]);
});
