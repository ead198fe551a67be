// Reads postmaster.pid: what a running PostgreSQL server writes about itself into its data folder.
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, servesFolder } from './process.ts';

/** `host` is the folder of the unix socket, or a loopback address. `ready` once it accepts connections. */
export type Running = { pid: number; host: string; port: number; ready: boolean };

type Written = { pid: number; folder: string; port: number; socket: string; ready: boolean };

function readPidFile(cluster: string): Written | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid = '', folder = '', , port = '', socket = '', , , status = ''] = lines;
    return { pid: Number(pid), folder, port: Number(port), socket, ready: status.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The server that runs on this folder, whoever started it; null when there is none. */
export function findRunning(cluster: string): Running | null {
  const written = readPidFile(cluster);
  if (!written?.pid || !servesFolder(written.pid, cluster, written.folder)) return null;
  return { pid: written.pid, host: written.socket || '127.0.0.1', port: written.port, ready: written.ready };
}

/**
 * PostgreSQL removes a dead server's file itself, but takes it for alive when another process has the same id now: in a container,
 * which counts from 1 after every restart, that may be a thread of Node. Only where /proc proves that it is no PostgreSQL on this
 * folder, the file is renamed (not deleted); shared memory still keeps two servers apart.
 */
export function putAsideForeignPidFile(cluster: string): void {
  const written = readPidFile(cluster);
  if (process.platform !== 'linux' || !written || !(written.pid > 0)) return;
  if (numberIsTaken(written.pid) && !servesFolder(written.pid, cluster, written.folder)) {
    renameSync(join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.pid.foreign'));
  }
}

/** Also true for zombies: PostgreSQL takes them for a running server too. */
function numberIsTaken(pid: number): boolean {
  if (isAlive(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
