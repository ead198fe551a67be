// The claims about the response clock: what starts and stops it, who is reminded when, and the medians.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { ResponseTimes } from '#contract/overview/endpoints.ts';
import { createDefaultsReader, createSettingsReader } from '#server/db/settings/company-settings.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createMemoizer } from '#server/lib/memoize.ts';
import { createWorkCalendar } from '#server/lib/working-days.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { responseClockJob } from './response-clock.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
let sessionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  crew = await testApp.person('photographer');
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId, photographerId: crew.id });
  const made = await testApp.call(crew, 'POST /api/sessions', { body: { projectId, captureDate: '2026-04-01' } });
  sessionId = (made.body as { id: number }).id;
  await testApp.call(admin, `PUT /api/sessions/${sessionId}/approve`, { body: {} });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await sql`delete from disputes`.execute(testApp.database.query);
  await sql`delete from notifications`.execute(testApp.database.query);
});

async function raise(priority = 'medium'): Promise<Dispute> {
  const answer = await testApp.call(client, 'POST /api/disputes', { body: { sessionId, reason: 'A crack', priority } });
  expect(answer.status).toBe(201);
  return answer.body as Dispute;
}

const read = async (id: number) => (await testApp.call(client, `GET /api/disputes/${id}`)).body as Dispute;
const set = (by: TestPerson, id: number, status: string) =>
  testApp.call(by, `PATCH /api/disputes/${id}/status`, { body: { status } });

const noCache = { versionOf: () => '', isConnected: () => false };

function job() {
  const write = createTransactionRunner(testApp.database, () => undefined);
  const settings = createSettingsReader(testApp.database.query, createMemoizer(noCache));
  return responseClockJob({ db: testApp.database.query, write, settings, defaults: createDefaultsReader(null) }).run(
    null,
  );
}

/** As if it had been raised that much earlier. */
const earlier = (id: number, interval: string) =>
  sql`update disputes set created_at = created_at - ${interval}::interval, half_at = half_at - ${interval}::interval,
    due_at = due_at - ${interval}::interval, due_on = due_on - ${interval}::interval where id = ${id}`.execute(
    testApp.database.query,
  );

async function reminders(): Promise<[username: string, title: string][]> {
  const found = await sql<{ username: string; title: string }>`delete from notifications n using users u
    where u.id = n.user_id and n.type = 'dispute_due' returning u.username, n.title`.execute(testApp.database.query);
  return found.rows.map(({ username, title }): [string, string] => [username, title]).sort();
}

