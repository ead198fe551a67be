// The claims about backups, there and back on a real PostgreSQL.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { createChecksum } from './backup/format.ts';
import { backup, inOrder, listTables } from './backup.ts';
import { migrate, migrationsFolder } from './migrate.ts';
import type { Database } from './open.ts';
import { restore } from './restore.ts';
import { StartupError } from './startup-error.ts';

let folder: string;
let file: string;
let source: TestDatabase;
let target: TestDatabase;

/** Values that are easily bent on the way: line ends of every kind, quotes, NULL beside the word, microseconds, bytes, deep JSON. */
const HARD = 'a\nb\r\nc\u2028d\te"f\\g\'h,{i}\u0001 NULL Ọlá 🏗';

async function run(database: Database, text: string): Promise<void> {
  await sql.raw(text).execute(database.query);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup '));
  file = join(folder, 'all.gz');
  source = await freshDatabase();
  await sql`insert into users (username, password, email, first_name, last_name, role, bio, created_at) values
    ('ada', 'x', 'ada@x.ng', 'Ada', 'Obi', 'admin', ${HARD}, '2026-11-20 10:31:00.123456+00'),
    ('bola', 'x', 'bola@x.ng', 'Bola', 'Ade', 'client', null, 'infinity'),
    ('chi', 'x', 'chi@x.ng', 'Chi', 'Eze', 'photographer', '', now())`.execute(source.database.query);
  await run(
    source.database,
    `
    delete from users where username = 'chi';
    insert into profile_photos (user_id, version, image) values (1, 'abc', '\\x00ff0a5c22');
    insert into projects (name, client_id, created_by) values ('Tower', 2, 1);
    insert into jobs (kind, payload) values ('mail', '{"deep": [1, null, {"n": 1.50, "t": "\\"x\\""}]}'), ('push', 'null');
    insert into session_records (session_id, action, by_name, project_id, project_name, photographer_id, photographer_name, capture_date)
      select n, 'created', 'Ada', 1, 'Tower', 1, 'Ada', date '2026-01-01' + n % 300 from generate_series(1, 2345) n;
    insert into sessions (project_id, photographer_id, capture_date, record_id) select 1, 1, '2026-02-03', n from generate_series(1, 7) n;
    insert into audit_log (act, by_id, by_name, address, subject_kind, subject_id, subject_name, before, after)
      values ('roleChanged', 1, 'Ada Obi', '203.0.113.7', 'user', 3, 'Chi Eze', '{"role":  "client"}', '{"role": "admin"}');
    insert into logins (sid, sess, expire) values (repeat('a', 64), '{"userId": 1}', now() + interval '1 day');`,
  );
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  target = await freshDatabase({ empty: true });
});
afterEach(() => target.drop());

