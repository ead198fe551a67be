// The claims about connections, on a real PostgreSQL.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase, urlOf } from '#server/test-support/test-database.ts';
import { createDatabase, isDatabaseAway, isDiskFull } from './open.ts';

let home: TestDatabase;
/** Node says each of them once in a process. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

beforeAll(async () => {
  home = await freshDatabase();
});
afterAll(() => home.drop());

async function one(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(home.database.query);
  return rows[0]?.value;
}

/** From outside, as an operator would. */
async function endConnections(state: string): Promise<number> {
  const client = new pg.Client(home.connection);
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query ~ $1`,
    [state],
  );
  await client.end();
  return rowCount ?? 0;
}

async function failureOf(target: Parameters<typeof createDatabase>[0]): Promise<unknown> {
  const database = createDatabase(target);
  const failure = await database.ping().catch((error: unknown) => error);
  await database.close();
  return failure;
}

describe('values', () => {
  test('an instant keeps its microseconds and says that it is UTC', async () => {
    expect(await one(`timestamptz '2026-11-20 11:31:00.123456+01'`)).toBe('2026-11-20T10:31:00.123456Z');
    expect(await one(`timestamptz '2026-11-20 10:31:00+00'`)).toBe('2026-11-20T10:31:00.000000Z');
    expect(await one(`array[timestamptz '2026-11-20 10:31:00.5+00']`)).toEqual(['2026-11-20T10:31:00.500000Z']);
  });

  test('a day is text that no time zone can shift', async () => {
    expect(await one(`date '2026-03-01'`)).toBe('2026-03-01');
  });

  test('counts and sums are numbers', async () => {
    expect(await one(`count(*)`)).toBe(1);
    expect(await one(`sum(12.5)`)).toBe(12.5);
    expect(await one(`array[1::bigint, null]`)).toEqual([1, null]);
  });
});

describe('statements', () => {
  test('get a name, so that PostgreSQL keeps their plan', async () => {
    const database = createDatabase(home.connection, { max: 1 });
    for (const id of [1, 2, 3]) await database.query.selectFrom('users').select('email').where('id', '=', id).execute();
    const kept = await sql`select name from pg_prepared_statements where statement like 'select "email"%'`.execute(
      database.query,
    );
    expect(kept.rows).toHaveLength(1);
    await database.close();
  });

  test('have no name for a pooler, and no settings that it would refuse', async () => {
    const database = createDatabase(home.connection, { max: 1, direct: home.connection });
    await database.query.selectFrom('users').select('email').where('id', '=', 1).execute();
    const kept = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(database.query);
    // The name of the program is one that a pooler takes.
    const sent =
      await sql`select name from pg_settings where source = 'client' and name ~ 'timeout|jit|plan_cache'`.execute(
        database.query,
      );
    expect([kept.rows[0]?.n, sent.rows]).toEqual([0, []]);
    await database.close();
  });

  test('that are many do not fill the server: those used longest ago are forgotten', async () => {
    const database = createDatabase(home.connection, { max: 1 });
    for (let n = 0; n < 320; n++) await sql`select ${sql.lit(n)}::int as n`.execute(database.query);
    const kept = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(database.query);
    expect(kept.rows[0]?.n).toBeLessThanOrEqual(300);
    await database.close();
  });

  test('survive a table that changed under them: at most one call fails', async () => {
    const database = createDatabase(home.connection, { max: 1 });
    const ask = () => sql`select * from changing`.execute(database.query);
    await sql`create table changing (a int)`.execute(database.query);
    await ask();
    await sql`alter table changing add b int`.execute(database.query);
    await ask().catch(() => undefined);
    expect((await ask()).rows).toEqual([]);
    await database.close();
  });

  test('that run too long are ended by the server', async () => {
    const limit = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(home.database.query);
    expect(limit.rows[0]?.statement_timeout).toBe('15s');
  });
});

describe('transactions', () => {
  test('leave nothing behind when the work throws', async () => {
    const attempt = home.database.tx(async (tx) => {
      await sql`create table half_done (a int)`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await one(`to_regclass('half_done')`)).toBeNull();
  });

  test('whose failure was swallowed are not taken for done', async () => {
    const attempt = home.database.tx(async (tx) => {
      await sql`create table swallowed (a int)`.execute(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow('nothing was written');
  });

  test('cut off in the middle fail as "the database is away" and leave the process alive', async () => {
    const attempt = home.database.tx(async (tx) => {
      await sql`select 'in the middle'`.execute(tx);
      expect(await endConnections('in the middle')).toBe(1);
      await delay(50);
      await sql`select 2`.execute(tx);
    });
    await expect(attempt).rejects.toThrow();
    await home.database.ping();
  });
});

describe('listening', () => {
  test('receives what was announced, loses its connection, comes back and reports both', async () => {
    const heard: string[] = [];
    const states: boolean[] = [];
    const database = createDatabase(home.connection);
    database.listen(
      'odd "name"',
      (payload) => heard.push(payload),
      (up) => states.push(up),
    );
    await expect.poll(() => states).toEqual([true]);
    await sql`select pg_notify('odd "name"', 'one')`.execute(database.query);
    await expect.poll(() => heard).toEqual(['one']);
    expect(await endConnections('^(listen|select .listening.)')).toBe(1);
    await expect.poll(() => states).toEqual([true, false, true]);
    await sql`select pg_notify('odd "name"', 'two')`.execute(database.query);
    await expect.poll(() => heard).toEqual(['one', 'two']);
    await database.close();
    expect(states).toEqual([true, false, true]);
  });

  test('shares one connection between channels, also those that come later', async () => {
    const heard: string[] = [];
    const up: string[] = [];
    const database = createDatabase(home.connection);
    database.listen(
      'first',
      (payload) => heard.push(payload),
      () => up.push('first'),
    );
    await expect.poll(() => up).toEqual(['first']);
    const second = database.listen(
      'second',
      (payload) => heard.push(payload),
      () => up.push('second'),
    );
    await expect.poll(() => up).toEqual(['first', 'second']);
    expect(
      await one(
        `(select count(*) from pg_stat_activity where datname = current_database() and query ~ '^(listen|select .listening.)')`,
      ),
    ).toBe(1);
    await second.close();
    for (const channel of ['second', 'first'])
      await sql`select pg_notify(${channel}, ${channel})`.execute(database.query);
    await expect.poll(() => heard).toEqual(['first']);
    await database.close();
  });
});

test('a DATABASE_URL works as well as its parts', async () => {
  const database = createDatabase(urlOf(home.connection));
  await database.ping();
  await database.close();
});

describe('failures', () => {
  test('nobody at the port, or no socket, means away', async () => {
    const who = { user: 'a', password: 'b', database: 'c' };
    expect(isDatabaseAway(await failureOf({ host: '127.0.0.1', port: 1, ...who }))).toBe(true);
    expect(isDatabaseAway(await failureOf({ host: '/no/such/folder', port: 5432, ...who }))).toBe(true);
    expect(isDatabaseAway(await failureOf('postgresql://a:b@localhost:1/c'))).toBe(true);
  });

  test('so do a server that stops or starts, a lost connection and no free slot', () => {
    for (const code of ['57P01', '57P02', '57P03', '08006', '53300', 'ECONNRESET'])
      expect(isDatabaseAway({ code })).toBe(true);
    expect(isDatabaseAway(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isDatabaseAway(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });

  test('a missing file, a broken rule or a stranger do not', async () => {
    expect(isDatabaseAway(await readFile('/no/such/file').catch((error: unknown) => error))).toBe(false);
    expect(isDatabaseAway({ code: '23505', message: 'duplicate key' })).toBe(false);
    expect(isDatabaseAway(null)).toBe(false);
  });

  test('a full disk is recognised', () => {
    expect(isDiskFull({ code: '53100' })).toBe(true);
    expect(isDiskFull({ code: '23505' })).toBe(false);
  });
});

test('the driver has no statement to hold back: each is sent when the one before it has its answer', async () => {
  const database = createDatabase(home.connection, { max: 1 });
  const up: string[] = [];
  const listenTo = (channel: string) =>
    database.listen(
      channel,
      () => undefined,
      () => up.push(channel),
    );
  listenTo('a');
  await expect.poll(() => up).toEqual(['a']);
  for (const channel of ['b', 'c', 'd', 'e']) listenTo(channel);
  await expect.poll(() => up).toEqual(['a', 'b', 'c', 'd', 'e']);
  const rows = await database.tx((tx) =>
    Promise.all([1, 2, 3, 4].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(tx))),
  );
  expect(rows.map((each) => each.rows[0]?.n)).toEqual([1, 2, 3, 4]);
  await database.close();
  expect(warnings.filter((message) => message.includes('client.query()'))).toEqual([]);
});