describe('the first answer', () => {
  test.each([
    ['high', 1],
    ['medium', 3],
    ['low', 7],
  ])('to a concern of %s priority is due after %i working days', async (priority, days) => {
    const { dueAt, dueOn, createdAt } = await raise(priority);
    const calendar = createWorkCalendar({ workingDays: [1, 2, 3, 4, 5], holidays: [], timeZone: 'Africa/Lagos' });
    const expected = calendar.deadlineAfter(Date.parse(createdAt), days);
    expect([Date.parse(dueAt ?? ''), dueOn]).toEqual([expected.due, expected.dueOn]);
  });

  test('is a word of the crew or an admin; one of the raiser is none', async () => {
    const { id } = await raise();
    await testApp.call(client, `POST /api/disputes/${id}/messages`, { body: { message: 'Anybody?' } });
    expect((await read(id)).dueAt).not.toBeNull();
    await testApp.call(crew, `POST /api/disputes/${id}/messages`, { body: { message: 'I look at it' } });
    const answered = await read(id);
    expect([answered.dueAt, answered.dueOn, answered.status]).toEqual([null, null, 'open']);
    const { answeredAt } = answered;
    await testApp.call(admin, `POST /api/disputes/${id}/messages`, { body: { message: 'So do I' } });
    expect((await read(id)).answeredAt).toBe(answeredAt);
  });

  test('is a word of an admin alone, too', async () => {
    const { id } = await raise();
    await testApp.call(admin, `POST /api/disputes/${id}/messages`, { body: { message: 'We look into it' } });
    const answered = await read(id);
    expect([answered.dueAt, answered.answeredAt !== null, answered.status]).toEqual([null, true, 'open']);
  });

  test.each([
    ['the photographer', () => crew],
    ['an admin', () => admin],
  ])('is also moving it to in progress, and resolving it, by %s', async (_, by) => {
    for (const status of ['in_progress', 'resolved']) {
      const { id } = await raise();
      await set(by(), id, status);
      const moved = await read(id);
      expect([moved.dueAt, moved.answeredAt !== null, moved.resolvedAt !== null]).toEqual([
        null,
        true,
        status === 'resolved',
      ]);
    }
  });

  test('is awaited no more once its raiser closed it, and counts as none then', async () => {
    const { id } = await raise();
    await set(client, id, 'closed');
    expect(await read(id)).toMatchObject({ dueAt: null, answeredAt: null });
  });

  test('the time it was resolved is cleared when it is reopened, and kept when it is closed', async () => {
    const { id } = await raise();
    await set(crew, id, 'resolved');
    const { resolvedAt } = await read(id);
    await set(client, id, 'closed');
    expect((await read(id)).resolvedAt).toBe(resolvedAt);
    await set(admin, id, 'open');
    expect(await read(id)).toMatchObject({ resolvedAt: null, dueAt: null });
  });
});

describe('reminders', () => {
  test('go to the photographer and the admins at half and at the end, each once', async () => {
    const { id } = await raise('low');
    await job();
    expect(await reminders()).toEqual([]);
    await sql`update disputes set half_at = now() where id = ${id}`.execute(testApp.database.query);
    await Promise.all([job(), job()]);
    await job();
    expect(await reminders()).toEqual([
      [admin.username, 'Answer due'],
      [crew.username, 'Answer due'],
    ]);
    await earlier(id, '30 days');
    await Promise.all([job(), job()]);
    await job();
    expect(await reminders()).toEqual([
      [admin.username, 'Answer overdue'],
      [crew.username, 'Answer overdue'],
    ]);
  });

  test('come at the end alone where the company wants none at half of the time', async () => {
    const body = { digest: 'weekly', remindsHalfway: false };
    expect((await testApp.call(admin, 'PUT /api/settings/defaults', { body })).status).toBe(200);
    const { id } = await raise('low');
    await sql`update disputes set half_at = now() where id = ${id}`.execute(testApp.database.query);
    await job();
    expect(await reminders()).toEqual([]);
    await earlier(id, '30 days');
    await job();
    expect((await reminders()).map(([, title]) => title)).toEqual(['Answer overdue', 'Answer overdue']);
    await testApp.call(admin, 'PUT /api/settings/defaults', { body: { ...body, remindsHalfway: true } });
  });

  test('after a time without a server only the last one comes', async () => {
    const { id } = await raise();
    await earlier(id, '30 days');
    await job();
    expect((await reminders()).map(([, title]) => title)).toEqual(['Answer overdue', 'Answer overdue']);
  });

  test('stop with an answer, and with the removal of the session', async () => {
    const { id } = await raise();
    await earlier(id, '30 days');
    await testApp.call(crew, `POST /api/disputes/${id}/messages`, { body: { message: 'I look at it' } });
    const { id: other } = await raise();
    await earlier(other, '30 days');
    const db = testApp.database.query;
    await sql`update sessions set removed_at = now() where id = ${sessionId}`.execute(db);
    await job();
    await sql`update sessions set removed_at = null where id = ${sessionId}`.execute(db);
    expect(await reminders()).toEqual([]);
  });

  test('of concerns from before there were clocks come only for what lies ahead', async () => {
    const db = testApp.database.query;
    const [{ id: old }, { id: fresh }] = [await raise(), await raise('low')];
    await sql`update disputes set due_at = null, half_at = null, due_on = null`.execute(db);
    await sql`update disputes set created_at = created_at - interval '60 days' where id = ${old}`.execute(db);
    await job();
    expect(await reminders()).toEqual([]);
    expect(Date.parse((await read(old)).dueAt ?? '')).toBeLessThan(Date.now());
    expect(Date.parse((await read(fresh)).dueAt ?? '')).toBeGreaterThan(Date.now());
    await earlier(fresh, '30 days');
    await job();
    expect(await reminders()).toHaveLength(2);
  });
});

