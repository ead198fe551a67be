// The claims about the shipped database: each starts, kills or refuses a real one.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWriter } from '#server/test-support/processes/child-process.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { findRunning } from './embedded/postmaster.ts';
import { isAlive, signal, waitUntilGone } from './embedded/process.ts';
import { type Embedded, joinEmbedded, startEmbedded } from './embedded.ts';
import { createDatabase } from './open.ts';
import { StartupError } from './startup-error.ts';

/** Servers are made, killed and recovered here, perhaps on a machine that is busy. */
vi.setConfig({ testTimeout: 90_000 });

let parent: string;
/** With a space, a comma and an apostrophe, which paths of real people have. */
let dataDir: string;
const log: string[] = [];

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'topout embedded-'));
  chmodSync(parent, 0o755);
  dataDir = join(parent, "Ada's data, new");
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function start(folder = dataDir): Promise<Embedded> {
  log.length = 0;
  return startEmbedded({ dataDir: folder, log: (sentence) => log.push(sentence) });
}

function cluster(folder = dataDir): string {
  return findDataDirectory(folder).cluster;
}

function serverPid(folder = dataDir): number {
  return findRunning(cluster(folder))?.pid ?? 0;
}

async function ask(server: Embedded, text: string): Promise<unknown[]> {
  const database = createDatabase(server.connection, { max: 1 });
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(database.query);
  await database.close();
  return rows.flatMap(Object.values);
}

describe('a start', () => {
  test('makes a durable database with an ordinary role that owns it', async () => {
    const server = await start();
    const settings = [
      'fsync',
      'full_page_writes',
      'TimeZone',
      'server_encoding',
      'password_encryption',
      'listen_addresses',
    ];
    expect(
      await ask(server, `select ${settings.map((name) => `current_setting('${name}')`).join(" || ',' || ")}`),
    ).toEqual(['on,on,UTC,UTF8,scram-sha-256,']);
    expect(
      await ask(server, 'select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = current_user'),
    ).toEqual([false]);
    expect(
      await ask(server, 'create extension pg_trgm; create table kept (a int); insert into kept values (7)'),
    ).toEqual([]);
    await server.stop();
    expect(serverPid()).toBe(0);
  });

  test('sorts by byte and knows the letters of every language', async () => {
    const server = await start();
    expect(await ask(server, `select lower('ÀÉÎ') || upper('ñ')`)).toEqual(['àéîÑ']);
    expect(await ask(server, `select x from unnest(array['b', 'É', 'a', 'B']) x order by x`)).toEqual([
      'B',
      'a',
      'b',
      'É',
    ]);
    expect(await ask(server, `select similarity('Élan', 'élan')`)).toEqual([1]);
    await server.stop();
  });

  test('later finds what was kept, with passwords that only the keeper can read', async () => {
    const server = await start();
    expect(log).toEqual([]);
    expect(await ask(server, 'select a from kept')).toEqual([7]);
    await server.stop();
    expect(statSync(cluster()).mode & 0o777).toBe(0o700);
    expect(statSync(join(cluster(), 'topout-passwords.json')).mode & 0o777).toBe(0o600);
  });

  test('on a folder that is in use is refused, also when both come at once', async () => {
    const both = await Promise.allSettled([start(), start()]);
    const [lost] = both.filter((result) => result.status === 'rejected');
    expect(lost?.reason).toBeInstanceOf(StartupError);
    expect(lost?.reason.message).toContain(
      `Topout already runs on ${findDataDirectory(dataDir).home} (process ${process.pid})`,
    );
    await expect(start()).rejects.toThrow('already runs');
    for (const result of both) if (result.status === 'fulfilled') await result.value.stop();
  });

  test('brings back the links between libraries that npm cannot carry', async () => {
    const lib = join(
      findDataDirectory(dataDir).home,
      'bin',
      readdirSync(join(findDataDirectory(dataDir).home, 'bin'))[0] ?? '',
      'lib',
    );
    const links = readdirSync(lib).filter((name) => name.startsWith('libicuuc'));
    for (const name of links.slice(0, -1)) rmSync(join(lib, name));
    const server = await start();
    expect(readdirSync(lib).filter((name) => name.startsWith('libicuuc'))).toEqual(links);
    await server.stop();
  });

  test('deep down, where a socket cannot be, uses a free port of this machine', async () => {
    const deep = join(parent, 'x'.repeat(90));
    const server = await start(deep);
    expect(server.connection.host).toBe('127.0.0.1');
    expect(await ask(server, `select current_setting('listen_addresses')`)).toEqual(['127.0.0.1']);
    await server.stop();
    rmSync(deep, { recursive: true });
  });

  test('clears away what a start that was killed half-way left behind', async () => {
    const half = join(parent, 'half');
    mkdirSync(join(half, 'pg.tmp-0a1b2c3d', 'base'), { recursive: true });
    const server = await start(half);
    expect(readdirSync(half).sort()).toEqual(['bin', 'database.lock', 'pg']);
    await server.stop();
    rmSync(half, { recursive: true });
  });

  test('refuses a folder of another major version and says how to bring the data over', async () => {
    const old = join(parent, 'old');
    mkdirSync(join(old, 'pg'), { recursive: true });
    writeFileSync(join(old, 'pg', 'PG_VERSION'), '17\n');
    await expect(start(old)).rejects.toThrow(
      /made by PostgreSQL 17, and this version of Topout brings 18.*backup FILE.*restore FILE/,
    );
    rmSync(join(old, 'pg', 'PG_VERSION'));
    writeFileSync(join(old, 'pg', 'holiday.jpg'), '');
    await expect(start(old)).rejects.toThrow('is not a database of Topout');
    expect(existsSync(join(old, 'database.lock'))).toBe(false);
  });
});

