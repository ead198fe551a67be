// What holds for everybody until it is chosen otherwise: what is saved, what stands in the environment, and for whom it counts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NotificationPreferences } from '#contract/notifications/notification-preferences.ts';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { defaultCompanyDefaults, mostQuota, type SavedDefaults } from '#contract/settings/endpoints.ts';
import { createDefaultsReader } from '#server/db/settings/company-settings.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { turnMailOff } from '#server/features/notifications/notification-preferences.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
const uploadRoot = mkdtempSync(join(tmpdir(), 'secret-place-'));
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  client = await testApp.person('client');
});
afterEach(async () => {
  for (const table of ['settings', 'notification_settings'] as const)
    await testApp.database.query.deleteFrom(table).execute();
});
afterAll(async () => {
  await testApp.close();
  rmSync(uploadRoot, { recursive: true });
});

const read = (): Promise<SavedDefaults> => createDefaultsReader(null)(testApp.database.query);
const save = (body: object, by = admin) => testApp.call(by, 'PUT /api/settings/defaults', { body });
const others = { digest: 'daily', remindsHalfway: false, claimDays: 30, uploadQuotaGb: 20 } as const;
const entries = async () => (await testApp.call(admin, 'GET /api/audit-log?act=settingsChanged')).body as AuditEntry[];
const writer = () => createTransactionRunner(testApp.database, () => undefined);

test('until somebody saves them they are the product’s own', async () => {
  const nothing = { uploadQuotaGb: 500, uploadsOn: false, fixed: [], version: 1 };
  const { body } = await testApp.call(admin, 'GET /api/settings/defaults');
  expect(body).toEqual({ ...defaultCompanyDefaults, ...nothing });
});

test('what is saved is read, and each change leaves its fields in the audit log; none leaves nothing', async () => {
  expect(await save({ ...others, version: 1 })).toMatchObject({ status: 200, body: others });
  const [entry] = await entries();
  expect(entry).toMatchObject({
    byId: admin.id,
    subject: { kind: 'settings', name: 'Reminders, digests and uploads' },
  });
  expect(entry?.changes).toContainEqual({ field: 'digest', before: 'weekly', after: 'daily' });
  expect(entry?.changes).toContainEqual({ field: 'uploadQuotaGb', before: '500', after: '20' });
  const count = (await entries()).length;
  const present = await read();
  expect(await save({ ...others, version: present.version })).toMatchObject({ status: 200, body: present });
  expect((await entries()).length).toBe(count);
});

test('of two admins who edit the same state the second is shown the first one’s', async () => {
  const other = await testApp.person('admin');
  const answers = await Promise.all([
    save({ ...others, version: 1 }),
    save({ ...others, digest: 'never', version: 1 }, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409)?.body as { present: SavedDefaults };
  expect(lost.present).toEqual(await read());
});

describe('refused in a sentence, and nothing is changed:', () => {
  test.each([
    ['a digest of no rhythm', { digest: 'hourly' }, ['digest', 'A digest comes daily, weekly or never']],
    ['a reminder that is no yes or no', { remindsHalfway: 'yes' }, ['remindsHalfway', 'must be true or false']],
    ['a claim that may not wait at all', { claimDays: 0 }, ['claimDays', 'from 1 to 365 days']],
    ['no gigabyte at all', { uploadQuotaGb: 0 }, ['uploadQuotaGb', 'from 1 to 100,000']],
    ['half a gigabyte', { uploadQuotaGb: 0.5 }, ['uploadQuotaGb', 'whole number']],
    ['more than any disk', { uploadQuotaGb: mostQuota + 1 }, ['uploadQuotaGb', 'from 1 to 100,000']],
  ])('%s', async (_, wrong, [path, message]) => {
    const { status, body } = await save({ ...others, ...wrong, version: 1 });
    const { issues } = body as { issues: { path: string; message: string }[] };
    expect([status, issues[0]?.path]).toEqual([400, path]);
    expect(issues[0]?.message).toContain(message);
    expect((await read()).version).toBe(1);
  });
});

test('where uploads lie is said to stand in the environment, and not where; what they take is counted', async () => {
  const uploads = { root: uploadRoot, quotaBytes: 2 * 1024 ** 3, rootIsFixed: true };
  const own = await createTestApp({ uploads });
  try {
    const by = await own.person('admin');
    const projectId = await own.make.project({ clientId: (await own.person('client')).id, createdBy: by.id });
    const { query } = own.database;
    await query.insertInto('uploads').values({ id: 'a', project_id: projectId, uploader_id: by.id }).execute();
    const file = (id: string, state: string, sha256: string | null) =>
      sql`insert into upload_files (id, upload_id, name, sent_name, bytes, state, sha256, type)
        values (${id}, 'a', ${id}, ${id}, 3000, ${state}, ${sha256}, ${sha256 && 'image/jpeg'})`.execute(query);
    await file('one', 'kept', 'x');
    await file('two', 'travelling', null);
    const found = await own.call(by, 'GET /api/settings/defaults');
    expect(found.body).toMatchObject({ uploadsOn: true, uploadedBytes: 3000, fixed: ['uploads'] });
    expect(JSON.stringify(found.body)).not.toContain('secret-place');
  } finally {
    await own.close();
  }
});

test('a quota in the environment wins, is said to, and is changed there alone', async () => {
  const uploads = { root: uploadRoot, quotaBytes: 2 * 1024 ** 3, quotaIsFixed: true };
  await save({ ...others, version: 1 });
  const fixed = await createDefaultsReader(uploads)(testApp.database.query);
  expect(fixed).toMatchObject({ digest: 'daily', uploadQuotaGb: 2, uploadsOn: true, fixed: ['uploadQuotaGb'] });
  const own = await createTestApp({ uploads });
  try {
    const by = await own.person('admin');
    const { uploadQuotaGb: _, ...rest } = others;
    const refused = await own.call(by, 'PUT /api/settings/defaults', { body: { ...others, version: 1 } });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'uploadQuotaGb' }] } });
    const saved = await own.call(by, 'PUT /api/settings/defaults', { body: { ...rest, version: 1 } });
    expect(saved).toMatchObject({ status: 200, body: { ...rest, uploadQuotaGb: 2 } });
  } finally {
    await own.close();
  }
});

test('the digest holds for whoever has not chosen, also after another mail was turned off, and for nobody who has', async () => {
  const preferences = async (person: TestPerson) =>
    (await testApp.call(person, 'GET /api/notification-preferences')).body as NotificationPreferences;
  await save({ ...others, digest: 'daily', version: 1 });
  expect((await preferences(client)).digest).toBe('daily');
  await writer()({ topics: ['preferences'] }, (context) =>
    turnMailOff(context, { userId: client.id, kind: 'dispute_created' }),
  );
  expect((await preferences(client)).digest).toBe('daily');
  const { choices } = await preferences(admin);
  const chosen = { choices, digest: 'weekly', quietFrom: null, quietUntil: null, timeZone: null };
  expect((await testApp.call(admin, 'PUT /api/notification-preferences', { body: chosen })).status).toBe(200);
  const { version } = await read();
  await save({ ...others, digest: 'never', version });
  expect((await preferences(client)).digest).toBe('never');
  expect((await preferences(admin)).digest).toBe('weekly');
});
