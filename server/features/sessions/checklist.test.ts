// The checklist of a review: its defaults, what is saved and refused, two admins at once, and that other settings are unaffected.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { checkNames, defaultChecklist, type SavedChecklist } from '#contract/sessions/checks.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
});
afterAll(() => testApp.close());

const read = async () => (await testApp.call(admin, 'GET /api/checklist')).body as SavedChecklist;
const save = (body: object, by = admin) => testApp.call(by, 'PUT /api/checklist', { body });
const entries = async () => (await testApp.call(admin, 'GET /api/audit-log?act=settingsChanged')).body as AuditEntry[];

const ownLines = [
  { text: 'The crane is in the picture', kind: 'drone', check: null },
  { text: 'No faces', kind: null, check: null },
  { text: 'Sharp', kind: null, check: 'blurred' },
];

test('until somebody saves it the checklist is the product’s own, with lines for every kind of media', async () => {
  expect(await read()).toEqual({ lines: defaultChecklist, version: 1 });
  expect(new Set(defaultChecklist.map(({ kind }) => kind)).size).toBe(6);
});

test('what is saved is read in its order, the other settings stay as they are, and the audit log keeps both states', async () => {
  const settings = (await testApp.call(admin, 'GET /api/settings')).body;
  const saved = await save({ lines: ownLines, version: 1 });
  expect(saved).toMatchObject({ status: 200, body: { lines: ownLines } });
  expect(await read()).toEqual(saved.body);
  expect((await testApp.call(admin, 'GET /api/settings')).body).toEqual(settings);
  const [entry] = await entries();
  expect(entry).toMatchObject({ byId: admin.id, subject: { kind: 'settings', name: 'Checklist' } });
  expect(entry?.changes).toContainEqual({
    field: 'checklist',
    before: expect.stringContaining('right site'),
    after: 'The crane is in the picture (drone)\nNo faces\nSharp (blurred)',
  });
});

test('by itself a line is filled in for each check; lines that name none, as those of before, are for a person to check', async () => {
  expect(defaultChecklist.flatMap(({ check }) => check ?? [])).toEqual([...checkNames]);
  const saved = await save({ lines: [{ text: 'No faces', kind: null }] });
  expect(saved).toMatchObject({ status: 200, body: { lines: [{ text: 'No faces', kind: null, check: null }] } });
  const value = JSON.stringify([{ text: 'Kept before', kind: 'drone' }]);
  await sql`update settings set value = ${value}::jsonb where key = 'checklist'`.execute(testApp.database.query);
  expect((await read()).lines).toEqual([{ text: 'Kept before', kind: 'drone', check: null }]);
});

test('a checklist may be empty, and saving it as it is leaves no entry', async () => {
  await save({ lines: [] });
  const count = (await entries()).length;
  expect((await save({ lines: [] })).body).toMatchObject({ lines: [] });
  expect((await entries()).length).toBe(count);
});

test('of two admins who edit the same checklist the second is shown the first one’s', async () => {
  const other = await testApp.person('admin');
  const { version } = await read();
  const answers = await Promise.all([
    save({ lines: [{ text: 'One', kind: null }], version }),
    save({ lines: [{ text: 'Other', kind: null }], version }, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.body;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale', present: won });
});

test.each([
  ['a line without words', [{ text: '  ', kind: null }]],
  ['a line of 201 characters', [{ text: 'x'.repeat(201), kind: null }]],
  ['an unknown kind of media', [{ text: 'A line', kind: 'smell' }]],
  ['a check that nobody makes', [{ text: 'A line', kind: null, check: 'smell' }]],
  ['thirty-one lines', Array.from({ length: 31 }, (_, at) => ({ text: `Line ${at}`, kind: null }))],
  ['no list', 'A line'],
])('%s is refused in a sentence, and the checklist stays', async (_, lines) => {
  const before = await read();
  const { status, body } = await save({ lines });
  expect([status, (body as { message: string }).message.length > 10]).toEqual([400, true]);
  expect(await read()).toEqual(before);
});
