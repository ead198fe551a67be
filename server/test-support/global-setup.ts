// Before the server's tests: one throw-away PostgreSQL with a migrated template; after them: nothing is left.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { findDataDirectory } from '#server/db/embedded/data-directory.ts';
import { holderOf } from '#server/db/embedded/lock.ts';
import { findRunning } from '#server/db/embedded/postmaster.ts';
import { signal } from '#server/db/embedded/process.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Connection } from '#server/db/open.ts';
import { createDatabase } from '#server/db/open.ts';
import { programFolder } from './built-programs.ts';
import { startPooler } from './processes/pooler.ts';

/** `connection` leads to a database where others can be created, `template` is one with all tables and no rows. */
export type TestServer = { connection: Connection; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

const PREFIX = 'topout-test-';

let finish: () => Promise<void> = async () => undefined;

/**
 * With TEST_DATABASE_URL the tests run on that server (15 or newer; its role must be allowed to create databases). With TEST_PGBOUNCER=1
 * what is tested reaches its database through PgBouncer in transaction mode, and only LISTEN and migrations go past it.
 */
export async function setup(project: TestProject): Promise<void> {
  const [testServer] = await Promise.all([startServer(), buildPrograms()]);
  project.provide('testServer', testServer);
}

async function startServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL;
  const server = url ? { connection: partsOf(url), stop: async () => undefined } : await startDisposable();
  const { connection } = server;
  const template = `topout_template_${randomBytes(4).toString('hex')}`;
  finish = async () => {
    if (url) await command(connection, `drop database if exists ${template}`);
    await server.stop();
  };
  await command(connection, `create database ${template} template template0 encoding 'UTF8'`);
  const database = createDatabase({ ...connection, database: template });
  await migrate(database);
  await database.close();
  if (process.env.TEST_PGBOUNCER === '1') await startPoolerFor(connection);
  return { connection, template };
}

/** What a connection sends by itself, with a pooler its role has. The tests' processes inherit the port. */
const settingsOfRole = {
  timezone: 'UTC',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

async function startPoolerFor(connection: Connection): Promise<void> {
  const pooler = await startPooler(connection, { connections: 20 });
  if (!pooler) throw new Error('TEST_PGBOUNCER is set, but PgBouncer is not installed.');
  const role = pg.escapeIdentifier(connection.user);
  for (const [name, value] of Object.entries(settingsOfRole))
    await command(connection, `alter role ${role} set ${name} = '${value}'`);
  process.env.TEST_POOLER_PORT = String(pooler.port);
  const before = finish;
  finish = async () => {
    await pooler.stop();
    await before();
  };
}

export async function teardown(): Promise<void> {
  await finish();
  rmSync(programFolder(process.pid), { recursive: true, force: true });
}

/** Those of the product as its own build makes them, and those that tests start. */
async function buildPrograms(): Promise<void> {
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'silent',
    build: {
      outDir: programFolder(process.pid),
      sourcemap: false,
      rolldownOptions: {
        input: Object.fromEntries(
          ['delivery-program', 'writer-program'].map((name) => [
            name,
            join(import.meta.dirname, `processes/${name}.ts`),
          ]),
        ),
      },
    },
  });
  const guests = { outDir: programFolder(process.pid), emptyOutDir: false };
  await build({ configFile: 'vite.guests.config.ts', logLevel: 'silent', build: guests });
}

async function startDisposable(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  sweep();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  // Run by root, the server's own user has to get in.
  chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, log: () => undefined, disposable: true });
  const stop = async () => {
    const { home } = findDataDirectory(dataDir);
    await server.stop();
    for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { connection: server.connection, stop };
}

/** Removes what runs left behind that were killed. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const home = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || !existsSync(join(home, 'pg')) || holderOf(join(home, 'database.lock'))) continue;
    const orphan = findRunning(join(home, 'pg'));
    if (orphan) signal(orphan.pid, 'SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function partsOf(url: string): Connection {
  const { host, port, user = '', password, database = 'postgres' } = new pg.Client({ connectionString: url });
  return { host, port, user, password: typeof password === 'string' ? password : '', database };
}

async function command(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
