// A call that is sent again to a server of another version gets its first reply.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-support/test-app.ts';
import { underBothNames } from './stored-reply.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test('a reply has its renamed fields under both names, at any depth, and the others as they are', () => {
  const stored = { id: 1, told: ['Ada'], list: [{ cropUrl: null, at: 'now' }, 2, null] };
  expect(underBothNames(stored)).toEqual({
    ...{ id: 1, told: ['Ada'], notifiedNames: ['Ada'] },
    list: [{ cropUrl: null, cutoutUrl: null, at: 'now' }, 2, null],
  });
});

test('what 0.1.0 answered is answered again by this version, and the other way round', async () => {
  const [admin, client] = [await testApp.person('admin'), await testApp.person('client')];
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const request = { body: { projectId, captureDate: '2026-03-04' }, headers: { 'idempotency-key': 'rolled' } };
  const first = await testApp.call(admin, 'POST /api/sessions', request);
  const kept = sql<{ told: boolean }>`select reply ? 'told' as told from idempotency_keys where key = 'rolled'`;
  expect((await kept.execute(testApp.database.query)).rows).toEqual([{ told: true }]);
  await sql`update idempotency_keys set reply = reply - 'notifiedNames'`.execute(testApp.database.query);
  expect(await testApp.call(admin, 'POST /api/sessions', request)).toMatchObject({ status: 201, body: first.body });
});
