// The claims about limits that all servers count together.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { createDatabase, type Database } from './open.ts';
import { createSharedRateLimit, forgetOldCounts } from './shared-rate-limit.ts';

let here: TestDatabase;
let there: Database;
beforeAll(async () => {
  here = await freshDatabase();
  there = createDatabase(here.connection);
});
afterAll(async () => {
  await there.close();
  await here.drop();
});

const limit = { kind: 'guess', max: 5, milliseconds: 60_000, sentence: 'That was often.' };
// Each server makes its own.
const [count, countThere] = [createSharedRateLimit<string>(limit), createSharedRateLimit<string>(limit)];

/** How many of so many at once are let through, half of them by each server. */
async function allowed(who: string, times: number): Promise<number> {
  const all = Array.from({ length: times }, (_, n) =>
    n % 2 === 0 ? count(here.database.query, who) : countThere(there.query, who),
  );
  return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
}

function endWindows() {
  const until = new Date(Date.now() - 1000);
  return here.database.query.updateTable('rate_counts').set({ until }).execute();
}

test('of many at once on two servers so many are let through as on one, for each person or address', async () => {
  expect(await allowed('192.0.2.1', 20)).toBe(5);
  expect(await allowed('192.0.2.1', 4)).toBe(0);
  expect(await allowed('192.0.2.2', 4)).toBe(4);
});

test('a refusal says when the window ends, and refused calls do not prolong it', async () => {
  await allowed('192.0.2.3', 5);
  await here.database.query
    .updateTable('rate_counts')
    .set({ until: new Date(Date.now() + 30_000) })
    .where('who', '=', '192.0.2.3')
    .execute();
  for (let time = 0; time < 2; time++)
    await expect(count(here.database.query, '192.0.2.3')).rejects.toMatchObject({
      status: 429,
      message: 'That was often.',
      headers: { 'retry-after': expect.stringMatching(/^(29|30)$/) },
    });
});

test('after its window somebody begins again', async () => {
  await allowed('192.0.2.4', 9);
  await endWindows();
  expect(await allowed('192.0.2.4', 9)).toBe(5);
});

test('limits of two kinds count apart', async () => {
  await allowed('192.0.2.5', 9);
  const other = createSharedRateLimit<string>({ ...limit, kind: 'letter' });
  await expect(other(here.database.query, '192.0.2.5')).resolves.toBeUndefined();
});

test('counts of windows that are over are deleted, and no others', async () => {
  await endWindows();
  await allowed('192.0.2.6', 1);
  await forgetOldCounts.execute(here.database.query);
  expect(await here.database.query.selectFrom('rate_counts').select('who').execute()).toEqual([{ who: '192.0.2.6' }]);
});