describe('the settings of the company', () => {
  const put = async (key: string, value: unknown) => {
    await sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(testApp.database.query);
    await announce();
  };
  /** What the settings page does by writing them; every process hears of it. */
  const announce = () =>
    createTransactionRunner(testApp.database, () => undefined)({ topics: ['settings'] }, async () => undefined);
  const clear = async () => {
    await sql`delete from settings`.execute(testApp.database.query);
    await announce();
  };

  test('say how many days an answer may take, from the next concern on', async () => {
    const before = await raise('high');
    await put('responseDays', { high: 20, medium: 3, low: 7 });
    const dueIn = async () => (Date.parse((await raise('high')).dueAt ?? '') - Date.now()) / 86_400_000;
    await expect.poll(dueIn).toBeGreaterThan(20);
    expect((await read(before.id)).dueAt).toBe(before.dueAt);
    await clear();
    await expect.poll(dueIn).toBeLessThan(6);
  });

  test('that make no sense are as the defaults say', async () => {
    const db = testApp.database.query;
    await put('timeZone', 'Middle/Earth');
    await put('workingDays', []);
    await put('holidays', ['2026-12-25']);
    await put('colour', 'green');
    const settings = createSettingsReader(db, createMemoizer(noCache));
    expect(await settings()).toEqual({
      workingDays: [1, 2, 3, 4, 5],
      holidays: ['2026-12-25'],
      timeZone: 'Africa/Lagos',
      responseDays: { high: 1, medium: 3, low: 7 },
    });
    await clear();
  });

  test('are read once until somebody changes them', async () => {
    let version = 1;
    const settings = createSettingsReader(
      testApp.database.query,
      createMemoizer({ versionOf: () => String(version), isConnected: () => true }),
    );
    const [first, second] = [await settings(), await settings()];
    expect(second).toBe(first);
    version += 1;
    expect(await settings()).not.toBe(first);
  });
});

test('medians are of what was answered and resolved in the last 90 days', async () => {
  const db = testApp.database.query;
  const times = async () => (await testApp.call(admin, 'GET /api/history/response-times')).body as ResponseTimes;
  const take = async (hours: number | null, resolved: number | null, age = 0) => {
    const { id } = await raise();
    await sql`update disputes set created_at = now() - make_interval(days => ${age}, hours => 200),
      status = ${resolved === null ? 'open' : 'resolved'},
      answered_at = now() - make_interval(days => ${age}, hours => 200) + make_interval(hours => ${hours}::integer),
      resolved_at = now() - make_interval(days => ${age}, hours => 200) + make_interval(hours => ${resolved}::integer)
      where id = ${id}`.execute(db);
  };
  expect(await times()).toEqual({
    days: 90,
    firstAnswer: { median: null, count: 0 },
    resolution: { median: null, count: 0 },
    overdue: 0,
  });
  await take(2, 10);
  await take(4, 100);
  await take(9, 190);
  await take(100, null, 100);
  const { id } = await raise();
  await earlier(id, '30 days');
  await announceTo();
  expect(await times()).toEqual({
    days: 90,
    firstAnswer: { median: 4 * 3600, count: 3 },
    resolution: { median: 100 * 3600, count: 3 },
    overdue: 1,
  });
});

/** Rows written outside the product announce nothing: a comment touches the same topic. */
async function announceTo() {
  const { id } = await raise();
  await set(client, id, 'closed');
}
