// What a list of viewpoints costs the database.
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { listViewpoints, seenIn } from './queries.ts';

let home: TestDatabase;
let asked: string[] = [];

beforeAll(async () => {
  home = await freshDatabase();
});
afterAll(() => home.drop());

/** Writes down every statement. */
function watched(): Kysely<Tables> {
  asked = [];
  return home.database.query.withPlugin({
    transformQuery({ node }) {
      asked.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

test.each([
  ['client', 1],
  ['admin', 0],
] as const)('a page for a %s and its total unpack what was released %i times', async (role, times) => {
  const db = watched();
  const actor = { kind: 'person', id: 1, role } as const;
  const seen = await seenIn(db, actor, sql`v.project_id = 1`);
  expect(await listViewpoints(db, actor, { seen, limit: 100 })).toEqual([]);
  expect(await countRows(db, sql`viewpoints v where ${seen.where}`)).toBe(0);
  expect(asked.join().split('released_media').length - 1).toBe(times);
});
