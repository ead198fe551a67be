// Processes: which are alive, what they are, and running a program to its end as another user.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The user as whom a child process runs; null for our own. */
export type Owner = { uid: number; gid: number };

const linux = process.platform === 'linux';

/** The fields of `/proc/<pid>/stat` after the name, which itself may hold spaces and brackets. */
function procFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** For kill(2) 0 and negative numbers mean process groups, our own among them. */
function isProcess(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0;
}

/** A zombie still has a process id; it counts as dead. */
export function isAlive(pid: number): boolean {
  if (!isProcess(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !(linux && procFields(pid)?.[0] === 'Z');
}

/** Start time, which distinguishes two processes that got the same id one after the other; '' where the system does not say. */
export function bornAt(pid: number): string {
  if (linux) return procFields(pid)?.[19] ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * Is this process a PostgreSQL server on exactly this folder? Its working directory is its data folder, which /proc shows even
 * when the folder was renamed or copied; on other systems only the folder in its pid file can be compared.
 */
export function servesFolder(pid: number, folder: string, written: string): boolean {
  if (!isAlive(pid)) return false;
  if (!linux) return written === folder;
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return name.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return written === folder;
  }
}

/** Resolves when the process is gone, at the latest after `timeout` milliseconds; answers whether it is. */
export async function waitUntilGone(pid: number, timeout: number): Promise<boolean> {
  const end = Date.now() + timeout;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

/** Sends a signal; a process that is gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (!isProcess(pid)) throw new RangeError(`${pid} is no process`);
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Nothing of our environment (secrets, PG variables, language) reaches PostgreSQL; Windows needs its environment. */
export const childEnvironment: { env?: NodeJS.ProcessEnv } =
  process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' } };

/** Runs a program to its end. `output` is everything it wrote, on either stream. */
export function run(
  file: string,
  args: string[],
  options: { owner: Owner | null; cwd: string },
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { ...options.owner, cwd: options.cwd, ...childEnvironment }, (error, stdout, stderr) => {
      const silent = error && !stdout && !stderr ? error.message : '';
      resolve({ ok: !error, output: `${stdout}${stderr}${silent}` });
    });
  });
}
