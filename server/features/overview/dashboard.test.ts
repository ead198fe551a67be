// Claims about the dashboards' figures (behaviour §10.3); what the search finds is claimed beside the session lists.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DashboardStats, SearchResult } from '#contract/overview/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let stranger: TestPerson;
let project: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  stranger = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  await testApp.make.site({ projectId: project, photographerId: crew.id });
  const quiet = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Quiet Hill' });
  const db = testApp.database.query;
  await db
    .updateTable('projects')
    .set({ status: 'on_hold', description: 'Waits for 50% funding' })
    .where('id', '=', quiet)
    .execute();
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) {
    const made = await testApp.call(crew, 'POST /api/sessions', {
      body: { projectId: project, captureDate: '2026-11-02' },
    });
    ids.push((made.body as { id: number }).id);
  }
  for (const id of ids.slice(0, 3)) await testApp.call(admin, `PUT /api/sessions/${id}/approve`);
  await testApp.call(admin, `PATCH /api/sessions/${ids[0]}`, { body: { status: 'completed' } });
  await testApp.call(admin, `PUT /api/sessions/${ids[3]}/reject`, { body: { rejectionReason: 'dark' } });
  await testApp.call(crew, `PATCH /api/sessions/${ids[1]}`, { body: { notes: 'waits again' } });
  await testApp.call(crew, `DELETE /api/sessions/${ids[5]}`);
  const old = new Date(Date.now() - 8 * 24 * 3600 * 1000);
  await db
    .updateTable('sessions')
    .set({ created_at: old })
    .where('id', 'in', [ids[2] ?? 0, ids[4] ?? 0])
    .execute();
});
afterAll(() => testApp.close());

async function figures(person: TestPerson): Promise<DashboardStats> {
  return (await testApp.call(person, 'GET /api/dashboard/stats')).body as DashboardStats;
}

test('an admin’s figures are of everything', async () => {
  expect(await figures(admin)).toEqual({
    activeProjects: 1,
    pendingApproval: 2,
    weeklySessions: 3,
    activeUsers: 4,
    sessions: { total: 5, pending: 2, approved: 1, rejected: 1, completed: 1 },
  });
});

test('a photographer’s figures are of own sessions and the people of their projects', async () => {
  expect(await figures(crew)).toEqual({
    activeProjects: 1,
    pendingApproval: 2,
    weeklySessions: 3,
    activeUsers: 2,
    sessions: { total: 5, pending: 2, approved: 1, rejected: 1, completed: 1 },
  });
});

test('a client’s figures know of released sessions only, in the state that was released', async () => {
  expect(await figures(client)).toEqual({
    activeProjects: 1,
    pendingApproval: 0,
    weeklySessions: 2,
    activeUsers: 2,
    sessions: { total: 3, pending: 0, approved: 2, rejected: 0, completed: 1 },
  });
});

test('who has no project sees noughts', async () => {
  const none = { activeProjects: 0, pendingApproval: 0, weeklySessions: 0, activeUsers: 0 };
  expect(await figures(stranger)).toMatchObject({ ...none, sessions: { total: 0 } });
});

test('a new session is in the next figures', async () => {
  const before = await figures(admin);
  await testApp.call(crew, 'POST /api/sessions', { body: { projectId: project, captureDate: '2026-11-02' } });
  expect((await figures(admin)).pendingApproval).toBe(before.pendingApproval + 1);
});

