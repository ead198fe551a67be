// The claims about migrations, on a real PostgreSQL.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { formerly, migrate, migrationsFolder, readMigrations, refuseOldServer } from './migrate.ts';
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

  test('refuses a database that more than the next version has used, and changes nothing', async () => {
    write('002-second', 'create table second (a int);');
    await migrate(home.database, folder, '0.5.0');
    rmSync(join(folder, '002-second.sql'));
    const refusal =
      'at migration 2 and this version of Topout, 0.3.9, knows 1: it was used by 0.5.0. Start that version';
    await expect(migrate(home.database, folder, '0.3.9')).rejects.toThrow(refusal);
    await expect(migrate(home.database, folder, '1.4.0')).rejects.toThrow('it was used by 0.5.0');
    await sql`update migrations set applied_by = null`.execute(home.database.query);
    await expect(migrate(home.database, folder, '0.5.0')).rejects.toThrow('it was used by a newer one');
    expect(await tables()).toEqual(['first', 'migrations', 'second']);
  });

  test('lets the version before serve a database that the next one has migrated', async () => {
    write('002-second', 'create table second (a int);');
    await migrate(home.database, folder, '0.5.0');
    rmSync(join(folder, '002-second.sql'));
    expect(await migrate(home.database, folder, '0.4.2')).toEqual([]);
    write('001-first', 'create table first (a int);');
    await expect(migrate(home.database, folder, '0.4.2')).rejects.toThrow('Migration 001-first was changed');
  });

  test('says who applied what from now on, in a database of a program that did not', async () => {
    await migrate(home.database, folder);
    await sql`alter table migrations drop column applied_by`.execute(home.database.query);
    write('002-second', 'create table second (a int);');
    await migrate(home.database, folder, '0.5.0');
    const { rows } = await sql`select applied_by from migrations order by number`.execute(home.database.query);
    expect(rows).toEqual([{ applied_by: null }, { applied_by: '0.5.0' }]);
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

test('a database that 0.1.0 migrated is accepted, though comments of three files were edited since', async () => {
  const own = await freshDatabase();
  for (const [title, sha256] of Object.entries(formerly))
    await sql`update migrations set sha256 = ${sha256} where title = ${title}`.execute(own.database.query);
  expect(await migrate(own.database).finally(() => own.drop())).toEqual([]);
});

test('a migration that a version has brought is never edited again, not even a comment of it', () => {
  // Raise the number, and replace the sum, with each version.
  const brought = readMigrations(migrationsFolder()).slice(0, 43);
  const sum = createHash('sha256');
  for (const { text } of brought) sum.update(text);
  expect(sum.digest('hex')).toBe('0dfb02bffcc91ac4ef6661b5f2bd55d4ae86ba57885454c6531f6173227950cf');
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

/** The files of this version up to a number, then these rows, then the file after them under the next number. */
async function migrateOver(rows: string, upTo: number): Promise<void> {
  const own = join(import.meta.dirname, 'migrations');
  const names = readdirSync(own).toSorted();
  rmSync(join(folder, '001-first.sql'));
  for (const name of names.slice(0, upTo)) copyFileSync(join(own, name), join(folder, name));
  const numbered = (number: number) => String(number).padStart(3, '0');
  write(`${numbered(upTo + 1)}-rows`, rows);
  copyFileSync(join(own, names[upTo] ?? ''), join(folder, `${numbered(upTo + 2)}-after.sql`));
  await migrate(home.database, folder);
}

const day = (nth: number) => `2026-03-0${nth}T10:00:00.000000Z`;

test('concerns from before there were clocks get when they were answered and resolved from their conversation', async () => {
  const people = [
    [1, 'ada', 'admin'],
    [2, 'ben', 'photographer'],
    [3, 'cleo', 'client'],
  ] as const;
  const users = people.map(
    ([id, name, role]) => `(${id}, '${name}', 'x', '${name}@example.org', '${name}', '${name}', '${role}')`,
  );
  /** The expected fields of a concern, and its conversation: by whom, on which day, what. */
  type Old = { status: string; answered: number | null; resolved: number | null; talk?: [number, number, string][] };
  const old: Record<string, Old> = {
    'nobody spoke of': { status: 'open', answered: null, resolved: null },
    'only its raiser spoke of': { status: 'open', answered: null, resolved: null, talk: [[3, 2, 'Hello?']] },
    'the crew spoke of': {
      status: 'open',
      answered: 3,
      resolved: null,
      talk: [
        [3, 2, 'Hello?'],
        [2, 3, 'I look'],
      ],
    },
    'was resolved': { status: 'resolved', answered: 2, resolved: 2, talk: [[2, 2, 'Open to Resolved']] },
    'was resolved twice': {
      ...{ status: 'resolved', answered: 2, resolved: 4 },
      talk: [
        [2, 2, 'Open to Resolved'],
        [3, 3, 'Resolved to Open'],
        [1, 4, 'Open to Resolved'],
      ],
    },
    'was opened again': {
      ...{ status: 'open', answered: 2, resolved: null },
      talk: [
        [2, 2, 'Open to Resolved'],
        [3, 3, 'Resolved to Open'],
      ],
    },
    'was closed once it was resolved': {
      ...{ status: 'closed', answered: 2, resolved: 2 },
      talk: [
        [1, 2, 'Open to Resolved'],
        [3, 3, 'Resolved to Closed'],
      ],
    },
    'its raiser closed unanswered': {
      status: 'closed',
      answered: null,
      resolved: null,
      talk: [[3, 2, 'Open to Closed']],
    },
    'was resolved before changes were written down': { status: 'resolved', answered: 9, resolved: 9 },
    'was taken up before changes were written down': { status: 'in_progress', answered: 9, resolved: null },
  };
  const all = Object.entries(old);
  const disputes = all.map(
    ([reason, { status }], nth) => `(${nth + 1}, 1, 3, '${reason}', '${status}', '${day(1)}', '${day(9)}')`,
  );
  const messages = all.flatMap(([, { talk = [] }], nth) =>
    talk.map(([by, on, words]) => {
      const isChange = / to /.test(words);
      const message = isChange ? `Status changed from ${words}` : words;
      return `(${nth + 1}, ${by}, '${message}', '${isChange ? 'status_change' : 'comment'}', '${day(on)}')`;
    }),
  );
  await migrateOver(
    `insert into users (id, username, password, email, first_name, last_name, role) overriding system value values ${users};
     insert into projects (id, name, description, client_id, created_by) overriding system value values (1, 'P', 'P', 3, 1);
     insert into sessions (id, project_id, photographer_id, capture_date, record_id) overriding system value
       values (1, 1, 2, '2026-03-01', 1);
     insert into disputes (id, session_id, client_id, reason, status, created_at, updated_at) overriding system value values ${disputes};
     insert into dispute_messages (dispute_id, user_id, message, message_type, created_at) values ${messages};`,
    12,
  );
  const instant = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const { rows } = await sql<{ reason: string; answered: string | null; resolved: string | null; clock: boolean }>`
    select reason, ${instant('answered_at')} as answered, ${instant('resolved_at')} as resolved,
      due_at is not null or half_told or due_told as clock
    from disputes order by id`.execute(home.database.query);
  const on = (nth: number | null) => (nth === null ? null : day(nth));
  expect(rows).toEqual(
    all.map(([reason, { answered, resolved }]) => ({
      ...{ reason, answered: on(answered), resolved: on(resolved) },
      // A job gives them their deadline, and nobody is notified of one that has passed.
      clock: false,
    })),
  );
});
