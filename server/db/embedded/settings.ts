// The settings of the shipped PostgreSQL, and where it listens.
import { chownSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';

/** `socketFolder` null means TCP on loopback. */
export type Listening = { socketFolder: string | null; port: number };

/** The kernel's limit for the path of a unix socket, without the closing zero byte (macOS has four less). */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;
const SOCKET_PORT = 5432;

/**
 * A unix socket inside the data folder, where only the server's user may go. Where its path would be too long, and on Windows, a
 * free port on loopback, so that two copies of the product never collide.
 */
export async function chooseListening(cluster: string): Promise<Listening> {
  const path = join(cluster, `.s.PGSQL.${SOCKET_PORT}`);
  const fits = Buffer.byteLength(path) <= SOCKET_PATH_BYTES;
  if (process.platform !== 'win32' && fits) return { socketFolder: cluster, port: SOCKET_PORT };
  return { socketFolder: null, port: await freePort() };
}

/**
 * Writes `topout.conf` at every start, so that an update of the product brings its settings along. An operator's own settings go
 * into `postgresql.auto.conf` (ALTER SYSTEM), which is read later. `disposable` is only for tests: data is lost in a power cut.
 */
export function writeSettings({ cluster, owner }: DataDirectory, listening: Listening, disposable: boolean): void {
  const { socketFolder, port } = listening;
  const settings: Record<string, string> = {
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    port: String(port),
    // Inside double quotes, because the setting is a list and the path may hold a comma.
    unix_socket_directories: socketFolder ? `"${socketFolder.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    // Compiling a query pays off after a tenth of a second; ours are shorter.
    jit: 'off',
    wal_compression: 'on',
    password_encryption: 'scram-sha-256',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    // Starts, stops and crashes only: what fails in a statement the server logs itself, without the values.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...(disposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}\n`);
  const file = join(cluster, 'topout.conf');
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
  if (owner) chownSync(`${file}.new`, owner.uid, owner.gid);
  renameSync(`${file}.new`, file);
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