test('the week of an admin begins to the instant seven times 24 hours ago', async () => {
  const db = testApp.database.query;
  const counted = async () => (await figures(admin)).weeklySessions;
  const before = await counted();
  const made = await testApp.call(crew, 'POST /api/sessions', {
    body: { projectId: project, captureDate: '2026-11-02' },
  });
  const { id } = made.body as { id: number };
  const born = async (ago: string) => {
    await sql`update sessions set created_at = now() - ${ago}::interval where id = ${id}`.execute(db);
    // Another address each time: the row was not changed by a call, so what was asked before is answered from memory.
    const answer = await testApp.call(admin, `GET /api/dashboard/stats?${new URLSearchParams({ ago })}`);
    return (answer.body as DashboardStats).weeklySessions;
  };
  expect(await born('167 hours 59 minutes')).toBe(before + 1);
  expect(await born('168 hours')).toBe(before);
  for (let hours = 0; hours < 168; hours += 9) expect(await born(`${hours} hours`)).toBe(before + 1);
  await testApp.call(crew, `DELETE /api/sessions/${id}`);
  expect(await counted()).toBe(before);
});

test('the figures of an admin are what a count of the rows gives, whatever happens to them', async () => {
  const db = testApp.database.query;
  const counted = async () => {
    const found = await sql<Record<string, number>>`select
      (select count(*) from projects where status = 'active' and removed_at is null) as "activeProjects",
      (select count(*) from users where closed_at is null) as "activeUsers",
      (select count(*) from sessions where removed_at is null) as total,
      (select count(*) from sessions where removed_at is null and status = 'pending') as pending`.execute(db);
    return found.rows[0];
  };
  const shown = async () => {
    const { activeProjects, activeUsers, sessions } = await figures(admin);
    return { activeProjects, activeUsers, total: sessions.total, pending: sessions.pending };
  };
  const owner = await testApp.person('client');
  const created = { name: 'Short Lane', clientId: owner.id };
  const made = await testApp.call(admin, 'POST /api/projects', { body: { project: created } });
  const { id } = made.body as { id: number };
  for (let n = 0; n < 3; n++)
    await testApp.call(admin, 'POST /api/sessions', { body: { projectId: id, captureDate: '2026-11-02' } });
  const before = await shown();
  expect(before).toEqual(await counted());
  expect((await testApp.call(admin, `DELETE /api/projects/${id}`)).status).toBe(200);
  expect(await shown()).toEqual({
    ...before,
    activeProjects: before.activeProjects - 1,
    total: before.total - 3,
    pending: before.pending - 3,
  });
  expect((await testApp.call(admin, `DELETE /api/users/${owner.id}`)).status).toBe(200);
  expect((await shown()).activeUsers).toBe(before.activeUsers - 1);
  expect(await shown()).toEqual(await counted());
});

async function search(person: TestPerson, q: string) {
  const answer = await testApp.call(person, `GET /api/search?${new URLSearchParams({ q })}`);
  return answer.body as { total: number; results: SearchResult[] };
}

test.each(['quiet', 'on hold', 'on_hold', 'WAITS FOR', '50%'])(
  'a project is found by name, description or status: “%s”',
  async (q) => {
    expect((await search(client, q)).results.filter(({ type }) => type === 'project')).toMatchObject([
      { title: 'Quiet Hill', status: 'on_hold' },
    ]);
    expect(await search(stranger, q)).toEqual({ total: 0, results: [] });
  },
);

test('projects come before sessions, and a session says where and when it was taken', async () => {
  const { total, results } = await search(crew, 'lekki');
  expect(total).toBe(results.length);
  expect(results.map(({ type }) => type)).toEqual(['project', ...Array(total - 1).fill('session')]);
  expect(results[1]).toMatchObject({
    projectId: project,
    subtitle: expect.stringMatching(/^Lekki Towers · Site \d+ · 2026-11-02$/),
  });
});

test('as many results come as were asked for, and all are counted', async () => {
  const all = await search(crew, 'lekki');
  const { body } = await testApp.call(crew, 'GET /api/search?q=lekki&limit=2');
  expect(body).toEqual({ total: all.total, results: all.results.slice(0, 2) });
  expect((await testApp.call(crew, 'GET /api/search?q=lekki&limit=501')).status).toBe(400);
});

test('no words find nothing, and wildcards are ordinary characters', async () => {
  for (const q of ['', '   ', '\u0000', 'L_kki', '%%'])
    expect(await search(admin, q)).toEqual({ total: 0, results: [] });
});