/** Every row of every table, as PostgreSQL writes it. */
async function everything({ database }: TestDatabase): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of await database.tx(listTables)) {
    if (name === 'migrations') continue;
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t order by 1`.execute(
      database.query,
    );
    all[name] = rows.map(({ line }) => line);
  }
  return all;
}

async function tableCount({ database }: TestDatabase): Promise<number> {
  return (await database.tx(listTables)).length;
}

/** A file of our own making that is sealed rightly: only its content is wrong. */
function forge(change: (lines: string[]) => string[]): string {
  const lines = change(gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2));
  const seal = createChecksum();
  for (const line of lines) seal.add(line);
  const forged = join(folder, 'forged.gz');
  writeFileSync(forged, gzipSync(`${[...lines, seal.line()].join('\n')}\n`));
  return forged;
}

describe('a backup', () => {
  test('brings back every value of every table except the logins', async () => {
    await backup(source.database, file);
    await restore(target.database, file);
    const [before, after] = [await everything(source), await everything(target)];
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    expect(after).toEqual({ ...before, logins: [] });
    expect(before.session_records).toHaveLength(2345);
  });

  test('goes on counting where the original stood', async () => {
    await restore(target.database, file);
    const { rows } = await sql<{ id: number }>`
      insert into users (username, password, email, first_name, last_name)
      values ('dayo', 'x', 'd@x.ng', 'Dayo', 'Ojo') returning id`.execute(target.database.query);
    expect(rows).toEqual([{ id: 4 }]);
  });

  test('leaves the rules of the tables as they were', async () => {
    await restore(target.database, file);
    await expect(run(target.database, `delete from session_records`)).rejects.toThrow('append-only');
    await expect(run(target.database, `delete from users where id = 2`)).rejects.toThrow('foreign key');
  });

  test('the audit log comes back as it was, and stays append-only', async () => {
    await restore(target.database, file);
    const { audit_log: log } = await everything(target);
    expect(log).toEqual((await everything(source)).audit_log);
    expect(log).toEqual([expect.stringContaining('{""role"":  ""client""}')]);
    for (const change of ['delete from audit_log', 'update audit_log set act = act', 'truncate audit_log'])
      await expect(run(target.database, change)).rejects.toThrow('append-only');
  });

  test('is of one instant, whatever is written meanwhile', async () => {
    const busy = await freshDatabase();
    await run(busy.database, `insert into jobs (kind) select 'x' from generate_series(1, 3000)`);
    const writing = Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        run(busy.database, `insert into jobs (kind) values ('late ${n}'), ('late ${n}')`),
      ),
    );
    await backup(busy.database, join(folder, 'busy.gz'));
    await writing;
    await restore(target.database, join(folder, 'busy.gz'));
    const { rows } = await sql<{ odd: number }>`
      select count(*) as odd from (select kind from jobs where kind <> 'x' group by kind having count(*) <> 2) t`.execute(
      target.database.query,
    );
    expect(rows).toEqual([{ odd: 0 }]);
    await busy.drop();
  });

  test('is for its owner only, carries no login, and replaces an older one whole', async () => {
    await backup(source.database, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('a'.repeat(64));
    expect(readdirSync(folder).filter((name) => name.includes('half'))).toEqual([]);
  });

  test('of a database that holds nothing of ours is refused, and leaves no file', async () => {
    await expect(backup(target.database, join(folder, 'none.gz'))).rejects.toThrow('nothing to back up');
    expect(readdirSync(folder)).not.toContain('none.gz');
  });

  test('of an older version is brought to the present one after its rows are in', async () => {
    const newer = join(folder, 'newer');
    cpSync(migrationsFolder(), newer, { recursive: true });
    const next = readdirSync(newer).length + 1;
    const move = `alter table users add shout text; update users set shout = upper(username); alter table users alter shout set not null;`;
    writeFileSync(join(newer, `${String(next).padStart(3, '0')}-shout.sql`), move);
    await restore(target.database, file, newer);
    const { rows } = await sql<{ shout: string }>`select shout from users order by id`.execute(target.database.query);
    expect(rows.map(({ shout }) => shout)).toEqual(['ADA', 'BOLA']);
    rmSync(newer, { recursive: true });
  });
});

describe('restoring', () => {
  test('into a database that holds anything is refused and changes nothing', async () => {
    await migrate(target.database);
    await run(target.database, `insert into jobs (kind) values ('mine')`);
    await expect(restore(target.database, file)).rejects.toThrow('The database is not empty (see its table jobs)');
    expect((await everything(target)).users).toEqual([]);
    const strange = await freshDatabase({ empty: true });
    await run(strange.database, 'create table holiday (day date)');
    await expect(restore(strange.database, file)).rejects.toThrow('not empty (see its table holiday)');
    await strange.drop();
  });

  test('into one that was only migrated is fine', async () => {
    await migrate(target.database);
    await restore(target.database, file);
    expect((await everything(target)).users).toHaveLength(2);
  });

  test.each([
    ['cut short', (whole: string) => truncateSync(whole, statSync(whole).size - 20)],
    [
      'with one byte changed',
      (whole: string) => {
        const bytes = readFileSync(whole);
        const middle = bytes.length >> 1;
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        writeFileSync(whole, bytes);
      },
    ],
    ['that is something else', (whole: string) => writeFileSync(whole, 'holiday')],
    ['that is compressed, but something else', (whole: string) => writeFileSync(whole, gzipSync('{"holiday": 1}\n'))],
    ['that is not there', (whole: string) => rmSync(whole)],
  ])('a file %s is refused before the database is touched', async (_, spoil) => {
    const spoilt = join(folder, 'spoilt.gz');
    cpSync(file, spoilt);
    spoil(spoilt);
    await expect(restore(target.database, spoilt)).rejects.toBeInstanceOf(StartupError);
    expect(await tableCount(target)).toBe(0);
  });

  test('a file that lost a line, though well compressed, is refused', async () => {
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    const spoilt = join(folder, 'spoilt.gz');
    writeFileSync(spoilt, gzipSync(lines.filter((_, index) => index !== 2).join('\n')));
    await expect(restore(target.database, spoilt)).rejects.toThrow('damaged or not complete');
  });

  test('a file of a newer program is refused', async () => {
    const newer = (lines: string[]) => lines.map((line) => line.replace(/"migration":\d+/, '"migration":999'));
    await expect(restore(target.database, forge(newer))).rejects.toThrow('made by a newer version');
    const form = (lines: string[]) => lines.map((line) => line.replace('"version":1', '"version":2'));
    await expect(restore(target.database, forge(form))).rejects.toThrow('made by a newer version');
  });

  test('rows that break a rule, or a table that is unknown, leave the database as it was', async () => {
    const wrong = (lines: string[]) => lines.map((line) => line.replace('"client"', '"pirate"'));
    await expect(restore(target.database, forge(wrong))).rejects.toThrow('users_role_check');
    const unknown = (lines: string[]) => lines.map((line) => line.replace('"table":"jobs"', '"table":"pirates"'));
    await expect(restore(target.database, forge(unknown))).rejects.toThrow('The table pirates');
    expect(await tableCount(target)).toBe(0);
  });
});

test('tables come after those that they point to, and a circle is an error', () => {
  const table = (name: string, ...needs: string[]) => ({ name, needs, columns: [], types: [] });
  expect(inOrder([table('c', 'b'), table('b', 'a'), table('a')]).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(() => inOrder([table('a', 'b'), table('b', 'a')])).toThrow('in a circle');
});
