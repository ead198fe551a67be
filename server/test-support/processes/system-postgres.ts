// The PostgreSQL that the system brought along, as a throw-away server: what the product meets behind DATABASE_URL.

import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type DataDirectory, findDataDirectory } from '#server/db/embedded/data-directory.ts';
import { childEnvironment, run, signal, waitUntilGone } from '#server/db/embedded/process.ts';
import type { Connection } from '#server/db/open.ts';

/** `connection` is the owner of everything there, `url` says it for one of its databases; `bin` is where the server's other programs lie. */
export type Installed = {
  connection: Connection;
  url(database: string): string;
  bin: string;
  major: number;
  pid: number;
  stop(): Promise<void>;
};

const OLDEST = 15;
const START_MS = 30_000;

/** Debian's folder, which its relatives share. The oldest that we support comes first: newer ones are like the one we ship. */
export function findInstalled(): { bin: string; major: number } | null {
  const home = '/usr/lib/postgresql';
  const majors = existsSync(home)
    ? readdirSync(home)
        .map(Number)
        .filter((major) => major >= OLDEST)
    : [];
  for (const major of majors.sort((a, b) => a - b)) {
    const bin = join(home, String(major), 'bin');
    if (existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) return { bin, major };
  }
  return null;
}

/**
 * Starts one with the settings that PostgreSQL has by itself, fsync included, reached through a unix socket only; `settings` are
 * added to them. Null where none is installed.
 */
export async function startInstalled(settings: Record<string, string> = {}): Promise<Installed | null> {
  const found = findInstalled();
  if (!found) return null;
  const folder = mkdtempSync(join(tmpdir(), 'topout-installed-'));
  chmodSync(folder, 0o755);
  const place = findDataDirectory(folder);
  await initialise(place, found.bin);
  const pid = launch(place, found.bin, { ...settings, listen_addresses: '', unix_socket_directories: place.home });
  const leave = () => signal(pid, 'SIGQUIT');
  process.once('exit', leave);
  const connection = { host: place.home, port: 5432, user: 'topout', password: '', database: 'postgres' };
  await whenReady(connection);
  const stop = async () => {
    process.off('exit', leave);
    signal(pid, 'SIGINT');
    if (!(await waitUntilGone(pid, START_MS))) signal(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = (database: string) =>
    `postgresql://topout@localhost:5432/${database}?host=${encodeURIComponent(place.home)}`;
  return { connection, url, ...found, pid, stop };
}

/** A cluster of user `topout`, who needs no password. */
export async function initialise({ home, cluster, owner }: DataDirectory, bin: string): Promise<void> {
  mkdirSync(cluster, { mode: 0o700 });
  if (owner) for (const folder of [home, cluster]) chownSync(folder, owner.uid, owner.gid);
  const words = ['-D', cluster, '-U', 'topout', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const made = await run(join(bin, 'initdb'), words, { owner, cwd: home });
  if (!made.ok) throw new Error(`initdb failed: ${made.output}`);
}

/** Answers its process id; it outlives us. */
export function launch({ home, cluster, owner }: DataDirectory, bin: string, settings: Record<string, string>): number {
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...words], {
    ...owner,
    ...childEnvironment,
    cwd: home,
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  if (child.pid === undefined) throw new Error(`${bin}/postgres could not be started`);
  return child.pid;
}

export async function whenReady(connection: Connection): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    const client = new pg.Client(connection);
    const failure = await client.connect().then(
      () => null,
      (error: Error) => error,
    );
    await client.end().catch(() => undefined);
    if (!failure) return;
    if (Date.now() > end) throw failure;
    await delay(50);
  }
}
