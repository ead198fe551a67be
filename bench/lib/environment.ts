// Where a benchmark runs: one PostgreSQL for product and baseline alike, with a company of each size and a product process for each.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import type { Connection } from '#server/db/open.ts';
import { createDatabase } from '#server/db/open.ts';
import { findInstalled, type Installed, startInstalled } from '#server/test-support/processes/system-postgres.ts';
import { type Actor, actors, fillCompany, password } from './company.ts';
import { type Gauged, startMeasured } from './product.ts';

export type Ground = {
  sessions: number;
  connection: Connection;
  product: Gauged;
  cookies: Record<Actor, string>;
  /** Bytes of memory after the start and a login of each, before anything was asked. */
  idle: number;
};

export type Environment = {
  server: Installed;
  pgbench: string;
  folder: string;
  grounds: Ground[];
  close(): Promise<void>;
};

/** Not what a server does but what it may take: connections for all products at once, and memory for filling in. */
const settings = { max_connections: '200', maintenance_work_mem: '512MB' };

async function makeDatabase(server: Installed, sessions: number): Promise<Connection> {
  const database = `company_${sessions}`;
  const first = createDatabase(server.connection, { max: 1 });
  await sql`create database ${sql.id(database)}`.execute(first.query);
  await first.close();
  const connection = { ...server.connection, database };
  const own = createDatabase(connection, { max: 2 });
  await migrate(own);
  await fillCompany(own, sessions);
  await own.close();
  return connection;
}

type Settings = Record<string, string>;

async function prepare(server: Installed, sessions: number, own: Settings): Promise<Ground> {
  const began = Date.now();
  const connection = await makeDatabase(server, sessions);
  const product = await startMeasured({ ...own, DATABASE_URL: server.url(connection.database) });
  const cookies = {} as Record<Actor, string>;
  for (const actor of actors) cookies[actor] = await product.login(actor, password);
  const { rss } = await product.used();
  console.log(`${sessions} sessions filled in and served after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return { sessions, connection, product, cookies, idle: rss };
}

/** What readers of the figures have to know. */
export function conditions(server: Installed): string {
  const version = execFileSync(join(server.bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  const load = loadavg().map((each) => each.toFixed(1));
  return `${version} with its own settings (fsync on), one server for product and floor, unix socket; Node ${process.version}; ${cpus().length} × ${cpus()[0]?.model}; load ${load.join(' ')}`;
}

/**
 * Null where PostgreSQL or its pgbench is not installed: then there is no baseline to compare with. Close it, also after a failure.
 * `own`: settings of the product beyond those it needs; `database`: of PostgreSQL.
 */
export async function createEnvironment(
  sizes: readonly number[],
  { own = {}, database = {} }: { own?: Settings; database?: Settings } = {},
): Promise<Environment | null> {
  const pgbench = join(findInstalled()?.bin ?? '', 'pgbench');
  const server = existsSync(pgbench) ? await startInstalled({ ...settings, ...database }) : null;
  if (!server) return null;
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-'));
  const grounds: Ground[] = [];
  const close = async () => {
    await Promise.all(grounds.map(({ product }) => product.end('SIGTERM')));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const sessions of sizes) grounds.push(await prepare(server, sessions, { ...own, DATA_DIR: folder }));
    return { server, pgbench, folder, grounds, close };
  } catch (error) {
    await close();
    throw error;
  }
}
