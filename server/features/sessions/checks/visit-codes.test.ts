// Visit codes: who gets which letters, for which visits a reviewer reads them, and what turning them off and on again does.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import type { SessionChecks, VisitCodes } from '#contract/sessions/checks.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { visitCodeOf } from './visit-codes.ts';

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
});
afterAll(() => testApp.close());
beforeEach(async () => {
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
});

const edit = (body: object) => testApp.call(admin, `PATCH /api/projects/${project}`, { body });
const ask = (visitCodes: boolean) => edit({ project: { visitCodes } });

async function codesOf(person: TestPerson): Promise<VisitCodes['codes']> {
  return ((await testApp.call(person, `GET /api/projects/${project}/visit-codes`)).body as VisitCodes).codes;
}

async function submit(captureDate: string): Promise<number> {
  return (
    (await testApp.call(crew, 'POST /api/sessions', { body: { projectId: project, captureDate } })).body as Session
  ).id;
}

async function readBy(person: TestPerson, session: number): Promise<SessionChecks> {
  return (await testApp.call(person, `GET /api/sessions/${session}/checks`)).body as SessionChecks;
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('a photographer gets today’s letters and tomorrow’s, and the reviewer of that day’s visit reads the same', async () => {
  expect(await codesOf(crew)).toEqual([]);
  expect((await ask(true)).body).toMatchObject({ visitCodes: true });
  const [today, tomorrow] = await codesOf(crew);
  expect(today?.code).toMatch(/^[CDFGHJKLMNPRTVWXY]{4}$/);
  expect(tomorrow?.day).toBe(dayAfter(today?.day ?? '', 1));
  expect(tomorrow?.code).not.toBe(today?.code);
  expect(await codesOf(crew)).toEqual([today, tomorrow]);
  expect((await codesOf(admin))[0]?.code).not.toBe(today?.code);
  const session = await submit(today?.day ?? '');
  expect((await readBy(admin, session)).visitCode).toBe(today?.code);
  expect(await readBy(crew, session)).not.toHaveProperty('visitCode');
});

test('a visit of before they were asked for has none, and off and on again they start with that day', async () => {
  await ask(true);
  const [today] = await codesOf(crew);
  const [now, before] = [await submit(today?.day ?? ''), await submit(dayAfter(today?.day ?? '', -1))];
  expect((await readBy(admin, before)).visitCode).toBeUndefined();
  await edit({ project: { description: 'Something else is edited' } });
  expect((await readBy(admin, now)).visitCode).toBe(today?.code);
  expect((await ask(false)).body).toMatchObject({ visitCodes: false });
  expect([await codesOf(crew), (await readBy(admin, now)).visitCode]).toEqual([[], undefined]);
  await ask(true);
  expect((await readBy(admin, now)).visitCode).toBe(today?.code);
});

test('a new project may ask for them, each change is in the audit log, and what is no yes or no is refused', async () => {
  const body = { project: { name: 'Lekki', clientId: client.id, visitCodes: true } };
  const made = (await testApp.call(admin, 'POST /api/projects', { body })).body as Project;
  expect(made.visitCodes).toBe(true);
  await testApp.call(admin, `PATCH /api/projects/${made.id}`, { body: { project: { visitCodes: false } } });
  const answer = await testApp.call(admin, `GET /api/audit-log?act=projectEdited&projectId=${made.id}`);
  const [entry] = answer.body as AuditEntry[];
  expect(entry?.changes).toEqual([expect.objectContaining({ field: 'visitCodes', before: 'Yes', after: 'No' })]);
  const wrong = await edit({ project: { visitCodes: 'yes' } });
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('must be true or false')]);
});

test('each project, photographer, day and secret has letters of its own', () => {
  const visit = { projectId: 1, photographerId: 2, day: '2026-11-29' };
  const all = [
    visitCodeOf('one secret', visit),
    visitCodeOf('another secret', visit),
    visitCodeOf('one secret', { ...visit, projectId: 3 }),
    visitCodeOf('one secret', { ...visit, photographerId: 3 }),
    visitCodeOf('one secret', { ...visit, day: '2026-11-30' }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
