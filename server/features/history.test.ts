// The claims about System History: everything that ever was, for admins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions.ts';
import { createTestApp, type TestHouse, type TestPerson } from '#server/test-support/test-app.ts';

let house: TestHouse;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
const ids: number[] = [];

beforeAll(async () => {
  house = await createTestApp();
  admin = await house.person('admin', { firstName: 'Ada', lastName: 'Obi' });
  client = await house.person('client');
  crew = await house.person('photographer');
  const projectId = await house.make.project({ clientId: client.id, createdBy: admin.id });
  const doomed = await house.make.project({ clientId: client.id, createdBy: admin.id });
  for (const at of [projectId, projectId, projectId, doomed]) {
    await house.make.member({ projectId: at, userId: crew.id, role: 'contributor' }).catch(() => undefined);
    const made = await house.call(crew, 'POST /api/sessions', { body: { projectId: at, captureDate: '2026-05-01' } });
    const { id } = made.body as Session;
    ids.unshift(id);
    await house.call(admin, `PUT /api/sessions/${id}/approve`, { body: { reviewNotes: 'Sharp' } });
    await house.call(client, 'POST /api/disputes', { body: { sessionId: id, reason: `About ${id}` } });
  }
  await house.call(crew, `DELETE /api/sessions/${ids[2]}`);
  await house.call(admin, `DELETE /api/projects/${doomed}`);
});
afterAll(() => house.close());

const some = expect.any(String);

test('sessions are all there, newest first, removed ones with the time they were removed', async () => {
  const answer = await house.call(admin, 'GET /api/history/sessions');
  expect(answer.headers['x-total-count']).toBe('4');
  expect(answer.body).toMatchObject([
    { id: ids[0], removedAt: some },
    { id: ids[1], removedAt: null, status: 'approved', reviewNotes: 'Sharp', reviewer: { firstName: 'Ada' } },
    { id: ids[2], removedAt: some },
    { id: ids[3], removedAt: null },
  ]);
});

test('concerns are all there, and on those of removed sessions nothing can be done any more', async () => {
  const answer = await house.call(admin, 'GET /api/history/disputes');
  expect(answer.headers['x-total-count']).toBe('4');
  expect(answer.body).toMatchObject([
    { sessionId: ids[0], removedAt: some, moves: [], mayComment: false },
    { sessionId: ids[1], removedAt: null, mayComment: true, moves: ['in_progress', 'resolved', 'closed'] },
    { sessionId: ids[2], removedAt: some, reason: `About ${ids[2]}` },
    { sessionId: ids[3], removedAt: null },
  ]);
});

test('what happened to a removed session is still told to admins, and to nobody else', async () => {
  const records = `GET /api/sessions/${ids[2]}/records`;
  expect((await house.call(admin, records)).body).toMatchObject([
    { action: 'created' },
    { action: 'approved' },
    { action: 'removed' },
  ]);
  for (const person of [crew, client]) expect(await house.call(person, records)).toMatchObject({ status: 404 });
});

test.each(['sessions', 'disputes'])('%s are paged without a skip or a repetition', async (what) => {
  const whole = (await house.call(admin, `GET /api/history/${what}`)).body;
  const first = await house.call(admin, `GET /api/history/${what}?limit=3`);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1];
  const rest = await house.call(admin, `GET ${next}`);
  expect([...(first.body as []), ...(rest.body as [])]).toEqual(whole);
  expect(rest.headers.link).toBeUndefined();
});

test('nobody but an admin reads it', async () => {
  for (const person of [client, crew]) expect((await house.call(person, 'GET /api/history/sessions')).status).toBe(403);
  expect((await house.call(null, 'GET /api/history/disputes')).status).toBe(401);
});
