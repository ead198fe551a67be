// The claims about several hosts in DATABASE_URL, on two real servers of which one is the other's standby.
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { type StandbyPair, startPair } from '#server/test-support/processes/standby-pair.ts';
import { createDatabase, type Database, isDatabaseAway } from './open.ts';
import { failureSentence } from './startup-error.ts';

const patience = { timeout: 30_000, interval: 50 };

let pair: StandbyPair;
let nobody: string;

beforeAll(async () => {
  pair = await startPair();
  nobody = `127.0.0.1:${await freePort()}`;
});
afterAll(() => pair?.stop());

const at = ({ port }: { port: number }) => `127.0.0.1:${port}`;
const urlOf = (...hosts: string[]) => `postgresql://topout@${hosts.join(',')}/postgres?target_session_attrs=read-write`;

async function within<T>(url: string, work: (database: Database, said: string[]) => Promise<T>): Promise<T> {
  const said: string[] = [];
  const database = createDatabase(url, { max: 3, log: (sentence) => said.push(sentence) });
  try {
    return await work(database, said);
  } finally {
    await database.close();
  }
}

const portOf = async ({ query }: Database) =>
  (await sql<{ port: number }>`select inet_server_port() as port`.execute(query)).rows[0]?.port;

const failureOf = (url: string) =>
  within(url, (database) =>
    database.ping().then(
      () => null,
      (error: Error) => error,
    ),
  );

describe('of several hosts', () => {
  test('the one that takes writes is used, wherever it stands', async () => {
    const [primary, standby] = [pair.primary(), pair.standby()];
    for (const hosts of [
      [at(standby), at(primary)],
      [at(primary), at(standby)],
    ])
      expect(await within(urlOf(...hosts), portOf)).toBe(primary.port);
  });

  test('a dead one is passed over and named once in the log', async () => {
    const said = await within(urlOf(nobody, at(pair.primary())), async (database, said) => {
      await Promise.all([portOf(database), portOf(database), portOf(database)]);
      await vi.waitFor(() => expect(said).not.toEqual([]), patience);
      return said;
    });
    expect(said).toEqual([
      `Database: no connection to ${nobody} (connect ECONNREFUSED ${nobody}); going on with ${at(pair.primary())}`,
    ]);
  });

  test('a stranger who holds the line and says nothing costs two seconds, not the start', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    const port = await vi.waitUntil(() => (silent.address() as { port: number } | null)?.port, patience);
    expect(await within(urlOf(`127.0.0.1:${port}`, at(pair.primary())), portOf)).toBe(pair.primary().port);
    silent.close();
  });

  test('none that takes writes is said in one sentence with the fault of each', async () => {
    const [dead, standby] = [
      await failureOf(urlOf(nobody, at(pair.standby()))),
      await failureOf(urlOf(at(pair.standby()))),
    ];
    expect(isDatabaseAway(dead)).toBe(true);
    expect(failureSentence(dead)).toBe(
      `The database cannot be reached: none of its hosts takes writes: ${nobody} (connect ECONNREFUSED ${nobody}), ${at(pair.standby())} (is a standby).`,
    );
    expect(failureSentence(standby)).toContain(`${at(pair.standby())} (is a standby)`);
  });

  test('one that refuses us is named with its reason', async () => {
    const stranger = urlOf(nobody, at(pair.primary())).replace('topout@', 'stranger:hunter2@');
    const sentence = failureSentence(await failureOf(stranger));
    expect(sentence).toContain(`${at(pair.primary())} (role "stranger" does not exist)`);
    expect(sentence).not.toContain('hunter2');
  });
});

test('a single standby is no database to start on', async () => {
  const failure = await within(`postgresql://topout@${at(pair.standby())}/postgres`, (database) =>
    sql`create table a (b int)`.execute(database.query).catch((error: unknown) => error),
  );
  expect(failureSentence(failure)).toMatch(/^The database takes no writes: it is a standby/);
});

test('a connection on which a write is refused as on a standby is given up for a new one', async () => {
  await within(urlOf(at(pair.primary()), nobody), async (database) => {
    await sql`set default_transaction_read_only = on`.execute(database.query);
    const write = () => database.tx((tx) => sql`create table if not exists given_up (a int)`.execute(tx));
    expect(isDatabaseAway(await write().catch((error: unknown) => error))).toBe(true);
    await vi.waitFor(write, patience);
  });
});

test('a write that the standby did not confirm is no success', async () => {
  await pair.synchronise();
  await within(urlOf(at(pair.primary())), async (database) => {
    await sql`create table if not exists unconfirmed (a int)`.execute(database.query);
    process.kill(pair.standby().pid, 'SIGSTOP');
    try {
      await sql`select pg_terminate_backend(pid) from pg_stat_replication`.execute(database.query);
      const attempt = database.tx((tx) => sql`insert into unconfirmed values (1)`.execute(tx));
      const waiting = attempt.catch((error: unknown) => error);
      // As an operator does who finds commits waiting.
      const cancel = sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
      await vi.waitUntil(async () => (await cancel.execute(database.query)).rows.length > 0, patience);
      const failure = await waiting;
      expect(String(failure)).toContain('The standby did not confirm the write');
      expect(isDatabaseAway(failure)).toBe(true);
    } finally {
      process.kill(pair.standby().pid, 'SIGCONT');
    }
    // The connection is good for the next statement.
    await database.ping();
  });
});

test('when the primary dies, everything goes on with the standby that takes its place, without a restart', async () => {
  await pair.synchronise();
  await within(pair.url('postgres'), async (database, said) => {
    const [heard, states]: [string[], boolean[]] = [[], []];
    database.listen(
      'failover',
      (payload) => heard.push(payload),
      (up) => states.push(up),
    );
    await sql`create table written (id int primary key)`.execute(database.query);
    await vi.waitFor(() => expect(states).toEqual([true]), patience);
    const acknowledged: number[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let id = 0; !isOver; id++) {
        const written = database.tx((tx) => sql`insert into written values (${id})`.execute(tx));
        await written.then(
          () => acknowledged.push(id),
          (error: unknown) => {
            if (!isDatabaseAway(error)) throw error;
            return delay(20);
          },
        );
      }
    })();
    const more = (than: number) => vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(than), patience);
    await more(20);
    await pair.killPrimary();
    await pair.promote();
    await more(acknowledged.length + 20);
    isOver = true;
    await writing;
    const { rows } = await sql<{ id: number }>`select id from written`.execute(database.query);
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await vi.waitFor(() => expect(states).toEqual([true, false, true]), patience);
    await sql`select pg_notify('failover', 'again')`.execute(database.query);
    await vi.waitFor(() => expect(heard).toEqual(['again']), patience);
    expect(said.filter((sentence) => sentence.includes(`going on with ${at(pair.primary())}`)).length).toBe(1);
  });
});
