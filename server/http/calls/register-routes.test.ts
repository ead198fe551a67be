// The claims about what a press leaves behind, so that the same one never creates two (behaviour §9.3).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let other: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  other = await createTestApp({ secret: 'another-secret-of-steel-and-glass-01' });
});
afterAll(async () => {
  await testApp.close();
  await other.close();
});

test('a surplus field is ignored by the Idempotency-Key too, however deep it is', async () => {
  const [admin, client] = [await testApp.person('admin'), await testApp.person('client')];
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const body = { projectId, captureDate: '2026-03-04' };
  const deep = `${JSON.stringify(body).slice(0, -1)},"x":${'['.repeat(18)}${']'.repeat(18)}}`;
  const first = await testApp.app.inject({
    method: 'POST',
    url: '/api/sessions',
    headers: { cookie: admin.cookie, 'idempotency-key': 'deep', 'content-type': 'application/json' },
    payload: deep,
  });
  expect(first.statusCode).toBe(201);
  const again = await testApp.call(admin, 'POST /api/sessions', { body, headers: { 'idempotency-key': 'deep' } });
  expect(again).toMatchObject({ status: 201, body: { id: first.json<Session>().id } });
});

test('what is kept of a body cannot be used to guess a password in it without the secret', async () => {
  async function kept(where: TestApp): Promise<string> {
    const admin = await where.person('admin');
    const person = { username: 'ngozi', password: 'a-good-password', firstName: 'Ngozi', lastName: 'Ade' };
    const body = { ...person, email: 'ngozi@example.org', role: 'client' };
    await where.call(admin, 'POST /api/users', { body, headers: { 'idempotency-key': 'new' } });
    const row = where.database.query.selectFrom('idempotency_keys').select('body_hash').where('key', '=', 'new');
    return (await row.executeTakeFirstOrThrow()).body_hash;
  }
  expect(await kept(testApp)).not.toBe(await kept(other));
});
