// How long the company keeps what piles up: what is saved, what the job removes, and what it can never touch.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { defaultRetention, type Retention, type SavedRetention } from '#contract/settings/endpoints.ts';
import { readRetention } from '#server/db/settings/setting-rows.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createRetentionJob } from './retention.ts';

let testApp: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
});
afterEach(async () => {
  await testApp.database.query.deleteFrom('settings').execute();
});
afterAll(() => testApp.close());

const read = (): Promise<SavedRetention> => readRetention(testApp.database.query);
const save = (body: object, by = admin) => testApp.call(by, 'PUT /api/settings/retention', { body });
const entries = async (act: string) =>
  (await testApp.call(admin, `GET /api/audit-log?act=${act}`)).body as AuditEntry[];

/** Saves as if an admin had, without touching what is kept. */
async function keep(days: Partial<Retention>): Promise<void> {
  expect((await save({ ...defaultRetention, ...days, version: 1 })).status).toBe(200);
}

function job(): Promise<void> {
  const write = createTransactionRunner(testApp.database, () => undefined);
  return createRetentionJob({ db: testApp.database.query, write }).run(null);
}

const query = (statement: string) => sql.raw(statement).execute(testApp.database.query);

/** One of each kind, so many days old. */
async function pileUp(days: number): Promise<void> {
  const at = `now() - interval '${days} days'`;
  await query(`insert into notifications (user_id, title, message, type, created_at)
    values (${admin.id}, 'Of ${days} days', 'Old.', 'session_submitted', ${at})`);
  await query(`insert into demo_requests (name, email, company, project_brief, address, created_at)
    values ('Of ${days} days', 'a@b.ng', 'Builders', 'A tower.', '127.0.0.1', ${at})`);
  await query(`insert into audit_log (at, act, subject_kind, subject_name)
    values (${at}, 'userEdited', 'user', 'Of ${days} days')`);
}

/** What is there of what was piled up, oldest first. */
async function there(): Promise<Record<keyof Retention, string[]>> {
  const names = async (table: string, name: string, at: string) => {
    const found = await sql<{ name: string }>`select ${sql.ref(name)} as name from ${sql.table(table)}
      where ${sql.ref(name)} like 'Of %' order by ${sql.ref(at)}`.execute(testApp.database.query);
    return found.rows.map((row) => row.name);
  };
  return {
    auditLog: await names('audit_log', 'subject_name', 'at'),
    notifications: await names('notifications', 'title', 'created_at'),
    demoRequests: await names('demo_requests', 'name', 'created_at'),
  };
}

describe('what is set', () => {
  test('until somebody saves it everything is kept for ever', async () => {
    const { body } = await testApp.call(admin, 'GET /api/settings/retention');
    expect(body).toEqual({ ...defaultRetention, version: 1 });
  });

  test('is read, and each change leaves its fields in the audit log; none leaves nothing', async () => {
    const days = { auditLog: 3650, notifications: 90, demoRequests: 365 };
    expect(await save({ ...days, version: 1 })).toMatchObject({ status: 200, body: days });
    const [entry] = await entries('settingsChanged');
    expect(entry).toMatchObject({ byId: admin.id, subject: { kind: 'settings', name: 'What is kept' } });
    expect(entry?.changes).toContainEqual({ field: 'notifications', before: null, after: '90' });
    const count = (await entries('settingsChanged')).length;
    const present = await read();
    expect(await save({ ...days, version: present.version })).toMatchObject({ status: 200, body: present });
    expect((await entries('settingsChanged')).length).toBe(count);
  });

  test('of two admins who edit the same state the second is shown the first one’s', async () => {
    const other = await testApp.person('admin');
    const answers = await Promise.all([
      save({ ...defaultRetention, notifications: 90, version: 1 }),
      save({ ...defaultRetention, notifications: 365, version: 1 }, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)?.body as { present: SavedRetention };
    expect(lost.present).toEqual(await read());
  });

  test.each([
    ['an audit log of less than a year', { auditLog: 90 }, 'auditLog'],
    ['no day at all', { notifications: 0 }, 'notifications'],
    ['a day that is not offered', { demoRequests: 91 }, 'demoRequests'],
    ['a word', { notifications: 'forever' }, 'notifications'],
  ])('is refused in a sentence, and nothing is changed: %s', async (_, wrong, path) => {
    const { status, body } = await save({ ...defaultRetention, ...wrong, version: 1 });
    const { issues } = body as { issues: { path: string; message: string }[] };
    expect([status, issues[0]?.path]).toEqual([400, path]);
    expect(issues[0]?.message).toMatch(/kept for .* for ever$/);
    expect((await read()).version).toBe(1);
  });
});

describe('what is removed', () => {
  afterEach(async () => {
    await query(`delete from notifications where title like 'Of %'`);
    await query(`delete from demo_requests where name like 'Of %'`);
  });

  test('is nothing until somebody says so', async () => {
    const before = await there();
    await pileUp(4000);
    await job();
    const after = await there();
    for (const kind of ['auditLog', 'notifications', 'demoRequests'] as const)
      expect(after[kind].length).toBe(before[kind].length + 1);
    expect(await entries('expiredRemoved')).toEqual([]);
  });

  test('is of each kind what is older than it is kept, and how much is in the audit log', async () => {
    for (const days of [800, 400, 100, 10]) await pileUp(days);
    await keep({ auditLog: 730, notifications: 90, demoRequests: 365 });
    await job();
    expect(await there()).toEqual({
      auditLog: ['Of 400 days', 'Of 100 days', 'Of 10 days'],
      notifications: ['Of 10 days'],
      demoRequests: ['Of 100 days', 'Of 10 days'],
    });
    const [entry] = await entries('expiredRemoved');
    expect(entry).toMatchObject({ byId: null, subject: { kind: 'settings', name: 'What is kept' } });
    expect(entry?.changes).toEqual(
      expect.arrayContaining([
        { field: 'notifications', before: null, after: '3' },
        { field: 'demoRequests', before: null, after: '2' },
      ]),
    );
    await job();
    expect((await entries('expiredRemoved')).length, 'nothing more is older').toBe(1);
  });

  test('is never an entry of the last year, nor any without the job’s word', async () => {
    await pileUp(100);
    await pileUp(500);
    const older = (days: number) => `delete from audit_log where at < now() - interval '${days} days'`;
    await expect(query(older(400))).rejects.toThrow('append-only');
    const asTheJob = (statement: string) =>
      testApp.database.tx(async (tx) => {
        await sql`select set_config('topout.removes_expired', 'yes', true)`.execute(tx);
        await sql.raw(statement).execute(tx);
      });
    await expect(asTheJob(older(50))).rejects.toThrow('append-only');
    await expect(asTheJob('update audit_log set act = act')).rejects.toThrow('append-only');
    await asTheJob(older(400));
    expect((await there()).auditLog).not.toContain('Of 500 days');
    await expect(query(older(50)), 'the word ends with its transaction').rejects.toThrow('append-only');
  });
});
