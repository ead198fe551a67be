// The claims about searching with and without diacritics, everywhere, and by the indexes.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toFolded } from '#contract/core/fold.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
const name = 'Ọlájùmọ̀kẹ́';
/** As people type it: without marks, with some, composed or not, in capitals. */
const typed = ['olajumoke', name, name.normalize('NFD'), name.toUpperCase(), 'Olájùmoke', 'jumọkẹ'];

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
}, 60_000);
afterAll(() => testApp.close());

const get = async (url: string) => (await testApp.call(admin, `GET ${url}`)).body;
const count = async (url: string) => ((await get(url)) as unknown[]).length;

test('a name is found however its marks are typed: projects, people, sites, notes, concerns, demo requests', async () => {
  const crew = await testApp.person('photographer', { firstName: name, lastName: 'Eze' });
  const client = await testApp.person('client');
  const owned = { clientId: client.id, createdBy: admin.id };
  const plain = await testApp.make.project({ ...owned, name: 'Plain' });
  await testApp.make.project({ ...owned, name: `${name.normalize('NFD')} House` });
  const siteId = await testApp.make.site({ projectId: plain, photographerId: crew.id, name: 'Gate' });
  const body = { projectId: plain, siteId, captureDate: '2026-01-02', notes: `Asked by ${name}` };
  const made = await testApp.call(admin, 'POST /api/sessions', { body: { ...body, photographerId: crew.id } });
  const session = made.status === 201 ? made : await testApp.call(crew, 'POST /api/sessions', { body });
  const sessionId = (session.body as { id: number }).id;
  await testApp.call(admin, `PUT /api/sessions/${sessionId}/approve`, { body: {} });
  await testApp.call(client, 'POST /api/disputes', { body: { sessionId, reason: `Where is ${name}?` } });
  for (const words of typed.map(encodeURIComponent)) {
    expect([words, await count(`/api/projects?q=${words}`)]).toEqual([words, 1]);
    expect([words, await count(`/api/sessions?q=${words}`)]).toEqual([words, 1]);
    expect([words, await count(`/api/users?q=${words}`)]).toEqual([words, 1]);
    expect([words, await count(`/api/disputes?q=${words}`)]).toEqual([words, 1]);
    expect([words, ((await get(`/api/search?q=${words}`)) as { results: unknown[] }).results.length]).toEqual([
      words,
      2,
    ]);
    expect((await testApp.call(client, `GET /api/sessions?q=${words}`)).body).toHaveLength(1);
  }
  expect(await count('/api/sessions?q=olajumoka')).toBe(0);
});

test('server and database fold alike', async () => {
  const texts = fc
    .sample(fc.string({ unit: 'grapheme-composite', maxLength: 40 }), 300)
    .map((text) => text.replaceAll('\u0000', ''));
  const all = [...texts, name, 'ƙasa Ɗan Ɓera', 'Straße Øre ŁÓDŹ', 'ＦＵＬＬ ﬁne', 'a\u200bb'];
  const found = await sql<{
    folded: string;
  }>`select search_fold(t) as folded from unnest(${all}::text[]) with ordinality as x(t, nth) order by nth`.execute(
    testApp.database.query,
  );
  const rows = found.rows.map(({ folded }) => folded);
  // Of scripts that one Unicode version knows and the other does not, nobody types.
  const different = all.filter((text, nth) => rows[nth] !== toFolded(text));
  expect(different.length).toBeLessThan(all.length / 50);
  expect(rows.slice(-5)).toEqual(['olajumoke', 'kasa dan bera', 'strase ore lodz', 'full fine', 'ab']);
});

test('words of notes and concerns are found by an index', async () => {
  const planOf = (query: ReturnType<typeof sql>) =>
    testApp.database.tx(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_indexscan = off`.execute(tx);
      return JSON.stringify((await sql`explain ${query}`.execute(tx)).rows);
    });
  const pattern = '%olajumoke%';
  // So few rows are read by whichever index is the smallest: the others of present sessions go.
  await sql`do $$ declare name text; begin
    for name in select indexname from pg_indexes where tablename = 'sessions' and indexname <> 'sessions_folded' and indexdef like '%removed_at IS NULL%' loop
      execute 'drop index ' || quote_ident(name);
    end loop; end $$`.execute(testApp.database.query);
  expect(
    await planOf(sql`select id from sessions s where s.removed_at is null and s.folded like ${pattern}`),
  ).toContain('sessions_folded');
  expect(await planOf(sql`select id from disputes where search_fold(reason) like ${pattern}`)).toContain(
    'disputes_reason_folded',
  );
  expect(
    await planOf(
      sql`select dispute_id from dispute_messages where search_fold(message) like ${pattern} and message_type = 'comment'`,
    ),
  ).toContain('dispute_messages_folded');
});
