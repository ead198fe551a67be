// Where the shipped database lies, and the user as whom its server runs.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '#server/db/startup-error.ts';
import type { Owner } from './process.ts';

// The settings of the shipped PostgreSQL, and where it listens.

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

/**
 * `home` holds everything; `cluster` inside it is PostgreSQL's own folder. `owner` is null where the server runs as the same user. `elsewhere`:
 * not in the configured folder.
 */
export type DataDirectory = { home: string; cluster: string; owner: Owner | null; elsewhere: boolean };

/** Where root's data goes when nobody else may enter the configured folder. */
const SYSTEM_FOLDER = '/var/lib/topout';

/**
 * Decides where a data folder lies and creates it. PostgreSQL refuses to run as root, so for root it runs as the user who already
 * owns the data, else as `postgres`, else as `nobody`; no user is ever created. Where that user may not enter the data folder
 * (for example below /root) the database lies in /var/lib/topout/<hash of the folder's path>.
 */
export function findDataDirectory(dataDir: string): DataDirectory {
  const configured = resolve(dataDir);
  if (process.getuid?.() === 0) return dataDirectoryForRoot(configured, SYSTEM_FOLDER);
  refuseNamelessUser();
  return makeDirectory(configured, null);
}

/** @param systemFolder holds the data if it cannot lie in the configured folder. */
export function dataDirectoryForRoot(configured: string, systemFolder: string): DataDirectory {
  const there = clusterOwner(configured);
  if (there) {
    if (mayEnter(configured, there)) return makeDirectory(configured, there);
    throw new StartupError(
      `The database in ${configured} belongs to user ${there.uid}, who may not enter that folder: chmod it.`,
    );
  }
  const elsewhere = join(systemFolder, createHash('sha256').update(configured).digest('hex').slice(0, 12));
  const owner = clusterOwner(elsewhere) ?? serverUser();
  if (!existsSync(join(elsewhere, 'pg')) && mayEnter(configured, owner)) return makeDirectory(configured, owner);
  return { ...makeDirectory(elsewhere, owner), elsewhere: true };
}

function makeDirectory(home: string, owner: Owner | null): DataDirectory {
  // initdb starts the server's program through a shell and quotes its path as best it can.
  if (process.platform !== 'win32' && /["$`\\\n]/.test(home)) {
    throw new StartupError(
      `PostgreSQL cannot live in ${home}: set DATA_DIR to a folder without ", $, \` or \\ in its path.`,
    );
  }
  const missing: string[] = [];
  for (let folder = home; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    mkdirSync(folder);
    // Set explicitly because the caller's umask may have taken the right that the database's user needs: to go through, not to list.
    if (owner) chmodSync(folder, 0o711);
  }
  const real = realpathSync(home);
  return { home: real, cluster: join(real, 'pg'), owner, elsewhere: false };
}

/** In a container with a bare user id PostgreSQL finds no user name, and does not start. */
function refuseNamelessUser(): void {
  try {
    userInfo();
  } catch {
    const uid = process.getuid?.();
    throw new StartupError(
      `User id ${uid} has no name on this system, and PostgreSQL refuses to run so. Give it an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

function clusterOwner(home: string): Owner | null {
  const cluster = join(home, 'pg');
  if (!existsSync(cluster)) return null;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? null : { uid, gid };
}

function serverUser(): Owner {
  for (const name of ['postgres', 'nobody']) {
    try {
      const ask = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: ask('-u'), gid: ask('-g') };
    } catch {
      // This system has no such user: the next one.
    }
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root, and this system has neither a user postgres nor nobody. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** May this user enter the folder? Folders that do not exist yet will be created so that they may. */
export function mayEnter(folder: string, user: Owner): boolean {
  for (let step = folder; ; step = dirname(step)) {
    if (existsSync(step) && !mayPass(statSync(step), user)) return false;
    if (step === dirname(step)) return true;
  }
}

function mayPass(folder: { mode: number; uid: number; gid: number }, user: Owner): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
