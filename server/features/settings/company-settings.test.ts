// Settings of the company: who reads and changes them, what is refused, two admins at once, and what they are good for.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { defaultSettings, type SavedSettings } from '#contract/settings/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  client = await testApp.person('client');
});
afterAll(() => testApp.close());

const read = async () => (await testApp.call(admin, 'GET /api/settings')).body as SavedSettings;
const save = (body: object, by = admin) => testApp.call(by, 'PUT /api/settings', { body });
const entries = async () => (await testApp.call(admin, 'GET /api/audit-log?act=settingsChanged')).body as AuditEntry[];

test('until somebody saves them they are as the defaults say', async () => {
  expect(await read()).toEqual({ ...defaultSettings, version: 1 });
});

test('what is saved is read, days in their order, and each change leaves its fields in the audit log', async () => {
  const before = await read();
  const wanted = {
    workingDays: [6, 1, 2, 3, 4, 5],
    holidays: ['2026-12-26', '2026-12-25'],
    timeZone: 'Africa/Accra',
    responseDays: { high: 2, medium: 4, low: 9 },
  };
  const saved = await save({ ...wanted, version: before.version });
  const inOrder = { ...wanted, workingDays: [1, 2, 3, 4, 5, 6], holidays: ['2026-12-25', '2026-12-26'] };
  expect(saved).toMatchObject({ status: 200, body: inOrder });
  expect(await read()).toEqual(saved.body);
  const [entry] = await entries();
  expect(entry).toMatchObject({ byId: admin.id, subject: { kind: 'settings', name: 'Working days and answers' } });
  expect(entry?.changes).toContainEqual({ field: 'timeZone', before: 'Africa/Lagos', after: 'Africa/Accra' });
  expect(entry?.changes).toContainEqual({ field: 'holidays', before: null, after: '2026-12-25\n2026-12-26' });
  expect(entry?.changes).toContainEqual({ field: 'answerDaysLow', before: '7', after: '9' });
});

test('saving them as they are changes nothing and leaves no entry', async () => {
  const count = (await entries()).length;
  const present = await read();
  expect((await save(present)).body).toEqual(present);
  expect((await entries()).length).toBe(count);
});

test('of two admins who edit the same state the second is shown the first one’s, and nothing of it is lost', async () => {
  const other = await testApp.person('admin');
  const { version } = await read();
  const answers = await Promise.all([
    save({ ...defaultSettings, timeZone: 'Africa/Cairo', version }),
    save({ ...defaultSettings, timeZone: 'Africa/Nairobi', version }, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.body;
  const lost = answers.find(({ status }) => status === 409)?.body;
  expect(lost).toMatchObject({ code: 'stale', present: won });
  expect(await read()).toEqual(won);
});

test.each([
  ['no working day', { workingDays: [] }],
  ['an eighth day of the week', { workingDays: [8] }],
  ['a day twice', { workingDays: [1, 1] }],
  ['a holiday that is no day', { holidays: ['2026-02-30'] }],
  ['a holiday twice', { holidays: ['2026-12-25', '2026-12-25'] }],
  ['too many holidays', { holidays: Array.from({ length: 1001 }, () => '2026-12-25') }],
  ['a place for a time zone', { timeZone: 'Lagos, Nigeria' }],
  ['an answer at once', { responseDays: { high: 0, medium: 3, low: 7 } }],
  ['an answer in half a day', { responseDays: { high: 0.5, medium: 3, low: 7 } }],
  ['an answer in a year', { responseDays: { high: 1, medium: 3, low: 365 } }],
  ['no answer at all', { responseDays: { high: 1, medium: 3 } }],
])('%s is refused in a sentence, and nothing is changed', async (_, wrong) => {
  const before = await read();
  const { status, body } = await save({ ...defaultSettings, ...wrong });
  expect([status, (body as { message: string }).message.length > 10]).toEqual([400, true]);
  expect(await read()).toEqual(before);
});

test('response times hold from the next concern on, and move no deadline', async () => {
  await save(defaultSettings);
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const made = await testApp.call(admin, 'POST /api/sessions', { body: { projectId, captureDate: '2026-11-20' } });
  const sessionId = (made.body as { id: number }).id;
  await testApp.call(admin, `PUT /api/sessions/${sessionId}/approve`, { body: {} });
  const raise = async () => {
    const body = { sessionId, reason: 'A crack', priority: 'high' };
    return (await testApp.call(client, 'POST /api/disputes', { body })).body as Dispute;
  };
  const first = await raise();
  await save({ ...defaultSettings, responseDays: { ...defaultSettings.responseDays, high: 30 } });
  const second = await raise();
  const days = (one: Dispute) => (Date.parse(one.dueAt ?? '') - Date.parse(one.createdAt)) / 86_400_000;
  expect([days(first) < 6, days(second) > 30]).toEqual([true, true]);
  const again = (await testApp.call(client, `GET /api/disputes/${first.id}`)).body as Dispute;
  expect(again.dueAt).toBe(first.dueAt);
});
