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

export type Pooler = { url: string; stop(): Promise<void> };

const program = '/usr/sbin/pgbouncer';

function settingsFor({ host, port, user, password, database }: Connection, listenPort: number): string {
  const secret = password ? ` password='${password}'` : '';
  return `[databases]
pooled = host='${host}' port=${port} user='${user}' dbname='${database}'${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`;
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

/** Null where it is not installed. */
export async function startPooler(behind: Connection): Promise<Pooler | null> {
  if (!existsSync(program)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'topout-pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settingsFor(behind, port));
  chmodSync(folder, 0o755);
  const child = spawn(program, [file], { ...ownerOf(behind), stdio: 'ignore' });
  const closed = once(child, 'close');
  const leave = () => child.kill('SIGKILL');
  process.once('exit', leave);
  const url = `postgresql://anybody@127.0.0.1:${port}/pooled`;
  await whenReady(url);
  return {
    url,
    async stop() {
      process.off('exit', leave);
      child.kill('SIGINT');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
