// The claims about migrations, on a real PostgreSQL.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { migrate, readMigrations, refuseOldServer } from './migrate.ts';
import { createDatabase } from './open.ts';

let home: TestDatabase;
let folder: string;

beforeEach(async () => {
  home = await freshDatabase({ empty: true });
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  write('001-first', 'create table first (a int); insert into first values (1);');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await home.drop();
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.sql`), text);
}

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(home.database.query);
  return rows.map((row) => row.name);
}

describe('migrating', () => {
  test('applies each file once, also those that come later', async () => {
    expect(await migrate(home.database, folder)).toEqual(['001-first']);
    write('002-second', 'alter table first add b text;');
    expect(await migrate(home.database, folder)).toEqual(['002-second']);
    expect(await migrate(home.database, folder)).toEqual([]);
  });

  test('by several servers at once applies each file once', async () => {
    write('002-second', 'create table second (a int); select pg_sleep(0.1);');
    const other = createDatabase(home.connection);
    const applied = await Promise.all([migrate(home.database, folder), migrate(other, folder), migrate(other, folder)]);
    await other.close();
    expect(applied.flat().sort()).toEqual(['001-first', '002-second']);
  });

  test('keeps nothing of a file that fails, and names it', async () => {
    write('002-second', 'create table second (a int); select 1 / 0;');
    await expect(migrate(home.database, folder)).rejects.toThrow('Migration 002-second failed, nothing of it was kept');
    expect(await tables()).toEqual(['first', 'migrations']);
  });

  test('refuses a database that a newer program has used', async () => {
    write('002-second', 'create table second (a int);');
    await migrate(home.database, folder);
    rmSync(join(folder, '002-second.sql'));
    await expect(migrate(home.database, folder)).rejects.toThrow('at migration 2 and this version of Topout knows 1');
  });

  test('refuses a file that was changed after it was applied, but not for its line endings', async () => {
    await migrate(home.database, folder);
    write('001-first', 'create table first (a int);\r\n');
    await expect(migrate(home.database, folder)).rejects.toThrow('Migration 001-first was changed');
    write('001-first', 'create table first (a int); insert into first values (1);');
    expect(await migrate(home.database, folder)).toEqual([]);
  });

  test('takes longer than a statement may otherwise', async () => {
    write('002-second', `create table seen as select current_setting('statement_timeout') as "limit";`);
    await migrate(home.database, folder);
    const { rows } = await sql`select * from seen`.execute(home.database.query);
    expect(rows).toEqual([{ limit: '0' }]);
  });
});

test('a gap, a double number or a strange name among the files is found before anything is applied', () => {
  write('003-third', 'select 1;');
  expect(() => readMigrations(folder)).toThrow('003-third.sql should have the number 2');
  rmSync(join(folder, '003-third.sql'));
  write('1-again', 'select 1;');
  expect(() => readMigrations(folder)).toThrow('not named like a migration');
});

test('a server older than 15 is refused', () => {
  expect(() => refuseOldServer(140_012)).toThrow('has version 14; Topout needs 15 or newer');
  expect(() => refuseOldServer(150_018)).not.toThrow();
});
