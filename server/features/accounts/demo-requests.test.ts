// The claims about demo requests: anyone asks, not too often, and admins read.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
const asked = { name: 'Uche', email: 'uche@firm.example', company: 'Firm', projectBrief: 'Two towers' };

beforeAll(async () => {
  testApp = await createTestApp({ trustProxy: 1 });
  admin = await testApp.person('admin');
});
beforeEach(async () => {
  await testApp.database.query.deleteFrom('demo_requests').execute();
  await testApp.database.query.deleteFrom('notifications').execute();
});
afterAll(() => testApp.close());

function ask(address = '203.0.113.7', body: object = asked, headers: Record<string, string> = {}) {
  return testApp.call(null, 'POST /api/demo-requests', { body, headers: { 'x-forwarded-for': address, ...headers } });
}

test('anyone may ask, the request is stored as it was written, and the admins are notified', async () => {
  expect(
    await ask('203.0.113.7', { ...asked, phone: ' +234 80 ', projectType: '', address: 'forged', id: 7 }),
  ).toMatchObject({ status: 201, body: { ok: true } });
  const list = await testApp.call(admin, 'GET /api/demo-requests');
  expect(list.headers['x-total-count']).toBe('1');
  expect(list.body).toMatchObject([{ ...asked, phone: '+234 80', projectType: null }]);
  expect(JSON.stringify(list.body)).not.toContain('203.0.113.7');
  expect((await testApp.call(admin, 'GET /api/notifications')).body).toMatchObject([
    { type: 'demo_request', message: 'Uche of Firm requested a demo tour.', relatedProjectId: null },
  ]);
});

test('the sixth within an hour from one address is refused with the seconds to wait, also when they come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  const wait = Number(refused?.headers['retry-after']);
  expect(wait).toBeGreaterThan(3_590);
  expect(wait).toBeLessThanOrEqual(3_600);
  expect((await ask('203.0.113.8')).status).toBe(201);
  await sql`update demo_requests set created_at = now() - interval '61 minutes'`.execute(testApp.database.query);
  expect((await ask()).status).toBe(201);
});

test('pressing twice with one key asks once, also without a login; the key of another address is another', async () => {
  const press = (address: string, body: object = asked) => ask(address, body, { 'idempotency-key': 'pressed' });
  const answers = await Promise.all([press('203.0.113.7'), press('203.0.113.7'), press('203.0.113.8')]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await press('203.0.113.7', { ...asked, company: 'Another' })).status).toBe(422);
  const list = (await testApp.call(admin, 'GET /api/demo-requests')).body as unknown[];
  expect(list).toHaveLength(2);
});

test('one network of IPv6 counts as one address', async () => {
  for (let number = 0; number < 5; number++) expect((await ask(`2001:db8::${number + 1}`)).status).toBe(201);
  expect((await ask('2001:db8::99')).status).toBe(429);
  expect((await ask('2001:db8:0:1::1')).status).toBe(201);
});

test('words narrow them by whatever was written, and the count is of what is found', async () => {
  await ask('203.0.113.77', { ...asked, name: 'Bisi Kolade', projectBrief: 'A marina in Epe' });
  for (const q of ['bisi marina', 'EPE']) {
    const found = await testApp.call(admin, `GET /api/demo-requests?q=${encodeURIComponent(q)}`);
    expect([found.body, found.headers['x-total-count']]).toMatchObject([[{ name: 'Bisi Kolade' }], '1']);
  }
  expect((await testApp.call(admin, 'GET /api/demo-requests?q=marina+lagoon')).body).toEqual([]);
});

test('they are shown newest first to admins alone, page by page', async () => {
  for (const name of ['A', 'B', 'C']) await ask('203.0.113.9', { ...asked, name });
  const first = await testApp.call(admin, 'GET /api/demo-requests?limit=2');
  expect(first.body).toMatchObject([{ name: 'C' }, { name: 'B' }]);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1];
  expect((await testApp.call(admin, `GET ${next}`)).body).toMatchObject([{ name: 'A' }]);
  const client = await testApp.person('client');
  expect((await testApp.call(client, 'GET /api/demo-requests')).status).toBe(403);
  expect((await testApp.call(null, 'GET /api/demo-requests')).status).toBe(401);
});
