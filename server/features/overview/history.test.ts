// The claims about System History: everything that ever was, for admins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
const ids: number[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' });
  client = await testApp.person('client');
  crew = await testApp.person('photographer');
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const doomed = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  for (const at of [projectId, projectId, projectId, doomed]) {
    await testApp.make.member({ projectId: at, userId: crew.id, role: 'contributor' }).catch(() => undefined);
    const made = await testApp.call(crew, 'POST /api/sessions', { body: { projectId: at, captureDate: '2026-05-01' } });
    const { id } = made.body as Session;
    ids.unshift(id);
    await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: { reviewNotes: 'Sharp' } });
    await testApp.call(client, 'POST /api/disputes', { body: { sessionId: id, reason: `About ${id}` } });
  }
  await testApp.call(crew, `DELETE /api/sessions/${ids[2]}`);
  await testApp.call(admin, `DELETE /api/projects/${doomed}`);
});
afterAll(() => testApp.close());

const some = expect.any(String);

test('sessions are all there, newest first, removed ones with the time they were removed', async () => {
  const answer = await testApp.call(admin, 'GET /api/history/sessions');
  expect(answer.headers['x-total-count']).toBe('4');
  expect(answer.body).toMatchObject([
    { id: ids[0], removedAt: some },
    { id: ids[1], removedAt: null, status: 'approved', reviewNotes: 'Sharp', reviewer: { firstName: 'Ada' } },
    { id: ids[2], removedAt: some },
    { id: ids[3], removedAt: null },
  ]);
});

test('concerns are all there, and on those of removed sessions nothing can be done any more', async () => {
  const answer = await testApp.call(admin, 'GET /api/history/disputes');
  expect(answer.headers['x-total-count']).toBe('4');
  expect(answer.body).toMatchObject([
    { sessionId: ids[0], removedAt: some, moves: [], mayComment: false },
    { sessionId: ids[1], removedAt: null, mayComment: true, moves: ['in_progress', 'resolved', 'closed'] },
    { sessionId: ids[2], removedAt: some, reason: `About ${ids[2]}` },
    { sessionId: ids[3], removedAt: null },
  ]);
});

test('what happened to a removed session is still shown to admins, and to nobody else', async () => {
  const records = `GET /api/sessions/${ids[2]}/records`;
  expect((await testApp.call(admin, records)).body).toMatchObject([
    { action: 'created' },
    { action: 'approved' },
    { action: 'removed' },
  ]);
  for (const person of [crew, client]) expect(await testApp.call(person, records)).toMatchObject({ status: 404 });
});

test.each(['sessions', 'disputes'])('%s are paged without a skip or a repetition', async (what) => {
  const whole = (await testApp.call(admin, `GET /api/history/${what}`)).body;
  const first = await testApp.call(admin, `GET /api/history/${what}?limit=3`);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1];
  const rest = await testApp.call(admin, `GET ${next}`);
  expect([...(first.body as []), ...(rest.body as [])]).toEqual(whole);
  expect(rest.headers.link).toBeUndefined();
});

test('nobody but an admin reads it', async () => {
  for (const person of [client, crew])
    expect((await testApp.call(person, 'GET /api/history/sessions')).status).toBe(403);
  expect((await testApp.call(null, 'GET /api/history/disputes')).status).toBe(401);
});

const idsOf = ({ body }: { body: unknown }) => (body as { id: number }[]).map(({ id }) => id);

test('words and a status narrow the sessions, removed ones are found too, and the count is of what is found', async () => {
  const found = await testApp.call(admin, `GET /api/history/sessions?q=%23${ids[2]}`);
  expect([idsOf(found), found.headers['x-total-count']]).toEqual([[ids[2]], '1']);
  const approved = await testApp.call(admin, 'GET /api/history/sessions?status=approved&limit=1&q=photographer');
  expect([idsOf(approved), approved.headers['x-total-count']]).toEqual([[ids[0]], '4']);
  expect(idsOf(await testApp.call(admin, 'GET /api/history/sessions?status=rejected'))).toEqual([]);
});

test('project, photographer and days narrow sessions and concerns alike, those of removed projects too', async () => {
  const [session] = (await testApp.call(admin, 'GET /api/history/sessions?limit=1')).body as Session[];
  const other = await testApp.person('photographer');
  const filters = {
    [`projectId=${session?.projectId}`]: 1,
    [`photographerId=${crew.id}`]: 4,
    [`photographerId=${other.id}`]: 0,
    'from=2026-05-01&to=2026-05-01': 4,
    'from=2026-05-02': 0,
    'siteId=1000000': 0,
    'decidedFrom=2000-01-01': 4,
    'decidedTo=2000-12-31': 0,
    'decidedFrom=2000-01-01&status=pending': 0,
    [`projectId=${session?.projectId}&status=pending`]: 0,
    [`photographerId=${crew.id}&limit=1`]: 4,
  };
  for (const [filter, count] of Object.entries(filters))
    for (const list of ['sessions', 'disputes']) {
      const wanted = list === 'disputes' ? filter.replace('pending', 'closed') : filter;
      const found = await testApp.call(admin, `GET /api/history/${list}?${wanted}`);
      expect([list, wanted, found.headers['x-total-count']]).toEqual([list, wanted, `${count}`]);
    }
});

test('concerns are narrowed by what was written in them and by status, those of removed sessions too', async () => {
  const found = await testApp.call(admin, `GET /api/history/disputes?q=about+${ids[2]}`);
  expect(found.body).toMatchObject([{ sessionId: ids[2] }]);
  expect(found.headers['x-total-count']).toBe('1');
  expect(idsOf(await testApp.call(admin, 'GET /api/history/disputes?status=closed'))).toEqual([]);
  expect((await testApp.call(admin, 'GET /api/history/disputes?status=melted')).status).toBe(400);
});
