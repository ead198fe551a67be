// The claims about a database that hangs, stopped but not refused: on a server of its own, because all of its processes are frozen.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freezeServer } from '#server/test-support/processes/postgres-family.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { findRunning } from './embedded/postmaster.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { createDatabase, type Database, isDatabaseAway } from './open.ts';

const patience = { timeout: 30_000, interval: 20 };

let folder: string;
let server: Embedded;
let database: Database;
let states: boolean[];
let said: string[];
let thaw: () => void = () => undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout freeze-'));
  chmodSync(folder, 0o755);
  server = await startEmbedded({ dataDir: folder, log: () => undefined, disposable: true });
  [states, said] = [[], []];
  database = createDatabase(server.connection, { max: 3, log: (sentence) => said.push(sentence) });
  await sql`create table written (id int)`.execute(database.query);
  database.listen(
    'freeze',
    () => undefined,
    (up) => states.push(up),
  );
  await vi.waitUntil(() => states.length === 1, patience);
}, 60_000);

afterAll(async () => {
  thaw();
  await database?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function freeze(): void {
  const { pid } = findRunning(findDataDirectory(folder).cluster) ?? { pid: 0 };
  thaw = freezeServer(pid);
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('while it hangs what waits for it is refused, then whatever comes at once, and it goes on by itself', async () => {
  const writes = new Map<number, unknown>();
  const write = (id: number) =>
    database.tx(async (tx) => {
      await sql`insert into written values (${id})`.execute(tx);
      // Under way when it freezes.
      await sql`select pg_sleep(0.2)`.execute(tx);
    });
  const begun = [1, 2, 3, 4, 5, 6].map(async (id) => void writes.set(id, await failureOf(write(id))));
  await delay(100);
  freeze();
  // Those that hold a connection, and those that wait for one.
  await Promise.all(begun);
  for (const failure of writes.values()) expect(isDatabaseAway(failure)).toBe(true);
  expect(said).toEqual(['Database: it does not answer; what needs it is refused until it does']);

  // Known by now: not even a connection is tried.
  for (const work of [database.ping(), write(7), database.query.selectFrom('users').select('id').execute()])
    expect(String(await failureOf(work))).toContain('The database does not answer');

  thaw();
  await vi.waitFor(() => write(8), patience);
  await vi.waitUntil(() => states.at(-1) === true, patience);
  expect(states).toEqual([true, false, true]);
  expect(said.at(-1)).toBe('Database: it hangs no more');
  const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(database.query);
  expect(rows).toEqual([{ id: 8 }]);
}, 60_000);

test('a lock that is asked for while it hangs is refused, and given afterwards', async () => {
  const wanted = { key: 'file', onLost: () => undefined };
  const giveBack = await database.locks.tryLock(wanted);
  await giveBack?.();
  freeze();
  expect(isDatabaseAway(await failureOf(database.locks.tryLock(wanted)))).toBe(true);
  thaw();
  await vi.waitFor(async () => expect(await database.locks.tryLock(wanted)).not.toBeNull(), patience);
  await vi.waitFor(database.ping, patience);
});

test('a statement that only takes long is waited for', async () => {
  const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(3)`.execute(database.query);
  expect(rows).toEqual([{ done: 1 }]);
  expect(said.at(-1)).toBe('Database: it hangs no more');
});

test('a connection that hangs alone is made again, and nobody else loses theirs', async () => {
  const heard: string[] = [];
  const listening = database.listen(
    'alone',
    (payload) => heard.push(payload),
    () => undefined,
  );
  const notify = (text: string) => sql`select pg_notify('alone', ${text})`.execute(database.query);
  await vi.waitFor(async () => {
    await notify('first');
    expect(heard).toContain('first');
  }, patience);
  const found = await sql<{ pid: number }>`select pid from pg_stat_activity
    where query like 'select ''listening''%' or query like 'listen %'`.execute(database.query);
  expect(found.rows).toHaveLength(1);
  const { pid } = found.rows[0] as { pid: number };
  const before = said.length;
  process.kill(pid, 'SIGSTOP');
  try {
    // Work that goes on all the time.
    await vi.waitFor(async () => {
      await notify('later');
      expect(heard).toContain('later');
    }, patience);
    expect(said.slice(before)).toEqual([]);
  } finally {
    process.kill(pid, 'SIGCONT');
    await listening.close();
  }
}, 60_000);
