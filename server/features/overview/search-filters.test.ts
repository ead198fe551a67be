// Claims about search filters: they apply to sessions and concerns, to rows and totals, and reveal nothing that one may not read.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchGroups, SearchResult } from '#contract/overview/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

type Hits = { total: number; results: SearchResult[] };

let testApp: TestApp;
let admin: TestPerson;
let tunde: TestPerson;
let ngozi: TestPerson;
let client: TestPerson;
let leaver: TestPerson;
let towers: number;
let lodge: number;
let october: number;
let november: number;
let waiting: number;
let concern: number;
let leaversConcern: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  tunde = await testApp.person('photographer', { firstName: 'Crane' });
  ngozi = await testApp.person('photographer');
  client = await testApp.person('client');
  leaver = await testApp.person('client');
  towers = await makeProject('Crane Towers');
  lodge = await makeProject('Lodge');
  october = await visit(tunde, { projectId: towers, captureDate: '2026-10-09' });
  november = await visit(ngozi, { projectId: lodge, captureDate: '2026-11-02' });
  for (const id of [october, november]) await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  waiting = await visit(tunde, { projectId: lodge, captureDate: '2026-11-20' });
  concern = await raise(client, october);
  leaversConcern = await raise(leaver, november);
});
afterAll(() => testApp.close());

async function makeProject(name: string): Promise<number> {
  const id = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name });
  for (const { id: userId } of [tunde, ngozi, leaver])
    await testApp.make.member({ projectId: id, userId, role: 'contributor' });
  return id;
}

async function visit(who: TestPerson, where: { projectId: number; captureDate: string }): Promise<number> {
  const { body } = await testApp.call(who, 'POST /api/sessions', { body: { ...where, notes: 'The crane is up' } });
  return (body as { id: number }).id;
}

async function raise(who: TestPerson, sessionId: number): Promise<number> {
  const { body } = await testApp.call(who, 'POST /api/disputes', {
    body: { sessionId, reason: 'The crane stands too near' },
  });
  return (body as { id: number }).id;
}

async function hits(who: TestPerson, filter: Record<string, string | number>, q = 'crane'): Promise<Hits> {
  const query = new URLSearchParams({ q, ...filter } as Record<string, string>);
  return (await testApp.call(who, `GET /api/search?${query}`)).body as Hits;
}

async function groups(who: TestPerson, filter: Record<string, string | number>, q = 'crane'): Promise<SearchGroups> {
  const query = new URLSearchParams({ q, ...filter } as Record<string, string>);
  return (await testApp.call(who, `GET /api/search/groups?${query}`)).body as SearchGroups;
}

/** The numbers of what a filter leaves, newest first; rows and totals agree. */
async function left(who: TestPerson, filter: Record<string, string | number>) {
  const found = await hits(who, filter);
  const { people, concerns } = await groups(who, filter);
  expect(found.total).toBe(found.results.length);
  expect(concerns.total).toBe(concerns.rows.length);
  expect(people).toEqual({ total: 0, rows: [] });
  expect(found.results.filter(({ type }) => type === 'project')).toEqual([]);
  return { sessions: found.results.map(({ id }) => id), concerns: concerns.rows.map(({ id }) => id) };
}

test('without a filter a search finds what it always found', async () => {
  expect((await hits(admin, {})).results.map(({ type, id }) => `${type} ${id}`)).toEqual([
    `project ${towers}`,
    `session ${waiting}`,
    `session ${november}`,
    `session ${october}`,
  ]);
  expect((await groups(admin, {})).people.total).toBe(1);
});

test('status, project, photographer and dates narrow sessions and the concerns about them, rows and totals', async () => {
  const both = [leaversConcern, concern];
  expect(await left(admin, { projectId: lodge })).toEqual({
    sessions: [waiting, november],
    concerns: [leaversConcern],
  });
  expect(await left(admin, { photographerId: tunde.id })).toEqual({
    sessions: [waiting, october],
    concerns: [concern],
  });
  expect(await left(admin, { from: '2026-10-01', to: '2026-10-31' })).toEqual({
    sessions: [october],
    concerns: [concern],
  });
  expect(await left(admin, { from: '2026-10-01' })).toEqual({ sessions: [waiting, november, october], concerns: both });
  expect(await left(admin, { photographerId: tunde.id, projectId: lodge })).toEqual({
    sessions: [waiting],
    concerns: [],
  });
  expect(await left(admin, { siteId: 1_000_000 })).toEqual({ sessions: [], concerns: [] });
});

test('a status is one of sessions or one of concerns, and finds nothing of the other kind', async () => {
  expect(await left(admin, { status: 'pending' })).toEqual({ sessions: [waiting], concerns: [] });
  expect(await left(admin, { status: 'open' })).toEqual({ sessions: [], concerns: [leaversConcern, concern] });
  expect((await groups(admin, { status: 'open' }, 'crane 2026-10')).visits).toBeNull();
  const { status } = await testApp.call(admin, 'GET /api/search?q=crane&status=melted');
  expect(status).toBe(400);
});

test('the total of more than is shown counts what the filter leaves', async () => {
  expect(await hits(admin, { projectId: lodge, limit: 1 })).toMatchObject({ total: 2, results: [{ id: waiting }] });
  expect((await groups(admin, { from: '2026-10-01', limit: 1 })).concerns).toMatchObject({
    total: 2,
    rows: [{ id: leaversConcern }],
  });
});

