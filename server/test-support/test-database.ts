// A database of its own for a test file, copied from the migrated template in a blink.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Connection } from '#server/db/open.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import type { TestServer } from './global-setup.ts';
import { addressesOf } from './processes/pooler.ts';

export type TestDatabase = { connection: Connection; url: string; database: Database; drop(): Promise<void> };

/** All tables without rows; `empty` asks for one without tables. Drop it in `afterAll`: that closes `database` too. */
export async function freshDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `topout_test_${randomBytes(6).toString('hex')}`;
  const source = options.empty ? `template0 encoding 'UTF8'` : server.template;
  // Copied as files, in a tenth of the time that it takes to write them through the log.
  await command(server, `create database ${name} template ${source} strategy file_copy`);
  const connection = { ...server.connection, database: name };
  const { DATABASE_URL, DATABASE_DIRECT_URL } = addressesOf(urlOf(connection));
  const database = DATABASE_DIRECT_URL
    ? createDatabase(DATABASE_URL, { direct: connection })
    : createDatabase(connection);
  return {
    connection,
    url: urlOf(connection),
    database,
    async drop() {
      await database.close();
      // Not `with (force)`: that is refused while the server itself vacuums there. A plain drop ends such work and waits for it.
      await command(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
      );
      await command(server, `drop database ${name}`);
    },
  };
}

/** A connection as DATABASE_URL would say it; a socket's folder has its own place there. */
export function urlOf({ host, port, user, password, database }: Connection): string {
  const who = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  if (!host.startsWith('/')) return `postgresql://${who}@${host}:${port}/${database}`;
  return `postgresql://${who}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function command({ connection }: TestServer, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