test('a folder whose name PostgreSQL would misread is refused', async () => {
  await expect(start(join(parent, 'a $HOME'))).rejects.toThrow('set DATA_DIR to a folder without');
});

describe('after a kill', () => {
  test('of Node, the next start takes over the server that went on running, and later stops it', async () => {
    const killed = await startWriter(dataDir);
    const orphan = serverPid();
    await killed.end('SIGKILL');
    expect(isAlive(orphan)).toBe(true);
    const server = await start();
    expect([serverPid(), log]).toEqual([orphan, [expect.stringContaining('took over the server')]]);
    expect(await ask(server, 'select a from kept')).toEqual([7]);
    await server.stop();
    expect(isAlive(orphan)).toBe(false);
  });

  test('of an adopted server, it is started again in the same place', async () => {
    const killed = await startWriter(dataDir);
    await killed.end('SIGKILL');
    const server = await start();
    signal(serverPid(), 'SIGKILL');
    await expect.poll(() => ask(server, 'select a from kept').catch(() => []), { timeout: 15_000 }).toEqual([7]);
    await server.stop();
  });

  test('of the server, a stop in the middle of its return leaves nothing running', async () => {
    const server = await start();
    const first = serverPid();
    signal(first, 'SIGKILL');
    await waitUntilGone(first, 1_000);
    await server.stop();
    expect(serverPid()).toBe(0);
    const again = await start();
    await again.stop();
  });

  test('of everything, a number that now belongs to another program does not keep the database down', async () => {
    const killed = await startWriter(dataDir);
    const orphan = serverPid();
    await killed.end('SIGKILL');
    signal(orphan, 'SIGKILL');
    await waitUntilGone(orphan, 5_000);
    const file = join(cluster(), 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(String(orphan), String(process.pid)));
    const server = await start();
    expect(await ask(server, 'select a from kept')).toEqual([7]);
    await server.stop();
  });

  test('of Node by a bug of its own, the database goes down with it', async () => {
    const ended = await startWriter(dataDir);
    const pid = serverPid();
    // There it makes the program throw where nobody catches.
    await ended.end('SIGUSR2');
    expect(await waitUntilGone(pid, 5_000)).toBe(true);
    expect(existsSync(join(findDataDirectory(dataDir).home, 'database.lock'))).toBe(false);
  });

  test('that was none, but an orderly stop, nothing runs on', async () => {
    const ended = await startWriter(dataDir);
    const pid = serverPid();
    await ended.end('SIGTERM');
    expect(ended.said).toContain('stopped');
    expect(isAlive(pid)).toBe(false);
  });
});

describe("an operator's command", () => {
  test('joins a running product and leaves it running', async () => {
    const product = await startWriter(dataDir);
    const pid = serverPid();
    const command = await joinEmbedded({ dataDir, log: () => undefined });
    expect(await ask(command, 'select a from kept')).toEqual([7]);
    await command.stop();
    expect(isAlive(pid)).toBe(true);
    await product.end('SIGTERM');
  });

  test('starts the database itself when nobody does, and stops it again', async () => {
    const command = await joinEmbedded({ dataDir, log: () => undefined });
    expect(await ask(command, 'select a from kept')).toEqual([7]);
    await command.stop();
    expect(serverPid()).toBe(0);
  });

  test('leaves an orphan as it was', async () => {
    const killed = await startWriter(dataDir);
    const orphan = serverPid();
    await killed.end('SIGKILL');
    const command = await joinEmbedded({ dataDir, log: () => undefined });
    await command.stop();
    expect(serverPid()).toBe(orphan);
    const server = await start();
    await server.stop();
  });
});

test('a copy of the folder of a running database is a database of its own', async () => {
  const product = await startWriter(dataDir);
  const copy = join(parent, 'copy');
  cpSync(findDataDirectory(dataDir).home, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') });
  const original = serverPid();
  const server = await start(copy);
  expect(serverPid(copy)).not.toBe(original);
  expect(await ask(server, 'select a from kept')).toEqual([7]);
  await server.stop();
  expect(serverPid()).toBe(original);
  await product.end('SIGTERM');
});