test('a number finds its session only where that meets the filter', async () => {
  expect((await hits(admin, { projectId: towers }, `#${october}`)).results[0]?.id).toBe(october);
  expect((await hits(admin, { projectId: lodge }, `#${october}`)).results.map(({ id }) => id)).not.toContain(october);
});

test('the days of the filter and those among the words both hold', async () => {
  expect((await groups(admin, { from: '2026-11-10' }, 'november 2026')).visits).toMatchObject({
    total: 1,
    rows: [{ id: waiting }],
    from: '2026-11-01',
    to: '2026-11-30',
  });
  expect((await groups(admin, { to: '2026-10-31' }, 'november 2026')).visits?.total).toBe(0);
});

test('a client narrows by what was released, whatever became of it since', async () => {
  const edit = { captureDate: '2026-08-01', notes: 'The crane is up again' };
  await testApp.call(tunde, `PATCH /api/sessions/${october}`, { body: edit });
  expect(await left(client, { status: 'pending' })).toEqual({ sessions: [], concerns: [] });
  expect(await left(client, { from: '2026-08-01', to: '2026-08-01' })).toEqual({ sessions: [], concerns: [] });
  expect(await left(client, { from: '2026-10-09', to: '2026-10-09' })).toEqual({
    sessions: [october],
    concerns: [concern],
  });
  expect(await left(tunde, { from: '2026-08-01', to: '2026-08-01' })).toEqual({
    sessions: [october],
    concerns: [concern],
  });
});

test('people who left the project narrow their concern by what they could read, and learn nothing of the visit since', async () => {
  await testApp.database.query.deleteFrom('project_users').where('user_id', '=', leaver.id).execute();
  await testApp.call(ngozi, `PATCH /api/sessions/${november}`, { body: { captureDate: '2026-09-01' } });
  await testApp.call(admin, `PUT /api/sessions/${november}/approve`, { body: {} });
  expect(await left(leaver, { from: '2026-09-01', to: '2026-09-01' })).toEqual({ sessions: [], concerns: [] });
  expect(await left(leaver, { from: '2026-11-02', to: '2026-11-02' })).toEqual({
    sessions: [],
    concerns: [leaversConcern],
  });
  expect((await left(client, { from: '2026-09-01', to: '2026-09-01' })).concerns).toEqual([leaversConcern]);
  expect((await left(admin, { from: '2026-09-01', to: '2026-09-01' })).concerns).toEqual([leaversConcern]);
});

test('the day of a decision narrows sessions and the concerns about them, for clients that of a release, and for who left the project none', async () => {
  const decide = (id: number, as: 'approved' | 'rejected', day: string) =>
    sql`insert into session_records (session_id, action, from_status, to_status, by_name, at, project_id, project_name, photographer_id, photographer_name, capture_date, released_record_id)
      select id, ${as}, 'pending', ${as}, 'Admin', ${`${day}T12:00:00Z`}::timestamptz, project_id, 'Lodge', photographer_id, 'Ngozi', capture_date, case ${as} when 'approved' then released_record_id end
      from sessions where id = ${id}`.execute(testApp.database.query);
  await decide(october, 'approved', '2026-03-10');
  await decide(october, 'rejected', '2026-04-10');
  await decide(november, 'approved', '2026-05-10');
  const on = (day: string) => ({ decidedFrom: day, decidedTo: day });
  const nothing = { sessions: [], concerns: [] };
  const both = { sessions: [october], concerns: [concern] };
  expect([await left(admin, on('2026-03-10')), await left(client, on('2026-03-10'))]).toEqual([both, both]);
  expect([await left(admin, on('2026-04-10')), await left(tunde, on('2026-04-10'))]).toEqual([both, both]);
  expect([await left(client, on('2026-04-10')), await left(ngozi, on('2026-04-10'))]).toEqual([nothing, nothing]);
  expect(await left(admin, { ...on('2026-04-10'), status: 'approved' })).toEqual(nothing);
  expect(await left(admin, { ...on('2026-04-10'), status: 'open' })).toEqual({ sessions: [], concerns: [concern] });
  expect(await left(client, on('2026-05-10'))).toEqual({ sessions: [november], concerns: [leaversConcern] });
  expect(await left(leaver, on('2026-05-10'))).toEqual(nothing);
  expect(await left(leaver, { decidedFrom: '2026-01-01' })).toEqual(nothing);
  expect((await testApp.call(admin, 'GET /api/search?q=crane&decidedFrom=soon')).status).toBe(400);
});

test('a priority finds concerns alone, of those that one reads', async () => {
  const urgent = { sessionId: october, reason: 'The crane leans', priority: 'high' };
  const { id } = (await testApp.call(client, 'POST /api/disputes', { body: urgent })).body as { id: number };
  expect(await left(admin, { priority: 'high' })).toEqual({ sessions: [], concerns: [id] });
  expect(await left(admin, { priority: 'high', status: 'closed' })).toEqual({ sessions: [], concerns: [] });
  expect(await left(ngozi, { priority: 'high' })).toEqual({ sessions: [], concerns: [] });
  expect((await groups(admin, { priority: 'high' }, 'crane 2026-10')).visits).toBeNull();
  expect((await testApp.call(admin, 'GET /api/search?q=crane&priority=urgent')).status).toBe(400);
});
