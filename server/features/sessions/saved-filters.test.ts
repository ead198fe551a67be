// Claims about the filters that people keep for themselves (behaviour §7.8).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxSavedFilters, type SavedFilter } from '#contract/sessions/endpoints.ts';
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
beforeEach(() => testApp.database.query.deleteFrom('saved_filters').execute());

const rejected = { name: 'Rejected, Tunde', query: 'status=rejected&photographerId=3&range=month' };

async function save(person: TestPerson, body: object = rejected, headers: Record<string, string> = {}) {
  const answer = await testApp.call(person, 'POST /api/saved-filters', { body, headers });
  return { ...answer, body: answer.body as SavedFilter & { message?: string } };
}

let reads = 0;
/** Another address each time: the rows of the test before were taken away without a call. */
async function kept(person: TestPerson): Promise<SavedFilter[]> {
  return (await testApp.call(person, `GET /api/saved-filters?fresh=${++reads}`)).body as SavedFilter[];
}

test('filters are kept with their names and found again, as they were saved, by their owner alone', async () => {
  const { status, body } = await save(admin);
  expect(status).toBe(201);
  expect(body).toEqual({ id: body.id, ...rejected, version: 1 });
  await save(admin, { name: 'ancient', query: 'sort=captureDate' });
  expect((await kept(admin)).map(({ name }) => name)).toEqual(['Rejected, Tunde', 'ancient']);
  const first = await testApp.call(admin, 'GET /api/saved-filters?limit=1');
  expect([first.headers['x-total-count'], first.headers.link]).toEqual(['2', expect.stringContaining('cursor=')]);
  expect(await kept(client)).toEqual([]);
});

test('one person keeps each name once, whatever its case; another person may keep the same', async () => {
  await save(admin);
  const again = await save(admin, { ...rejected, name: 'REJECTED, tunde' });
  expect([again.status, again.body.message]).toEqual([409, 'You already have a filter with this name']);
  expect((await save(client)).status).toBe(201);
});

test('twenty are kept and no more, also when two come at once', async () => {
  const row = (nth: number) => ({ user_id: admin.id, name: `F${nth}`, query: 'q=a' });
  const rows = Array.from({ length: maxSavedFilters - 1 }, (_, nth) => row(nth));
  await testApp.database.query.insertInto('saved_filters').values(rows).execute();
  const answers = await Promise.all([
    save(admin, { name: 'one', query: 'q=b' }),
    save(admin, { name: 'two', query: 'q=c' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await kept(admin)).toHaveLength(maxSavedFilters);
});

test('it is renamed and may hold another filter; an edit of a former state is refused with the present one', async () => {
  const { body } = await save(admin);
  const edit = (change: object) => testApp.call(admin, `PATCH /api/saved-filters/${body.id}`, { body: change });
  expect((await edit({ name: 'Mine', version: 1 })).body).toEqual({ ...body, name: 'Mine', version: 2 });
  expect((await edit({ query: 'status=pending' })).body).toMatchObject({ name: 'Mine', query: 'status=pending' });
  const stale = await edit({ name: 'Late', version: 1 });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ code: 'stale', present: { name: 'Mine', version: 3 } });
});

test('nobody reads, changes or removes those of others', async () => {
  const { body } = await save(admin);
  expect((await testApp.call(client, `PATCH /api/saved-filters/${body.id}`, { body: { name: 'x' } })).status).toBe(404);
  expect((await testApp.call(client, `DELETE /api/saved-filters/${body.id}`)).status).toBe(404);
  expect((await testApp.call(null, 'GET /api/saved-filters')).status).toBe(401);
  expect(await kept(admin)).toHaveLength(1);
});

test('a removed one is gone, and the second removal says so', async () => {
  const { body } = await save(admin);
  expect((await testApp.call(admin, `DELETE /api/saved-filters/${body.id}`)).status).toBe(200);
  expect((await testApp.call(admin, `DELETE /api/saved-filters/${body.id}`)).status).toBe(404);
});

test('the same press keeps it once', async () => {
  const key = { 'idempotency-key': 'one-press' };
  const [first, second] = [await save(admin, rejected, key), await save(admin, rejected, key)];
  expect(second.body).toEqual(first.body);
  expect(await kept(admin)).toHaveLength(1);
});

test.each([
  { name: '', query: 'q=a' },
  { name: 'x'.repeat(61), query: 'q=a' },
  { name: 'x', query: '' },
  { name: 'x', query: '<script>' },
  { name: 'x', query: 'q='.repeat(600) },
  { name: 'x' },
])('what cannot be kept is refused: %j', async (body) => {
  expect((await save(admin, body)).status).toBe(400);
  expect(await kept(admin)).toEqual([]);
});

test('they go with their owner’s account', async () => {
  const gone = await testApp.person('client');
  await save(gone);
  await testApp.call(admin, `DELETE /api/users/${gone.id}`);
  expect(await testApp.database.query.selectFrom('saved_filters').selectAll().execute()).toEqual([]);
});
