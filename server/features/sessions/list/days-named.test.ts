// Claims about words, status, person and time in one search, and about sessions by the day of their decision (behaviour §7.2).
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchGroups } from '#contract/overview/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { decidedOn } from './list.ts';

let testApp: TestApp;
let admin: TestPerson;
let tunde: TestPerson;
let amaka: TestPerson;
let client: TestPerson;
let project: number;
/** In the middle of last month, and of the month before. */
let lastMonth: string;
let before: string;
let wanted: number;
let older: number;
let approved: number;
let noted: number;
let poured: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  tunde = await testApp.person('photographer', { firstName: 'Tunde', lastName: 'Bakare' });
  amaka = await testApp.person('photographer', { firstName: 'Amaka', lastName: 'Eze' });
  client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki' });
  for (const { id } of [tunde, amaka])
    await testApp.make.member({ projectId: project, userId: id, role: 'contributor' });
  const now = new Date();
  const middle = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString().slice(0, 10);
  [lastMonth, before] = [middle(1), middle(2)];
  wanted = await visit(tunde, 'reject', { captureDate: lastMonth });
  older = await visit(tunde, 'reject', { captureDate: before });
  approved = await visit(tunde, 'approve', { captureDate: lastMonth });
  noted = await visit(amaka, 'reject', { captureDate: lastMonth, notes: 'rejected last month, says Tunde' });
  poured = await visit(amaka, 'approve', { captureDate: before, notes: 'poured yesterday' });
});
afterAll(() => testApp.close());

type Made = { captureDate: string; notes?: string };

async function visit(by: TestPerson, way: 'approve' | 'reject', fields: Made): Promise<number> {
  const made = await testApp.call(by, 'POST /api/sessions', { body: { projectId: project, ...fields } });
  const { id } = made.body as Session;
  const body = way === 'reject' ? { rejectionReason: 'Blurred' } : {};
  expect((await testApp.call(admin, `PUT /api/sessions/${id}/${way}`, { body })).status).toBe(200);
  return id;
}

async function list(by: TestPerson, query: Record<string, string>) {
  const answer = await testApp.call(by, `GET /api/sessions?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return (answer.body as Session[]).map(({ id }) => id).sort((a, b) => a - b);
}

test.each(['Rejected, Tunde, last month', 'tunde rejected LAST MONTH', 'last month, tunde; rejected'])(
  'status, person and time in one search find the visit: %s',
  async (q) => {
    // Of another one in that month a note holds the words.
    expect(await list(admin, { q })).toEqual([wanted, noted]);
    expect(await list(admin, { q, photographerId: String(tunde.id) })).toEqual([wanted]);
    const { body } = await testApp.call(admin, `GET /api/search/groups?${new URLSearchParams({ q })}`);
    const from = `${lastMonth.slice(0, 8)}01`;
    expect((body as SearchGroups).visits).toMatchObject({ total: 2, from, decided: false });
  },
);

test('a status beside days is one, and days hold within those of the filter', async () => {
  expect(await list(admin, { q: 'rejected last month' })).toEqual([wanted, noted]);
  expect(await list(admin, { q: 'tunde last month', to: before })).toEqual([]);
});

test('days that find nothing are words, and a status alone is a word of the list', async () => {
  expect(await list(admin, { q: 'poured yesterday' })).toEqual([poured]);
  expect(await list(admin, { q: 'rejected' })).toEqual([noted]);
});

test('clients find nothing by what was rejected', async () => {
  expect(await list(client, { q: 'rejected last month' })).toEqual([]);
  expect(await list(client, { q: 'rejected tunde last month' })).toEqual([]);
  expect(await list(client, { q: 'tunde last month' })).toEqual([approved]);
});

describe('by the day of a decision', () => {
  const company = 'Africa/Lagos';
  /** Where it is half past midnight of the first of April already. */
  const lateInMarch = '2026-03-31T23:30:00Z';
  beforeAll(async () => {
    await sql`insert into session_records (session_id, action, from_status, to_status, by_name, at, project_id, project_name, photographer_id, photographer_name, capture_date)
      select ${poured}, 'rejected', 'pending', 'rejected', 'Admin', ${lateInMarch}::timestamptz, ${project}, 'Lekki', ${amaka.id}, 'Amaka', '2026-03-01'`.execute(
      testApp.database.query,
    );
  });
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: company });

  test('sessions are found, with a status by the decision that led to it, and through all pages', async () => {
    const all = [wanted, older, approved, noted, poured];
    expect(await list(admin, { decidedFrom: today })).toEqual(all);
    expect(await list(admin, { decidedFrom: today, status: 'rejected' })).toEqual([wanted, older, noted]);
    expect(await list(admin, { decidedFrom: today, q: 'tunde' })).toEqual([wanted, older, approved, noted]);
    expect(await list(admin, { q: 'rejected decided today' })).toEqual([wanted, older, noted]);
    const path = `/api/sessions?decidedFrom=${today}&limit=2`;
    const first = await testApp.app.inject({ url: path, headers: { cookie: admin.cookie } });
    expect([first.headers['x-total-count'], JSON.parse(first.body).length]).toEqual(['5', 2]);
  });

  test('the day is that of the company', async () => {
    const on = (day: string) => list(admin, { decidedFrom: day, decidedTo: day });
    expect([await on('2026-04-01'), await on('2026-03-31')]).toEqual([[poured], []]);
    expect(await list(admin, { decidedTo: '2026-04-01', status: 'approved' })).toEqual([]);
  });

  test('clients find releases and no rejection', async () => {
    expect(await list(client, { decidedFrom: today })).toEqual([approved, poured]);
    expect(await list(client, { decidedTo: '2026-04-01' })).toEqual([]);
  });

  test('decisions are found by their index', async () => {
    const actor = { kind: 'person', id: admin.id, role: 'admin' } as const;
    const [found] = decidedOn(actor, { decidedFrom: '2026-10-01', decidedTo: '2026-10-31' });
    const plan = await testApp.database.query.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`explain select s.id from sessions s where ${found}`.execute(tx);
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('session_records_of_decisions');
  });
});
