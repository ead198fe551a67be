// Migrations take nothing away from the version before, which goes on serving while servers are exchanged one by one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '#server/lib/product-version.ts';
import { type Loss, lossesBetween, readCatalog } from '#server/test-support/catalog.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { migrateWithin, migrationsFolder, readMigrations } from './migrate.ts';

/** Up to here nobody asked; servers of those versions were stopped together. */
const UNJUDGED = 43;

const released = [
  ...readFileSync(join(projectFolder(), 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+) \(/gm),
].map(([, version = '']) => version);

/** Of comment lines such as `-- safe since 0.3.0: sessions.colour, sessions_colour_check`. */
function excusesOf(text: string): { version: string; name: string }[] {
  return [...text.matchAll(/^\s*-- safe since (\S+): (.+)$/gm)].flatMap(([, version = '', names = '']) =>
    names.split(', ').map((name) => ({ version, name: name.trim() })),
  );
}

/** What is wrong with a migration of these losses, in sentences. `versions`: from the newest to the oldest; the newest is in the making. */
function faultsOf(text: string, losses: Loss[], versions = released): string[] {
  const excuses = excusesOf(text);
  const minorOf = (version = '') => version.replace(/\.\d+$/, '');
  const before = versions.filter((version) => minorOf(version) !== minorOf(versions[0]));
  return [
    ...losses
      .filter(({ name }) => !excuses.some((excuse) => excuse.name === name))
      .map(({ name, what }) => `${name} ${what}`),
    ...excuses
      .filter(({ version }) => !before.includes(version))
      .map(({ name, version }) => `${name} is excused since ${version}, which is no version before this one`),
    ...excuses
      .filter(({ name }) => !losses.some((loss) => loss.name === name))
      .map(({ name }) => `${name} is excused and nothing happens to it`),
  ];
}

let home: TestDatabase;
beforeAll(async () => {
  home = await freshDatabase();
});
afterAll(() => home.drop());

/** What a migration of this text would take away; the database stays as it is. */
async function lossesOf(text: string, made = 'select 1'): Promise<string[]> {
  const kept = new Error('rolled back');
  let found: Loss[] = [];
  await home.database
    .tx(async (tx) => {
      await sql.raw(made).execute(tx);
      const before = await readCatalog(tx);
      await sql.raw(text).execute(tx);
      found = lossesBetween(before, await readCatalog(tx));
      throw kept;
    })
    .catch((error: unknown) => {
      if (error !== kept) throw error;
    });
  return found.map(({ name, what }) => `${name} ${what}`);
}

test('a migration takes nothing away that the version before reads or writes', async () => {
  const empty = await freshDatabase({ empty: true });
  const migrations = readMigrations(migrationsFolder());
  const faults = await empty.database.tx(async (tx) => {
    await migrateWithin(tx, migrations, UNJUDGED);
    let before = await readCatalog(tx);
    const found: string[] = [];
    for (const { number, title, text } of migrations.slice(UNJUDGED)) {
      await migrateWithin(tx, migrations, number);
      const after = await readCatalog(tx);
      found.push(...faultsOf(text, lossesBetween(before, after)).map((fault) => `${title}: ${fault}`));
      before = after;
    }
    return found;
  });
  await empty.drop();
  expect(faults).toEqual([]);
});

describe('is refused, a migration that', () => {
  test.each<[what: string, text: string, losses: unknown[], made?: string]>([
    ['drops a column', 'alter table users drop column bio', ['users.bio is gone']],
    ['renames a column', 'alter table users rename bio to about', ['users.bio is gone']],
    ['drops a table', 'drop table presence', ['presence is gone']],
    ['renames a table', 'alter table presence rename to seen', ['presence is gone']],
    [
      'drops a column of a view',
      'drop view made; create view made as select id from users',
      ['made.bio is gone'],
      'create view made as select id, bio from users',
    ],
    ['drops a view', 'drop view made', ['made is gone'], 'create view made as select id from users'],
    [
      'turns a table into a view',
      'drop table made; create view made as select 1 as a',
      ['made is of another kind'],
      'create table made (a integer)',
    ],
    [
      'changes a type',
      'alter table users alter bio type jsonb using null, alter company type varchar(20)',
      ['users.bio was text and is jsonb', 'users.company was character varying(255) and is character varying(20)'],
    ],
    ['forbids null', 'alter table users alter bio set not null', ['users.bio may no longer be null']],
    ['takes a default away', 'alter table users alter role drop default', ['users.role has lost its default']],
    [
      'makes a column that the database computes',
      'alter table made drop b; alter table made add b integer generated always as (a) stored',
      ['made.b may no longer be written'],
      'create table made (a integer, b integer)',
    ],
    [
      'adds a column that must be given',
      'alter table users add colour text not null',
      ['users.colour is new, must be given and has no default'],
    ],
    [
      'adds a rule for what was there',
      `alter table users add constraint long check (bio <> '')`,
      [`users.long is a new rule for what is written: CHECK ((bio <> ''::text))`],
    ],
    [
      'takes a choice away',
      `alter table made drop constraint made_a_check, add constraint made_a_check check (a in ('x', 'z'))`,
      [expect.stringContaining('made.made_a_check is a new rule')],
      `create table made (a text check (a in ('x', 'y')))`,
    ],
    [
      'ties a column to another table',
      'alter table made add foreign key (a) references users',
      [expect.stringContaining('made.made_a_fkey is a new rule')],
      'create table made (a integer)',
    ],
    [
      'stops clearing away what belongs to a row',
      'alter table made drop constraint made_a_fkey',
      [expect.stringContaining('made.made_a_fkey is gone')],
      'create table made (a integer references users on delete cascade)',
    ],
    [
      'wants values to differ',
      'create unique index on made (a)',
      ['made (a) must now be unique'],
      'create table made (a integer)',
    ],
    [
      'wants what an expression makes to differ',
      'create unique index on made (lower(a))',
      ['made (lower(a)) must now be unique'],
      'create table made (a text)',
    ],
    [
      'lets values be equal that ON CONFLICT names',
      'drop index unlike',
      ['made (a) is no longer unique, which ON CONFLICT asks for'],
      'create table made (a integer); create unique index unlike on made (a)',
    ],
    [
      'drops a function or lets it return something else',
      'drop function one(integer); drop function two(integer); create function two(a integer) returns text language sql return $1::text',
      ['one(a integer) is gone', 'two(a integer) returned integer and returns text'],
      'create function one(a integer) returns integer language sql return $1; create function two(a integer) returns integer language sql return $1',
    ],
    [
      'lets something run at writes',
      'create trigger watch before insert on users for each row execute function watch()',
      ['users.watch runs at writes from now on'],
      'create function watch() returns trigger language plpgsql as $$ begin return null; end $$',
    ],
    ['hides rows', 'alter table users enable row level security', ['users row security runs at writes from now on']],
  ])('%s', async (...[, text, losses, made]) => {
    expect(await lossesOf(text, made)).toEqual(losses);
  });
});

test('tables, columns with a default, their rules, wider choices and longer texts only add', async () => {
  const made = `create table made (id integer not null, a varchar(20) check (a in ('x', 'y')), long varchar(20));
    create view seen as select id, a from made`;
  const text = `
    create table beside (id integer primary key, user_id integer not null references users, a text unique check (a <> ''));
    create index on made (a);
    create view over_it as select a from made;
    create or replace view seen as select id, a, 1 as one from made;
    create function three() returns integer language sql return 3;
    alter table made add b text check (b <> ''), add c integer not null default 1, add d integer references beside,
      add e integer generated always as identity, alter long type varchar(30), alter id drop not null,
      drop constraint made_a_check, add constraint made_a_check check (a in ('x', 'y', 'z'));
    create unique index on made (b) where b is not null;`;
  expect(await lossesOf(text, made)).toEqual([]);
});

test('what nobody needs any more goes a version later, if the migration names it and since when', () => {
  const losses = [{ name: 'users.bio', what: 'is gone' }];
  const versions = ['0.4.1', '0.4.0', '0.3.0', '0.2.0'];
  const fault = (text: string, found = losses) => faultsOf(text, found, versions);
  expect(fault('-- safe since 0.3.0: users.bio\nalter table users drop bio;')).toEqual([]);
  expect(fault('-- Nobody reads it.')).toEqual(['users.bio is gone']);
  expect(fault('-- safe since 0.4.0: users.bio')).toEqual([
    'users.bio is excused since 0.4.0, which is no version before this one',
  ]);
  expect(fault('-- safe since 0.3.0: users.bio, users.phone')).toEqual([
    'users.phone is excused and nothing happens to it',
  ]);
});
