// PgBouncer in transaction mode before a database, where the system has it: another connection for every transaction.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '#server/db/open.ts';
import { freePort } from './free-port.ts';

/** `url` leads to the database that it is before, `port` also to any other of that server. */
export type Pooler = { url: string; port: number; stop(): Promise<void> };

const program = '/usr/sbin/pgbouncer';

function settingsFor(
  { host, port, user, password, database }: Connection,
  { listenPort, connections }: { listenPort: number; connections: number },
): string {
  const secret = password ? ` password='${password}'` : '';
  return `[databases]
pooled = host='${host}' port=${port} user='${user}' dbname='${database}'${secret}
* = host='${host}' port=${port} user='${user}'${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`;
}

/** The settings of a product on the database of a test: through the pooler where the whole run goes through one. */
export function addressesOf(url: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const port = process.env.TEST_POOLER_PORT;
  if (!port) return { DATABASE_URL: url };
  return { DATABASE_URL: `postgresql://anybody@127.0.0.1:${port}${new URL(url).pathname}`, DATABASE_DIRECT_URL: url };
}

async function whenReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    const failure = await client.connect().then(
      () => null,
      (error: Error) => error,
    );
    await client.end().catch(() => undefined);
    if (!failure) return;
    if (tries > 20) throw failure;
    await delay(100);
  }
}

/** It refuses to run as root, and the database's socket is for its owner alone. */
function ownerOf({ host }: Connection): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(host.startsWith('/') ? host : '/home');
  return uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid };
}

/** `connections` to each database. Null where it is not installed. */
export async function startPooler(behind: Connection, { connections = 5 } = {}): Promise<Pooler | null> {
  if (!existsSync(program)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'topout-pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settingsFor(behind, { listenPort: port, connections }));
  chmodSync(folder, 0o755);
  const child = spawn(program, [file], { ...ownerOf(behind), stdio: 'ignore' });
  const closed = once(child, 'close');
  const leave = () => child.kill('SIGKILL');
  process.once('exit', leave);
  const url = `postgresql://anybody@127.0.0.1:${port}/pooled`;
  await whenReady(url);
  return {
    url,
    port,
    async stop() {
      process.off('exit', leave);
      child.kill('SIGINT');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
