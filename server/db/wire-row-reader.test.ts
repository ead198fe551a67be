// The claims about rows off the wire, on a real PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await freshDatabase();
});
afterAll(() => home.drop());

async function ask<Row>(query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(home.database.query)).rows;
}

/** Twenty columns, of which the last is jsonb. */
const wide = (id: number, words: string) => {
  const numbers = sql.join(Array.from({ length: 18 }, (_, n) => sql`${sql.lit(n)} as ${sql.id(`n${n}`)}`));
  return sql<{ id: number; words: string; parts: string[] }>`
    select ${id}::integer as id, ${words}::text as words, ${numbers}, '["a"]'::jsonb as parts`;
};

describe('a row', () => {
  test('holds every kind of letter, whatever lengths lie between', async () => {
    const words = ['plain', '', 'École', 'ü'.repeat(200), 'x'.repeat(200), '—', '𝒳', 'a"b\\c\n', 'é'.repeat(70_000)];
    for (const word of words) {
      expect(await ask(sql`select ${word}::text as a, null as b, ${'x'.repeat(150)}::text as c`)).toEqual([
        { a: word, b: null, c: 'x'.repeat(150) },
      ]);
    }
  });

  test('comes whole however many pieces it arrives in', async () => {
    const rows = await ask(sql`select n, repeat(n::text, 40000) as long from generate_series(1, 60) n`);
    expect(rows).toEqual(Array.from({ length: 60 }, (_, n) => ({ n: n + 1, long: `${n + 1}`.repeat(40_000) })));
  });

  test('may have no columns, odd ones, and there may be none', async () => {
    expect(await ask(sql`select from generate_series(1, 2)`)).toEqual([{}, {}]);
    expect(await ask(sql`select 1 as "it's", true as "a""b", 2 as "日本"`)).toEqual([
      { "it's": 1, 'a"b': true, 日本: 2 },
    ]);
    expect(await ask(sql`select 1 as a where false`)).toEqual([]);
  });

  test('that many ask for at once goes to whom it belongs', async () => {
    const asked = Array.from({ length: 200 }, (_, n) => n);
    const answers = await Promise.all(asked.map((n) => ask(sql`select ${n}::integer as n, ${`w${n}`}::text as w`)));
    expect(answers).toEqual(asked.map((n) => [{ n, w: `w${n}` }]));
  });

  test('whose statement fails half-way is not answered, and the connection goes on', async () => {
    await expect(ask(sql`select 1 / (3 - n) from generate_series(1, 5) n`)).rejects.toThrow('division by zero');
    expect(await ask(sql`select 1 as fine`)).toEqual([{ fine: 1 }]);
  });

  test('of a table that changed has its new columns', async () => {
    const { query } = home.database;
    await sql`create table changing (a integer)`.execute(query);
    await sql`insert into changing values (1)`.execute(query);
    expect(await ask(sql`select * from changing`)).toEqual([{ a: 1 }]);
    await sql`alter table changing alter a type text, add b boolean default true`.execute(query);
    await ask(sql`select * from changing`).catch(() => undefined);
    expect(await ask(sql`select * from changing`)).toEqual([{ a: '1', b: true }]);
  });
});

describe('a wide row', () => {
  test('that is as it was comes as the same object, and another as another', async () => {
    const [first] = await ask(wide(1, 'grün'));
    expect(first).toMatchObject({ id: 1, words: 'grün', n17: 17, parts: ['a'] });
    expect((await ask(wide(1, 'grün')))[0]).toBe(first);
    expect((await ask(wide(2, 'grün')))[0]).toMatchObject({ id: 2, words: 'grün' });
    expect((await ask(wide(1, 'rot')))[0]).toMatchObject({ id: 1, words: 'rot' });
  });

  test('is shared by statements with the same columns, so nobody can change it', async () => {
    const [first] = await ask(wide(3, 'x'));
    const [again] = await ask(sql<object>`${wide(3, 'x')} where true`);
    expect(again).toBe(first);
    expect(() => Object.assign(first ?? {}, { id: 4 })).toThrow(TypeError);
    expect(() => first?.parts.push('b')).toThrow(TypeError);
  });
});
